import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const go = { role: 'user', content: 'Go.' }
const asked = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }],
}
const answered = { role: 'tool', tool_call_id: 'c', content: 'A' }
const done = { role: 'assistant', content: 'Done.' }
const PAIR = [
  { role: 'user', content: 'Go.' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: { path: 'a' } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: 'A' }] },
  { role: 'assistant', content: 'Done.' },
]
const usage = { prompt_tokens: 100, completion_tokens: 5 }
const said = 'The log has each call with everything before it: 2 calls are joined into this conversation.'

describe('MSG-1 conversations in a file of another kind', () => {
  it('come from the traffic of a HAR file', () => {
    const entry = (messages: unknown, message: unknown) => ({
      request: { method: 'POST', postData: { text: json({ model: 'm', messages }) } },
      response: { content: { text: json({ model: 'm', choices: [{ message }], usage }) } },
    })
    const other = { request: { method: 'GET' }, response: { content: { text: '<html>' } } }
    const entries = [other, entry([go], asked), entry([go, asked, answered], done)]
    const trace = readTrace(json({ log: { version: '1.2', entries } }))
    expect(trace.messages).toEqual(PAIR)
    expect(trace.turns.map((turn) => turn.usage?.input)).toEqual([100, 100])
    expect(trace.intake.inferred.slice(0, 2)).toEqual(['The conversation was taken from a HAR file.', said])
  })

  it('come from spans of OpenTelemetry', () => {
    const part = {
      go: { role: 'user', parts: [{ type: 'text', content: 'Go.' }] },
      asked: {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'c', name: 'read', arguments: { path: 'a' } }],
      },
      answered: { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'A' }] },
      done: { role: 'assistant', parts: [{ type: 'text', content: 'Done.' }] },
    }
    const span = (input: unknown, output: unknown) => ({
      attributes: [
        { key: 'gen_ai.request.model', value: { stringValue: 'm' } },
        {
          key: 'gen_ai.system_instructions',
          value: { stringValue: json([{ type: 'text', content: 'Be brief.' }]) },
        },
        { key: 'gen_ai.input.messages', value: { stringValue: json(input) } },
        { key: 'gen_ai.output.messages', value: { stringValue: json([output]) } },
        { key: 'gen_ai.usage.input_tokens', value: { intValue: '100' } },
      ],
    })
    const spans = [
      { attributes: [] },
      span([part.go], part.asked),
      span([part.go, part.asked, part.answered], part.done),
    ]
    const trace = readTrace(json({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))
    expect(trace.messages).toEqual(PAIR)
    expect(trace.system).toBe('Be brief.')
    expect(trace.turns.map((turn) => [turn.model, turn.usage?.input])).toEqual([
      ['m', 100],
      ['m', 100],
    ])
  })

  it('come from the generations among the spans of an agent', () => {
    const data = { type: 'generation', model: 'm', input: [go], output: [done], usage: { input_tokens: 100 } }
    const spans = [data, { type: 'function', name: 'read', input: '{}' }].map((span_data) => ({ span_data }))
    const trace = readTrace(spans.map((span) => json({ trace_id: 't', ...span })).join('\n'))
    expect(trace.messages).toEqual([PAIR[0], PAIR[3]])
    expect(trace.turns[0]).toMatchObject({ model: 'm', usage: { input: 100 } })
  })

  it('come from the branch of a ChatGPT export that was seen last', () => {
    const node = (parent: string | null, role: string, words: string, more: object = {}) => ({
      parent,
      message: {
        id: words,
        author: { role },
        content: { content_type: 'text', parts: [words] },
        recipient: 'all',
        ...more,
      },
    })
    const mapping = {
      root: { parent: null, message: null },
      a: node('root', 'user', 'Go.'),
      old: node('a', 'assistant', 'Replaced.'),
      b: node('a', 'assistant', '', {
        id: 'c',
        recipient: 'python',
        content: { content_type: 'code', text: 'x = 1' },
      }),
      c: node('b', 'tool', '', { content: { content_type: 'execution_output', text: '1' } }),
      d: node('c', 'assistant', 'Done.'),
    }
    const chat = { title: 'A', mapping, current_node: 'd' }
    expect(readTraces(json([chat, chat]))).toHaveLength(2)
    expect(readTrace(json(chat)).messages).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'python', input: 'x = 1' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: '1' }] },
      { role: 'assistant', content: 'Done.' },
    ])
  })

  it('come from rows in the form of ShareGPT, with their calls', () => {
    const row = {
      system: 'Be brief.',
      conversations: [
        { from: 'human', value: 'Go.' },
        { from: 'function_call', value: '{"name":"read","arguments":{"path":"a"}}' },
        { from: 'observation', value: 'A' },
        { from: 'gpt', value: 'Done.' },
      ],
    }
    const trace = readTrace(`${json(row)}\n${json({ conversations: row.conversations.slice(0, 1) })}`)
    expect(trace.system).toBe('Be brief.')
    expect(json(trace.messages)).toBe(json(PAIR).replaceAll('"c"', '"call_without_id_1"'))
  })

  it('come from rows that have messages as text', () => {
    const items = [
      { role: 'user', content: 'Go.' },
      { type: 'function_call', call_id: 'c', name: 'read', arguments: '{"path":"a"}' },
      { type: 'function_call_output', call_id: 'c', output: 'A' },
    ]
    const trace = readTrace(items.map((item, id) => json({ id, message_data: json(item) })).join('\n'))
    expect(trace.source.name).toBe('openai-responses')
    expect(trace.messages).toEqual(PAIR.slice(0, 3))
  })
})
