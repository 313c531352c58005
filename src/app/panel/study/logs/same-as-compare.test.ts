import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { program } from '../../../../cli/index.ts'
import type { Result } from '../../../../cli/index.ts'
import { writers } from '../../../../sim/index.ts'
import { scenario } from '../../../../testing/shared-traces.ts'
import type { FolderFile } from '../../../store/run/folder.ts'
import { createDoor } from '../../../../worker/door.ts'
import type { LogReading, SimReply } from '../../../../worker/protocol.ts'
import { candidatesOf, requestsOf } from './candidates.ts'
import type { Outcome } from './measuring.ts'
import { copiedWindow, studyOf, versionsOf, withoutWindow } from './study-of-logs.ts'

const folder = mkdtempSync(join(tmpdir(), 'study-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const texts = [1, 2, 3].map((seed) => writers['claude-code'](scenario('bug-fix', seed)))
const names = texts.map((text, at) => {
  writeFileSync(join(folder, `${at}.jsonl`), text)
  return `${at}.jsonl`
})

const candidates = candidatesOf(
  [
    { policy: 'fifo', gates: 'on' },
    { policy: 'hybrid', gates: 'on' },
  ],
  [],
)

test('the study of a folder has the figures of compare on the same logs', async () => {
  const outcomes = await Promise.all(texts.map((text, at) => measured(text, names[at] ?? '')))
  const files = names.map((path, id): FolderFile => ({ id, path, file: new File([], path) }))
  const study = studyOf(files, outcomes, candidates, 'safe')
  const { sums, logs } = await compared('--lane client --lane fifo --lane hybrid')
  expect(study?.lanes.length).toBe(3)
  for (const [at, lane] of (study?.lanes ?? []).entries()) {
    const { candidate: _, total, lost, acts, again: __, againIn: ___, ...summary } = lane
    const own = logs.flatMap((log) => log.lanes[at] ?? [])
    expect(summary).toEqual(sums[at]?.study)
    expect(total).toBe(sums[at]?.metrics.cost)
    expect(lost).toBe(own.reduce((sum, { missing }) => sum + missing.constraint, 0))
    expect(acts).toBe(own.filter(({ metrics }) => (metrics.edits ?? 0) > 0).length)
  }
  const nameless = logs.map(({ lanes }) => lanes.map(({ lane: _, ...figures }) => figures))
  expect(study?.logs.map(({ lanes }) => lanes.map(({ lane: _, ...figures }) => figures))).toEqual(nameless)
})

test('of a single log, points are the difference of the shares as shown: 99.0 % to 97.9 % is −1.1', async () => {
  const outcome = await measured(texts[0] ?? '', 'one.jsonl')
  if (!('logs' in outcome)) throw new Error('not read')
  const met = [957, 947, 957]
  const logs = outcome.logs.map((log) => ({
    ...log,
    lanes: log.lanes.map((lane, at) => ({
      ...lane,
      study: { ...lane.study, needed: { top: met[at] ?? 0, bottom: 967 } },
    })),
  }))
  const study = studyOf(
    [{ id: 0, path: 'one.jsonl', file: new File([], 'one') }],
    [{ logs }],
    candidates,
    'safe',
  )
  const points = study?.lanes.map(({ needed }) => needed.difference?.estimate?.value.toFixed(3))
  expect(points).toEqual([undefined, '-0.011', '0.000'])
})

test('clients are in the order of their versions, not of the letters', async () => {
  const outcome = await measured(texts[0] ?? '', 'one.jsonl')
  if (!('logs' in outcome)) throw new Error('not read')
  const named = ['2.1.12', '2.1.7', null, '2.1.19', '2.1.7'].map((client, id) => ({
    file: { id, path: `${id}.jsonl`, file: new File([], 'one') },
    outcome: { logs: outcome.logs.map((log) => ({ ...log, client })) },
  }))
  const study = studyOf(
    named.map(({ file }) => file),
    named.map((one) => one.outcome),
    candidates,
    'safe',
  )
  expect(study === null ? [] : versionsOf(study, 1).map(({ name, logs }) => [name, logs])).toEqual([
    ['claude-code', 1],
    ['claude-code 2.1.7', 2],
    ['claude-code 2.1.12', 1],
    ['claude-code 2.1.19', 1],
  ])
})

test('the window to copy is the one that was studied, or the largest', () => {
  const logs = (...list: readonly (readonly [window: number, from: string])[]) =>
    list.map(([window, windowFrom]) => ({ log: {}, lanes: [{ window, windowFrom }] })) as never
  const same = logs([64_000, 'given'], [64_000, 'given'])
  expect(copiedWindow({ logs: same })).toEqual({ tokens: 64_000, isOnly: true })
  const mixed = logs([1_047_576, 'model'], [64_000, 'content'])
  expect(copiedWindow({ logs: mixed })).toEqual({ tokens: 1_047_576, isOnly: false })
  // Half of a conversation is nobody's window.
  expect(copiedWindow({ logs: logs([2000, 'content']) })).toEqual({ tokens: 2000, isOnly: false })
  expect([withoutWindow({ logs: mixed }), withoutWindow({ logs: same })]).toEqual([1, 0])
})

test('OPT-1 what was sent is not compared with a plan for another window, as it was answered', async () => {
  const outcome = await measured(texts[0] ?? '', 'one.jsonl')
  if (!('logs' in outcome)) throw new Error('not read')
  const missed = { top: 3, bottom: 10 }
  const logs = outcome.logs.map((log) => ({
    ...log,
    lanes: log.lanes.map((lane) => ({
      ...lane,
      study: { ...lane.study, regret: missed, regretAtMost: missed },
    })),
  }))
  const files = [{ id: 0, path: 'one.jsonl', file: new File([], 'one') }]
  const study = studyOf(files, [{ logs }], candidates, 'safe')
  expect(study?.lanes.map(({ regret }) => regret.atLeast?.value ?? null)).toEqual([null, 0.3, 0.3])
})

test('what is no log is a reason, not a failure', async () => {
  const outcome = await measured('{"a": 1}', 'x.json')
  expect(outcome).toMatchObject({ problems: [{ severity: 'error' }] })
})

test('a log is measured as it is read on the page: with what was added to it, and only its chosen conversation', async () => {
  const [text = ''] = texts
  const peaks = async (reading?: LogReading) => {
    const outcome = await measured(text, 'one.jsonl', reading)
    return 'problems' in outcome ? outcome.problems[0]?.code : outcome.logs.map(({ peak }) => peak)
  }
  const [[bare = 0], [more = 0]] = [
    (await peaks()) as number[],
    (await peaks({ setup: { system: 'You are careful. '.repeat(200) } })) as number[],
  ]
  expect(more - bare).toBeGreaterThan(500)
  expect(await peaks({ conversation: 0 })).toEqual([bare])
  expect(await peaks({ conversation: 1 })).toEqual([])
  expect(await peaks({ format: 'codex' })).not.toEqual([bare])
})

async function measured(content: string, filename: string, reading: LogReading = {}): Promise<Outcome> {
  const reply = await new Promise<SimReply>((resolve) => {
    const door = createDoor(
      (one) => {
        if (one.kind !== 'progress') resolve(one)
      },
      { now: () => 0, pause: async () => Promise.resolve() },
    )
    door.receive({
      kind: 'measure',
      id: 1,
      content,
      filename,
      reading,
      lanes: requestsOf(candidates),
      window: { kind: 'suggested' },
      counter: 'chars4',
      regret: false,
    })
  })
  if (reply.kind === 'measured') return { logs: reply.logs }
  if (reply.kind === 'problem') return { problems: reply.problems }
  throw new Error(`no answer, but ${reply.kind}`)
}

async function compared(options: string): Promise<Result> {
  let out = ''
  await program(['compare', '.', ...options.split(' '), '--counter', 'chars4', '--format', 'json'], {
    cwd: folder,
    out: (text) => void (out += text),
    err: () => undefined,
    stdin: () => '',
    columns: null,
    colour: false,
    progress: false,
  })
  return JSON.parse(out) as Result
}
