import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { zipOf } from '../testing/archive.ts'
import { accepts } from '../testing/json-schema.ts'
import { session, text, tokens } from '../testing/log/claude-code.ts'
import type { MetricId } from '../sim/index.ts'
import type { LaneResult, Result } from './measure/result.ts'
import { resultSchema } from './index.ts'
import { ran, samples } from './terminal-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'logs-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** A short conversation that fills a small window. */
const chat = (words: number): string =>
  Array.from(
    { length: 12 },
    (_, turn) =>
      `User: step ${turn}. Never touch main.ts. ${'word '.repeat(words)}\n\nAssistant: done with step ${turn}`,
  ).join('\n\n')

mkdirSync(join(folder, 'inner', 'node_modules'), { recursive: true })
for (const [at, name] of ['b.txt', 'a.txt', 'inner/c.txt', 'inner/d.txt'].entries())
  writeFileSync(join(folder, name), chat(100 + 40 * at))
writeFileSync(join(folder, 'broken.json'), '{"messages": [')
writeFileSync(join(folder, 'empty.jsonl'), '')
writeFileSync(join(folder, 'picture.png'), 'none')
writeFileSync(join(folder, 'inner', 'node_modules', 'x.json'), '{}')
symlinkSync(folder, join(folder, 'inner', 'loop'))
symlinkSync(join(folder, 'a.txt'), join(folder, 'inner', 'again.txt'))

const LANES = '--lane unmanaged --lane fifo --lane hybrid --window 2000 --counter chars4'
const here = { cwd: folder }
/** A log with usage and compactions. */
const RECORDED = join(samples, 'claude-code.jsonl')

test('a folder is read once through, whatever links are in it, and what cannot be read is listed', async () => {
  const { code, out } = await ran(`compare . ${LANES} --format json`, here)
  const { logs, unreadable } = JSON.parse(out) as Result
  expect(code).toBe(0)
  expect(logs.map(({ log }) => log)).toEqual(['a.txt', 'b.txt', 'inner/c.txt', 'inner/d.txt'])
  expect(unreadable.map(({ log, line }) => [log, line])).toEqual([
    ['broken.json', 1],
    ['empty.jsonl', 1],
  ])
  const found = await ran(`compare '{a,b}.txt' 'inner/**/?.txt' ${LANES} --format json`, here)
  expect((JSON.parse(found.out) as Result).logs.map(({ log }) => log)).toEqual([
    'a.txt',
    'b.txt',
    'inner/c.txt',
    'inner/d.txt',
  ])
})

test('a log that is read in part says so wherever its figures stand, with the place of what is left out', async () => {
  const cwd = `${folder}-in-part`
  mkdirSync(cwd)
  const lines = readFileSync(RECORDED, 'utf8').split('\n')
  writeFileSync(join(cwd, 'cut.jsonl'), lines.with(2, '{"type": "user", "mess').join('\n'))
  const lane = 'cut.jsonl --lane fifo --counter chars4'
  const place = /cut\.jsonl:3:23: not valid JSON/
  for (const command of ['run', 'compare', 'cost']) {
    const { code, out } = await ran(`${command} ${lane}`, { cwd })
    expect(code).toBe(0)
    expect(out).toContain('Problems in 1 log\n')
    expect(out).toMatch(place)
    const bare = await ran(`${command} ${lane} --format csv`, { cwd })
    expect(bare.out).not.toMatch(place)
    expect(bare.err).toMatch(/^problem: cut\.jsonl:3:/)
  }
  const { logs } = JSON.parse((await ran(`run ${lane} --format json`, { cwd })).out) as Result
  expect(logs.map(({ problems }) => problems.map(({ line }) => line))).toEqual([[3]])
  const told = JSON.parse((await ran(`cost ${lane} --format json`, { cwd })).out) as Pick<Result, 'logs'>
  expect(told.logs.map(({ problems }) => problems.map(({ line }) => line))).toEqual([[3]])
  const autopsy = await ran('autopsy cut.jsonl', { cwd })
  expect(autopsy.out).toMatch(place)
  const pasted = await ran('autopsy cut.jsonl --lost', { cwd })
  expect(pasted.out).not.toMatch(place)
  expect(pasted.err).toMatch(/^problem: cut\.jsonl:3:/)
  expect((await ran(`run ${lane} --format markdown`, { cwd })).out).toMatch(/## Problems in 1 log\n\n- .*:3:/)
})

test('a folder tells which endings it leaves out, and a log that would mostly be left out is in no mean', async () => {
  const odd = join(folder, '..', `${basename(folder)}-odd`)
  mkdirSync(odd)
  try {
    const output = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')
    const unknown = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'odd', output }] },
    ]
    writeFileSync(join(odd, 'good.json'), chat(100))
    writeFileSync(join(odd, 'odd.json'), JSON.stringify(unknown))
    writeFileSync(join(odd, 'notes.md'), 'x')
    writeFileSync(join(odd, 'log.tgz'), gzipSync('User: hello'))
    writeFileSync(join(odd, 'packed.json.gz'), gzipSync(chat(100)))
    writeFileSync(join(odd, 'run.eval'), zipOf([['a.png', 'x']]))
    const { logs, unreadable } = JSON.parse(
      (await ran(`compare . ${LANES} --format json`, { cwd: odd })).out,
    ) as Result
    expect(logs.map(({ log }) => log)).toEqual(['good.json', 'packed.json.gz'])
    expect(logs[1]?.lanes).toEqual(logs[0]?.lanes)
    expect(unreadable.map(({ log }) => log)).toEqual(['odd.json', 'run.eval'])
    symlinkSync('loop.json', join(odd, 'loop.json'))
    const { out } = await ran('inspect . loop.json --counter chars4', { cwd: odd })
    expect(out).toContain('loop.json: it is a link that leads back to itself')
    const left = '2 files with other endings left out: 1 .md, 1 .tgz. To read one, name it.\n'
    expect(out).toContain(left)
    for (const line of [
      'cost . --counter chars4',
      'autopsy .',
      'search . --tries 1 --window 2000 --counter chars4',
      `compare . ${LANES}`,
    ]) {
      expect((await ran(line, { cwd: odd })).out, line).toContain(left)
      const json = await ran(`${line} --format json`, { cwd: odd })
      expect([json.err, json.out], line).toEqual([
        expect.stringContaining(left),
        expect.not.stringContaining(left),
      ])
    }
    expect(out).toContain('run.eval: the archive cannot be read: it has no log, but a.png. Unpack it first.')
    expect(out).toMatch(/odd\.json:1:\d+: only 1 % of the text of this log could be read as OpenAI chat/)
  } finally {
    rmSync(odd, { recursive: true })
  }
})

test('a log in Latin-1 or UTF-16 is the same log as in UTF-8', async () => {
  const own = mkdtempSync(join(tmpdir(), 'encodings-'))
  try {
    const text =
      '[{"role":"user","content":"Grüße: nie café.js öffnen"},{"role":"assistant","content":"Gut"}]'
    for (const encoding of ['utf8', 'latin1', 'utf16le'] as const)
      writeFileSync(join(own, `${encoding}.json`), text, encoding)
    const { out } = await ran('inspect . --counter chars4 --format json', { cwd: own })
    const { logs } = JSON.parse(out) as { logs: { hash: string; peak: number }[] }
    expect(logs).toHaveLength(3)
    expect(new Set(logs.map(({ hash, peak }) => `${hash} ${peak}`)).size).toBe(1)
  } finally {
    rmSync(own, { recursive: true })
  }
})

test('COST-3 inspect says what replies cost where the recorded tokens of replies are fewer than half of their text', async () => {
  const own = mkdtempSync(join(tmpdir(), 'replies-'))
  const log = (output: number, usage: boolean) =>
    JSON.stringify([
      { role: 'user', content: 'go' },
      { role: 'assistant', content: 'x'.repeat(4000), usage: { input_tokens: 100, output_tokens: output } },
      { role: 'user', content: 'on' },
      // By chars4 1,000 tokens, too; its call has no usage where that is not recorded.
      {
        role: 'assistant',
        content: 'y'.repeat(4000),
        ...(usage && { usage: { input_tokens: 1200, output_tokens: output } }),
      },
    ])
  const told = async (output: number, usage: boolean) => {
    writeFileSync(join(own, 'a.json'), log(output, usage))
    const { out } = await ran('inspect a.json --counter chars4', { cwd: own })
    return /usage .*?([\d,]+ out.*)/.exec(out)?.[1] ?? ''
  }
  // What is told is what the same replies are charged as.
  const cut = await told(3, true)
  const { out } = await ran('cost a.json --counter chars4 --lane client --format json', { cwd: own })
  const [charged] = (JSON.parse(out) as { costs: { tokens: { output: number } }[] }).costs
  expect(charged?.tokens.output).toBeGreaterThan(2000)
  expect(cut).toBe(
    `6 out, and ${charged?.tokens.output.toLocaleString('en-US')} with the text of replies of which it has less than half`,
  )
  expect(await told(900, true)).toBe('1,800 out')
  expect(await told(900, false)).toBe('900 out')
  rmSync(own, { recursive: true })
})

test('TOK-2 inspect says what counts are multiplied by, and why', async () => {
  const messages = [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: 'Yes.' },
  ]
  const own = mkdtempSync(join(tmpdir(), 'counting-'))
  try {
    writeFileSync(join(own, 'family.json'), JSON.stringify({ model: 'claude-sonnet-4-5', messages }))
    writeFileSync(join(own, 'unknown.json'), JSON.stringify({ messages }))
    const { out } = await ran('inspect . --counter chars4', { cwd: own })
    expect(out).toContain(
      'chars4 × 1.44, the factor of Claude up to Opus 4.6 (1.19 to 1.73 in the logs it was measured on; 124 calls of 4 logs, 2026-11-23)',
    )
    expect(out).toContain('chars4, unchanged: the log names no model')
    const { logs } = JSON.parse(
      (await ran('inspect . --counter chars4 --format json', { cwd: own })).out,
    ) as {
      readonly logs: readonly { readonly calibration: number | null; readonly factor: object | null }[]
    }
    expect(logs.map(({ calibration }) => calibration)).toEqual([1.44, null])
    expect(logs[0]?.factor).toMatchObject({ family: 'Claude up to Opus 4.6', low: 1.19, high: 1.73 })
  } finally {
    rmSync(own, { recursive: true })
  }
})

test('a result that was saved before problems, and the ends of studied runs, were recorded is still read', async () => {
  const whole = await ran(`compare a.txt ${LANES} --format json`, here)
  const older = whole.out
    .replaceAll(/ *"problems": \[\],\n/g, '')
    .replaceAll(/,\n *"reached": (?:true|false)/g, '')
  expect(older).not.toMatch(/"problems"|"reached": (?:true|false)/)
  writeFileSync(join(folder, 'older.out'), older)
  expect(JSON.parse((await ran('merge older.out --format json', here)).out)).toEqual(JSON.parse(whole.out))
})

test('a result of version 1, with its means as sums, is still read: sums are made anew from its logs', async () => {
  const whole = JSON.parse((await ran(`compare a.txt ${LANES} --format json`, here)).out) as object
  writeFileSync(join(folder, 'first.out'), JSON.stringify({ ...whole, version: 1, sums: [] }))
  expect(JSON.parse((await ran('merge first.out --format json', here)).out)).toEqual(whole)
  writeFileSync(join(folder, 'later.out'), JSON.stringify({ ...whole, version: 3 }))
  expect((await ran('merge later.out', here)).err).toContain('version 3 of the format')
})

test('the parts of a shard merge to the bytes of the whole, in any order', async () => {
  const whole = await ran(`compare . ${LANES} --format json`, here)
  writeFileSync(join(folder, 'whole.out'), whole.out)
  const files = await Promise.all(
    [1, 2, 3].map(async (nth) => {
      const { code } = await ran(
        `compare . ${LANES} --format json --shard ${nth}/3 --out part-${nth}.out`,
        here,
      )
      expect(code).toBe(0)
      return `part-${nth}.out`
    }),
  )
  const merged = await ran(`merge ${files.toReversed().join(' ')} --format json`, here)
  expect(merged.err).toMatch(/^not read: broken\.json:1:15: .*\nnot read: empty\.jsonl:1:1: .*\n$/)
  expect(merged.out).toBe(whole.out)
  const missing = await ran(`merge ${files.slice(1).join(' ')}`, here)
  expect([missing.code, missing.err]).toEqual([2, 'Not all parts are there: 1/3 missing\n'])
})

test('Markdown has the sums, the settings and what was not read, and a redacted answer no addresses', async () => {
  writeFileSync(join(folder, 'of jane.doe@acme-corp.com log.txt'), chat(90))
  const { out } = await ran(
    `compare 'of jane.doe@acme-corp.com log.txt' a.txt broken.json ${LANES} --format markdown`,
    here,
  )
  expect(out).toMatch(/^# 2 logs, compared with unmanaged\n\n2 logs are too few for a verdict\. /)
  expect(out).toMatch(/\| Cost \| \$[\d.]+ \| \$[\d.]+ \| [+−]\$[\d.]+ \|/)
  expect(out).toContain('strategy: unmanaged')
  expect(out).toContain('- broken.json: ')
  expect(out).toContain('jane.doe@acme-corp.com')
  for (const format of ['markdown', 'json', 'csv', 'table']) {
    const one = await ran(
      `run 'of jane.doe@acme-corp.com log.txt' --counter chars4 --format ${format} --redact`,
      here,
    )
    expect(one.out).not.toContain('jane.doe@acme-corp.com')
  }
  rmSync(join(folder, 'of jane.doe@acme-corp.com log.txt'))
  writeFileSync(join(folder, 'of jane_doe@acme-corp.com.txt'), chat(90))
  const shown = await ran(
    `compare 'of jane_doe@acme-corp.com.txt' a.txt ${LANES} --format markdown --redact`,
    here,
  )
  rmSync(join(folder, 'of jane_doe@acme-corp.com.txt'))
  expect(shown.out).not.toMatch(/jane|doe|acme/)
  expect(shown.out).toContain(String.raw`\<email-1\>`)
  const none = await ran('inspect a.txt --format markdown', here)
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('but is markdown')])
})

test('sums and paired differences are those of the logs, added by hand', async () => {
  const { logs, sums } = JSON.parse(readFileSync(join(folder, 'whole.out'), 'utf8')) as Result
  const of = (lane: string, id: 'cost' | 'need-hit-rate') =>
    logs.map((log) => log.lanes.find((one) => one.lane === lane)?.metrics[id] ?? Number.NaN)
  const add = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  const hybrid = sums.find(({ lane }) => lane === 'hybrid')
  expect(hybrid?.metrics.cost).toBe(add(of('hybrid', 'cost')))
  expect(hybrid?.against?.metrics.cost?.difference).toBeCloseTo(
    add(of('hybrid', 'cost')) - add(of('unmanaged', 'cost')),
    12,
  )
  expect(hybrid?.against?.metrics.cost?.low).toBeNull()
  expect(sums.find(({ lane }) => lane === 'unmanaged')?.reached).toBe(0)
})

test('shares of needs and of prompt tokens are those of all logs together, as on the page; only others are means', async () => {
  const logs = ['anthropic.json', 'openai.json', 'swe-agent.traj'].map((name) => join(samples, name))
  const command = `compare ${logs.join(' ')} --lane unmanaged --lane naive_fifo --window 50% --counter chars4`
  const { sums, logs: measured } = JSON.parse((await ran(`${command} --format json`)).out) as Result
  const [, fifo] = sums
  const own = measured.flatMap(({ lanes }) => lanes.filter(({ lane }) => lane === 'naive_fifo'))
  const together = (id: MetricId, whole: MetricId): number => {
    const sum = (of: (metrics: LaneResult['metrics']) => number) =>
      own.reduce((all, { metrics }) => all + of(metrics), 0)
    return sum((all) => (all[id] ?? 0) * (all[whole] ?? 0)) / sum((all) => all[whole] ?? 0)
  }
  const needed = together('need-hit-rate', 'needs-inferred')
  // The mean of the logs is another figure, so that this test can fail.
  const mean = own.reduce((sum, { metrics }) => sum + (metrics['need-hit-rate'] ?? 0), 0) / own.length
  expect(Math.abs(mean - needed)).toBeGreaterThan(0.01)
  expect(fifo?.metrics['need-hit-rate']).toBeCloseTo(needed, 12)
  expect(fifo?.metrics['need-hit-rate']).toBe(fifo?.study.needed.estimate?.value)
  expect(fifo?.against?.metrics['need-hit-rate']?.difference).toBeCloseTo(
    fifo?.study.needed.difference?.estimate?.value ?? Number.NaN,
    12,
  )
  expect(fifo?.metrics['lost-rate']).toBeCloseTo(together('lost-rate', 'needs-inferred'), 12)
  expect(fifo?.metrics['cache-hit-rate']).toBeCloseTo(together('cache-hit-rate', 'prompt-tokens'), 12)
  expect(fifo?.metrics['peak-utilization']).toBeCloseTo(
    own.reduce((sum, { metrics }) => sum + (metrics['peak-utilization'] ?? 0), 0) / own.length,
    12,
  )
  const { out } = await ran(command)
  const all = out.slice(out.indexOf('All 3 logs'))
  expect(all).toMatch(new RegExp(`^Needed context present +[\\d.]+ % +${(needed * 100).toFixed(1)} %`, 'm'))
  expect(all).toMatch(/^Cache hit rate +\d/m)
  expect(all).toMatch(/^Peak utilization \(mean\) /m)
})

test.each([
  ['cost > 0', 1, 'holds in 8 of 8 tests'],
  ['hybrid.cost > 1000 * unmanaged', 0, 'holds in none of 4 tests'],
  ['turns_reached > unmanaged and edits > 0', 1, 'turns_reached (12) > unmanaged ('],
  ['sum(cost) < 0', 0, 'holds in none of 2 tests'],
  ['(edits + 1) * 2 <= 1', 0, 'holds in none of 8 tests'],
  ['constraints_lost < 0', 0, 'holds in none of 8 tests'],
  ['observed-missing > 0 and cost > 5%', 0, 'holds in none'],
  ['compression_tokens / compression_calls > 1', 1, 'could not be tested'],
  ['cots > 0', 2, 'column 1: there is no metric and no lane cots. Is cost meant?'],
  ['cost > recorded', 2, 'column 8: there is no metric and no lane recorded'],
  [
    'cost > 0 and unmanaged > hybrid',
    2,
    'column 14: unmanaged is a lane, and its comparison names no metric',
  ],
  ['(cost > 1', 2, 'column 10: expected a closing parenthesis, but found the end'],
  ['(cost + ) > 1', 2, 'column 9: expected a metric, a lane or a number, but found )'],
  ['prompt_tokens > 64_000_000 and cost > .5', 0, 'holds in none of 8 tests'],
  ['cost > ', 2, 'but found the end'],
  ['cost & 1', 2, 'column 6: there is nothing that begins with &'],
])('the condition %s ends with exit code %i', async (condition, code, text) => {
  // A saved result can be tested again without running anything.
  const found = await ran(`merge whole.out --fail-if '${condition}'`, here)
  expect(found.err).toContain(text)
  expect(found.code).toBe(code)
})

test('a condition that compares a lane that stopped with one that went on says so, unless it asks how far they came', async () => {
  const said = 'one of the lanes ended early, and its figures are of fewer turns: test turns_reached, too\n'
  const cost = await ran(`merge whole.out --fail-if 'unmanaged.cost > 1000 * hybrid'`, here)
  expect([cost.code, cost.err]).toEqual([0, expect.stringContaining(said)])
  const far = await ran(`merge whole.out --fail-if 'unmanaged.turns_reached < hybrid'`, here)
  expect([far.code, far.err.includes(said)]).toEqual([1, false])
})

test('a saved result is the baseline of a condition, for the same content in the same lane', async () => {
  const same = await ran(`run a.txt ${LANES} --baseline whole.out --fail-if 'cost > baseline'`, here)
  expect([same.code, same.err]).toEqual([0, "--fail-if 'cost > baseline': holds in none of 3 tests\n"])
  const less = await ran(`run a.txt ${LANES} --baseline whole.out --fail-if 'cost > 0.9 * baseline'`, here)
  expect(less.code).toBe(1)
  // A condition that names its lane has that of the saved result beside it.
  for (const [condition, holds] of [
    ['hybrid.cost > 1.02 * baseline', 0],
    ['hybrid.cost > 0.9 * baseline.cost', 1],
    ['baseline.cost > 1.02 * hybrid', 0],
    ['unmanaged.cost >= baseline and cost < 0', 0],
  ] as const) {
    const named = await ran(`run a.txt ${LANES} --baseline whole.out --fail-if '${condition}'`, here)
    expect([named.code, named.err], condition).toEqual([
      holds,
      expect.not.stringContaining('tested, because'),
    ])
  }
})

test('a name in a condition that cannot be meant is refused before anything is run', async () => {
  const line = `compare nowhere.json ${LANES} --fail-if`
  for (const condition of ['cost > 2 * recordd', 'nolane.cost > 1', 'cost > 2 and unmanaged > hybrid']) {
    const { code, out, err } = await ran(`${line} '${condition}'`, { ...here, progress: true })
    expect([code, out, err], condition).toEqual([2, '', expect.not.stringContaining('nowhere')])
  }
  const own = 'run a.txt --lane my-baseline=hybrid --window 2000 --counter chars4'
  expect((await ran(`${own} --fail-if 'my-baseline.cost > 1000'`, here)).code).toBe(0)
  expect((await ran(`${own} --fail-if 'cost > baseline'`, here)).err).toContain('names a baseline')
})

test('sums of a condition are of the logs that have a figure on both sides', async () => {
  const line = `run . ${LANES} --baseline one.out --fail-if`
  await ran(`run a.txt ${LANES} --format json --out one.out`, here)
  // Three logs more are not dearer, and three times as dear is.
  const same = await ran(`${line} 'sum(hybrid.cost) > 1.02 * baseline'`, here)
  expect([same.code, same.err]).toEqual([0, expect.stringContaining('holds in none of 1 test')])
  const less = await ran(`${line} 'sum(hybrid.cost) > 0.5 * baseline'`, here)
  expect(less.code).toBe(1)
  expect(less.err).toContain('all logs: sum(hybrid.cost) (')
  expect(less.err).toContain(', in the 1 of 4 logs that have every figure\n')
  expect(less.err.split('\n').filter((one) => one.includes('all logs'))).toHaveLength(1)
})

test('the figures of a condition are in the parentheses without which it would be another one', async () => {
  const figures = async (condition: string) => {
    const { err } = await ran(
      `run a.txt --lane fifo --window 2000 --counter chars4 --fail-if '${condition}'`,
      here,
    )
    return /: ([^:]*)\n$/.exec(err)?.[1]?.replaceAll(/ \([\d.]+\)/g, '')
  }
  expect(await figures('(turns-reached + edits) / turns-reached > 0')).toBe(
    '(turns-reached + edits) / turns-reached > 0',
  )
  expect(await figures('turns-reached - (edits - turns-reached) != 999')).toBe(
    'turns-reached - (edits - turns-reached) != 999',
  )
  expect(await figures('(turns-reached - edits) - turns-reached * 2 != 999')).toBe(
    'turns-reached - edits - turns-reached * 2 != 999',
  )
})

test('a baseline of another engine is named on standard error', async () => {
  const whole = JSON.parse(readFileSync(join(folder, 'whole.out'), 'utf8')) as Result
  writeFileSync(join(folder, 'old.out'), JSON.stringify({ ...whole, engine: '0.1.0' }))
  const gate = (file: string) => `run a.txt ${LANES} --baseline ${file} --fail-if 'cost > baseline'`
  const { code, err } = await ran(gate('old.out'), here)
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(/^--baseline old\.out was made by engine 0\.1\.0, not /),
  ])
  expect((await ran(gate('whole.out'), here)).err).not.toContain('engine')
})

test('a lane that the saved result lacks is named on standard error', async () => {
  const gate = `run a.txt ${LANES} --lane lru --baseline whole.out --fail-if 'cost > baseline'`
  expect(await ran(gate, here)).toMatchObject({
    code: 0,
    err: "--baseline whole.out has no lane lru: baseline has no figure there\n--fail-if 'cost > baseline': holds in none of 3 tests (not tested in 1: a figure is missing)\n",
  })
})

test('a result of other settings is no baseline, and the difference is named before anything is run', async () => {
  const gate = `--baseline whole.out --fail-if 'cost > baseline'`
  const lanes = '--lane unmanaged --lane fifo --lane hybrid'
  for (const [options, said] of [
    ['--window 4000 --counter chars4', 'window "2000", not "4000"'],
    ['--window 2000 --counter chars4 --seed 3', 'seed 1, not 3'],
    ['--window 2000 --counter chars4 --model gpt-4o', 'model null, not "gpt-4o"'],
  ]) {
    const { code, out, err } = await ran(`run a.txt ${lanes} ${options} ${gate}`, here)
    expect([code, out, err]).toEqual([2, '', `--baseline whole.out was made with other settings: ${said}\n`])
  }
})

test('--window model takes the model that is named, and says where there is none', async () => {
  const line = 'run a.txt --lane fifo --counter chars4 --format json --window model'
  const named = await ran(`${line} --model gpt-4o`, here)
  expect((JSON.parse(named.out) as Result).logs[0]?.lanes[0]).toMatchObject({
    window: 128_000,
    windowFrom: 'model',
  })
  expect(named.err).toBe('')
  const none = await ran(line, here)
  expect(none.err).toContain('no model with a known window is named by a.txt, so the suggested one is used')
})

test('a result and a config may be in the encodings of PowerShell', async () => {
  const saved = readFileSync(join(folder, 'whole.out'), 'utf8')
  const inUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  writeFileSync(join(folder, 'wide.out'), inUtf16(saved))
  writeFileSync(join(folder, 'marked.out'), `\ufeff${saved}`)
  writeFileSync(join(folder, 'wide.yaml'), inUtf16('strategy: evict\neviction: { policy: lru }\n'))
  for (const file of ['wide.out', 'marked.out'])
    expect((await ran(`merge ${file} --format json`, here)).out).toBe(
      (await ran('merge whole.out --format json', here)).out,
    )
  const { code, out } = await ran('run a.txt --lane wide.yaml --counter chars4 --format json', here)
  expect(code).toBe(0)
  expect((JSON.parse(out) as Result).settings.lanes[0]?.config).toMatchObject({
    strategy: 'evict',
    eviction: { policy: 'lru' },
  })
})

test('a condition that no log can be tested against says what is missing', async () => {
  const line = 'compare a.txt --lane recorded --lane fifo --counter chars4 --fail-if'
  const { code, err } = await ran(`${line} 'cost > 1.05 * recorded'`, here)
  expect(code).toBe(1)
  expect(err).toContain('no log has the lane recorded')
  expect(err).toContain('every log has the lane client')
})

test('a part without a log says so, and fails no condition', async () => {
  const line = 'run a.txt --lane fifo --counter chars4'
  const parts = await Promise.all(
    [1, 2].map(async (part) => await ran(`${line} --shard ${part}/2 --fail-if 'cost > 0'`, here)),
  )
  const without = parts.findIndex(({ code }) => code === 0)
  expect(parts.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(parts[without]?.err).toBe(`Part ${without + 1}/2 has no log.\n`)
})

test('a log is in one part whatever comes and goes between the parts, and a part whose files are no logs is fine', async () => {
  const cwd = `${folder}-parts`
  mkdirSync(cwd)
  for (const name of ['e', 'f', 'g', 'h']) writeFileSync(join(cwd, `${name}.txt`), chat(20))
  writeFileSync(join(cwd, 'broken.json'), '{"messages": [')
  const line = 'run . --lane fifo --window 2000 --counter chars4 --format json'
  const unread: number[] = []
  for (let part = 1; part <= 8; part++) {
    // It is written beside the logs, and another file comes before all others.
    const { code, err } = await ran(`${line} --shard ${part}/8 --out part-${part}.json`, { cwd })
    expect([code, err.includes('part-')]).toEqual([0, false])
    if (err.includes('broken.json')) unread.push(part)
    writeFileSync(join(cwd, `0${part}.md`), 'none')
  }
  expect(unread).toHaveLength(1)
  const merged = await ran(
    `merge 'part-1.json' ${[2, 3, 4, 5, 6, 7, 8].map((n) => `part-${n}.json`).join(' ')} --format json`,
    { cwd },
  )
  const { logs } = JSON.parse(merged.out) as Result
  expect(logs.map(({ log }) => log).toSorted()).toEqual(['e.txt', 'f.txt', 'g.txt', 'h.txt'])
  rmSync(cwd, { recursive: true })
})

test('a damaged saved result or state is refused with the place and the value', async () => {
  const whole = JSON.parse(readFileSync(join(folder, 'whole.out'), 'utf8')) as Result
  const [first] = whole.logs
  for (const [damaged, said] of [
    [{ ...whole, logs: [{}] }, 'logs[0].log must be a text, but is missing'],
    [{ ...whole, logs: [{ ...first, lanes: undefined }] }, 'logs[0].lanes must be a list, but is missing'],
    [{ ...whole, logs: [{ ...first, lanes: [null] }] }, 'logs[0].lanes[0] must be an object, but is null'],
    [{ ...whole, settings: null }, 'settings must be an object, but is null'],
  ] as const) {
    writeFileSync(join(folder, 'damaged.out'), JSON.stringify(damaged))
    for (const line of [
      'merge damaged.out',
      `run a.txt ${LANES} --baseline damaged.out --fail-if 'cost > baseline'`,
    ]) {
      const { code, err } = await ran(line, here)
      expect([code, err]).toEqual([2, expect.stringContaining(`damaged.out: a damaged result: ${said}`)])
    }
  }
  for (const state of ['null', '{"format":"context-window-lab search","found":[["a",{}]]}']) {
    writeFileSync(join(folder, 'damaged.out'), state)
    const { code, err } = await ran('search a.txt --tries 1 --state damaged.out', here)
    expect([code, err]).toEqual([2, '--state damaged.out is not the state of a search\n'])
  }
})

test('a redacted answer has the placeholders of its verdict, and no line has what they stand for', async () => {
  const name = 'jane.doe@acme-corp.com.txt'
  writeFileSync(join(folder, name), chat(90))
  const line = `run ${name} --counter chars4 --redact`
  const { out, err } = await ran(`${line} --fail-if 'cost > 0'`, { ...here, progress: true })
  expect(out).toContain('<email-1>')
  expect(err).toContain('<email-1>, managed: cost (')
  expect(err).not.toContain('jane')
  const wrong = await ran(`${line} --lane of-${name}.yaml`, here)
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^<email-1>: there is no/)])
  rmSync(join(folder, name))
})

test('COST-2 the lines of a cost as CSV add up to its total, and have the figures of the JSON', async () => {
  // By hand, at $3, $3.75 written, $0.30 read and $15 a million: $0.0030 + $0.0150 + $0.0015 for the first call, and
  // $0.0003 + $0.0045 + $0.0012 + $0.0015 for the second.
  const call = (id: string, input: object) => ({
    type: 'assistant',
    uuid: id,
    message: {
      id,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'done' }],
      usage: input,
    },
  })
  const lines = [
    { type: 'user', uuid: 'a', message: { role: 'user', content: 'Count the files of the folder.' } },
    call('b', { input_tokens: 1000, cache_creation_input_tokens: 4000, output_tokens: 100 }),
    { type: 'user', uuid: 'c', message: { role: 'user', content: 'And those of the other folder.' } },
    call('d', {
      input_tokens: 100,
      cache_creation_input_tokens: 1200,
      cache_read_input_tokens: 4000,
      output_tokens: 100,
    }),
  ]
  const input = lines.map((line) => JSON.stringify({ sessionId: 's', ...line })).join('\n')
  const csv = await ran('cost - --format csv', { ...here, input })
  const [total, ...parts] = csv.out
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(3))
  const sum = (at: number) => parts.reduce((all, part) => all + Number(part[at]), 0)
  expect([total?.[0], sum(1), sum(2)]).toEqual([
    'total',
    Number(total?.[1]),
    expect.closeTo(Number(total?.[2]), 10),
  ])
  const table = await ran('cost -', { ...here, input })
  expect(table.out).toMatch(new RegExp(`^Total +${Number(total?.[1]).toLocaleString('en')} `, 'm'))
  expect(table.out).toContain('By the usage in its log, these calls cost $0.0270.')
})

test('every command writes what the schema says, and no field that it does not name', async () => {
  const lines = [
    `compare a.txt b.txt ${LANES}`,
    `run scenario:bug-fix?seed=2 --counter chars4`,
    'inspect . --counter chars4',
    'cost a.txt --counter chars4',
    `cost ${RECORDED} --counter chars4`,
    `cost ${RECORDED} --lane client --window 1M --model claude-sonnet-4-5`,
    `autopsy . ${RECORDED}`,
    'search a.txt --tries 2 --window 2000 --counter chars4 --state state.json',
    'search . --lane hybrid --set eviction.policy=lru,fifo --tries 2 --window 2000 --counter chars4 --state state.json',
    'validate a.txt broken.json',
    'claims a.txt --counter chars4',
  ]
  for (const line of lines) {
    const { out, err } = await ran(`${line} --format json`, here)
    expect(accepts(resultSchema, JSON.parse(out)), `${line} ${err}`).toBe(true)
  }
  const { out } = await ran(`compare a.txt ${LANES} --format json`, here)
  expect(accepts(resultSchema, { ...(JSON.parse(out) as object), more: 1 })).toBe(false)
  expect(accepts(resultSchema, { ...(JSON.parse(out) as object), logs: [{}] })).toBe(false)
})

test('REF-1 a condition on the constraints of a log counts the rules of its user, and fails where there is none', async () => {
  const talk = Array.from(
    { length: 12 },
    (_, turn) => `User: step ${turn}. ${'word '.repeat(150)}\n\nAssistant: done`,
  )
  const gate = `run - --lane naive_fifo --lane fifo --window 2000 --counter chars4 --fail-if 'constraints_lost > 0'`
  // The first message leaves in one lane, and is protected in the other.
  const rules = await ran(gate, {
    ...here,
    input: ['User: Never touch main.ts.\n\nAssistant: ok', ...talk].join('\n\n'),
  })
  expect([rules.code, rules.err]).toEqual([1, expect.stringContaining('holds in 1 of 2 tests')])
  expect(rules.out).toMatch(/Constraints lost at the end +1 of 1 +0 of 1/)
  // A reply that repeats the rule depends on a message of the user, which need not be a constraint.
  const repeated = talk.with(
    2,
    `User: step 2. ${'word '.repeat(150)}\n\nAssistant: I never touch main.ts in the parser.`,
  )
  const again = await ran(gate, {
    ...here,
    input: ['User: Never touch main.ts in the parser.\n\nAssistant: ok', ...repeated].join('\n\n'),
  })
  expect(again.err).toContain('holds in 1 of 2 tests')
  expect(again.out).toMatch(/Constraints present +– +–/)
  expect(again.out).toMatch(/Constraints lost at the end +1 of 1 +0 of 1/)
  const none = await ran(gate, { ...here, input: talk.join('\n\n') })
  expect([none.code, none.err]).toEqual([1, expect.stringContaining('could not be tested')])
  expect(none.out).not.toContain('Constraints lost at the end')
})

test('UNC-1 the intervals of logs are the same in whatever order they are named', async () => {
  const seeds = [1, 2, 3, 4, 5, 6].map((seed) => `scenario:bug-fix?seed=${seed}`)
  const sumsIn = async (names: readonly string[]) => {
    const { out } = await ran(`compare ${names.join(' ')} ${LANES} --format json`, here)
    return (JSON.parse(out) as Result).sums.map(({ lane, study, against }) => ({ lane, study, against }))
  }
  const [sums, reversed] = [await sumsIn(seeds), await sumsIn(seeds.toReversed())]
  expect(sums[1]?.against?.metrics.cost?.low).not.toBeNull()
  expect(reversed).toEqual(sums)
})

test('UNC-3 a result says that logs are copies of others, in one command, in threads and put together from parts', async () => {
  const cwd = `${folder}-copied`
  mkdirSync(join(cwd, 'old'), { recursive: true })
  const log = session()
  const call = (id: string): void => {
    log.user(`Question ${id}`)
    log.reply(id, text('Answer.'), tokens(1000, 0, 0, 5))
  }
  call('m1')
  writeFileSync(join(cwd, 'old', 'a.jsonl'), log.text())
  call('m2')
  // The session goes on in a file that begins with the lines of the old one.
  writeFileSync(join(cwd, 'b.jsonl'), log.text())
  writeFileSync(join(cwd, 'c.txt'), chat(100))
  const lanes = '--lane client --lane fifo --counter chars4'
  const said = /^1 log begins as another one does: /m
  const part = async (shard: string) => (await ran(`compare . ${lanes} ${shard}`, { cwd })).out
  expect(await part('')).toMatch(said)
  expect(await part('--format markdown')).toMatch(said)
  expect(await part('--jobs 2')).toMatch(said)
  for (const at of [1, 2, 3])
    writeFileSync(join(cwd, `${at}.part`), await part(`--shard ${at}/3 --format json`))
  const merged = (await ran('merge 1.part 2.part 3.part', { cwd })).out
  expect(merged).toMatch(said)
  rmSync(cwd, { recursive: true })
})

test('COST-2 a result says whose prices it has where a log names no model with a known one', async () => {
  const note =
    'no model with a known price: its costs are at the prices of Claude Sonnet 4.6. --model names another.'
  expect((await ran('run a.txt --counter chars4', here)).out).toContain(`\n1 log names ${note}\n`)
  expect((await ran('run a.txt --counter chars4 --format markdown', here)).out).toContain(
    '1 log names no model',
  )
  expect((await ran('run a.txt --counter chars4 --model gpt-5', here)).out).not.toContain('known price')
  const line = { role: 'user', content: 'Port the parser.' }
  const input = JSON.stringify({
    model: 'claude-opus-4-5',
    messages: [line, { role: 'assistant', content: 'ok' }],
  })
  expect((await ran('run - --counter chars4', { ...here, input })).out).not.toContain('known price')
})

test('TOK-2 claims about counting hold of the counters, also in a log with recorded usage', async () => {
  // `hello` and ` hello` are one token of o200k each, and 5 and 6 characters: characters ÷ 4 count half as much again.
  const call = (id: string, input: number) => ({
    type: 'assistant',
    uuid: id,
    message: {
      id,
      role: 'assistant',
      content: [{ type: 'text', text: 'hello hello' }],
      usage: { input_tokens: input, output_tokens: 2 },
    },
  })
  const user = (id: string) => ({
    type: 'user',
    uuid: id,
    message: { role: 'user', content: Array(1000).fill('hello').join(' ') },
  })
  const lines = [user('a'), call('b', 1500), user('c'), call('d', 3000), user('e'), call('f', 4500)]
  const input = lines.map((line) => JSON.stringify({ sessionId: 's', ...line })).join('\n')
  const { out } = await ran('claims - --format json', { ...here, input })
  const told = (JSON.parse(out) as { claims: { id: string; figures?: { middle: number } }[] }).claims
  expect(told.find(({ id }) => id === 'chars-4')?.figures?.middle).toBeCloseTo(0.5, 2)

  // Of one conversation there is no median and no range.
  const { out: text } = await ran('claims -', { ...here, input })
  expect(text).toContain('In 1 conversation: too few to say')
  expect(text).not.toMatch(/in the median|in most/)
})

test.each([
  ['sweep a.txt --set eviction.target=0.1..0.9/0.001', 'at most 200 values'],
  [`run ''`, 'The name of a log is empty: ""'],
  ['run scenario:bug-fix?seed=1.5', 'has seed=1.5'],
  ['run a.txt --out inner', '--out inner: it is a folder, but must be a file'],
  ['run a.txt --out ./a.txt', '--out ./a.txt would write over what is read'],
  ['run b.txt a.txt --out inner/again.txt', 'would write over what is read'],
  ['search a.txt --state a.txt', '--state a.txt: '],
  ['search a.txt --state nowhere/x', '--state nowhere/x: there is no such'],
  ['run a.txt --out nowhere/x', '--out nowhere/x: there is no such file or folder'],
  ['run a.txt --out b.txt/x', '--out b.txt/x: a part of its path is no folder'],
  ['worst bug-fix --save inner', '--save inner: it is a folder, but must be a file'],
  ['run a.txt --baseline b.txt', '--baseline b.txt is for --fail-if, which is not given'],
  [`run a.txt --fail-if 'cost > baseline'`, `--fail-if 'cost > baseline' names a baseline, and run has none`],
  [
    'run a.txt --lane fifo:max_context_tokens=8k',
    'fifo:max_context_tokens=8k sets the window of a lane, but --window suggested',
  ],
  ['sweep a.txt --set max_context_tokens=8k,16k', 'Write --window lane, so that each has its own'],
  [`compare a.txt --baseline inner --fail-if 'cost > baseline'`, 'inner: it is a folder, but must be a file'],
  ['merge inner', 'inner: it is a folder, but must be a file'],
  ['merge broken.json', 'broken.json:1:15: not valid JSON: expected a value or ], found the end'],
  ['help nothing', 'There is no command nothing'],
  ['sweep a.txt --set foo=1', 'There is no setting foo. Settings begin with strategy, '],
  [`compare a.txt --fail-if 'const_lost > 0'`, 'no metric and no lane const_lost. The metrics are '],
])('what is wrong in `%s` is said', async (line, said) => {
  const { code, err } = await ran(line, here)
  expect([code, err]).toEqual([2, expect.stringContaining(said)])
})

test('validate names line and column of a config, and message and part of a request', async () => {
  writeFileSync(join(folder, 'mine.yaml'), 'eviction:\n  taget: 0.5\n  policy: hybird\n')
  const config = await ran('validate mine.yaml', here)
  expect(config.code).toBe(1)
  expect(config.out).toContain(
    'mine.yaml:2:3: error: eviction has no key called taget (did you mean target?)',
  )
  expect(config.out).toContain('mine.yaml:3:11: error:')
  const used = await ran('run a.txt --lane mine.yaml', here)
  expect([used.code, used.err.split('\n')[0]]).toEqual([
    2,
    'mine.yaml:2:3: error: eviction has no key called taget (did you mean target?)',
  ])
  const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'y' }] }
  const input = JSON.stringify([{ role: 'user', content: 'hi' }, result])
  const request = await ran('validate -', { ...here, input })
  expect([request.code, request.out]).toEqual([1, expect.stringContaining('message 1, part 0: error:')])
})

test('validate reads messages of Bedrock and of the AI SDK as logs, and judges a log by the rules that are named', async () => {
  const bedrock = [
    { role: 'user', content: [{ text: 'List the files.' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'ls', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ text: 'a.txt' }] } }] },
    { role: 'assistant', content: [{ text: 'Done.' }] },
  ]
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: {} }
  const output = { type: 'text', value: 'a.txt' }
  const sdk = [
    { role: 'user', content: 'List the files.' },
    { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, call] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'ls', output }] },
    { role: 'assistant', content: 'Done.' },
  ]
  for (const log of [{ messages: bedrock }, sdk]) {
    for (const provider of ['anthropic', 'openai', 'openai-responses']) {
      const { code, out } = await ran(`validate - --provider ${provider}`, {
        ...here,
        input: JSON.stringify(log),
      })
      expect([code, out]).toEqual([0, expect.stringContaining(`(log, by the rules of ${provider})`)])
    }
  }
})

test('VALID-1 validate finds what OpenAI refuses in each window of a log, though a request would be repaired', async () => {
  const line = (nth: number, side: boolean, role: string, content: unknown): object => ({
    type: role,
    uuid: `${nth}`,
    parentUuid: nth % 4 === 0 ? null : `${nth - 1}`,
    sessionId: 's',
    isSidechain: side,
    message: { role, content, ...(role === 'assistant' && { id: `msg_${nth}`, model: 'claude-sonnet-4-5' }) },
  })
  const window = (start: number, id: string, answered: string): readonly object[] => [
    line(start, start > 0, 'user', 'Search.'),
    line(start + 1, start > 0, 'assistant', [{ type: 'tool_use', id, name: 'web.search', input: {} }]),
    line(start + 2, start > 0, 'user', [{ type: 'tool_result', tool_use_id: answered, content: 'none' }]),
    line(start + 3, start > 0, 'assistant', [{ type: 'text', text: 'Nothing.' }]),
  ]
  const log = [...window(0, 'a'.repeat(65), 'a'.repeat(65)), ...window(4, 'b', 'c')]
  const input = log.map((one) => JSON.stringify(one)).join('\n')
  const { code, out } = await ran('validate - --provider openai --format json', { ...here, input })
  const [{ problems }] = (
    JSON.parse(out) as { files: [{ problems: { code: string; place: string; severity: string }[] }] }
  ).files
  const found = problems.flatMap(({ code: rule, place, severity }) =>
    severity === 'error' ? [`${rule} ${place}`] : [],
  )
  expect(code).toBe(1)
  expect(found).toEqual([
    'call-id turn 1, message 1, part 0',
    'tool-name turn 1, message 1, part 0',
    'call-id turn 1, message 2, part 0',
    'unanswered-call turn 3, message 1, part 0',
    'tool-name turn 3, message 1, part 0',
    'orphan-result turn 3, message 2, part 0',
  ])
  // Anthropic takes such ids and names.
  const other = await ran('validate - --provider anthropic', { ...here, input })
  expect(other.out).not.toMatch(/too long|pattern/)
  expect(other.out).toContain('tool_use')
})

test('validate takes a list of texts without parts for a request', async () => {
  const input = JSON.stringify([{ role: 'user', content: ['Go.'] }])
  expect((await ran('validate -', { ...here, input })).out).toContain('request, by the rules of anthropic')
})

test('validate leaves what a recorder notes of a call to its reader, also where it has an input', async () => {
  const list = (content: string | null) => [
    { role: 'user', content: 'List the files.' },
    {
      role: 'assistant',
      content,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'ls', arguments: '{}' } }],
    },
    { role: 'user', content: 'And now?' },
  ]
  const noted = { type: 'GENERATION', model: 'gpt-4o', input: list(null), output: 'None.' }
  const { code, out } = await ran('validate -', { ...here, input: JSON.stringify(noted) })
  expect([code, out]).toEqual([1, expect.stringContaining('tool_use')])
  expect(out).not.toContain('input[')
  for (const other of [
    { id: '1', input: 'What is x?', output: 'y', name: 'trace' },
    { model: 'gpt-4o', input: list('I look.') },
  ])
    expect((await ran('validate -', { ...here, input: JSON.stringify(other) })).out).not.toContain('(request')
  const request = { model: 'gpt-5', input: [{ role: 'user', content: 'Go.' }] }
  expect((await ran('validate -', { ...here, input: JSON.stringify(request) })).out).toContain(
    'fine (request, by the rules of openai-responses)',
  )
})

test('validate checks the conversation that is named, and no other', async () => {
  const file = join(samples, 'tau-bench.json')
  const all = await ran(`validate ${file}`, here)
  expect(all.out.match(/tau-bench\.json#\d/g)?.length).toBeGreaterThan(1)
  const one = await ran(`validate ${file}#2`, here)
  expect([...one.out.matchAll(/tau-bench\.json#(\d)/g)].map(([, nth]) => nth)).toEqual(['2'])
  for (const name of [join(samples, 'gemini-cli.json'), join(samples, 'anthropic.json')]) {
    const none = await ran(`validate ${name}#7`, here)
    expect([none.code, none.out]).toEqual([3, `${name}#7: the file has one conversation, and no number 7\n`])
  }
})

test('validate judges items of the Responses API by its rules, those of built-in tools too', async () => {
  const items = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Search.' }] },
    { type: 'web_search_call', id: 'w', status: 'completed', action: { type: 'search', query: 'x' } },
    { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
  ]
  for (const form of [items, { model: 'gpt-5', input: items }, { object: 'list', data: items }]) {
    const { code, out } = await ran('validate -', { ...here, input: JSON.stringify(form) })
    expect([code, out]).toEqual([1, expect.stringContaining('No tool output found for function call c1.')])
  }
})

test('claims knows a scenario by what it is, measures a log that is larger than any window, and says that it read none', async () => {
  const verdict = (out: string, name: string): string | undefined =>
    (JSON.parse(out) as { claims: { id: string; verdict: string }[] }).claims.find(({ id }) => id === name)
      ?.verdict
  const coding = await ran('claims scenario:bug-fix --counter chars4 --format json', here)
  expect(verdict(coding.out, 'pace-coding')).not.toBe('not measurable here')
  expect(verdict(coding.out, 'pace-chat')).toBe('not measurable here')
  const none = await ran('claims nowhere.json --format json', here)
  expect([none.code, accepts(resultSchema, JSON.parse(none.out))]).toEqual([3, true])
  const told = 'nowhere.json: there is no such file or folder'
  for (const [line, code] of [
    ['claims nowhere.json', 3],
    ['claims a.txt nowhere.json --counter chars4', 0],
  ] as const) {
    const table = await ran(line, here)
    expect([table.code, table.out.split(told).length], line).toEqual([code, 2])
  }
})

test('watch prints a line for each turn', async () => {
  const { out } = await ran('watch a.txt --once --window 2000 --lane fifo --counter chars4', here)
  const lines = out.trimEnd().split('\n')
  expect(lines.length).toBe(13)
  expect(lines[1]).toMatch(/^turn {4}0 +[\d,]+ tokens +[\d.]+ % {2}\w+$/)
  expect(out).toMatch(/evicted: \d+ blocks?, [\d,]+ tokens freed/)
})

test('a table that is wider than the terminal is continued below itself, and nothing is coloured', async () => {
  const { out } = await ran(`compare a.txt ${LANES} --metrics all --model gpt-5`, { ...here, columns: 60 })
  for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(60)
  expect(out).not.toContain('\u001B')
  const notes = (await ran('inspect a.txt', { ...here, columns: 80 })).out.split('\n')
  for (const line of notes) expect(line.length).toBeLessThanOrEqual(80)
  const at = notes.findIndex((line) => line.startsWith('  window '))
  expect(notes[at + 1]).toMatch(/^ {19}\S/)
  const { out: bright } = await ran(`compare a.txt ${LANES}`, { ...here, colour: true })
  expect(bright).toContain('\u001B[1m')
})

test('validate says the place of what it cannot read as the other commands do', async () => {
  const { code, out } = await ran('validate empty.jsonl', here)
  expect([code, out]).toEqual([3, 'empty.jsonl:1:1: the log is empty\n'])
})

test('what cannot be read is told on the error stream where the answer is a file or not for people', async () => {
  const said = 'not read: nowhere.json: there is no such file or folder\n'
  for (const args of ['--format json', '--format csv', '--out nothing.txt']) {
    const { code, err } = await ran(`run nowhere.json ${args}`, here)
    expect([code, err], args).toEqual([3, said])
  }
  expect((await ran('run nowhere.json', here)).err).toBe('')
})

test('standard input and requests are read packed and in UTF-16 as files are', async () => {
  const bytes = readFileSync(join(samples, 'anthropic.json'))
  const forms = [bytes, gzipSync(bytes), Buffer.from(`\uFEFF${bytes.toString()}`, 'utf16le')]
  const told: string[] = []
  for (const form of forms) {
    for (const command of ['inspect', 'validate']) {
      const { code, out } = await ran(`${command} -`, { stdin: () => form })
      expect(code).toBe(0)
      told.push(`${command} ${out}`)
    }
  }
  expect(new Set(told).size).toBe(2)
})

test('a log without the lane that is asked for says why it has none', async () => {
  const { out } = await ran('run a.txt --lane recorded', here)
  expect(out).toContain('Nothing was run on one log: its client compacted nothing')
  const cost = await ran('cost a.txt b.txt --lane recorded', here)
  expect([cost.code, cost.out]).toEqual([
    0,
    expect.stringContaining('Nothing was run on 2 logs: their client compacted nothing'),
  ])
})

test('more threads than logs are not started', async () => {
  const one = await ran('run a.txt --counter chars4 --jobs 100000', here)
  expect([one.code, one.out]).toEqual([0, (await ran('run a.txt --counter chars4', here)).out])
})

test('--version is that of the package', async () => {
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
  ) as { readonly version: string }
  expect((await ran('--version')).out).toMatch(new RegExp(`^${version}, engine [\\d.]+\n$`))
})

test('UNC-3 compare ends with the answer in the words of the page, also where no log has the lane recorded', async () => {
  const { out } = await ran('compare a.txt b.txt --window 2000 --counter chars4', here)
  expect(out.trimEnd().split('\n').at(-1)).toMatch(
    /your 2 logs, at 2,000 tokens, .* Best is the cheapest that loses no more constraints than the baseline/,
  )
})
