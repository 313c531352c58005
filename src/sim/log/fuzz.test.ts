import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../engine/index.ts'
import type { Message } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { arbitraryMessages } from '../../testing/arbitrary.ts'
import { arbitraryDamage, retyped, strange } from '../../testing/damage.ts'
import { endsWithin } from '../../testing/ends-within.ts'
import { expectOutcome } from '../../testing/reading.ts'
import type { Trace, TraceTurn } from '../trace/trace.ts'
import { readers, writers } from './formats.ts'
import type { FormatName } from './formats.ts'
import { madeUpTrace } from '../../testing/made-up-trace.ts'

/** A record with some values of another kind and some keys missing. */
const shaken = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([key, good]) => [key, fc.oneof({ arbitrary: good, weight: 9 }, strange)]),
    ),
    { requiredKeys: [] },
  )

const id = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', '')
const block: fc.Arbitrary<unknown> = fc.oneof(
  shaken({ type: fc.constant('text'), text: fc.string() }),
  shaken({ type: fc.constant('thinking'), thinking: fc.string(), signature: fc.string() }),
  shaken({ type: fc.constant('tool_use'), id, name: fc.string(), input: fc.jsonValue() }),
  shaken({
    type: fc.constant('tool_result'),
    tool_use_id: id,
    content: fc.oneof(fc.string(), fc.array(strange)),
    is_error: fc.boolean(),
  }),
  shaken({
    type: fc.constantFrom('image', 'document', 'audio'),
    source: shaken({
      type: fc.constantFrom('base64', 'url', 'content'),
      data: fc.string(),
      url: fc.string(),
    }),
  }),
  shaken({
    type: fc.constantFrom(
      'image_url',
      'input_audio',
      'file',
      'compaction',
      'server_tool_use',
      'x_tool_result',
    ),
    image_url: fc.string(),
    content: fc.jsonValue(),
  }),
  strange,
)
const content = fc.oneof(fc.string(), fc.array(block, { maxLength: 4 }))
const usage = shaken({
  input_tokens: fc.nat(),
  cache_read_input_tokens: fc.nat(),
  prompt_tokens: fc.nat(),
  output_tokens: fc.nat(),
})

const chatMessage = shaken({
  role: fc.constantFrom('user', 'assistant', 'system', 'developer', 'tool', 'exit'),
  content,
  tool_calls: fc.array(
    shaken({ id, function: shaken({ name: fc.string(), arguments: fc.oneof(fc.string(), fc.json()) }) }),
    { maxLength: 3 },
  ),
  tool_call_id: id,
  reasoning_content: fc.string(),
  usage,
  extra: shaken({ timestamp: fc.double(), response: shaken({ usage, model: fc.string() }) }),
})
const messages = fc.array(chatMessage, { maxLength: 8 })
const document = fc.oneof(
  messages,
  shaken({
    messages,
    system: content,
    tools: fc.array(shaken({ name: fc.string() })),
    choices: fc.array(shaken({ message: chatMessage })),
    usage,
  }),
  shaken({ request: shaken({ messages }), response: chatMessage }),
  fc.array(shaken({ task_id: fc.nat(), traj: messages }), { maxLength: 3 }),
)

const uuid = fc.constantFrom('u1', 'u2', 'u3', 'u4', 'u5', 'u6', '__proto__')
const sessionLine = shaken({
  type: fc.constantFrom(
    'user',
    'user',
    'assistant',
    'assistant',
    'system',
    'attachment',
    'progress',
    'summary',
  ),
  subtype: fc.constantFrom('compact_boundary', 'microcompact_boundary', 'turn_duration'),
  uuid,
  parentUuid: uuid,
  sessionId: fc.constant('s'),
  isSidechain: fc.boolean(),
  agentId: fc.constantFrom('p', 'q'),
  isMeta: fc.boolean(),
  isCompactSummary: fc.constantFrom(false, false, true),
  timestamp: fc.constantFrom('2026-02-11T04:57:11.457Z', 'x'),
  compactMetadata: shaken({ trigger: fc.string(), preTokens: fc.nat() }),
  microcompactMetadata: shaken({ compactedToolIds: fc.array(strange) }),
  attachment: shaken({
    type: fc.constantFrom('skill_listing', 'queued_command', 'mcp_instructions_delta'),
    content,
    prompt: content,
    addedBlocks: content,
  }),
  message: shaken({
    id: fc.constantFrom('m1', 'm2', 'm3'),
    role: fc.constantFrom('user', 'assistant'),
    model: fc.constantFrom('claude', '<synthetic>'),
    content,
    usage,
  }),
})

describe('hostile logs give a trace or a problem, nothing else', () => {
  it('chats with values of the wrong type', () => {
    let traces = 0
    fc.assert(
      fc.property(
        document,
        fc.constantFrom(undefined, 1),
        fc.constantFrom('undo', 'keep'),
        (value, indent, recordedEdits) => {
          if (
            !(expectOutcome(JSON.stringify(value, null, indent), { recordedEdits }) instanceof ProblemError)
          )
            traces += 1
        },
      ),
      { numRuns: 200 },
    )
    expect(traces).toBeGreaterThan(66)
  })

  it('sessions with values of the wrong type, lines in any order, cut anywhere', () => {
    let traces = 0
    fc.assert(
      fc.property(
        fc.array(sessionLine, { maxLength: 14 }),
        fc.nat(),
        fc.constantFrom('undo', 'keep'),
        (lines, end, recordedEdits) => {
          const text = lines.map((line) => JSON.stringify(line)).join('\n')
          const cut = end % 4 === 0 ? text.slice(0, end % (text.length + 1)) : text
          if (!(expectOutcome(cut, { recordedEdits }) instanceof ProblemError)) traces += 1
        },
      ),
      { numRuns: 250 },
    )
    expect(traces).toBeGreaterThan(75)
  })

  it('shuffled lines of one session hold the same calls and results', () => {
    const call = (n: number) => ({
      type: 'assistant',
      uuid: `c${n}`,
      sessionId: 's',
      message: { id: `m${n}`, content: [{ type: 'tool_use', id: `t${n}`, name: 'x', input: {} }] },
    })
    const result = (n: number) => ({
      type: 'user',
      uuid: `r${n}`,
      sessionId: 's',
      message: { content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: 'ok' }] },
    })
    const lines = [1, 2, 3, 4].flatMap((n) => [call(n), result(n)]).map((line) => JSON.stringify(line))
    fc.assert(
      fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
        const trace = expectOutcome(shuffled.join('\r\n'))
        if (trace instanceof ProblemError) throw trace
        // In any order of the lines, a result follows its call at once.
        trace.messages.forEach((message, index) => {
          if (message.role !== 'assistant' || typeof message.content === 'string') return
          const called = message.content.flatMap((part) => (part.type === 'tool_use' ? [part.id] : []))
          const next = trace.messages[index + 1]?.content
          expectEqual(
            next,
            called.map((tool_use_id) => ({ type: 'tool_result', tool_use_id, content: 'ok' })),
          )
        })
        expect(trace.messages).toHaveLength(8)
      }),
    )
  })

  it('any text at all', () => {
    const pieces = fc.constantFrom(
      'User:',
      'Assistant:',
      '**AI**:',
      '\n',
      '\r',
      '{',
      '}',
      '[',
      ']',
      '"',
      '\\',
      '\uFEFF',
      '\0',
      ':',
      ',',
      '{"role":"user","content":"a"}',
      '# ',
      ' ',
      '\ud800',
      'x',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (text) => {
        expectOutcome(text.join(''))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['one bracket 200,000 times', '['.repeat(200_000)],
    ['an object 200,000 deep', '{"a":'.repeat(200_000)],
    ['quotes', '"'.repeat(200_000)],
    ['backslashes in a string', `["${'\\'.repeat(200_000)}`],
    ['unclosed strings, a line each', '{"a":"\n'.repeat(10_000)],
    ['unclosed brackets, a line each', '{"a":[\n'.repeat(10_000)],
    ['10,000 tiny objects on a line', '{}'.repeat(10_000)],
    ['blank lines', `\n${' \n'.repeat(200_000)}x`],
    [
      'one call and 5,000 results for it',
      `[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"x","input":{}}]}${',{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}'.repeat(5_000)}]`,
    ],
    [
      '4,000 side chains',
      Array.from(
        { length: 4_000 },
        (_, n) =>
          `{"type":"user","uuid":"${n}","parentUuid":null,"isSidechain":true,"message":{"content":"x"}}`,
      ).join('\n'),
    ],
    [
      '4,000 boundaries, a line after each',
      Array.from(
        { length: 4_000 },
        (_, n) =>
          `{"type":"system","subtype":"compact_boundary","uuid":"b${n}"}\n{"type":"user","uuid":"u${n}","isSidechain":${n % 2 === 0},"parentUuid":"u0","message":{"content":"x"}}`,
      ).join('\n'),
    ],
    [
      '5,000 wrong messages',
      `[${'{"role":"user","content":5},'.repeat(5_000)}{"role":"user","content":"x"}]`,
    ],
    [
      '5,000 kinds of lines',
      `{"type":"user","uuid":"x","message":{"content":"x"}}\n${Array.from({ length: 5_000 }, (_, n) => `{"type":"k${n}","uuid":"u${n}"}`).join('\n')}`,
    ],
    ['5,000 values that lie over several lines', '{\n}\n'.repeat(5_000)],
    [
      '3,000 wrong parts in a text of many lines',
      JSON.stringify(
        [
          { role: 'user', content: Array.from({ length: 3_000 }, (_, n) => ({ type: 'text', text: n })) },
          { role: 'user', content: 'x' },
        ],
        null,
        2,
      ),
    ],
    [
      '4,000 compactions of a rollout, a message after each',
      '{"type":"compacted","payload":{"message":"so far"}}\n{"type":"response_item","payload":{"type":"message","role":"user","content":"x"}}\n'.repeat(
        4_000,
      ),
    ],
    [
      '4,000 responses, each a request of its own',
      Array.from(
        { length: 4_000 },
        (_, n) =>
          `{"request":{"model":"m","input":"x","previous_response_id":"r${n - 1}"},"response":{"id":"r${n}","object":"response","output":[{"type":"message","role":"assistant","content":"y"}]}}`,
      ).join('\n'),
    ],
    [
      'a number that JSON does not have, and a string that is cut off among 20,000 quotes',
      `{"score":NaN,"messages":[{"role":"user","content":"${String.raw`\"x`.repeat(20_000)}`,
    ],
    ['40 headings with spaces after them', '# a heading  \n'.repeat(40)],
    ['1,000 conversations', `{"messages":[{"role":"user","content":"x"}]}\n`.repeat(1_000)],
  ])('ends with %s', (_, text) => {
    const work = (): void => {
      expectOutcome(text)
      if (text.includes('isSidechain')) expectOutcome(text, { recordedEdits: 'keep' })
    }
    expect(endsWithin(5000, work)).toBe(true)
  })
})

const names = Object.values(readers).map(({ name }) => name)

/** A short, made-up conversation with everything that formats can contain. */
const sample = (turns: number): Trace => ({
  ...madeUpTrace(
    Array.from({ length: turns }, (_, n) => ({
      window: n % 5 === 3 ? 1 : 0,
      words: `reply ${n}`,
      thinking: n % 2 === 0 ? 'hm' : null,
      calls: n % 3 === 2 ? [] : [{ path: 'a', __proto__: null }, { command: 'ls' }].slice(n % 2),
      results: ['one', 'two', 'three'],
      backwards: n % 2 === 1,
      failed: n % 4 === 1,
      user: n % 3 === 0 ? 'Go.' : null,
      injected: n % 4 === 2 ? 'memory' : null,
      gap: 1000,
      usage: { input: 200 + n, output: 50, cacheRead: 100, cacheWrite: 20 },
      edit: n % 6 === 4 ? 'compaction' : null,
    })),
    true,
    true,
  ),
  system: 'Be brief.',
  tools: [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
})
const short = sample(6)
const textOf = (name: FormatName, trace = short): string => writers[name](trace)

describe.each(names)('damaged logs of %s give a trace or a problem, nothing else', (name) => {
  it('undamaged, with another line ending and a byte order mark, the format is recognized', () => {
    for (const text of [textOf(name), textOf(name).replaceAll('\n', '\r\n'), `\uFEFF${textOf(name)}`]) {
      const trace = expectOutcome(text)
      expectSame(trace instanceof ProblemError ? trace.message : trace.source.name, name)
    }
  })

  it('cut, shuffled, retyped, with holes and noise; what is read can be written in any format', () => {
    let traces = 0
    fc.assert(
      fc.property(
        fc.array(arbitraryDamage, { minLength: 1, maxLength: 4 }),
        fc.constantFrom({}, { format: name }, { recordedEdits: 'keep' as const }),
        fc.constantFrom(...names),
        (damages, options, writer) => {
          const trace = expectOutcome(
            damages.reduce((text, one) => one(text), textOf(name)),
            options,
          )
          if (trace instanceof ProblemError) return
          traces += 1
          const written = textOf(writer, trace)
          if (written.trim() !== '') expectOutcome(written, { format: writer })
        },
      ),
      { numRuns: 22 },
    )
    expect(traces).toBeGreaterThan(3)
  })

  it('long, huge, deep and binary', () => {
    const long = expectOutcome(textOf(name, sample(300)))
    expect(long instanceof ProblemError ? long.message : long.turns.length).toBeGreaterThan(200)
    const deep = JSON.parse(`${'['.repeat(180)}${']'.repeat(180)}`) as unknown
    for (let nth = 0; nth < 60; nth += 20) {
      expectOutcome(retyped(textOf(name), nth, deep))
      expectOutcome(
        retyped(
          textOf(name),
          nth,
          Array.from({ length: 3_000 }, () => ({ type: 'text' })),
        ),
      )
    }
    for (const piece of ['x', '<function=', '```', '"', '\n'])
      expectOutcome(retyped(textOf(name), 21, piece.repeat(100_000)))
    expectOutcome(`${textOf(name).slice(0, 200)}${'[{"a":'.repeat(20_000)}`)
    const bytes = Array.from({ length: 5_000 }, (_, n) => String.fromCharCode((n * n * 31 + n) % 256)).join(
      '',
    )
    expectOutcome(bytes)
    expectOutcome(`${textOf(name)}${bytes}`)
    expectOutcome(`${textOf(name)}${bytes.replaceAll('\0', '')}`)
  })
})

describe.each(names)('the writer of %s', (name) => {
  it('writes any messages, and its reader reads or refuses them', () => {
    fc.assert(
      fc.property(arbitraryMessages, fc.boolean(), (messages, side) => {
        const text = textOf(name, anyTrace(messages, side))
        if (text.trim() !== '') expectOutcome(text, { format: name })
      }),
      { numRuns: 15 },
    )
  })
})

/** A trace of messages that need not make sense; every reply ends a turn. */
function anyTrace(messages: readonly Message[], side: boolean): Trace {
  const turns: TraceTurn[] = []
  let inputs: number[] = []
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'assistant') inputs.push(index)
    if (role !== 'assistant' && index < messages.length - 1) continue
    const window = side ? turns.length % 2 : 0
    const response = role === 'assistant' ? index : null
    turns.push({ turn: turns.length, window, inputs, response, time: -1, usage: null, model: null })
    inputs = []
  }
  return { ...short, messages, turns, recordedEdits: [], injected: messages.length > 1 ? [1] : [] }
}
