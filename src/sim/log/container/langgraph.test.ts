import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const lines = (values: readonly unknown[]) => values.map((value) => json(value)).join('\n')
const USAGE = { input_tokens: 90, output_tokens: 5, total_tokens: 95 }
const asked = { type: 'human', id: 'h', content: 'Which files?' }
const call = { name: 'ls', args: { path: '.' }, id: 'c', type: 'tool_call' }
const calls = { type: 'ai', id: 'a', content: '', tool_calls: [call], usage_metadata: USAGE }
const result = { type: 'tool', id: 't', content: 'a.ts', tool_call_id: 'c', name: 'ls' }
const answer = { type: 'ai', id: 'b', content: 'Only a.ts.', tool_calls: [] }
const ALL = [asked, calls, result, answer]

const READ = [
  'Which files?',
  [{ type: 'tool_use', id: 'c', name: 'ls', input: { path: '.' } }],
  [{ type: 'tool_result', tool_use_id: 'c', content: 'a.ts' }],
  'Only a.ts.',
]
const told = ({ messages }: ReturnType<typeof readTrace>) => messages.map(({ content }) => content)

const states = ALL.map((_, index) => ({ messages: ALL.slice(0, index + 1) }))
const steps = [
  { agent: { messages: [calls] } },
  { tools: { messages: [result] } },
  { agent: { messages: answer } },
]
const sse = (events: readonly (readonly [string, unknown])[]) =>
  events.map(([name, data]) => `event: ${name}\r\ndata: ${json(data)}\r\n\r\n`).join('')
const chunk = (content: unknown, more = {}) => [
  { type: 'AIMessageChunk', id: 'a', content, tool_calls: [], ...more },
  { langgraph_node: 'agent' },
]

describe('MSG-1 a stream of LangGraph is one conversation', () => {
  it.each([
    ['states in lines', lines(states)],
    ['states in a list', json(states)],
    ['states as events', sse(states.map((state) => ['values', state]))],
    ['two modes', lines([['values', states[0]], ...steps.map((step) => ['updates', step])])],
    [
      'events that name themselves',
      lines([
        { type: 'values', ns: [], data: states[0] },
        ...steps.map((data) => ({ type: 'updates', ns: [], data })),
      ]),
    ],
    [
      'the protocol of its server',
      sse(
        states.map((data, seq) => [
          'values',
          { type: 'event', seq, method: 'values', params: { namespace: [], data } },
        ]),
      ),
    ],
    [
      'messages that grow',
      sse([
        ['metadata', { run_id: 'r' }],
        ['messages/complete', [asked]],
        ['messages/partial', [{ ...calls, tool_calls: [] }]],
        ['messages/partial', [calls]],
        ['messages/complete', [result]],
        ['messages/partial', [answer]],
      ]),
    ],
  ])('%s', (_, text) => {
    const [trace, ...others] = readTraces(text)
    expect(others).toEqual([])
    expect(trace && told(trace)).toEqual(READ)
    expect(trace?.turns[0]?.usage).toMatchObject({ input: 90, output: 5 })
  })

  it('conversations that only begin alike are not one', () => {
    const other = [asked, { ...answer, id: 'x', content: 'None.' }, { ...asked, id: 'y' }]
    expect(readTraces(lines([{ messages: [asked, answer] }, { messages: other }]))).toHaveLength(2)
  })

  it('steps alone lack what was asked', () => {
    expect(told(readTrace(lines(steps)))).toEqual(READ.slice(1))
  })

  it('PAIR-1 a result with the id of an earlier one takes its place', () => {
    const pending = { tools: { messages: [{ ...result, content: 'pending' }] } }
    const [first, ...rest] = steps
    expect(told(readTrace(lines([first, pending, ...rest])))).toEqual(READ.slice(1))
  })

  it('a graph within a graph has a conversation of its own', () => {
    const inner = { type: 'ai', id: 'i', content: 'Within.', tool_calls: [] }
    const traces = readTraces(
      lines([
        [[], steps[0]],
        [['search:1'], { agent: { messages: [inner] } }],
        [[], steps[1]],
        [[], steps[2]],
      ]),
    )
    expect(traces.map(told)).toEqual([READ.slice(1), ['Within.']])
  })

  it('pieces of messages are put together', () => {
    const piece = (args: string, more = {}) => ({ tool_call_chunks: [{ index: 0, args, ...more }] })
    const text = lines([
      chunk('I ', { usage_metadata: { input_tokens: 0, output_tokens: 2, total_tokens: 2 } }),
      chunk('look.'),
      chunk('', piece('{"path"', { id: 'c', name: 'ls' })),
      chunk('', piece(':"."}')),
      chunk('', { usage_metadata: USAGE }),
    ])
    const written = JSON.parse(`[${text.replaceAll('\n', ',')}]`) as [Record<string, unknown>, object][]
    const python = written.map(([{ type, ...kwargs }, about]) => {
      const id = ['langchain', 'schema', 'messages', type]
      return [['supervisor:1'], [{ lc: 1, type: 'constructor', id, kwargs: { type, ...kwargs } }, about]]
    })
    expect(told(readTrace(lines(python)))).toEqual(told(readTrace(text)))
    const trace = readTrace(text)
    expect(told(trace)).toEqual([
      [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c', name: 'ls', input: { path: '.' } },
      ],
    ])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 90, output: 7 })
  })

  it('of LangChain’s events the calls that ended are read', () => {
    const event = (name: string, messages: readonly unknown[], output: unknown) => ({
      event: name,
      run_id: 'r',
      data: { input: { messages: [messages] }, output },
    })
    const text = lines([
      event('on_chat_model_start', [asked], null),
      event('on_chat_model_end', [asked], calls),
      event('on_chat_model_end', ALL.slice(0, 3), answer),
    ])
    expect(told(readTrace(text))).toEqual(READ)
  })
})
