import { expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify

it('MSG-1 a history of browser-use has the page before each reply, and a result for each action', () => {
  const step = (output: object, result: readonly object[], more = {}) => ({
    model_output: output,
    result,
    state: { url: 'https://a.test', title: 'A', tabs: [{ title: 'A', url: 'https://a.test' }] },
    metadata: { step_end_time: 1_750_000_000.5, input_tokens: 3000, step_number: 1 },
    ...more,
  })
  const trace = readTrace(
    json({
      history: [
        step(
          {
            thinking: 'Look.',
            memory: 'm',
            next_goal: 'Open it.',
            action: [{ go_to_url: { url: 'https://a.test' } }, { wait: {} }],
          },
          [{ extracted_content: 'Opened.' }, { error: 'Too slow.' }],
          { state_message: 'An empty page.' },
        ),
        step({ current_state: { next_goal: 'Done.' }, action: [{ done: { text: 'It is open.' } }] }, [
          { is_done: true, extracted_content: 'It is open.' },
        ]),
      ],
    }),
  )
  expect(trace.messages.map(({ content }) => content)).toEqual([
    'An empty page.',
    [
      { type: 'thinking', thinking: 'Look.' },
      { type: 'text', text: 'memory: m\nnext_goal: Open it.' },
      { type: 'tool_use', id: 'step_0_0', name: 'go_to_url', input: { url: 'https://a.test' } },
      { type: 'tool_use', id: 'step_0_1', name: 'wait', input: {} },
    ],
    [
      { type: 'tool_result', tool_use_id: 'step_0_0', content: 'Opened.' },
      { type: 'tool_result', tool_use_id: 'step_0_1', content: 'Too slow.' },
    ],
    'A https://a.test\n- A https://a.test',
    [
      { type: 'text', text: 'next_goal: Done.' },
      { type: 'tool_use', id: 'step_1_0', name: 'done', input: { text: 'It is open.' } },
    ],
    [{ type: 'tool_result', tool_use_id: 'step_1_0', content: 'It is open.' }],
  ])
  expect(trace.turns[0]).toMatchObject({ time: 1_750_000_000_500, usage: { input: 3000 } })
})

it('MSG-1 rows of a database of Crush are read, each session by itself', () => {
  const row = (session_id: string, role: string, ...parts: readonly (readonly [string, object])[]) => ({
    id: 'm',
    session_id,
    role,
    parts: json(parts.map(([type, data]) => ({ type, data }))),
    model: role === 'assistant' ? 'claude-sonnet-4' : null,
    created_at: 1_758_048_034_696,
  })
  const rows = [
    row('a', 'user', ['text', { text: 'Which files?' }]),
    row(
      'a',
      'assistant',
      ['reasoning', { thinking: 'Look.', signature: '' }],
      ['text', { text: 'I look.' }],
      ['tool_call', { id: 'c', name: 'ls', input: '{"path":"."}', finished: true }],
      ['finish', { reason: 'tool_use', time: 1 }],
    ),
    row('b', 'user', ['text', { text: 'And you?' }]),
    row('a', 'tool', ['tool_result', { tool_call_id: 'c', name: 'ls', content: 'a.ts', is_error: false }]),
    row('a', 'assistant', ['finish', { reason: 'canceled', time: 2 }]),
    row('a', 'assistant', ['text', { text: 'Only a.ts.' }]),
  ]
  for (const text of [json(rows), rows.map((one) => json(one)).join('\n')]) {
    const [trace, other] = readTraces(text)
    expect(trace?.messages.map(({ content }) => content)).toEqual([
      'Which files?',
      [
        { type: 'thinking', thinking: 'Look.' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c', name: 'ls', input: { path: '.' } },
      ],
      [{ type: 'tool_result', tool_use_id: 'c', content: 'a.ts' }],
      'Only a.ts.',
    ])
    expect(trace?.turns[0]?.model).toBe('claude-sonnet-4')
    expect(other?.messages).toHaveLength(1)
  }
})

it('REC-1 the summary that Crush wrote is no reply', () => {
  const row = (role: string, text: string, is_summary_message: number) => ({
    session_id: 'a',
    role,
    parts: json([{ type: 'text', data: { text } }]),
    is_summary_message,
  })
  const trace = readTrace(
    json([
      row('user', 'Go.', 0),
      row('assistant', 'I looked.', 0),
      row('assistant', 'They looked.', 1),
      row('user', 'Go on.', 0),
      row('assistant', 'Done.', 0),
    ]),
  )
  expect(trace.messages.map(({ content }) => content)).toEqual(['Go.', 'I looked.', 'Go on.', 'Done.'])
  expect(trace.recordedEdits).toMatchObject([{ kind: 'compaction', turn: 1, summary: 'They looked.' }])
})

it.each([
  ['Python', 'original_input', 'generated_items', 'raw_item'],
  ['JavaScript', 'originalInput', 'generatedItems', 'rawItem'],
])('MSG-1 the state of a stopped run of the Agents SDK is read, as %s writes it', (_, input, items, raw) => {
  const made = [
    { type: 'function_call', call_id: 'c', name: 'ls', arguments: '{"path":"."}' },
    { type: 'function_call_output', call_id: 'c', output: 'a.ts' },
  ]
  const state = {
    $schemaVersion: '1.11',
    [input]: 'Which files?',
    [items]: made.map((item) => ({ type: 'x', [raw]: item })),
  }
  expect(readTrace(json(state)).messages.map(({ content }) => content)).toEqual([
    'Which files?',
    [{ type: 'tool_use', id: 'c', name: 'ls', input: { path: '.' } }],
    [{ type: 'tool_result', tool_use_id: 'c', content: 'a.ts' }],
  ])
})

it('MSG-1 of spans without messages the calls of each answer are read, with a warning', () => {
  const span = (second: number, span_data: object) => ({
    object: 'trace.span',
    id: `span_${second}`,
    trace_id: 't',
    started_at: `2026-06-28T10:49:0${second}Z`,
    ended_at: `2026-06-28T10:49:0${second + 1}Z`,
    span_data,
  })
  const tool = (input: string, output: string) => ({ type: 'function', name: 'ls', input, output })
  const answer = { type: 'response', response_id: 'r' }
  const spans = [
    { object: 'trace', id: 't', workflow_name: 'w' },
    span(1, tool('{"path":"a"}', 'x.ts')),
    span(0, answer),
    span(2, tool('{"path":"b"}', 'y.ts')),
    span(4, tool('{}', 'z.ts')),
    span(3, answer),
    span(5, answer),
  ]
  const trace = readTrace(spans.map((one) => json(one)).join('\n'))
  const call = (id: string, input: object) => ({ type: 'tool_use', id, name: 'ls', input })
  const result = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
  expect(trace.messages.map(({ content }) => content)).toEqual([
    [call('span_1', { path: 'a' }), call('span_2', { path: 'b' })],
    [result('span_1', 'x.ts'), result('span_2', 'y.ts')],
    [call('span_4', {})],
    [result('span_4', 'z.ts')],
  ])
  expect(trace.intake.problems).toMatchObject([{ code: 'only-calls' }])
})

it('MSG-1 the first line of a session of Hermes has its tools and its model', () => {
  const trace = readTrace(
    [
      {
        role: 'session_meta',
        tools: [{ type: 'function', function: { name: 'ls', parameters: { type: 'object' } } }],
        model: 'm',
        platform: 'cli',
      },
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'Done.' },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  )
  expect(trace.messages.map(({ content }) => content)).toEqual(['Go.', 'Done.'])
  expect(trace.tools.map(({ name }) => name)).toEqual(['ls'])
  expect(trace.model).toBe('m')
  expect(trace.intake.problems).toEqual([])
})

it('MSG-1 a run of Agno that goes on with its history is no conversation of its own', () => {
  const system = { role: 'system', content: 'Be brief.' }
  const said = (input: number, content: string, more = {}) => ({
    role: 'assistant',
    content,
    metrics: { input_tokens: input, output_tokens: 5, cache_read_tokens: 8 },
    ...more,
  })
  const go = { role: 'user', content: 'Go.', created_at: 1_700_000_000 }
  const copy = { from_history: true }
  const runs = [
    { run_id: '1', model: 'm', messages: [system, go, said(20, 'Done.')] },
    {
      run_id: '2',
      model: 'n',
      messages: [
        system,
        { ...go, ...copy },
        said(20, 'Done.', copy),
        { role: 'user', content: 'On.' },
        said(30, 'Yes.'),
      ],
    },
    { run_id: '3', model: 'm', messages: [system, { role: 'user', content: 'Else.' }, said(9, 'No.')] },
  ]
  const traces = readTraces(JSON.stringify({ session_id: 's', runs }))
  expect(traces.map(({ messages }) => messages.map(({ content }) => content))).toEqual([
    ['Go.', 'Done.', 'On.', 'Yes.'],
    ['Else.', 'No.'],
  ])
  expect(traces[0]?.system).toBe('Be brief.')
  expect(traces[0]?.turns.map(({ model, usage }) => [model, usage?.input, usage?.cacheRead])).toEqual([
    ['m', 20, 8],
    ['n', 30, 8],
  ])
})

it('MSG-1 the events of Junie are put together: each call with its tokens, each step once', () => {
  const told = (kind: string, more: object, timestampMs = 1_700_000_000_000) => ({
    kind: 'SessionA2uxEvent',
    event: { state: 'IN_PROGRESS', agentEvent: { kind, ...more } },
    timestampMs,
  })
  const used = (inputTokens: number) =>
    told('LlmResponseMetadataEvent', {
      modelUsage: [
        { model: 'small', inputTokens: 5, outputTokens: 1 },
        { model: 'm', inputTokens, outputTokens: 7, cacheInputTokens: 40, cacheCreateTokens: 3 },
      ],
    })
  const trace = readTrace(
    [
      { kind: 'UserPromptEvent', prompt: 'Go.', timestampMs: 1_700_000_000_000 },
      told('AgentCurrentStatusUpdatedEvent', { status: 'Sending LLM request' }),
      used(60),
      told('AgentThoughtBlockUpdatedEvent', { stepId: '0', text: 'Hm.' }),
      told('ToolBlockUpdatedEvent', { stepId: '1', text: 'Open a', status: 'IN_PROGRESS' }),
      told('ViewFilesBlockUpdatedEvent', { stepId: '1', files: [{ relativePath: 'a' }], details: 'A' }),
      told('TerminalBlockUpdatedEvent', { stepId: '2', command: 'ls', status: 'IN_PROGRESS' }),
      told('TerminalBlockUpdatedEvent', { stepId: '2', command: 'ls', output: 'a', status: 'COMPLETED' }),
      used(80),
      told('MarkdownBlockUpdatedEvent', { stepId: '3', textChunk: 'I ' }),
      told('MarkdownBlockUpdatedEvent', { stepId: '3', textChunk: 'test.' }),
      told('TerminalBlockUpdatedEvent', { stepId: '4', command: 'test', output: 'ok' }),
      told('ResultBlockUpdatedEvent', { stepId: '5', result: 'Done.' }),
    ]
      .map((line) => json(line))
      .join('\n'),
  )
  const use = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })
  const result = (id: string, content: string) => [{ type: 'tool_result', tool_use_id: id, content }]
  expect(trace.messages.map(({ content }) => content)).toEqual([
    'Go.',
    [
      { type: 'thinking', thinking: 'Hm.' },
      use('1', 'view_files', { files: [{ relativePath: 'a' }] }),
      use('2', 'terminal', { command: 'ls' }),
    ],
    [...result('1', 'A'), ...result('2', 'a')],
    [{ type: 'text', text: 'I test.' }, use('4', 'terminal', { command: 'test' })],
    result('4', 'ok'),
    'Done.',
  ])
  expect(trace.turns.map(({ model, usage }) => [model, usage?.input, usage?.cacheRead])).toEqual([
    ['m', 103, 40],
    ['m', 123, 40],
    [null, undefined, undefined],
  ])
})

it('MSG-1 an answer of Codebuff is all requests behind it, with the usage of one', () => {
  const user = { variant: 'user', content: 'Go.', timestamp: '2026-01-01T00:00:00Z' }
  const tool = { type: 'tool', toolCallId: 'c', toolName: 'read_files', input: { paths: ['a'] }, output: 'A' }
  const answer = (blocks: readonly object[]) => ({
    variant: 'ai',
    content: 'I look.',
    blocks,
    metadata: {
      model: 'm',
      usage: { inputTokens: 50, outputTokens: 5, cacheCreationInputTokens: 30, cacheReadInputTokens: 10 },
    },
  })
  const text = (content: string, more = {}) => ({ type: 'text', content, ...more })
  const agent = {
    type: 'agent',
    agentId: 'g',
    agentType: 'file-picker',
    initialPrompt: 'Find.',
    content: 'b',
  }
  const whole = readTrace(
    json([
      user,
      answer([text('Hm.', { textType: 'reasoning' }), text('I look.'), tool, agent, text('Done.')]),
      { variant: 'error', content: 'Broken.' },
    ]),
  )
  expect(whole.messages.map(({ content }) => content)).toEqual([
    'Go.',
    [
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'c', name: 'read_files', input: { paths: ['a'] } },
      { type: 'tool_use', id: 'g', name: 'file-picker', input: { prompt: 'Find.' } },
    ],
    [
      { type: 'tool_result', tool_use_id: 'c', content: 'A' },
      { type: 'tool_result', tool_use_id: 'g', content: 'b' },
    ],
    'Done.',
  ])
  expect(whole.turns.map(({ model, usage }) => [model, usage])).toEqual([
    ['m', null],
    ['m', null],
  ])
  const short = readTrace(json([user, answer([])]))
  expect(short.messages[1]?.content).toBe('I look.')
  expect(short.turns[0]?.usage).toMatchObject({ input: 90, output: 5, cacheRead: 10, cacheWrite: 30 })
})

it('MSG-1 chats of big-AGI have their fragments: texts, attached documents, thoughts, calls and results', () => {
  const part = (pt: string, more: object) => ({ ft: 'content', part: { pt, ...more } })
  const chat = {
    id: 'c',
    messages: [
      {
        role: 'user',
        created: 1_750_000_000_000,
        fragments: [
          part('text', { text: 'Read it.' }),
          { ft: 'attachment', part: { pt: 'doc', data: { idt: 'text', text: 'The file.' } } },
        ],
      },
      {
        role: 'assistant',
        created: 1_750_000_001_000,
        generator: {
          mgt: 'aix',
          name: 'GPT',
          aix: { mId: 'gpt-4o' },
          metrics: { TIn: 40, TCacheRead: 10, TOut: 5 },
        },
        fragments: [
          { ft: 'void', part: { pt: 'ma', aText: 'Hm.' } },
          part('tool_invocation', {
            id: 'a',
            invocation: { type: 'function_call', name: 'find', args: '{"q":1}' },
          }),
          part('tool_response', {
            id: 'a',
            error: false,
            response: { type: 'function_call', result: 'one' },
          }),
        ],
      },
      { role: 'assistant', fragments: [part('text', { text: 'Found.' })] },
    ],
  }
  const { messages, turns } = readTrace(json({ conversations: [chat], folders: {} }))
  expect(messages).toEqual([
    { role: 'user', content: 'Read it.\n\nThe file.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'tool_use', id: 'a', name: 'find', input: { q: 1 } },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one' }] },
    { role: 'assistant', content: 'Found.' },
  ])
  expect(turns[0]).toMatchObject({ model: 'gpt-4o', usage: { input: 50, cacheRead: 10, output: 5 } })
})

it('MSG-1 activities of Jules are its messages, its plan, its steps and what its commands printed', () => {
  const ran = { bashOutput: { command: 'npm test', output: '2 passed', exitCode: 0 } }
  const activities = [
    {
      originator: 'agent',
      planGenerated: { plan: { steps: [{ title: 'Look' }, { title: 'Mend', description: 'a.ts' }] } },
    },
    { originator: 'user', userMessaged: { userMessage: 'Go on.' }, createTime: '2026-01-01T00:00:00Z' },
    { originator: 'agent', progressUpdated: { title: 'Tests' }, artifacts: [ran] },
    { originator: 'system', sessionCompleted: {} },
    { originator: 'agent', agentMessaged: { agentMessage: 'Done.' } },
  ]
  const { messages } = readTrace(json({ session: { prompt: 'Mend it.' }, activities }))
  expect(messages.map(({ content }) => content)).toEqual([
    'Mend it.',
    '1. Look\n2. Mend\na.ts',
    'Go on.',
    [
      { type: 'text', text: 'Tests' },
      { type: 'tool_use', id: 'command_2_0', name: 'bash', input: { command: 'npm test' } },
    ],
    [{ type: 'tool_result', tool_use_id: 'command_2_0', content: '2 passed' }],
    'Done.',
  ])
})

it('MSG-1 threads and sessions that the Agent Framework stores in Python are read', () => {
  const message = (role: string, ...contents: object[]) => ({
    type: 'chat_message',
    role: { type: 'role', value: role },
    contents,
  })
  const messages = [
    message('user', { type: 'text', text: 'Go.' }),
    message('assistant', { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' }),
    message('tool', { type: 'function_result', call_id: 'a', result: 'one' }),
  ]
  for (const stored of [
    { type: 'agent_thread', chat_message_store_state: { messages } },
    { type: 'session', session_id: 's', state: { memory: { messages } } },
  ])
    expect(readTrace(json(stored)).messages).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'one' }] },
    ])
})

it('MSG-1 who speaks may be named as a machine, or as the kind of the message', () => {
  const rows = [
    [
      { sender: 'User', text: 'Go.' },
      { sender: 'Machine', text: 'Done.' },
    ],
    {
      messages: [
        { type: 'user_message', text: 'Go.' },
        { type: 'assistant_message', text: 'Done.' },
      ],
    },
  ]
  for (const value of rows)
    expect(readTrace(json(value)).messages).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'Done.' },
    ])
})
