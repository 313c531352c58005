import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../engine/internal.ts'
import type { Json, Message, Part } from '../../engine/index.ts'
import { readTrace, readTraces } from './reading.ts'
import type { Trace } from '../trace/trace.ts'
import { writers } from './formats.ts'
import type { FormatName } from './formats.ts'
import { madeUpTrace } from '../../testing/made-up-trace.ts'
import type { Step } from '../../testing/made-up-trace.ts'

const words = fc.string({
  minLength: 1,
  unit: fc.constantFrom('a', 'ß', '文', '\ud83d\ude00', ' ', '"', '\\', '\n', '<', '`', ':'),
})
const step: fc.Arbitrary<Step> = fc.record({
  window: fc.constantFrom(0, 0, 0, 1, 2),
  words,
  thinking: fc.option(words),
  calls: fc.array(
    fc
      .dictionary(fc.constantFrom('path', '__proto__', 'n'), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })
      // JSON has no -0
      .map((input) => JSON.parse(JSON.stringify(input)) as Json),
    { maxLength: 3 },
  ),
  results: fc.array(words, { minLength: 3, maxLength: 3 }),
  backwards: fc.boolean(),
  failed: fc.boolean(),
  user: fc.option(words),
  injected: fc.option(words),
  gap: fc.integer({ min: 1, max: 100_000 }),
  usage: fc.option(
    fc
      .record({
        input: fc.integer({ min: 1, max: 100_000 }),
        output: fc.option(fc.nat(1000)),
        cacheRead: fc.option(fc.nat(1000)),
        cacheWrite: fc.option(fc.nat(1000)),
      })
      .map(({ input, ...one }) => ({ ...one, input: input + (one.cacheRead ?? 0) + (one.cacheWrite ?? 0) })),
  ),
  edit: fc.constant(null),
})

/** Traces with a system prompt, with sub-agents or only the main window. */
const made = (alone: boolean): fc.Arbitrary<Trace> =>
  fc
    .tuple(fc.array(step, { minLength: 1, maxLength: 10 }), fc.boolean(), fc.boolean())
    .map(([steps, clock, open]) => {
      const placed = steps.map((one, index) => (alone || index === 0 ? { ...one, window: 0 } : one))
      return { ...madeUpTrace(placed, clock, open), system: 'Be brief.' }
    })

const write = (name: FormatName, trace: Trace): string => writers[name](trace)

/** Messages in formats without signatures and errors. A list of one text is that text. */
function held(messages: readonly Message[], proof: boolean): readonly unknown[] {
  return messages.map((message) => ({
    role: message.role,
    content: partsOf(message).map((part): Part => {
      if (part.type === 'thinking') return proof ? part : { type: 'thinking', thinking: part.thinking }
      if (part.type !== 'tool_result') return part
      const [only] = typeof part.content === 'string' ? [] : part.content
      const content = only?.type === 'text' ? only.text : part.content
      return { type: 'tool_result', tool_use_id: part.tool_use_id, content }
    }),
  }))
}

describe('MSG-1 trajectories, written and read again', () => {
  it('SWE-agent keeps messages with signatures, windows, injections, and the sum of the usage', () => {
    fc.assert(
      fc.property(made(false), (trace) => {
        const read = readTrace(write('swe-agent', trace))
        expect(read.source.name).toBe('swe-agent')
        expect(held(read.messages, true)).toEqual(held(trace.messages, true))
        expect(read.turns).toEqual(
          trace.turns.map((turn) => ({ ...turn, time: null, usage: null, model: null })),
        )
        expect(read.windows).toEqual(trace.windows)
        expect(read.injected).toEqual(trace.injected)
        expect(read.system).toBe(trace.system)
        expect(read.intake.problems).toEqual([])
        const sent = trace.turns.reduce((sum, { usage }) => sum + (usage?.input ?? 0), 0)
        const written = String(sent).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
        expect(read.intake.inferred.some((sentence) => sentence.includes(`: ${written} tokens sent`))).toBe(
          sent > 0,
        )
      }),
      { numRuns: 60 },
    )
  })

  it('mini-swe-agent keeps messages, usage, times and models', () => {
    fc.assert(
      fc.property(made(true), (trace) => {
        const read = readTrace(write('mini-swe-agent', trace))
        expect(read.source.name).toBe('mini-swe-agent')
        expect(held(read.messages, false)).toEqual(held(trace.messages, false))
        expect(
          read.turns.map(({ inputs, response, usage, model }) => ({ inputs, response, usage, model })),
        ).toEqual(
          trace.turns.map(({ inputs, response, usage, model }) => ({ inputs, response, usage, model })),
        )
        const replied = trace.turns.filter(({ response }) => response !== null)
        expect(read.turns.filter(({ response }) => response !== null).map(({ time }) => time)).toEqual(
          replied.map(({ time }) => time),
        )
        expect(read.system).toBe(trace.system)
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('τ-bench keeps messages', () => {
    fc.assert(
      fc.property(made(true), (trace) => {
        const read = readTrace(write('tau-bench', trace))
        expect(read.source.name).toBe('tau-bench')
        expect(held(read.messages, false)).toEqual(held(trace.messages, false))
        expect(read.turns.map(({ inputs, response }) => ({ inputs, response }))).toEqual(
          trace.turns.map(({ inputs, response }) => ({ inputs, response })),
        )
        expect(read.system).toBe(trace.system)
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('calls as XML keep every call with its arguments as text, and its result directly after it', () => {
    let checked = 0
    fc.assert(
      fc.property(made(true), (trace) => {
        const text = write('plain-xml', trace)
        const read = readTrace(text, { format: 'openai' })
        const calls = trace.messages.flatMap((message) =>
          partsOf(message).flatMap((part) => (part.type === 'tool_use' ? [part] : [])),
        )
        const answers = new Map(
          trace.messages.flatMap((message) =>
            partsOf(message).flatMap((part) =>
              part.type === 'tool_result' ? [[part.tool_use_id, part.content] as const] : [],
            ),
          ),
        )
        expect(read.system).toBe(trace.system)
        // Of several calls without a result, only the last can be distinguished from text.
        if (answers.size === 0 || calls.filter(({ id }) => !answers.has(id)).length > 1) return
        checked += 1
        const xml = readTrace(text)
        expect(xml.source.name).toBe('plain-xml')
        expect(write('plain-xml', xml)).toBe(text)
        const found = xml.messages.flatMap((message, index) =>
          partsOf(message).flatMap((part) => {
            if (part.type !== 'tool_use') return []
            const next = xml.messages[index + 1]
            const result = next ? partsOf(next)[0] : undefined
            return [[part.input, result?.type === 'tool_result' ? result.content : null]]
          }),
        )
        expect(found).toEqual(calls.map(({ id, input }) => [asTexts(input), observation(answers.get(id))]))
        const spoken = (messages: readonly Message[]) =>
          messages
            .filter(({ role }) => role === 'assistant')
            .flatMap((message) =>
              partsOf(message).flatMap((part) => (part.type === 'text' ? [part.text.trim()] : [])),
            )
            .filter((one) => one !== '')
        expect(spoken(xml.messages)).toEqual(spoken(trace.messages))
      }),
      { numRuns: 60 },
    )
    expect(checked).toBeGreaterThan(20)
  })
})

/** Arguments in XML, which has only texts. If an object would change the order of its names, it stays a text. */
function asTexts(input: Json): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

function observation(content: string | readonly Part[] | undefined): string | null {
  if (content === undefined) return null
  const [only] = typeof content === 'string' ? [] : content
  return `OBSERVATION:\n${typeof content === 'string' ? content : only?.type === 'text' ? only.text : ''}`
}

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('trajectories recorded by others, written and read again', () => {
  it.each([
    ['swe-agent', 'swe-agent-pandas-53856.traj'],
    ['mini-swe-agent', 'openai-chat-reasoning-miniswe.json'],
    ['tau-bench', 'tau-bench-airline.json'],
    ['plain-xml', 'plain-chat-xml-agent.jsonl'],
  ] as const)('MSG-1 %s: %s', (name, file) => {
    for (const trace of readTraces(readFileSync(join(folder ?? '', file), 'utf8'))) {
      const text = write(name, trace)
      const again = readTrace(text)
      expect(again.source.name).toBe(name)
      expect(held(again.messages, true)).toEqual(held(trace.messages, true))
      expect(again.turns.map(({ usage, model }) => [usage, model])).toEqual(
        trace.turns.map(({ usage, model }) => [usage, model]),
      )
      expect(again.system).toBe(trace.system)
      expect(write(name, again)).toBe(text)
    }
  })

  it('REC-1 a log of any format can be written as a chat with calls as XML', () => {
    for (const file of ['tau-bench-airline.json', 'swe-agent-pandas-53856.traj', 'anthropic-messages.json']) {
      const trace = readTrace(readFileSync(join(folder ?? '', file), 'utf8'))
      const count = (list: readonly Message[]) =>
        list.flatMap((message) => partsOf(message)).filter(({ type }) => type === 'tool_use').length
      expect(count(readTrace(write('plain-xml', trace)).messages)).toBe(count(trace.messages))
    }
  })
})
