import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const lines = (values: readonly unknown[]): string => values.map((value) => json(value)).join('\n')

/** A conversation in short: who says what, which calls, which results. */
const told = ({ system, messages }: ReturnType<typeof readTrace>) => [
  ...(system === '' ? [] : [`system: ${system}`]),
  ...messages.flatMap((message) =>
    partsOf(message).map((part) => {
      if (part.type === 'text') return `${message.role}: ${part.text}`
      if (part.type === 'tool_use') return `${part.name}(${json(part.input)})`
      return part.type === 'tool_result' ? `result: ${json(part.content)}` : part.type
    }),
  ),
]
const TOLD = ['user: Which files?', 'ls({"path":"a"})', 'result: "x.ts"', 'assistant: One.']

/** A value as the exporters of OpenTelemetry type it. */
const typed = (value: unknown): object => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'number') return { intValue: String(value) }
  if (Array.isArray(value)) return { arrayValue: { values: value.map(typed) } }
  return { kvlistValue: { values: pairs(value as object) } }
}
const pairs = (fields: object) => Object.entries(fields).map(([key, value]) => ({ key, value: typed(value) }))

const CALL = { id: 'c', type: 'function', function: { name: 'ls', arguments: '{"path":"a"}' } }
const SAID = { role: 'assistant', content: 'One.' }
const COUNTED = {
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': 200,
  'gen_ai.usage.output_tokens': 20,
}
const exported = (attributes: object, events: readonly object[]) => ({
  resourceSpans: [{ scopeSpans: [{ spans: [{ name: 'chat', attributes: pairs(attributes), events }] }] }],
})

describe('MSG-1 calls that recorders keep with a request and its answer', () => {
  const asked = { role: 'user', content: 'Which files?' }
  const calling = { role: 'assistant', content: null, tool_calls: [CALL] }
  const result = { role: 'tool', tool_call_id: 'c', content: 'x.ts' }
  const tools = [{ type: 'function', function: { name: 'ls', parameters: { type: 'object' } } }]
  const CALLS = [
    { messages: [asked], reply: calling, prompt_tokens: 100, completion_tokens: 20 },
    { messages: [asked, calling, result], reply: SAID, prompt_tokens: 150, completion_tokens: 8 },
  ]
  type Call = (typeof CALLS)[number]
  const spans = ({ messages, reply, ...usage }: Call, at: number) => ({
    span_id: String(at),
    name: 'Completions',
    end_time_unix_nano: 1_767_225_600_000_000_000 + at * 1e9,
    attributes: {
      'mlflow.spanType': '"CHAT_MODEL"',
      'mlflow.spanInputs': json({ model: 'gpt-4o', messages, tools }),
      'mlflow.spanOutputs': json({ model: 'gpt-4o', choices: [{ message: reply }], usage }),
    },
  })
  const outer = {
    name: 'agent',
    attributes: { 'mlflow.spanType': '"AGENT"', 'mlflow.spanInputs': '{"q":1}' },
  }
  const opik = ({ messages, reply, ...usage }: Call) => ({
    type: 'llm',
    input: { messages, tools },
    output: { choices: [{ message: reply }] },
    model: 'gpt-4o',
    usage,
  })
  const respan = ({ messages, reply, ...usage }: Call) => ({
    prompt_messages: messages,
    completion_message: reply,
    model: 'gpt-4o',
    tools,
    ...usage,
  })
  const braintrust = ({ messages, reply, ...metrics }: Call) => ({
    input: messages,
    output: [{ message: reply }],
    metadata: { model: 'gpt-4o', tools },
    metrics,
  })
  const lunary = ({ messages, reply, ...usage }: Call) => ({
    type: 'llm',
    model: 'gpt-4o',
    input: messages,
    output: reply,
    tokens: { prompt: usage.prompt_tokens, completion: usage.completion_tokens },
    params: { tools },
  })

  it.each([
    ['MLflow', json({ info: { trace_id: 't' }, data: { spans: [outer, ...CALLS.map(spans)] } })],
    ['a page of Opik', json({ page: 1, content: CALLS.map(opik) })],
    ['a trace of Opik', json({ trace: { name: 'agent' }, spans: CALLS.map(opik) })],
    ['Respan', lines(CALLS.map(respan))],
    ['Braintrust', lines(CALLS.map(braintrust))],
    ['Lunary', lines(CALLS.map(lunary))],
  ])('of %s have their answers, tools, model and usage', (_, text) => {
    const trace = readTrace(text)
    expect(told(trace)).toEqual(TOLD)
    expect(trace.tools.map(({ name }) => name)).toEqual(['ls'])
    expect(
      trace.turns.map(({ model, usage }) => [model ?? trace.model, usage?.input, usage?.output]),
    ).toEqual([
      ['gpt-4o', 100, 20],
      ['gpt-4o', 150, 8],
    ])
  })

  it('of MLflow may have messages of LangChain, or answers as texts', () => {
    const trace = (inputs: unknown, outputs: unknown) =>
      readTrace(
        json({
          spans: [
            {
              name: 'call',
              attributes: {
                'mlflow.spanType': 'CHAT_MODEL',
                'mlflow.spanInputs': json(inputs),
                'mlflow.spanOutputs': json(outputs),
                'mlflow.chat.tokenUsage': json({ input_tokens: 9, output_tokens: 4 }),
              },
            },
          ],
        }),
      )
    const ofLangChain = trace([[{ type: 'human', content: 'Which files?' }]], {
      generations: [[{ text: 'One.', message: { type: 'ai', content: 'One.' } }]],
    })
    expect(told(ofLangChain)).toEqual(['user: Which files?', 'assistant: One.'])
    const byHand = trace([asked], { role: 'assistant', content: 'One.' })
    expect(told(byHand)).toEqual(['user: Which files?', 'assistant: One.'])
    const ofDspy = trace({ messages: [asked] }, ['One.'])
    expect(told(ofDspy)).toEqual(['user: Which files?', 'assistant: One.'])
    expect(ofDspy.turns[0]?.usage).toMatchObject({ input: 9, output: 4 })
  })
})

describe('MSG-1 events of OpenTelemetry', () => {
  const body = (name: string, fields: object): [string, object] => [`gen_ai.${name}`, fields]
  const BODIES = [
    body('system.message', { content: 'Be brief.' }),
    body('user.message', { content: 'Which files?' }),
    body('assistant.message', { tool_calls: [CALL] }),
    body('tool.message', { id: 'c', content: 'x.ts' }),
    body('choice', { index: 0, message: SAID }),
  ]
  /** Attributes of an event are flat: what is deeper is a text. */
  const flat = (fields: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([key, value]) => [key, typeof value === 'object' ? json(value) : value]),
    )

  it('are the messages of a call in the events of a span, with its usage', () => {
    const events = BODIES.map(([name, fields]) => ({ name, attributes: pairs(flat(fields)) }))
    const trace = readTrace(json(exported(COUNTED, events)))
    expect(told(trace)).toEqual(['system: Be brief.', ...TOLD])
    expect(trace.turns.at(-1)).toMatchObject({ model: 'gpt-4o', usage: { input: 200, output: 20 } })
  })

  it('have the blocks of Converse as JSON', () => {
    const blocks = [
      ['user.message', 'content', [{ text: 'Which files?' }]],
      ['assistant.message', 'content', [{ toolUse: { toolUseId: 'c', name: 'ls', input: { path: 'a' } } }]],
      ['tool.message', 'content', [{ toolResult: { toolUseId: 'c', content: [{ text: 'x.ts' }] } }]],
      ['choice', 'message', [{ text: 'One.' }]],
    ] as const
    const events = blocks.map(([name, key, value]) => ({
      name: `gen_ai.${name}`,
      attributes: pairs({ [key]: json(value) }),
    }))
    expect(told(readTrace(json(exported(COUNTED, events))))).toEqual(TOLD)
  })

  it('are log records, typed or plain, or JSON in an attribute', () => {
    const logRecords = BODIES.map(([name, fields]) => ({
      spanId: 's',
      attributes: pairs({ 'event.name': name }),
      body: typed(fields),
    }))
    const logs = BODIES.map(([name, fields]) => ({
      span_id: 's',
      attributes: { 'event.name': name },
      body: fields,
    }))
    const events = json(BODIES.map(([name, fields]) => ({ 'event.name': name, ...fields })))
    for (const text of [
      json({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
      lines(logs),
      json({ span_name: 'chat', attributes: { events } }),
    ])
      expect(told(readTrace(text))).toEqual(['system: Be brief.', ...TOLD])
  })

  it('the spans of the AI SDK have its messages, and those of Pydantic AI the whole run', () => {
    const asked = [
      { role: 'user', content: [{ type: 'text', text: 'Which files?' }] },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'ls', args: { path: 'a' } }],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'ls', result: 'x.ts' }] },
    ]
    const sdk = {
      'ai.prompt.messages': json(asked),
      'ai.response.text': 'One.',
      'ai.model.id': 'm',
      'ai.usage.promptTokens': 9,
    }
    const trace = readTrace(json(exported(sdk, [])))
    expect(told(trace)).toEqual(TOLD)
    expect(trace.turns.at(-1)).toMatchObject({ model: 'm', usage: { input: 9 } })
    const run = [
      { role: 'user', parts: [{ type: 'text', content: 'Which files?' }] },
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'ls', arguments: { path: 'a' } }] },
      { role: 'user', parts: [{ type: 'tool_call_response', id: 'c', name: 'ls', result: 'x.ts' }] },
      { role: 'assistant', parts: [{ type: 'text', content: 'One.' }] },
    ]
    const span = { span_name: 'run', attributes: { 'pydantic_ai.all_messages': json(run) } }
    expect(told(readTrace(json(span)))).toEqual(TOLD)
  })

  const MESSAGES = [
    { role: 'user', parts: [{ type: 'text', content: 'Which files?' }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'ls', arguments: { path: 'a' } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: 'x.ts' }] },
    { role: 'assistant', parts: [{ type: 'text', content: 'One.' }] },
  ]
  const asked = (upTo: number, form: (messages: unknown) => unknown = json) => ({
    'gen_ai.input.messages': form(MESSAGES.slice(0, upTo)),
    'gen_ai.output.messages': form(MESSAGES.slice(upTo, upTo + 1)),
  })

  it('have messages as values as well as JSON', () => {
    const attributes = {
      ...COUNTED,
      ...asked(3, (messages) => messages),
      'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }],
      'gen_ai.tool.definitions': [{ type: 'function', name: 'ls' }],
    }
    for (const value of [exported(attributes, []), { name: 'chat', attributes }]) {
      const trace = readTrace(json(value))
      expect(told(trace)).toEqual(['system: Be brief.', ...TOLD])
      expect(trace.tools.map(({ name }) => name)).toEqual(['ls'])
    }
  })

  it('TOK-2 the span of an agent is no call beside those inside it', () => {
    const span = (operation: string, attributes: object, trace_id = 't') =>
      json({ context: { trace_id }, attributes: { 'gen_ai.operation.name': operation, ...attributes } })
    const around = span('invoke_agent', { ...COUNTED, ...asked(3) })
    const calls = [span('chat', { ...COUNTED, ...asked(1) }), span('chat', { ...COUNTED, ...asked(3) })]
    const traces = readTraces([around, ...calls].join('\n'))
    expect(traces.map((trace) => told(trace))).toEqual([TOLD])
    expect(traces[0]?.turns.map(({ usage }) => usage?.input)).toEqual([200, 200])
    expect(traces[0]?.intake.problems).toMatchObject([{ severity: 'note', code: 'spans-of-agents' }])
    const inner = {
      'ai.prompt.messages': json([{ role: 'user', content: 'Which files?' }]),
      'ai.response.text': 'One.',
    }
    const outer = { 'ai.prompt': json({ prompt: 'Which files?' }), 'ai.response.text': 'One.' }
    expect(readTraces([span('b', inner), span('a', outer, 'other')].join('\n'))).toHaveLength(1)
    // one alone is read
    const alone = readTrace([around, span('chat', COUNTED), span('chat', asked(1), 'other')].join('\n'))
    expect(told(alone)).toEqual(TOLD)
  })

  it('have a time as text or in two numbers, and each value once', () => {
    const words = { role: 'system', parts: [{ type: 'text', content: 'Be brief.' }] }
    const twice = {
      ...asked(3),
      'gen_ai.system_instructions': json(words.parts),
      'gen_ai.input.messages': json([words, ...MESSAGES.slice(0, 3)]),
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.cache_read_input_tokens': 5,
    }
    const python = readTrace(json({ attributes: twice, end_time: '2026-08-01T10:00:02.500000Z' }))
    expect(told(python)).toEqual(['system: Be brief.', ...TOLD])
    expect(python.turns.at(-1)).toMatchObject({
      time: Date.UTC(2026, 7, 1, 10, 0, 2, 500),
      usage: { input: 9, cacheRead: 5 },
    })
    const sdk = {
      'ai.prompt': json({ system: 'Be brief.', prompt: 'Name a river.' }),
      'ai.response.object': '{"name":"Aare"}',
      'ai.response.reasoning': 'Hm.',
      'ai.usage.inputTokens': 9,
      'ai.usage.inputTokenDetails.cacheReadTokens': 5,
    }
    const page = readTrace(json({ attributes: sdk, endTime: [1_770_132_000, 500_000_000] }))
    expect(page.system).toBe('Be brief.')
    expect(page.messages).toEqual([
      { role: 'user', content: 'Name a river.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: '{"name":"Aare"}' },
        ],
      },
    ])
    expect(page.turns[0]).toMatchObject({ time: 1_770_132_000_500, usage: { input: 9, cacheRead: 5 } })
  })

  it('have tools, pictures, what was read from the cache, and when a call ended', () => {
    const url = 'data:image/png;base64,iVBORw0KGgo='
    const parts = [
      { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'iVBORw0KGgo=' },
      { type: 'uri', modality: 'document', mime_type: 'application/pdf', uri: 'https://a.test/b.pdf' },
      { type: 'text', content: 'What is this?' },
    ]
    const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } }
    const spans = [
      {
        'gen_ai.request.model': 'm',
        'gen_ai.tool.definitions': json([tool.function]),
        'gen_ai.input.messages': json([{ role: 'user', parts }]),
        'gen_ai.output.messages': json([{ role: 'assistant', parts: [{ type: 'text', content: 'A cat.' }] }]),
        'gen_ai.usage.input_tokens': 500,
        'gen_ai.usage.cache_read.input_tokens': 400,
      },
      {
        'llm.model_name': 'm',
        'llm.tools.0.tool.json_schema': json(tool),
        'llm.input_messages.0.message.role': 'user',
        'llm.input_messages.0.message.contents.0.message_content.type': 'image',
        'llm.input_messages.0.message.contents.0.message_content.image.image.url': url,
        'llm.input_messages.0.message.contents.1.message_content.text': 'What is this?',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.content': 'A cat.',
        'llm.token_count.prompt': 500,
        'llm.token_count.prompt_details.cache_read': 400,
      },
      {
        'ai.model.id': 'm',
        'ai.prompt.tools': [json({ type: 'function', name: 'look', parameters: { type: 'object' } })],
        'ai.prompt.messages': json([{ role: 'user', content: 'What is this?' }]),
        'ai.response.text': 'A cat.',
        'ai.usage.inputTokens': 500,
        'ai.usage.cachedInputTokens': 400,
      },
    ]
    const traces = spans.map((attributes) => {
      const span = { attributes: pairs(attributes), endTimeUnixNano: '1700000002000000000' }
      return readTrace(json({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }))
    })
    for (const trace of traces) {
      expect(trace.tools).toEqual([{ name: 'look', input_schema: { type: 'object' } }])
      expect(trace.turns[0]).toMatchObject({
        model: 'm',
        time: 1_700_000_002_000,
        usage: { input: 500, cacheRead: 400, output: null },
      })
    }
    expect(traces.map((trace) => told(trace))).toEqual([
      ['image', 'document', 'user: What is this?', 'assistant: A cat.'],
      ['image', 'user: What is this?', 'assistant: A cat.'],
      ['user: What is this?', 'assistant: A cat.'],
    ])
  })

  it('of Gemini CLI are the request and the answer of each call', () => {
    const asked = { role: 'user', parts: [{ text: 'Which files?' }] }
    const call = { role: 'model', parts: [{ functionCall: { name: 'ls', args: { path: 'a' } } }] }
    const result = {
      role: 'user',
      parts: [{ functionResponse: { name: 'ls', response: { output: 'x.ts' } } }],
    }
    const said = { role: 'model', parts: [{ text: 'One.' }] }
    const log = (kind: string, more: object) => ({
      attributes: { 'event.name': `gemini_cli.${kind}`, model: 'gemini-2.5-pro', ...more },
    })
    const answer = (content: object, input_token_count: number) =>
      log('api_response', {
        response_text: json([{ candidates: [{ content }] }]),
        input_token_count,
        output_token_count: 5,
      })
    const logs = [
      log('user_prompt', { prompt: 'Which files?' }),
      log('api_request', { request_text: json([asked]) }),
      answer(call, 100),
      log('tool_call', { function_name: 'ls' }),
      log('api_request', { request_text: json([asked, call, result]) }),
      answer(said, 120),
    ]
    const trace = readTrace(logs.map((one) => JSON.stringify(one, null, 2)).join('\n'))
    expect(told(trace)).toEqual(TOLD)
    expect(trace.turns.map(({ model, usage }) => [model, usage?.input])).toEqual([
      ['gemini-2.5-pro', 100],
      ['gemini-2.5-pro', 120],
    ])
  })

  it('of Gemini CLI keep a call that was asked before another one was answered', () => {
    const log = (kind: string, model: string, prompt_id: string, more: object) => ({
      attributes: { 'event.name': `gemini_cli.${kind}`, model, prompt_id, ...more },
    })
    const asked = (model: string, id: string, text: string) =>
      log('api_request', model, id, { request_text: json([{ role: 'user', parts: [{ text }] }]) })
    const answered = (model: string, id: string, text: string) =>
      log('api_response', model, id, {
        response_text: json([{ candidates: [{ content: { role: 'model', parts: [{ text }] } }] }]),
      })
    const logs = [
      asked('pro', 'p1', 'Main?'),
      asked('flash', 'p1', 'Side?'),
      asked('pro', 'p2', 'Other?'),
      answered('flash-002', 'p1', 'Side.'),
      answered('pro', 'p1', 'Main.'),
      answered('pro', 'p2', 'Other.'),
    ]
    expect(readTraces(lines(logs)).map((trace) => told(trace))).toEqual([
      ['user: Side?', 'assistant: Side.'],
      ['user: Main?', 'assistant: Main.'],
      ['user: Other?', 'assistant: Other.'],
    ])
  })
})

describe('MSG-1 what a cloud logs of calls', () => {
  const messages = [{ role: 'user', content: 'Which files?' }]
  const contents = [{ role: 'user', parts: [{ text: 'Which files?' }] }]
  const candidates = [{ content: { role: 'model', parts: [{ text: 'One.' }] } }]
  it.each<[string, object]>([
    ['Vertex AI', { full_request: { contents }, full_response: { candidates } }],
    ['Vertex AI', { request_payload: [json({ contents })], response_payload: [json({ candidates })] }],
    ['Azure', { RequestMessages: json(messages), ResponseMessages: json([SAID]), TimeGenerated: '2026' }],
    [
      'Azure',
      {
        properties: {
          backendRequestBody: json({ messages }),
          backendResponseBody: json({ choices: [{ message: SAID }] }),
        },
      },
    ],
    [
      'OpenRouter',
      {
        version: 'orpg.3.0',
        characters: {},
        messages: {},
        items: {
          a: {
            data: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Which files?' }] },
          },
          b: {
            data: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One.' }] },
          },
        },
      },
    ],
  ])('%s', (_, record) => {
    expect(told(readTrace(json(record)))).toEqual(['user: Which files?', 'assistant: One.'])
  })
})

it('MSG-1 a record of LiteLLM has its tools among the parameters of the model', () => {
  const trace = readTrace(
    JSON.stringify({
      messages: [{ role: 'user', content: 'Go.' }],
      response: { choices: [{ message: { role: 'assistant', content: 'Done.' } }] },
      model_parameters: { tools: [{ type: 'function', function: { name: 'ls', parameters: {} } }] },
    }),
  )
  expect(trace.tools.map(({ name }) => name)).toEqual(['ls'])
})

describe('MSG-1 a trace of Langfuse has input and output in the shape of each library', () => {
  const trace = (...calls: readonly (readonly [input: unknown, output: unknown])[]): string =>
    JSON.stringify({
      trace: { id: 't', input: 'Which files?' },
      observations: [
        { type: 'SPAN', name: 'run', input: '{"question":"Which files?"}' },
        ...calls.map(([input, output], index) => ({
          type: 'GENERATION',
          model: 'm',
          startTime: `2026-01-01T10:00:0${index}Z`,
          input: typeof input === 'string' ? input : JSON.stringify(input),
          output: typeof output === 'string' ? output : JSON.stringify(output),
          usageDetails: { input: 50 + index, output: 5, total: 55 },
        })),
      ],
    })
  const asked = { role: 'user', content: 'Which files?' }
  const used = { id: 'c', name: 'ls', arguments: { path: 'src' } }
  const spoken = [
    'Which files?',
    [{ type: 'tool_use', id: 'c', name: 'ls', input: { path: 'src' } }],
    [{ type: 'tool_result', tool_use_id: 'c', content: 'a.ts' }],
    'Only a.ts.',
  ]
  const part = (role: string, ...parts: readonly object[]) => ({ role, parts })
  const words = { type: 'text', content: 'Which files?' }
  const made = { type: 'tool_call', ...used }
  const called = { type: 'function_call', call_id: 'c', name: 'ls', arguments: '{"path":"src"}' }
  const inOpenAi = [{ id: 'c', type: 'function', function: { name: 'ls', arguments: '{"path":"src"}' } }]
  const inKwargs = { role: 'assistant', content: '', additional_kwargs: { tool_calls: inOpenAi } }
  const definition = { role: 'tool', content: { type: 'function', function: { name: 'ls', parameters: {} } } }
  const response = (...output: readonly object[]) => ({ object: 'response', output, instructions: null })
  it.each([
    [
      'parts',
      [[part('user', words)], [part('assistant', made)]],
      [
        [
          part('user', words),
          part('assistant', made),
          part('tool', { type: 'tool_call_response', id: 'c', response: 'a.ts' }),
        ],
        [part('assistant', { type: 'text', content: 'Only a.ts.' })],
      ],
    ],
    [
      'LangGraph, with a definition of a tool among the messages',
      [[asked, definition], inKwargs],
      [
        [asked, inKwargs, { role: 'ls', content: 'a.ts' }, definition],
        { role: 'assistant', content: 'Only a.ts.' },
      ],
    ],
    [
      'the Responses API',
      [[asked], response(called)],
      [
        [asked, called, { type: 'function_call_output', call_id: 'c', output: 'a.ts' }],
        response({
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'Only a.ts.' }],
        }),
      ],
    ],
    [
      'the AI SDK, whose answer has its calls alone',
      [[asked], [{ toolCallId: 'c', toolName: 'ls', input: '{"path":"src"}' }]],
      [
        [
          asked,
          { role: 'assistant', content: '', tool_calls: inOpenAi },
          { role: 'tool', tool_call_id: 'c', content: 'a.ts' },
        ],
        'Only a.ts.',
      ],
    ],
  ] as const)('%s', (_, first, second) => {
    const { messages, turns } = readTrace(trace([first[0], first[1]], [second[0], second[1]]))
    expect(
      messages.flatMap(({ content }): readonly unknown[] =>
        typeof content === 'string' ? [content] : content,
      ),
    ).toEqual(
      spoken.flatMap((one): readonly unknown[] =>
        one === 'Only a.ts.' && _ === 'the Responses API' ? [{ type: 'text', text: one }] : [one].flat(),
      ),
    )
    expect(turns.map(({ usage }) => usage?.input)).toEqual([50, 51])
  })

  const observation = (id: number, type: string, parent: number | null, more: object) => ({
    id: `o${id}`,
    type,
    traceId: 't',
    parentObservationId: parent === null ? null : `o${parent}`,
    startTime: `2026-01-01T10:00:0${id}Z`,
    ...more,
  })
  const attributes = (own: object) => ({ metadata: JSON.stringify({ attributes: own }) })
  const generated = { model: 'm', usageDetails: { input: 62, output: 20 } }
  const written = (...observations: readonly object[]) => JSON.stringify({ trace: { id: 't' }, observations })

  it('with the system prompt and the tools in attributes, the call inside another, and the result beside it', () => {
    const calls = [{ toolCallId: 'c', toolName: 'ls', input: '{"path":"src"}' }]
    const tool = { type: 'function', name: 'ls', description: 'Lists.', inputSchema: { type: 'object' } }
    const [first, ...others] = readTraces(
      written(
        observation(
          0,
          'AGENT',
          null,
          attributes({ 'gen_ai.system_instructions': '[{"content":"Be brief."}]' }),
        ),
        observation(1, 'GENERATION', 0, {
          ...generated,
          usageDetails: { input: 7, output: 3 },
          input: '{"prompt":"Which files?"}',
          output: calls,
        }),
        observation(2, 'GENERATION', 1, {
          ...generated,
          ...attributes({ 'ai.prompt.tools': JSON.stringify([JSON.stringify(tool)]) }),
          input: [asked],
          output: calls,
        }),
        observation(3, 'TOOL', 1, {
          ...attributes({ 'ai.toolCall.id': 'c' }),
          name: 'ls',
          input: '{"path":"src"}',
          output: 'a.ts',
        }),
      ),
    )
    expect(others).toEqual([])
    expect(first?.system).toBe('Be brief.')
    expect(first?.tools).toMatchObject([{ name: 'ls', description: 'Lists.' }])
    expect(first?.messages.map(({ content }) => content)).toEqual(spoken.slice(0, 3))
    expect(first?.turns.map(({ usage }) => usage?.input)).toEqual([62, undefined])
    expect(first?.intake.problems.map(({ code }) => code)).toContain('spans-of-agents')
  })

  it('with answers alone, what was asked above them, and the results found by name and arguments', () => {
    const said = (...content: readonly object[]) => ({ role: 'assistant', content })
    const [first, ...others] = readTraces(
      written(
        observation(0, 'SPAN', null, { input: { prompt: 'Which files?', system: 'Be brief.' } }),
        observation(1, 'GENERATION', 0, {
          ...generated,
          input: { content: 'role' },
          output: said({ type: 'tool_use', id: 'c', name: 'ls', input: { path: 'src' } }),
        }),
        observation(2, 'TOOL', 0, { name: 'ls', input: { input: { path: 'lib' } }, output: 'b.ts' }),
        observation(3, 'TOOL', 0, {
          name: 'ls',
          input: { input: { path: 'src' } },
          output: { content: [{ type: 'text', text: 'a.ts' }] },
        }),
        observation(4, 'GENERATION', 0, {
          ...generated,
          input: { content: 'role' },
          output: said({ type: 'text', text: 'Only a.ts.' }),
        }),
      ),
    )
    expect(others).toEqual([])
    expect(first?.system).toBe('Be brief.')
    expect(first?.messages.map(({ content }) => content)).toEqual([
      spoken[0],
      spoken[1],
      [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'a.ts' }] }],
      [{ type: 'text', text: 'Only a.ts.' }],
    ])
    expect(first?.turns.map(({ time, usage }) => [time, usage?.output])).toEqual([
      [Date.UTC(2026, 0, 1, 10, 0, 1), 20],
      [Date.UTC(2026, 0, 1, 10, 0, 4), 20],
    ])
  })

  it('Gemini’s library for Python', () => {
    const input = {
      model: 'm',
      config: { system_instruction: 'You help.' },
      contents: [{ role: 'user', parts: [{ text: 'Which files?' }] }],
    }
    const { system, messages, turns } = readTrace(
      trace([input, { content: { role: 'model', parts: [{ text: 'Only a.ts.' }] }, finish_reason: 'STOP' }]),
    )
    expect(system).toBe('You help.')
    expect(messages.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'Which files?' }],
      [{ type: 'text', text: 'Only a.ts.' }],
    ])
    expect(turns[0]?.usage).toMatchObject({ input: 50, output: 5 })
  })

  it('a text in which each message begins with its role', () => {
    const { system, messages } = readTrace(
      trace(['system: You help.\nShortly.\nuser: Which files?', 'Only a.ts.']),
    )
    expect(system).toBe('You help.\nShortly.')
    expect(messages.map(({ content }) => content)).toEqual(['Which files?', 'Only a.ts.'])
  })

  it('answers alone, where what was sent was lost', () => {
    const said = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
    const { messages, turns } = readTrace(
      trace([{ content: 'role' }, said('I look.')], [{ content: 'role' }, said('a.ts')]),
    )
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'assistant'])
    expect(turns.map(({ usage }) => usage?.input)).toEqual([50, 51])
  })
})

it('MSG-1 a trace of LangWatch has its calls in spans of a model', () => {
  const call = (more: object) => ({
    span_id: 's',
    type: 'llm',
    model: 'openai/m',
    timestamps: { started_at: 1_700_000_000_000, finished_at: 1_700_000_002_000 },
    metrics: { prompt_tokens: 20, completion_tokens: 7 },
    params: { tools: [{ type: 'function', function: { name: 'ls', parameters: {} } }] },
    input: {
      type: 'chat_messages',
      value: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Which files?' },
      ],
    },
    ...more,
  })
  const output = { type: 'chat_messages', value: [{ role: 'assistant', content: 'One.' }] }
  const trace = { trace_id: 't', spans: [{ span_id: 'r', type: 'agent' }, call({ output })] }
  for (const text of [json(trace), json({ traces: [{ ...trace, spans: [call({ outputs: [output] })] }] })]) {
    const found = readTrace(text)
    expect(told(found)).toEqual(['system: Be brief.', 'user: Which files?', 'assistant: One.'])
    expect(found.tools.map(({ name }) => name)).toEqual(['ls'])
    expect(found.turns).toMatchObject([{ time: 1_700_000_002_000, usage: { input: 20, output: 7 } }])
  }
})

describe('MSG-1 transactions of Sentry', () => {
  const data = {
    'gen_ai.request.model': 'm',
    'gen_ai.request.messages': json([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Which files?' },
    ]),
    'gen_ai.response.text': json(['I look.']),
    'gen_ai.response.tool_calls': json([{ id: 'c', name: 'ls', input: { path: 'a' }, type: 'tool_use' }]),
    'gen_ai.request.available_tools': json([{ name: 'ls', description: 'Lists.' }]),
    'gen_ai.usage.input_tokens': 110,
    'gen_ai.usage.input_tokens.cached': 20,
    'gen_ai.usage.output_tokens': 9,
  }
  const span = (op: string, id: string, parent: string | null, more: object) => ({
    op,
    trace_id: 't',
    span_id: id,
    parent_span_id: parent,
    start_timestamp: 1_760_000_000,
    timestamp: 1_760_000_004,
    ...more,
  })
  const event = {
    type: 'transaction',
    timestamp: 1_760_000_005,
    contexts: { trace: { trace_id: 't', span_id: 'r', op: 'http.server' } },
    spans: [
      span('gen_ai.invoke_agent', 'a', 'r', { data }),
      span('gen_ai.chat', 'b', 'a', { data }),
      span('gen_ai.execute_tool', 'd', 'a', { data: { 'gen_ai.tool.name': 'ls' } }),
    ],
  }
  const streamed = {
    items: [
      {
        ...span('gen_ai.chat', 'b', null, { end_timestamp: 1_760_000_004 }),
        attributes: Object.fromEntries(
          Object.entries(data).map(([key, value]) => [key, { value, type: 'x' }]),
        ),
      },
    ],
  }
  it('say how many had their messages cut', () => {
    const cut = { 'gen_ai.request.messages': { '': { len: 12 } }, 'gen_ai.request.model': {} }
    const { problems } = readTrace(
      json({ ...event, _meta: { spans: { 0: { data: cut }, 1: { data: {} } } } }),
    ).intake
    expect(problems.find(({ code }) => code === 'shown-in-part')?.message).toContain('too long: 1')
  })

  it.each([
    ['an event', json(event)],
    [
      'an envelope',
      lines([{ event_id: 'e', sent_at: '2025-10-09T08:53:24Z' }, { type: 'transaction' }, event]),
    ],
    ['streamed spans', lines([{ sent_at: 'x' }, { type: 'span' }, streamed])],
  ])('%s', (_, text) => {
    const [trace, ...others] = readTraces(text)
    expect(others).toEqual([])
    expect(trace && told(trace)).toEqual([
      'system: Be brief.',
      'user: Which files?',
      'assistant: I look.',
      'ls({"path":"a"})',
    ])
    expect(trace?.tools).toMatchObject([{ name: 'ls', description: 'Lists.' }])
    expect(trace?.turns).toMatchObject([
      { model: 'm', time: 1_760_000_004_000, usage: { input: 110, cacheRead: 20, output: 9 } },
    ])
  })
})
