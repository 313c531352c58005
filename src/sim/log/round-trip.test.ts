import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../engine/internal.ts'
import type { Json, Message, Part } from '../../engine/index.ts'
import { readTrace } from './reading.ts'
import type { Trace, TraceTurn, Usage } from '../trace/trace.ts'
import { withoutAgents } from './format/claude-code/agent-line.ts'
import { writers } from './formats.ts'
import type { FormatName } from './formats.ts'
import { madeUpTrace } from '../../testing/made-up-trace.ts'
import type { Step } from '../../testing/made-up-trace.ts'

const words = fc.string({
  minLength: 1,
  unit: fc.constantFrom('a', 'ß', '文', '\ud83d\ude00', ' ', '"', '\\', '\n', '{', ':'),
})
const usageOf = (read: number | null, write: number | null, rest: number, output: number | null): Usage => ({
  input: (read ?? 0) + (write ?? 0) + rest,
  output,
  cacheRead: read,
  cacheWrite: write,
})
const count = fc.option(fc.nat(100_000))

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
    fc.tuple(count, count, fc.integer({ min: 1, max: 999 }), count).map((numbers) => usageOf(...numbers)),
  ),
  edit: fc.constantFrom(null, null, null, 'compaction', 'microcompaction'),
})

/** Window 0 comes first: a main window without messages would not exist. */
const made = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), fc.boolean())
  .map(([steps, clock, open]) =>
    madeUpTrace(
      steps.map((one, index) => (index === 0 ? { ...one, window: 0 } : one)),
      clock,
      open,
    ),
  )
const madeAlone = fc
  .tuple(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), fc.boolean())
  .map(([steps, clock, open]) =>
    madeUpTrace(
      steps.map((one) => ({ ...one, window: 0 })),
      clock,
      open,
    ),
  )

const write = (name: FormatName, trace: Trace): string => writers[name](trace)
const asParts = (messages: readonly Message[]) =>
  messages.map((message) => ({ role: message.role, content: partsOf(message) }))

/** Claude Code sends no blank text beside something else of a reply. */
const withoutBlanks = (messages: readonly Message[]): readonly Message[] =>
  messages.map((message) => {
    if (message.role !== 'assistant') return message
    const parts = partsOf(message)
    const said = parts.filter((part) => part.type !== 'text' || part.text.trim() !== '')
    return { ...message, content: said.length > 0 ? said : parts.slice(0, 1) }
  })

describe('MSG-1 logs, written and read again', () => {
  it('Claude Code keeps messages, windows, turns, usage, times, injections and recorded edits', () => {
    fc.assert(
      fc.property(made, (trace) => {
        const read = readTrace(write('claude-code', trace))
        expect(read.source.name).toBe('claude-code')
        expect(asParts(read.messages)).toEqual(asParts(withoutBlanks(trace.messages)))
        expect(read.turns).toEqual(trace.turns)
        expect(read.windows).toEqual(trace.windows)
        expect(read.injected).toEqual(trace.injected)
        // Every line that is written names the client's version.
        expect(read.recordedEdits).toEqual(
          trace.recordedEdits.map((edit) => ({ version: '2.1.38', ...edit })),
        )
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('Claude Code keeps a kept compaction', () => {
    fc.assert(
      fc.property(made, (trace) => {
        const kept = readTrace(write('claude-code', trace), { recordedEdits: 'keep' })
        const again = readTrace(write('claude-code', kept), { recordedEdits: 'keep' })
        expect(asParts(again.messages)).toEqual(asParts(kept.messages))
        expect(again.turns).toEqual(kept.turns)
        expect(again.windows).toEqual(kept.windows)
      }),
    )
  })

  it('Anthropic keeps messages exactly', () => {
    fc.assert(
      fc.property(madeAlone, (trace) => {
        const full: Trace = {
          ...trace,
          system: 'Be brief.',
          tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
        }
        const read = readTrace(write('anthropic', full))
        expect(read.source.name).toBe('anthropic')
        expect(read.messages).toEqual(full.messages)
        expect(read.system).toBe(full.system)
        expect(read.tools).toEqual(full.tools)
        expect(read.turns).toEqual(
          full.turns.map((turn) => ({ ...turn, time: null, usage: null, model: null })),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('OpenAI keeps messages except signatures and errors, with usage and times', () => {
    fc.assert(
      fc.property(madeAlone, (trace) => {
        const full: Trace = {
          ...trace,
          system: 'Be brief.',
          tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
        }
        const read = readTrace(write('openai', full))
        expect(read.source.name).toBe('openai')
        expect(asParts(read.messages)).toEqual(asParts(full.messages.map(withoutProof)))
        expect(read.system).toBe(full.system)
        expect(read.tools).toEqual(full.tools)
        expect(read.turns).toEqual(
          full.turns.map((turn) => (turn.response === null ? { ...turn, time: null } : turn)),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('AI SDK and Gemini API keep messages, the system prompt and tools', () => {
    fc.assert(
      fc.property(madeAlone, fc.constantFrom('ai-sdk', 'gemini-api'), (trace, name) => {
        const full: Trace = {
          ...trace,
          system: 'Be brief.',
          tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
        }
        const read = readTrace(write(name, full), { format: name })
        // one of them has no proofs of the reasoning; both write the results of a message first
        const bare = name === 'ai-sdk' ? full.messages : full.messages.map(withoutProof)
        const again = name === 'ai-sdk' ? read.messages : read.messages.map(withoutProof)
        expect(asParts(again)).toEqual(asParts(bare))
        expect(read.system).toBe(full.system)
        expect(read.tools).toEqual(full.tools)
        expect(read.intake.problems).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it('plain text keeps who said what', () => {
    const line = fc.constantFrom(
      'User: no',
      '**AI:** x',
      '\\User: y',
      'Assistant',
      '# System',
      '  indented',
      'word',
      '\ud800',
    )
    const said = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(fc.array(said, { minLength: 1, maxLength: 6 }), said, (contents, system) => {
        const trace = madeUpTrace([], false, false)
        const messages = contents.map((content, index): Message => ({
          role: index % 2 === 0 ? 'user' : 'assistant',
          content,
        }))
        const turns = messages.flatMap((_, index): TraceTurn[] =>
          index % 2 === 1
            ? []
            : [
                {
                  turn: index / 2,
                  window: 0,
                  inputs: [index],
                  response: index + 1 < messages.length ? index + 1 : null,
                  time: null,
                  usage: null,
                  model: null,
                },
              ],
        )
        const read = readTrace(write('plain', { ...trace, system, messages, turns }))
        expect(read.messages).toEqual(messages)
        expect(read.turns).toEqual(turns)
        expect(read.system).toBe(system)
      }),
      { numRuns: 100 },
    )
  })

  it('images, documents and redacted thinking are kept if the format has them', () => {
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
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
          { type: 'document', source: { type: 'file', url: 'file_1' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'redacted_thinking', data: 'x' },
          { type: 'tool_use', id: 'a', name: 'look', input: {} },
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
      { ...turn, turn: 0, inputs: [0], response: 1 },
      { ...turn, turn: 1, inputs: [2], response: null },
    ]
    const trace: Trace = { ...madeUpTrace([], false, false), messages, turns }
    expect(readTrace(write('anthropic', trace)).messages).toEqual(messages)
    expect(readTrace(write('claude-code', trace)).messages).toEqual(messages)
    expect(JSON.stringify(readTrace(write('openai', trace)).messages)).toContain('"width":1280')
    expect(write('plain', trace)).toBe(
      'User: [image]\n\n[image]\n\n[document]\n\n[document]\n\nAssistant: [call look {}]\n\nUser: [result] [image]\na cat\n',
    )
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('logs recorded by others, written and read again', () => {
  const read = (name: string, options = {}) =>
    readTrace(readFileSync(join(folder ?? '', name), 'utf8'), options)

  it.each(['claude-code-compaction.jsonl', 'claude-code-sidechain-japanese.jsonl'])('MSG-1 %s', (name) => {
    const trace = read(name)
    const again = readTrace(write('claude-code', trace))
    expect(asParts(again.messages)).toEqual(asParts(trace.messages))
    expect(again.turns).toEqual(trace.turns)
    expect(again.windows).toEqual(trace.windows)
    expect(again.recordedEdits).toEqual(trace.recordedEdits)
    expect(again.injected).toEqual(trace.injected)
  })

  it('MSG-1 anthropic-messages.json, and the session in that shape', () => {
    const trace = read('anthropic-messages.json')
    expect(readTrace(write('anthropic', trace)).messages).toEqual(trace.messages)
    // The format has one window.
    const text = readFileSync(join(folder ?? '', 'claude-code-compaction.jsonl'), 'utf8')
    const session = readTrace(withoutAgents(text, ['a438446']))
    expect(readTrace(write('anthropic', session)).messages).toEqual(session.messages)
  })

  it.each(['openai-chat-reasoning-miniswe.json', 'tau-bench-airline.json', 'plain-chat-xml-agent.jsonl'])(
    'MSG-1 %s',
    (name) => {
      const trace = read(name)
      const again = readTrace(write('openai', trace))
      expect(asParts(again.messages)).toEqual(asParts(trace.messages))
      expect(again.turns).toEqual(trace.turns)
      expect(again.system).toBe(trace.system)
    },
  )
})

function withoutProof(message: Message): Message {
  if (typeof message.content === 'string') return message
  const content = message.content.map((part): Part => {
    if (part.type === 'thinking') return { type: 'thinking', thinking: part.thinking }
    if (part.type !== 'tool_result') return part
    const [only] = typeof part.content === 'string' ? [] : part.content
    // A list of one text is written as that text.
    return {
      type: 'tool_result',
      tool_use_id: part.tool_use_id,
      content: only?.type === 'text' ? only.text : part.content,
    }
  })
  return { ...message, content }
}
