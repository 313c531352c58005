import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { presetConfig } from '../../../../config/index.ts'
import { chars4, guards } from '../../../../engine/index.ts'
import { partsOf } from '../../../../engine/internal.ts'
import {
  metrics,
  readers,
  readTrace,
  readTraces,
  run,
  takeIn,
  unmanagedPeak,
  writers,
} from '../../../../sim/index.ts'
import { scenario } from '../../../../testing/shared-traces.ts'
import type { RecordedEdit, Trace } from '../../../../sim/index.ts'
import { withMedia } from './sample-media-fixture.ts'
import { SAMPLES } from './Samples.tsx'

const folder = join(import.meta.dirname, '../../../../../public/samples')

/** A turn after which no call is open. A format that writes everything twice gets fewer turns. */
const LONG = 35
const SHORT = 15
const WIDE: ReadonlySet<string> = new Set(['openai-responses', 'openhands', 'swe-agent', 'mini-swe-agent'])

/** Formats of clients that compact. Their samples have one compaction, which the reader can undo or keep. */
const COMPACTING: ReadonlySet<string> = new Set(['claude-code', 'codex', 'openhands'])

/** Those of them that also clear single results. */
const CLEARING: ReadonlySet<string> = new Set(['claude-code'])

/** The format whose sample has pictures and a document, in a result and in a prompt. */
const PICTURED: ReadonlySet<string> = new Set(['anthropic'])

/** Seeds of the conversations in the sample with several. */
const SEEDS = [7, 8, 9]

function beginning(format: string, seed: number, turns = WIDE.has(format) ? SHORT : LONG): Trace {
  const whole = scenario('axios-migration', seed, { turns: 50, result_scale: 0.5 })
  return {
    ...(PICTURED.has(format) ? withMedia(whole) : whole),
    turns: whole.turns.slice(0, turns),
    recordedEdits: [
      ...(CLEARING.has(format) ? clearings(whole, turns) : []),
      ...(COMPACTING.has(format) ? [compactionAt(Math.ceil(turns * 0.6))] : []),
    ],
  }
}

/** Two clearings of older results. The first lacks the ids of their calls, as most logs of the client do. */
function clearings({ messages }: Trace, turns: number): RecordedEdit[] {
  const calls = messages.flatMap((message) =>
    partsOf(message).flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])),
  )
  const clearing = { window: 0, kind: 'microcompaction', trigger: 'auto', tokensFreed: 2000 } as const
  return [
    { ...clearing, turn: Math.ceil(turns * 0.4), tokensBefore: 14_000 },
    { ...clearing, turn: Math.ceil(turns * 0.5), tokensBefore: 16_000, cleared: calls.slice(0, 5) },
  ]
}

function compactionAt(turn: number): RecordedEdit {
  return {
    turn,
    window: 0,
    kind: 'compaction',
    trigger: 'auto',
    tokensBefore: 20_000,
    summary:
      'The service moves from axios to fetch, file by file, under the rules of the first message. The files that call axios were found and read, and the first of them are moved; their tests ran.',
  }
}

/** The sample of a format, as its client would write it. */
function written(format: string): string {
  const write = Object.entries(writers).find(([name]) => name === format)?.[1]
  if (write === undefined) throw new Error(`no such writer: ${format}`)
  if (format !== 'tau-bench') return write(beginning(format, 7))
  const trajectories = SEEDS.flatMap((seed, task) =>
    (JSON.parse(write(beginning(format, seed, SHORT))) as object[]).map((one) => ({ ...one, task_id: task })),
  )
  return `${JSON.stringify(trajectories, null, 2)}\n`
}

const unprotected = Object.fromEntries(
  Object.values(guards).flatMap((guard) => (guard.always ? [] : [[guard.name, false]])),
)

const UNPROTECTED = { ...presetConfig('fifo'), eviction: { policy: 'fifo', gates: unprotected } }

it('there is one sample for each format that the readers know, and no other file', () => {
  expect(SAMPLES.map(({ format }) => format).toSorted()).toEqual(Object.keys(readers).toSorted())
  expect(readdirSync(folder).toSorted()).toEqual(SAMPLES.map(({ file }) => file).toSorted())
})

describe.each(SAMPLES)('$file', ({ format, file }) => {
  const text = written(format)

  it(`REC-1 is the output of the writer, and reads back as ${format} without a problem`, async () => {
    expect(Buffer.byteLength(text)).toBeLessThan(300_000)
    const read = readTrace(text, { filename: file })
    expect(read.source.name).toBe(format)
    expect(read.intake.problems).toEqual([])
    expect(read.turns.length).toBeGreaterThanOrEqual(SHORT)
    // `npx vitest run src/app/panel/conversation/log/samples.test.ts -u` rewrites the file.
    await expect(text).toMatchFileSnapshot(join(folder, file))
  })

  it('REC-1 has compactions and several conversations to choose from', () => {
    const traces = readTraces(text, { filename: file })
    expect(traces).toHaveLength(format === 'tau-bench' ? SEEDS.length : 1)
    const [undone] = traces
    const [kept] = readTraces(text, { filename: file, recordedEdits: 'keep' })
    const compacts = COMPACTING.has(format)
    const kinds = [
      ...(CLEARING.has(format) ? ['microcompaction', 'microcompaction'] : []),
      ...(compacts ? ['compaction'] : []),
    ]
    expect(undone?.recordedEdits.map(({ kind }) => kind)).toEqual(kinds)
    const cleared = undone?.recordedEdits.filter(({ kind }) => kind === 'microcompaction') ?? []
    for (const { tokensFreed, tokensBefore } of cleared)
      expect([tokensFreed, tokensBefore === null]).toEqual([2000, false])
    expect([undone?.windows.length, kept?.windows.length]).toEqual(compacts ? [1, 2] : [1, 1])
  })

  it('TOK-3 has images of known sizes and a document, or text only', () => {
    const { blocks } = takeIn(readTrace(text, { filename: file }), chars4)
    const media = blocks.flatMap((block) => block.media ?? [])
    const sum = (kind: 'images' | 'documents'): number => media.reduce((all, one) => all + one[kind], 0)
    // 37 × 23 patches for each of three reports; the maximum for the screenshot, which would have 52 × 33; one page.
    expect([sum('images'), sum('documents')]).toEqual(PICTURED.has(format) ? [3 * 851 + 1568, 2000] : [0, 0])
  })
  it('is edited by unprotected FIFO, and its requests stay valid', () => {
    const trace = readTrace(text, { filename: file })
    const intake = takeIn(trace, chars4)
    const limit = Math.floor(unmanagedPeak(intake) / 2)
    const rows = metrics(run(trace, { ...UNPROTECTED, max_context_tokens: limit }, { intake }))
    const figure = (id: string): number | null | undefined => rows.find((row) => row.id === id)?.value
    expect(figure('edits')).toBeGreaterThanOrEqual(1)
    expect(figure('introduced-violations')).toBe(0)
  })
})
