import { expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import { readTrace, readTraces } from '../reading.ts'

const lines = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join('\n')
const CALL = { type: 'tool_use', id: 'c', name: 'read', input: { path: 'a' } }
const RESULT = { type: 'tool_result', tool_use_id: 'c', content: 'A' }

it('a session of Goose is read from the rows of its database, each session by itself', () => {
  const row = (session_id: string, role: string, content: unknown) => ({
    session_id,
    role,
    content_json: JSON.stringify(content),
    created_timestamp: 1_771_715_822,
    metadata_json: '{"userVisible":true,"agentVisible":true}',
  })
  const toolCall = { status: 'success', value: { name: 'read', arguments: { path: 'a' } } }
  const toolResult = { status: 'success', value: { content: [{ type: 'text', text: 'A' }] } }
  const [one, other] = readTraces(
    lines([
      row('1', 'user', [{ type: 'text', text: 'Go.' }]),
      row('2', 'user', [{ type: 'text', text: 'And you?' }]),
      row('1', 'assistant', [{ type: 'toolRequest', id: 'c', toolCall }]),
      row('1', 'user', [{ type: 'toolResponse', id: 'c', toolResult }]),
    ]),
  )
  expect(one?.messages.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'Go.' }],
    [CALL],
    [RESULT],
  ])
  expect(other?.messages).toHaveLength(1)
})

it('a run of smolagents is read from the steps that it streamed, with the prompt of its first request', () => {
  const call = { id: 'c', type: 'function', function: { name: 'read', arguments: { path: 'a' } } }
  const prompt = { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] }
  const task = { role: 'user', content: [{ type: 'text', text: 'New task: Go.' }] }
  const trace = readTrace(
    lines([
      { task: 'Go.', task_images: null },
      {
        step_number: 1,
        model_input_messages: [prompt, task],
        model_output: null,
        tool_calls: [call],
        observations: 'A',
        token_usage: { input_tokens: 100, output_tokens: 5 },
      },
      { step_number: 2, model_input_messages: [prompt, task], model_output: 'Done.', observations: null },
    ]),
  )
  expect(trace.system).toBe('Be brief.')
  expect(trace.messages.map(({ content }) => content)).toEqual(['Go.', [CALL], [RESULT], 'Done.'])
  expect(trace.turns[0]?.usage?.input).toBe(100)
})

it('a session of OpenCode is read from the events of its database: the last one of a part counts', () => {
  const event = (type: string, data: unknown) => ({ aggregate_id: 's', type, data })
  const part = (id: string, messageID: string, rest: object) =>
    event('message.part.updated.1', { part: { id, messageID, ...rest } })
  const state = (more: object) => ({
    type: 'tool',
    tool: 'read',
    callID: 'c',
    state: { input: { path: 'a' }, ...more },
  })
  const reply = (input: number) =>
    event('message.updated.1', {
      info: { id: 'm2', role: 'assistant', modelID: 'gpt-5', tokens: { input, output: 5 } },
    })
  const trace = readTrace(
    lines([
      event('session.created.1', { info: { id: 's', title: 'New' } }),
      event('message.updated.1', { info: { id: 'm1', role: 'user' } }),
      part('p1', 'm1', { type: 'text', text: 'Go.' }),
      reply(0),
      part('p2', 'm2', state({ status: 'pending', input: {} })),
      part('p2', 'm2', state({ status: 'completed', output: 'A' })),
      reply(100),
    ]),
  )
  expect(trace.messages.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'Go.' }],
    [CALL],
    [RESULT],
  ])
  expect(trace.turns[0]?.usage).toMatchObject({ input: 100, output: 5 })
})

it.each([
  [
    'its database',
    (sessionID: string, type: string, data: object) => ({
      aggregate_id: sessionID,
      type: `${type}.1`,
      data: { sessionID, ...data },
    }),
  ],
  [
    'its server',
    (sessionID: string, type: string, data: object) => ({ type, properties: { sessionID, ...data } }),
  ],
])('sessions of OpenCode in the events of %s are apart, without what was removed', (_, event) => {
  const said = (session: string, id: string, role: string, text: string, more: object = {}) => [
    event(session, 'message.updated', { info: { id, role, sessionID: session } }),
    event(session, 'message.part.updated', {
      part: { id: `p-${id}`, messageID: id, sessionID: session, type: 'text', text, ...more },
    }),
  ]
  const attachments = [{ type: 'file', mime: 'image/png', url: 'data:image/png;base64,iVBORw0KGgo=' }]
  const state = { input: { path: 'a' }, output: 'A', attachments }
  const traces = readTraces(
    lines([
      ...said('main', 'm1', 'user', 'Go.'),
      ...said('main', 'm2', 'assistant', 'Bad.'),
      ...said('sub', 's1', 'user', 'Look.'),
      ...said('sub', 's2', 'assistant', '', { type: 'tool', callID: 'c', tool: 'read', state }),
      event('main', 'message.removed', { messageID: 'm2' }),
      ...said('main', 'm3', 'assistant', 'Good.'),
      event('main', 'message.part.updated', {
        part: { id: 'x', messageID: 'm3', sessionID: 'main', type: 'text', text: 'Wrong.' },
      }),
      event('main', 'message.part.removed', { messageID: 'm3', partID: 'x' }),
    ]),
  )
  expect(traces.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
    [[{ type: 'text', text: 'Go.' }], 'Good.'],
    [
      [{ type: 'text', text: 'Look.' }],
      [CALL],
      [
        {
          ...RESULT,
          content: [
            { type: 'text', text: 'A' },
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' },
            },
          ],
        },
      ],
    ],
  ])
})

it('a session of Kimi Code is read from its events: prompt, steps with their usage, compactions', () => {
  const told = (event: object) => ({ type: 'context.append_loop_event', event })
  const message = (text: string) => ({
    type: 'context.append_message',
    message: { role: 'user', content: [{ type: 'text', text }], toolCalls: [] },
  })
  const said = (stepUuid: string, part: object) => told({ type: 'content.part', stepUuid, part })
  const usage = { inputOther: 10, inputCacheRead: 80, inputCacheCreation: 10, output: 5 }
  const text = lines([
    { type: 'metadata', protocol_version: '1.4' },
    { type: 'config.update', systemPrompt: 'Be brief.' },
    message('Go.'),
    { type: 'llm.request', model: 'kimi-k2' },
    told({ type: 'step.begin', uuid: '1' }),
    said('1', { type: 'think', think: 'Hm.' }),
    told({ type: 'tool.call', uuid: 'x', stepUuid: '1', toolCallId: 'c', name: 'read', args: { path: 'a' } }),
    told({ type: 'tool.result', parentUuid: 'x', toolCallId: 'c', result: { output: 'A' } }),
    told({ type: 'step.end', uuid: '1', usage }),
    { type: 'context.apply_compaction', summary: 'It read a.', tokensBefore: 120 },
    message('And now?'),
    told({ type: 'step.begin', uuid: '2' }),
    told({ type: 'step.begin', uuid: '3' }),
    said('3', { type: 'text', text: 'Done.' }),
  ])
  const trace = readTrace(text)
  expect(trace.system).toBe('Be brief.')
  expect(trace.messages.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'Go.' }],
    [{ type: 'thinking', thinking: 'Hm.' }, CALL],
    [RESULT],
    [{ type: 'text', text: 'And now?' }],
    'Done.',
  ])
  expect(trace.turns[0]).toMatchObject({ model: 'kimi-k2', usage: { input: 100, cacheRead: 80, output: 5 } })
  expect(trace.recordedEdits).toHaveLength(1)
})

it('the model of a session of Kimi Code is that of its request, else its alias; parts may be named by their step', () => {
  const told = (event: object) => ({ type: 'context.append_loop_event', event })
  const begin = [
    { type: 'metadata', protocol_version: '1.5' },
    { type: 'config.update', modelAlias: 'kimi-code/k' },
    { type: 'context.append_message', message: { role: 'user', content: 'Go.' } },
    told({ type: 'step.begin', uuid: 's', turnId: '0', step: 1 }),
  ]
  const part = told({
    type: 'content.part',
    uuid: 'p',
    turnId: '0',
    step: 1,
    part: { type: 'text', text: 'Done.' },
  })
  const asked = readTrace(lines([...begin, { type: 'llm.request', model: 'k3' }, part]))
  expect(asked.messages.map(({ content }) => content)).toEqual(['Go.', 'Done.'])
  expect(asked.turns[0]?.model).toBe('k3')
  const aliased = readTrace(lines([...begin, part]))
  expect(aliased.turns[0]?.model ?? aliased.model).toBe('kimi-code/k')
})

it('a session of Grok Build is read: reasoning, calls in a reply, searches of the provider, pictures', () => {
  const text = lines([
    { type: 'system', content: 'Be brief.' },
    { type: 'user', content: [{ type: 'text', text: 'Go.' }], prompt_index: 0 },
    { type: 'reasoning', id: 'r', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'e' },
    {
      type: 'assistant',
      content: '',
      tool_calls: [{ id: 'c', name: 'read', arguments: '{"path":"a"}' }],
      model_id: 'grok-4.5',
    },
    { type: 'tool_result', tool_call_id: 'c', content: 'A' },
    { type: 'backend_tool_call', kind: { tool_type: 'x_search', id: 'w', action: { query: 'q' } } },
    { type: 'tool_result', tool_call_id: 'w', content: 'Q', images: [{ type: 'image', url: 'AAAA' }] },
    { type: 'backend_tool_call', kind: { tool_type: 'web_search', id: 'x', action: { query: 'z' } } },
    { type: 'assistant', content: 'Done.', model_id: 'grok-4.5' },
  ])
  const trace = readTrace(text)
  expect(trace.source.name).toBe('openai-responses')
  expect([trace.system, trace.turns[0]?.model]).toEqual(['Be brief.', 'grok-4.5'])
  const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  expect(trace.messages.map(({ content }) => content)).toEqual([
    [{ type: 'text', text: 'Go.' }],
    [{ type: 'thinking', thinking: 'Hm.', signature: 'e' }, CALL],
    [RESULT],
    [{ type: 'tool_use', id: 'w', name: 'x_search', input: { query: 'q' } }],
    [{ type: 'tool_result', tool_use_id: 'w', content: [{ type: 'text', text: 'Q' }, picture] }],
    [
      { type: 'text', text: 'web_search({"query":"z"})' },
      { type: 'text', text: 'Done.' },
    ],
  ])
})

it('MSG-1 lists of messages are found deeper in a record, with other names and as JSON in a text', () => {
  const talk = [
    { role: 'user', content: 'Go.' },
    { role: 'agent', content: 'Done.' },
  ]
  const named = [
    { role: 'user', text: 'Go.' },
    { role: 'ai', text: 'Done.' },
  ]
  const blocks = talk.map(({ role, content }) => ({
    role: role === 'agent' ? 'assistant' : role,
    contentParts: [{ type: 'text', text: content }],
  }))
  const lc = (name: string, type: string, content: string) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain', 'schema', 'messages', name],
    kwargs: { content, type },
  })
  const state = [lc('HumanMessage', 'human', 'Go.'), lc('AIMessage', 'ai', 'Done.')]
  const span = {
    'mlflow.spanInputs': JSON.stringify({ messages: talk.slice(0, 1) }),
    'mlflow.spanOutputs': JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Done.' } }] }),
  }
  for (const row of [
    { index: 1, output: { status: 'completed', history: talk } },
    { instance_id: 'x', trajectory: named },
    { instance_id: 'x', messages: JSON.stringify(talk) },
    { 'chat-sessions-list': [], 'session:a': { messages: blocks } },
    { v: 1, channel_values: { messages: state } },
    { info: {}, data: { spans: [{ attributes: span }] } },
  ])
    expect(partsIn(readTrace(JSON.stringify(row)))).toEqual([
      ['user', 'Go.'],
      ['assistant', 'Done.'],
    ])
  const asked = { info: {}, data: { spans: [{ inputs: talk.slice(0, 1) }] } }
  expect(() => readTrace(JSON.stringify(asked))).toThrow('no known format')
})

it('MSG-1 what Cursor and Droid print for programs has its calls beside the messages', () => {
  const cursor = (type: string, more: object) => ({ type, session_id: 's', ...more })
  const message = (role: string, text: string) => ({ message: { role, content: [{ type: 'text', text }] } })
  const call = { args: { path: 'a' } }
  const result = { success: { content: 'A', totalLines: 1 } }
  const ofCursor = [
    cursor('system', { subtype: 'init', model: 'm' }),
    cursor('user', message('user', 'Go.')),
    cursor('tool_call', { subtype: 'started', call_id: 'c', tool_call: { readToolCall: call } }),
    cursor('tool_call', {
      subtype: 'completed',
      call_id: 'c',
      tool_call: { readToolCall: { ...call, result } },
    }),
    cursor('assistant', message('assistant', 'Done.')),
    cursor('result', { subtype: 'success', result: 'Done.' }),
  ]
  const ofDroid = [
    cursor('system', { subtype: 'init', model: 'm' }),
    cursor('message', { role: 'user', id: '1', text: 'Go.' }),
    cursor('tool_call', { id: 'c', toolName: 'read', parameters: { path: 'a' } }),
    cursor('tool_result', { id: 'c', isError: false, value: 'A' }),
    cursor('message', { role: 'assistant', id: '2', text: 'Done.' }),
    cursor('completion', { finalText: 'Done.' }),
  ]
  const withIds = ofDroid.map((line, index) => {
    const { id, session_id: sessionId, ...rest } = { id: '', ...line }
    return { ...rest, sessionId, id: `e${index}`, ...(id === 'c' && { toolCallId: id }) }
  })
  for (const log of [ofCursor, ofDroid, withIds]) {
    const trace = readTrace(lines(log))
    expect(trace.messages.map(({ content }) => content)).toEqual(['Go.', [CALL], [RESULT], 'Done.'])
    expect(trace.turns[0]?.model).toBe('m')
  }
})

const partsIn = ({ messages }: ReturnType<typeof readTrace>) =>
  messages.map((message) => [
    message.role,
    partsOf(message)
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join(''),
  ])

it('rows of a data set may have a question beside the messages and the tools, which are JSON in texts', () => {
  const schema = {
    type: 'object',
    properties: { path: { type: 'string', description: 'The file to read.' } },
  }
  const row = {
    uuid: 'u',
    subset_name: 'one',
    question: 'Which of the two files has the newer date, and by how much?',
    messages: JSON.stringify([
      { role: 'system', content: 'x' },
      { role: 'user', content: 'Which of the two files has the newer date, and by how much?' },
      { role: 'assistant', content: '', function_call: { name: 'read', arguments: '{"path":"a"}' } },
      { role: 'function', name: 'read', content: 'A' },
      { role: 'assistant', content: 'Done.' },
    ]),
    available_tools: JSON.stringify([
      { type: 'function', function: { name: 'read', description: 'Reads a file.', parameters: schema } },
    ]),
    target_tools: 'read',
  }
  const trace = readTrace(lines([row]))
  expect(trace.messages).toHaveLength(4)
  expect(trace.tools).toEqual([{ name: 'read', description: 'Reads a file.', input_schema: schema }])
  expect(trace.intake.problems).toEqual([])
  // others have the names alone
  expect(readTrace(lines([{ ...row, available_tools: ['read'] }])).tools).toEqual([])
})
