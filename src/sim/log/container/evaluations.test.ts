import { describe, expect, it } from 'vitest'
import { readTraces } from '../reading.ts'

const json = JSON.stringify
const lines = (...values: readonly unknown[]) => values.map((value) => json(value)).join('\n')

describe('MSG-1 answers of many requests in a file', () => {
  it('come from a batch of OpenAI, each by itself', () => {
    const answer = (id: string, content: string) => ({
      custom_id: id,
      response: {
        status_code: 200,
        body: {
          id: `chatcmpl-${id}`,
          object: 'chat.completion',
          model: 'm',
          choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 50, completion_tokens: 3, total_tokens: 53 },
        },
      },
      error: null,
    })
    const refused = { status_code: 400, body: { error: { message: 'No such model.' } } }
    const traces = readTraces(
      lines(answer('a', 'One.'), { custom_id: 'b', response: refused }, answer('c', 'Two.')),
    )
    expect(traces.map(({ messages }) => json(messages))).toEqual([
      json([{ role: 'assistant', content: 'One.' }]),
      json([{ role: 'assistant', content: 'Two.' }]),
    ])
    expect(traces.map(({ turns }) => turns[0]?.usage)).toMatchObject([
      { input: 50, output: 3 },
      { input: 50, output: 3 },
    ])
    expect(traces[0]?.intake.problems).toEqual([
      {
        severity: 'warning',
        code: 'failed-requests',
        message: '1 of 3 results have no answer: their requests failed, expired or were cancelled',
        line: 2,
        column: 1,
      },
    ])
    expect(traces[0]?.intake.inferred).toContain(
      'The conversation was taken from results of a batch, which are without the requests.',
    )
  })

  it('come from a batch of Anthropic', () => {
    const answer = (id: string, block: object) => ({
      custom_id: id,
      result: {
        type: 'succeeded',
        message: {
          id: `msg_${id}`,
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [block],
          usage: { input_tokens: 9, output_tokens: 2 },
        },
      },
    })
    const call = { type: 'tool_use', id: 't', name: 'f', input: {} }
    const traces = readTraces(lines(answer('a', { type: 'text', text: 'Yes.' }), answer('b', call)))
    expect(traces.map(({ messages }) => messages[0]?.content)).toEqual([
      [{ type: 'text', text: 'Yes.' }],
      [call],
    ])
    expect(traces.map(({ turns }) => turns[0]?.usage?.input)).toEqual([9, 9])
    expect(traces[0]?.intake.problems).toEqual([])
  })

  it('come from a table of spans, with each attribute as a column', () => {
    const asked = [
      { 'message.role': 'system', 'message.content': 'Be brief.' },
      { 'message.role': 'user', 'message.content': 'Sum it.' },
    ]
    const called = {
      'message.role': 'assistant',
      'message.tool_calls': [
        { 'tool_call.id': 'c', 'tool_call.function.name': 'sum', 'tool_call.function.arguments': '{"a":1}' },
      ],
    }
    const given = { 'message.role': 'tool', 'message.content': '1', 'message.tool_call_id': 'c' }
    const row = (input: unknown, output: object, prompt: number) => ({
      name: 'chat',
      span_kind: 'LLM',
      'attributes.llm.model_name': 'm',
      'attributes.llm.token_count.prompt': prompt,
      'attributes.llm.token_count.completion': 3,
      'attributes.llm.input_messages': input,
      'attributes.llm.output_messages': [output],
    })
    const [trace, ...others] = readTraces(
      json([
        row(asked, called, 12),
        { name: 'sum', span_kind: 'TOOL', 'attributes.llm.input_messages': null },
        // some tables have lists as JSON in a text
        row(json([...asked, called, given]), { 'message.role': 'assistant', 'message.content': 'One.' }, 20),
      ]),
    )
    expect(others).toEqual([])
    expect([trace?.system, trace?.messages]).toEqual([
      'Be brief.',
      [
        USER('Sum it.'),
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'sum', input: { a: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: '1' }] },
        { role: 'assistant', content: 'One.' },
      ],
    ])
    expect(trace?.turns.map(({ usage }) => usage?.input)).toEqual([12, 20])
  })

  it('come from results of promptfoo, with prompts as text or as messages, and without an answer', () => {
    const result = (raw: string, rest: object) => ({
      prompt: { raw, label: 'p' },
      vars: {},
      provider: { id: 'openai:chat:m' },
      ...rest,
    })
    const chat = json([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Sum it.' },
    ])
    const called = { id: 'c', type: 'function', function: { name: 'sum', arguments: '{"a":1}' } }
    const used = { total: 44, prompt: 40, completion: 4 }
    const results = [
      result('What is 2 + 2?', { response: { output: '4', tokenUsage: used } }),
      result(chat, { response: { output: [called], tokenUsage: { total: 44, cached: 44 } } }),
      result('And 3?', { error: 'The provider did not answer.' }),
    ]
    const traces = readTraces(json({ evalId: 'e', results: { version: 3, results }, config: {} }, null, 1))
    expect(traces.map(({ system, messages }) => json([system, messages]))).toEqual([
      json(['', [USER('What is 2 + 2?'), { role: 'assistant', content: '4' }]]),
      json([
        'Be brief.',
        [
          USER('Sum it.'),
          { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'sum', input: { a: 1 } }] },
        ],
      ]),
      json(['', [USER('And 3?')]]),
    ])
    expect(traces.map(({ turns }) => turns[0]?.model)).toEqual(['m', 'm', null])
    expect(traces.map(({ turns }) => turns[0]?.usage?.input)).toEqual([40, undefined, undefined])
  })
})

const USER = (content: string) => ({ role: 'user', content })

describe('MSG-1 what programs that measure models sent and got', () => {
  const talks = (text: string) =>
    readTraces(text).map(({ system, messages }) => [system, ...messages.map(({ content }) => content)])

  it('lm-evaluation-harness: prompts or messages, each sample once, no answers where it weighed given ones', () => {
    const sample = (doc_id: number, sent: unknown, answer: unknown, filter = 'none') => ({
      doc_id,
      doc: { question: 'Q', answer: 'A' },
      target: 'A',
      arguments: sent,
      resps: [[answer]],
      filtered_resps: ['A'],
      filter,
    })
    const chat = json([
      { role: 'system', content: 'Count.' },
      { role: 'user', content: 'One and one?' },
    ])
    const asked = { gen_args_0: { arg_0: 'Question: one?\nAnswer:', arg_1: { until: ['\n'] } } }
    const rows = [
      sample(0, asked, 'It is one.', 'strict'),
      sample(0, asked, 'It is one.', 'flexible'),
      sample(1, { gen_args_0: { arg_0: [chat], arg_1: {} } }, 'Two.'),
      sample(2, [['Question: three?', { until: ['\n'] }]], 'Three.'),
      sample(3, [['Question: four?', ' Four.']], [-1.5, true]),
    ]
    const expected = [
      ['', 'Question: one?\nAnswer:', 'It is one.'],
      ['Count.', 'One and one?', 'Two.'],
      ['', 'Question: three?', 'Three.'],
    ]
    expect(talks(lines(...rows))).toEqual(expected)
    expect(talks(json({ samples: { task: rows } }))).toEqual(expected)
  })

  it('HELM', () => {
    const [trace] = readTraces(
      json({
        adapter_spec: { method: 'generation' },
        request_states: [
          {
            instance: { input: { text: 'One?' }, id: 'id1' },
            request: { model: 'm', prompt: 'Question: one?', max_tokens: 5 },
            result: { completions: [{ text: 'It is one.' }], request_datetime: 1_700_000_000 },
          },
        ],
      }),
    )
    expect(trace?.messages.map(({ content }) => content)).toEqual(['Question: one?', 'It is one.'])
    expect(trace?.turns).toMatchObject([{ model: 'm', time: 1_700_000_000_000 }])
  })

  it('BFCL: each step of a turn with its calls, their results and its tokens', () => {
    const entry = (role: string, content: unknown, more = {}) => ({ role, content, ...more })
    const text = json({
      id: 'multi_turn_0',
      result: [['x']],
      input_token_count: [[100, 150], [200]],
      output_token_count: [[10, 12], [20]],
      inference_log: [
        [entry('state_info', { x: 1 })],
        {
          begin_of_turn_query: [entry('user', 'Which files?')],
          step_0: [
            entry('inference_input', { message: '[]' }),
            entry('assistant', "[ls(path='src')]"),
            entry('handler_log', 'Decoded.', { model_response_decoded: ["ls(path='src')"] }),
            entry('tool', 'a.ts'),
          ],
          step_1: [entry('assistant', 'Only a.ts.'), entry('handler_log', 'Nothing to decode.')],
        },
        { begin_of_turn_query: [entry('user', 'Thanks.')], step_0: [entry('assistant', 'Welcome.')] },
      ],
    })
    expect(talks(text)).toEqual([
      [
        '',
        'Which files?',
        [{ type: 'tool_use', id: 'call_1', name: 'ls', input: { shown: "path='src'" } }],
        [{ type: 'tool_result', tool_use_id: 'call_1', content: 'a.ts' }],
        'Only a.ts.',
        'Thanks.',
        'Welcome.',
      ],
    ])
    expect(readTraces(text)[0]?.turns.map(({ usage }) => [usage?.input, usage?.output])).toEqual([
      [100, 10],
      [150, 12],
      [200, 20],
    ])
  })
})

describe('MSG-1 rows of Azure’s evaluation of agents', () => {
  const QUERY = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'Which files?' }] },
  ]
  const call = { type: 'tool_call', tool_call_id: 'c1', name: 'ls', arguments: { path: 'src' } }
  const response = (asked: object, answered: object) => [
    {
      createdAt: '2026-01-01T00:00:01Z',
      role: 'assistant',
      content: [{ type: 'text', text: 'I look.' }, asked],
    },
    { role: 'tool', ...answered },
    { createdAt: '2026-01-01T00:00:05Z', role: 'assistant', content: [{ type: 'text', text: 'Only a.ts.' }] },
  ]
  const ANSWERED = {
    tool_call_id: 'c1',
    content: [{ type: 'tool_result', tool_result: { files: ['a.ts'] } }],
  }
  const TALK = [
    'Which files?',
    ['I look.', { type: 'tool_use', id: 'c1', name: 'ls', input: { path: 'src' } }],
    [{ type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: '{"files":["a.ts"]}' }] }],
    'Only a.ts.',
  ]
  const told = (value: object) =>
    readTraces(json(value)).map(({ messages }) =>
      messages.map(({ content }) => {
        if (typeof content === 'string') return content
        const parts = content.map((part) => (part.type === 'text' ? part.text : part))
        return parts.length === 1 && typeof parts[0] === 'string' ? parts[0] : parts
      }),
    )

  it('have what was asked, the calls, their results, the tools and the times', () => {
    const tool_definitions = [{ name: 'ls', parameters: { type: 'object' } }]
    const row = { query: QUERY, response: response(call, ANSWERED), tool_definitions }
    expect(told(row)).toEqual([TALK])
    const [trace] = readTraces(json(row))
    expect(trace?.system).toBe('Be brief.')
    expect(trace?.tools.map(({ name }) => name)).toEqual(['ls'])
    expect(trace?.turns[0]?.time).toBe(Date.parse('2026-01-01T00:00:01Z'))
    expect(told({ query: 'Which files?', response: response(call, ANSWERED) })).toEqual([TALK])
  })

  it('and its messages alone are read, with the calls of older versions, and ids in the results', () => {
    const { tool_call_id: id, name, arguments: args } = call
    const nested = {
      type: 'tool_call',
      tool_call: { id, type: 'function', function: { name, arguments: args } },
    }
    expect(told({ messages: [...QUERY, ...response(nested, ANSWERED)] })).toEqual([TALK])
    const content = [{ type: 'tool_result', tool_call_id: 'c1', content: '{"files":["a.ts"]}' }]
    expect(
      told([...QUERY, ...response({ ...call, id: 'c1', tool_call_id: undefined }, { content })]),
    ).toEqual([TALK])
  })
})
