import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../engine/internal.ts'
import type { Json, Message, Part } from '../../engine/index.ts'
import { readTrace } from './reading.ts'
import type { Trace, TraceTurn, Usage } from '../trace/trace.ts'
import { writers } from './formats.ts'
import type { FormatName } from './formats.ts'
import { madeUpTrace } from '../../testing/made-up-trace.ts'
import type { Step } from '../../testing/made-up-trace.ts'

const words = fc.string({
  minLength: 1,
  unit: fc.constantFrom('a', 'ß', '文', '\ud83d\ude00', ' ', '"', '\\', '\n', '{', ':', '<'),
})
/** These formats have no field for tokens written to a cache. */
const usage: fc.Arbitrary<Usage> = fc
  .record({
    input: fc.integer({ min: 1, max: 100_000 }),
    output: fc.option(fc.nat(100_000)),
    cacheRead: fc.option(fc.nat(100_000)),
    cacheWrite: fc.constant(null),
  })
  .map(({ input, ...one }) => ({ ...one, input: input + (one.cacheRead ?? 0) }))
const step: fc.Arbitrary<Step> = fc.record({
  window: fc.constant(0),
  words,
  thinking: fc.option(words),
  calls: fc.array(
    fc.oneof(
      fc
        .dictionary(fc.constantFrom('path', '__proto__', 'n'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })
        // JSON has no -0
        .map((input) => JSON.parse(JSON.stringify(input)) as Json),
      words,
      fc.constantFrom<Json>('{"path": "a"}', '', '"quoted"', '*** Begin Patch'),
    ),
    { maxLength: 3 },
  ),
  results: fc.array(words, { minLength: 3, maxLength: 3 }),
  backwards: fc.boolean(),
  failed: fc.boolean(),
  user: fc.option(words),
  injected: fc.option(words),
  gap: fc.integer({ min: 1, max: 100_000 }),
  usage: fc.option(usage),
  edit: fc.constantFrom(null, null, null, 'compaction', 'microcompaction'),
})
const made = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), fc.boolean())
  .map(([steps, clock, open]) => madeUpTrace(steps, clock, open))

const SYSTEM = 'Be brief.\n\nBe kind.'
const TOOLS = [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }]
const write = (name: FormatName, trace: Trace): string => writers[name](trace)
const asParts = (messages: readonly Message[]) =>
  messages.map((message) => ({ role: message.role, content: partsOf(message) }))

describe('MSG-1 OpenAI logs, written and read again', () => {
  it('Codex keeps messages except error marks, turns, usage, times, injections and compactions', () => {
    fc.assert(
      fc.property(made, (trace) => {
        const full: Trace = { ...trace, system: SYSTEM }
        const read = readTrace(write('codex', full))
        expect(read.source.name).toBe('codex')
        expect(asParts(read.messages)).toEqual(asParts(full.messages.map(withoutError)))
        expect(read.system).toBe(SYSTEM)
        expect(read.turns).toEqual(full.turns)
        expect(read.windows).toEqual(full.windows)
        expect(read.injected).toEqual(full.injected)
        const compactions = full.recordedEdits.filter(({ kind }) => kind === 'compaction')
        expect(read.recordedEdits.map(({ turn, kind, summary }) => ({ turn, kind, summary }))).toEqual(
          compactions.map(({ turn, kind, summary }) => ({ turn, kind, summary })),
        )
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  it('Codex keeps a kept compaction', () => {
    fc.assert(
      fc.property(made, (trace) => {
        const kept = readTrace(write('codex', trace), { recordedEdits: 'keep' })
        const again = readTrace(write('codex', kept), { recordedEdits: 'keep' })
        expect(asParts(again.messages)).toEqual(asParts(kept.messages))
        expect(again.turns).toEqual(kept.turns)
        expect(again.windows).toEqual(kept.windows)
      }),
    )
  })

  it('Codex keeps the tools of an app if the trace has no usage', () => {
    fc.assert(
      fc.property(made, (trace) => {
        const read = readTrace(write('codex', { ...trace, tools: TOOLS }))
        const hasUsage = trace.turns.some((turn) => turn.usage !== null)
        expect(read.tools).toEqual(hasUsage ? [] : TOOLS)
        expect(read.lacksOverhead).toBe(hasUsage)
      }),
    )
  })

  it('OpenAI Responses keeps messages except error marks, turns, usage, times of replies, tools', () => {
    fc.assert(
      fc.property(made, (trace) => {
        const full: Trace = { ...trace, system: SYSTEM, tools: TOOLS }
        const read = readTrace(write('openai-responses', full))
        expect(read.source.name).toBe('openai-responses')
        expect(asParts(read.messages)).toEqual(asParts(full.messages.map(withoutError)))
        expect(read.system).toBe(SYSTEM)
        expect(read.tools).toEqual(TOOLS)
        expect(read.turns).toEqual(
          full.turns.map((turn): TraceTurn => (turn.response === null ? { ...turn, time: null } : turn)),
        )
        expect(read.intake).toMatchObject({ problems: [], ignored: [] })
      }),
      { numRuns: 80 },
    )
  })

  it('images, documents and redacted thinking are kept', () => {
    const image: Part = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAAA=' },
      width: 1280,
      height: 720,
    }
    const messages: Message[] = [
      {
        role: 'user',
        content: [
          image,
          { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
          { type: 'image', source: { type: 'file', url: 'file_0' } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
          { type: 'document', source: { type: 'file', url: 'file_1' } },
          { type: 'document', source: { type: 'url', url: 'https://example.org/a.pdf' } },
        ],
      },
      { role: 'system', content: [{ type: 'text', text: 'Mind the cat.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'redacted_thinking', data: 'x' },
          { type: 'tool_use', id: 'a', name: 'look', input: {} },
          { type: 'text', text: 'Looking.' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [image, { type: 'text', text: 'a cat' }] },
        ],
      },
    ]
    const turn = { window: 0, time: null, usage: null, model: null }
    const turns: TraceTurn[] = [
      { ...turn, turn: 0, inputs: [0, 1], response: 2 },
      { ...turn, turn: 1, inputs: [3], response: null },
    ]
    const trace: Trace = { ...madeUpTrace([], false, false), messages, turns }
    expect(readTrace(write('codex', trace)).messages).toEqual(messages)
    expect(readTrace(write('openai-responses', trace)).messages).toEqual(messages)
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('logs recorded by others, written and read again', () => {
  const read = (name: string, options = {}) =>
    readTrace(readFileSync(join(folder ?? '', name), 'utf8'), options)

  it('MSG-1 codex-rollout.jsonl', () => {
    const trace = read('codex-rollout.jsonl')
    const again = readTrace(write('codex', trace))
    expect(asParts(again.messages)).toEqual(asParts(trace.messages))
    expect(again.turns.map(({ time: _, ...turn }) => turn)).toEqual(
      trace.turns.map(({ time: _, ...turn }) => turn),
    )
    expect(again.injected).toEqual(trace.injected)
    expect(again.system).toBe(trace.system)
  })

  it.each(['codex-rollout.jsonl', 'openai-responses-items.json', 'openai-chat-reasoning-miniswe.json'])(
    'MSG-1 %s as requests and responses',
    (name) => {
      const trace = read(name)
      const again = readTrace(write('openai-responses', trace))
      expect(asParts(again.messages)).toEqual(asParts(trace.messages))
      expect(again.turns.map(({ usage: own }) => own)).toEqual(
        trace.turns.map(({ usage: own }) => own && { ...own, cacheWrite: null }),
      )
      expect(again.system).toBe(trace.system)
    },
  )
})

/** These formats cannot mark an error. */
function withoutError(message: Message): Message {
  if (typeof message.content === 'string') return message
  const content = message.content.map((part): Part => {
    if (part.type !== 'tool_result') return part
    return { type: 'tool_result', tool_use_id: part.tool_use_id, content: part.content }
  })
  return { ...message, content }
}
