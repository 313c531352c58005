import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parseConfig } from '../config/index.ts'
import type { Result } from './measure/result.ts'
import { accepts } from '../testing/json-schema.ts'
import { resultSchema } from './index.ts'
import { ran } from './terminal-fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'search-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})
mkdirSync(join(folder, 'logs'))
for (const [at, name] of ['a.txt', 'b.txt'].entries())
  writeFileSync(
    join(folder, 'logs', name),
    Array.from(
      { length: 14 },
      (_, turn) =>
        `User: look at src/file${turn % 5}.ts. ${'word '.repeat(60 + 30 * at)}\n\nAssistant: src/file${turn % 5}.ts has ${turn} lines`,
    ).join('\n\n'),
  )

const here = { cwd: folder }
const SEARCH =
  'search logs --lane hybrid --window 2000 --counter chars4 --set eviction.target=0.2..0.7 --set pressure.thresholds.orange=0.71..0.84'

interface Answer {
  readonly logs: number
  readonly candidates: number
  readonly base: Figures
  readonly front: readonly (Figures & { readonly config: object; readonly yaml: string })[]
}
interface Figures {
  readonly lane: string
  readonly cost: number
  readonly needed: number | null
}

test('a search says which of its logs are copies, once over all rounds, as compare does', async () => {
  mkdirSync(join(folder, 'twice'))
  for (const name of ['a.txt', 'b.txt', 'a-again.txt'])
    copyFileSync(join(folder, 'logs', name.replace('-again', '')), join(folder, 'twice', name))
  const told = '1 log begins as another one does: what they share counts twice'
  const search = SEARCH.replace('search logs', 'search twice')
  expect((await ran(`${search} --tries 2`, here)).out).toContain(told)
  expect((await ran(`${search} --tries 2 --jobs 2`, here)).out).toContain(told)
  expect((await ran(`${SEARCH} --tries 2`, here)).out).not.toContain('counts twice')
})

test('the best lanes of a search have the figures that compare gives them, and none beats another', async () => {
  const { code, out, err } = await ran(`${SEARCH} --tries 10 --format json --save best`, here)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  const { logs, candidates, base, front } = JSON.parse(out) as Answer
  expect([logs, candidates]).toEqual([2, 10])
  expect(front.length).toBeGreaterThan(0)
  for (const one of front)
    for (const other of front)
      expect(other.cost < one.cost && (other.needed ?? 1) >= (one.needed ?? 1)).toBe(false)

  const [best] = front
  const compared = await ran(
    `compare logs --lane hybrid --lane 'same=${best?.lane}' --window 2000 --counter chars4 --format json`,
    here,
  )
  const [own, same] = (JSON.parse(compared.out) as Result).sums
  expect(own?.study.cost.estimate?.value).toBe(base.cost)
  expect(same?.study.cost.estimate?.value).toBe(best?.cost)
  expect(same?.study.needed.estimate?.value ?? null).toBe(best?.needed)
  expect(parseConfig(readFileSync(join(folder, 'best-1.yaml'), 'utf8')).config).toMatchObject(
    best?.config ?? {},
  )
})

test('a search that goes on from its state gives the same, and a state of other settings is refused', async () => {
  const whole = await ran(`${SEARCH} --tries 12`, here)
  await ran(`${SEARCH} --tries 6 --state state.json`, here)
  const state = () =>
    JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')) as { found: [string, object][] }
  const before = state().found
  expect(before).toHaveLength(2 * (1 + 6))
  const more = await ran(`${SEARCH} --tries 12 --state state.json`, here)
  expect(more.out).toBe(whole.out)
  // What was known was not run again, and is still there.
  expect(state().found.slice(0, before.length)).toEqual(before)

  const other = await ran(`${SEARCH.replace('2000', '3000')} --state state.json`, here)
  expect(other.code).toBe(2)
  expect(other.err).toContain('--state state.json is of a search with other settings')
})

test('in a thread a search gives the same bytes, and its state in the searched folder is no log', async () => {
  // With one log there is one thread, however many may be: to load one uncompiled takes long.
  mkdirSync(join(folder, 'one'))
  copyFileSync(join(folder, 'logs', 'a.txt'), join(folder, 'one', 'a.txt'))
  const search = `${SEARCH.replace('logs', 'one')} --tries 4 --format json`
  const whole = await ran(search, here)
  const threaded = await ran(`${search} --jobs 2 --state one/state.json`, here)
  expect(threaded.out).toBe(whole.out)
  const again = await ran(`${search} --state one/state.json`, here)
  expect(again).toEqual(whole)
})

test('with threads standard input is read once, and its figures are in the answer', async () => {
  const text = readFileSync(join(folder, 'logs', 'a.txt'), 'utf8')
  let left = text
  const stdin = (): string => {
    const now = left
    left = ''
    return now
  }
  const search = `${SEARCH.replace('logs', '-')} --tries 2 --format json`
  const whole = await ran(search, { ...here, input: text })
  const threaded = await ran(`${search} --jobs 2`, { ...here, stdin })
  expect((JSON.parse(whole.out) as Answer).base.cost).toBeGreaterThan(0)
  expect(threaded).toEqual(whole)
})

test('a search in which nothing was read has no best lane and saves none', async () => {
  writeFileSync(join(folder, 'kept-1.yaml'), 'mine')
  const none = await ran('search nofile.json --tries 2 --save kept --format json', here)
  expect([none.code, (JSON.parse(none.out) as Answer).front]).toEqual([3, []])
  expect(readFileSync(join(folder, 'kept-1.yaml'), 'utf8')).toBe('mine')
  const table = await ran('search nofile.json --tries 2', here)
  expect(table.out).toBe('1 file not read\nnofile.json: there is no such file or folder\n')
})

test('a search in which no lane reached the end says so', async () => {
  const long = Array.from({ length: 3 }, () => `User: ${'word '.repeat(3000)}\n\nAssistant: done`).join(
    '\n\n',
  )
  writeFileSync(join(folder, 'long.txt'), long)
  const { out } = await ran(`${SEARCH.replace('logs', 'long.txt')} --tries 1`, here)
  expect(out).toMatch(/\nNo candidate reached the end of any log\.\n$/)
  expect(out).not.toContain('No other candidate')
})

test('a search among lanes that only some logs have is refused', async () => {
  const search = 'search logs --window 2000 --counter chars4 --set strategy=recorded,managed --tries 2'
  const { code, err } = await ran(search, here)
  expect([code, err]).toEqual([2, expect.stringContaining('recorded is only in logs whose client compacted')])
  expect((await ran(`${search} --lane client`, here)).code).toBe(0)
})

test('a range that cannot be meant is refused with its text', async () => {
  for (const [set, told] of [
    ['eviction.target=0.8..0.3', 'a start and an end above it'],
    ['eviction.targt=0.3..0.8', 'Is eviction.target meant?'],
    ['eviction.target', 'must be a setting with its values'],
    ['eviction.target=7..9', 'No settings in these ranges can run'],
  ] as const) {
    const { code, err } = await ran(`search logs --counter chars4 --set ${set}`, here)
    expect([code, err]).toEqual([2, expect.stringContaining(told)])
  }
})

test('the worst conversation is told with its input, and its log is one that the command line opens', async () => {
  const { code, out } = await ran(
    'worst bug-fix --lane as_written_token_trim --harm goal --tries 1 --window 15% --counter chars4 --save worst.json --format json',
    here,
  )
  expect(code).toBe(0)
  expect(accepts(resultSchema, JSON.parse(out))).toBe(true)
  const { worst } = JSON.parse(out) as {
    worst: { window: number; smaller: { input: string; harm: number }; log: { messages: number } }
  }
  expect(worst.smaller.input).toMatch(/^scenario:bug-fix\?seed=1&turns=\d+/)
  const read = await ran(`inspect worst.json --counter chars4 --format json`, here)
  expect(read.out).toContain('"anthropic"')
  const none = await ran('worst bugfix', here)
  expect([none.code, none.err]).toEqual([2, 'There is no scenario bugfix. Is bug-fix meant?\n'])
})
