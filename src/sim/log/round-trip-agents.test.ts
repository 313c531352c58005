import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../engine/internal.ts'
import type { Json, Message, Part } from '../../engine/index.ts'
import { withoutAgents } from './format/claude-code/agent-line.ts'
import { readTrace } from './reading.ts'
import type { Trace, TraceTurn } from '../trace/trace.ts'
import { writers } from './formats.ts'
import type { FormatName } from './formats.ts'
import { madeUpTrace } from '../../testing/made-up-trace.ts'
import type { Step } from '../../testing/made-up-trace.ts'

const words = fc.string({
  minLength: 1,
  unit: fc.constantFrom('a', 'ß', '文', '\ud83d\ude00', ' ', '"', '\\', '\n', '{', '<'),
})
const count = fc.option(fc.nat(100_000))
const step: fc.Arbitrary<Step> = fc.record({
  window: fc.constant(0),
  words,
  thinking: fc.option(words),
  calls: fc.array(
    fc
      .dictionary(fc.constantFrom('path', '__proto__', 'thought'), fc.jsonValue({ maxDepth: 2 }), {
        maxKeys: 2,
      })
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
      .tuple(count, count, fc.integer({ min: 1, max: 999 }), count)
      .map(([cacheRead, cacheWrite, rest, output]) => ({
        input: (cacheRead ?? 0) + (cacheWrite ?? 0) + rest,
        output,
        cacheRead,
        cacheWrite,
      })),
  ),
  edit: fc.constantFrom(null, null, null, 'compaction', 'microcompaction'),
})
const made = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), fc.boolean())
  .map(([steps, clock, open]) => madeUpTrace(steps, clock, open))

const write = (name: FormatName, trace: Trace): string => writers[name](trace)
const asParts = (messages: readonly Message[]) =>
  messages.map((message) => ({ role: message.role, content: partsOf(message) }))

/** A result with a list of one text, as that text. */
const flat = (part: Part): Part => {
  if (part.type !== 'tool_result' || typeof part.content === 'string') return part
  const texts = part.content.flatMap((inner) => (inner.type === 'text' ? [inner.text] : []))
  return { ...part, content: texts.join('\n') }
}

describe('MSG-1 logs of agents, written and read again', () => {
  it('LangChain keeps messages exactly, turns and usage', () => {
    fc.assert(
      fc.property(made, (trace) => {
        const full: Trace = { ...trace, system: 'Be brief.' }
        const read = readTrace(write('langchain', full))
        expect(read.source.name).toBe('langchain')
        expect(asParts(read.messages)).toEqual(asParts(full.messages))
        expect(read.system).toBe(full.system)
        expect(read.turns).toEqual(full.turns.map((turn) => ({ ...turn, time: null })))
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  it('Gemini CLI keeps messages except signatures and the order of results, turns, usage and times', () => {
    const kept = (message: Message, calls: readonly string[]): Message => {
      const parts = partsOf(message).map((part): Part =>
        part.type === 'thinking' ? { type: 'thinking', thinking: part.thinking } : flat(part),
      )
      const place = (part: Part): number =>
        part.type === 'tool_result' ? calls.indexOf(part.tool_use_id) : calls.length
      return { ...message, content: parts.toSorted((a, b) => place(a) - place(b)) }
    }
    fc.assert(
      fc.property(made, (trace) => {
        const read = readTrace(write('gemini-cli', trace))
        const calls = trace.messages.flatMap((message) =>
          partsOf(message).flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])),
        )
        expect(read.source.name).toBe('gemini-cli')
        expect(asParts(read.messages)).toEqual(asParts(trace.messages.map((message) => kept(message, calls))))
        expect(read.turns).toEqual(
          trace.turns.map((turn) => ({
            ...turn,
            usage: turn.usage && { ...turn.usage, cacheWrite: null },
          })),
        )
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  it('OpenHands keeps messages except the reasoning of replies without calls, tools, injections, compactions', () => {
    const isCalling = (message: Message | undefined): boolean =>
      message !== undefined && partsOf(message).some((part) => part.type === 'tool_use')
    const kept = (message: Message): Message => ({
      ...message,
      content: partsOf(message)
        .filter((part) => part.type !== 'thinking' || isCalling(message))
        .map(flat),
    })
    const keptTurn = (trace: Trace, turn: TraceTurn): TraceTurn => {
      if (turn.response === null || isCalling(trace.messages[turn.response])) return turn
      // The cost of a reply in words is recorded in sums, which have no gaps.
      const { usage } = turn
      const filled = usage && {
        input: usage.input,
        output: usage.output ?? 0,
        cacheRead: usage.cacheRead ?? 0,
        cacheWrite: usage.cacheWrite ?? 0,
      }
      return { ...turn, usage: filled, model: usage ? turn.model : null }
    }
    fc.assert(
      fc.property(made, (trace) => {
        const full: Trace = {
          ...trace,
          system: 'Be brief.',
          tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
        }
        const read = readTrace(write('openhands', full))
        expect(read.source.name).toBe('openhands')
        expect(asParts(read.messages)).toEqual(asParts(full.messages.map(kept)))
        expect(read.system).toBe(full.system)
        expect(read.tools).toEqual(full.tools)
        expect(read.injected).toEqual(full.injected)
        expect(read.turns).toEqual(full.turns.map((turn) => keptTurn(full, turn)))
        expect(read.recordedEdits).toEqual(
          full.recordedEdits
            .filter(({ kind }) => kind === 'compaction')
            .map((edit) => ({ ...edit, trigger: null, tokensBefore: null })),
        )
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 80 },
    )
  })

  it('images are kept if the format has them', () => {
    const image: Part = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAAA=' },
      width: 1280,
      height: 720,
    }
    const messages: Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'Look.' }, image] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'a cat' }, image] },
        ],
      },
    ]
    const turn = { window: 0, time: null, usage: null, model: null }
    const turns: TraceTurn[] = [
      { ...turn, turn: 0, inputs: [0], response: 1 },
      { ...turn, turn: 1, inputs: [2], response: null },
    ]
    const trace: Trace = { ...madeUpTrace([], false, false), messages, turns }
    expect(readTrace(write('langchain', trace)).messages).toEqual(messages)
    expect(readTrace(write('gemini-cli', trace)).messages).toEqual(messages)
    expect(readTrace(write('openhands', trace)).messages.slice(0, 2)).toEqual(messages.slice(0, 2))
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('agents’ logs recorded by others, written and read again', () => {
  it.each([
    ['gemini-cli', 'gemini-cli-session.json'],
    ['langchain', 'langchain-messages.json'],
    ['openhands', 'openhands-history.jsonl'],
  ] as const)('MSG-1 %s', (name, file) => {
    const trace = readTrace(readFileSync(join(folder ?? '', file), 'utf8'))
    expect(trace.source.name).toBe(name)
    const again = readTrace(write(name, trace))
    expect(again.messages).toEqual(trace.messages)
    expect(again.turns).toEqual(trace.turns)
    expect(again.system).toBe(trace.system)
    expect(again.tools).toEqual(trace.tools)
    expect(again.injected).toEqual(trace.injected)
  })

  it.each(['gemini-cli', 'langchain', 'openhands'] as const)(
    'MSG-1 a session with a compaction, as %s would have kept it',
    (name) => {
      const text = readFileSync(join(folder ?? '', 'claude-code-compaction.jsonl'), 'utf8')
      // These formats have one window.
      const session = readTrace(withoutAgents(text, ['a438446']))
      const again = readTrace(write(name, session))
      expect(again.source.name).toBe(name)
      expect(again.turns.map(({ usage }) => usage?.input)).toEqual(
        session.turns.map(({ usage }) => usage?.input),
      )
      const calls = (trace: Trace): readonly string[] =>
        trace.messages.flatMap((message) =>
          partsOf(message).flatMap((part) => (part.type === 'tool_use' ? [part.id] : [])),
        )
      expect(calls(again)).toEqual(calls(session))
      expect(again.intake.problems).toEqual([])
    },
  )
})
