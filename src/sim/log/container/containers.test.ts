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

  it('come from observations of Langfuse, the newest first, with JSON in texts', () => {
    const observation = (startTime: string, input: unknown, output: unknown) => ({
      traceId: 't',
      type: 'GENERATION',
      startTime,
      model: 'm',
      usageDetails: { input: 50, input_cached_tokens: 40, cache_creation_input_tokens: 10, total: 100 },
      input: json(input),
      output: json(output),
    })
    const first = observation('2026-01-01T00:00:01Z', [go], asked)
    const second = observation(
      '2026-01-01T00:00:02Z',
      { messages: [go, asked, answered] },
      { content: 'Done.' },
    )
    const tool = { traceId: 't', type: 'SPAN', startTime: '2026-01-01T00:00:01Z', input: 'a', output: 'A' }
    for (const text of [
      json([second, tool, first]),
      json({ trace: { id: 't' }, observations: [second, tool, first] }),
      json({ data: [second, tool, first], meta: { page: 1 } }),
      [second, tool, first].map((one) => json(one)).join('\n'),
    ]) {
      const trace = readTrace(text)
      expect(trace.messages).toEqual(PAIR)
      expect(trace.turns.map(({ usage: used }) => [used?.input, used?.cacheRead])).toEqual([
        [100, 40],
        [100, 40],
      ])
      expect(trace.intake.inferred).toContain(said)
    }
  })

  it('come from runs of LangSmith, with messages of OpenAI or of LangChain', () => {
    const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }]
    const run = (start_time: string, inputs: unknown, outputs: unknown) => ({
      run_type: 'llm',
      trace_id: 't',
      start_time,
      inputs,
      outputs,
      extra: { invocation_params: { model: 'm', tools } },
      prompt_tokens: 100,
      prompt_token_details: { cache_read: 30 },
      completion_tokens: 5,
    })
    const chain = { run_type: 'chain', inputs: { messages: [go] }, outputs: { messages: [go, done] } }
    const made = (kind: string, kwargs: unknown) => ({
      lc: 1,
      type: 'constructor',
      id: ['langchain', 'schema', 'messages', kind],
      kwargs,
    })
    const human = made('HumanMessage', { content: 'Go.' })
    const calls = made('AIMessage', {
      content: '',
      tool_calls: [{ name: 'read', args: { path: 'a' }, id: 'c' }],
    })
    const result = made('ToolMessage', { content: 'A', tool_call_id: 'c' })
    const generated = (message: unknown) => ({ generations: [[{ text: '', message }]] })
    const pairs = [
      [
        run('1', { messages: [go] }, { choices: [{ message: asked }] }),
        run('2', { messages: [go, asked, answered] }, { messages: [done] }),
      ],
      [
        run('1', { messages: [[human]] }, generated(calls)),
        run('2', { messages: [[human, calls, result]] }, generated(made('AIMessage', { content: 'Done.' }))),
      ],
    ]
    for (const [first, second] of pairs) {
      for (const text of [json({ runs: [second, chain, first] }), json([chain, first, second])]) {
        const trace = readTrace(text)
        expect(trace.messages).toEqual(PAIR)
        expect(trace.tools.map(({ name }) => name)).toEqual(['read'])
        expect(trace.intake.inferred).toContain(said)
      }
    }
  })

  it('come from a session of Goose, exported, streamed, or compacted', () => {
    const text = (words: string) => [{ type: 'text', text: words }]
    const call = {
      type: 'toolRequest',
      id: 'c',
      toolCall: { status: 'success', value: { name: 'read', arguments: { path: 'a' } } },
    }
    const value = { content: text('A'), isError: false }
    const result = { type: 'toolResponse', id: 'c', toolResult: { status: 'success', value } }
    const message = (role: string, content: unknown, more: object = {}) => ({
      role,
      created: 1_771_715_822,
      content,
      ...more,
    })
    const conversation = [
      message('User', text('Go.')),
      message('Assistant', [call]),
      message('User', [result]),
      message('Assistant', text('Done.')),
    ]
    const model_config = { model_name: 'claude-sonnet-4-5' }
    const exported = readTrace(json({ id: '1', name: 'Read', model_config, conversation }))
    const texts = PAIR.map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? text(content) : content,
    }))
    expect(exported.messages).toEqual(texts)
    expect(exported.intake.inferred[0]).toBe('The conversation was taken from a session of Goose.')

    const pieces = [
      ...conversation.slice(0, 3).map((one) => ({ ...one, role: one.role.toLowerCase() })),
      message('assistant', text('Do'), { id: 'x' }),
      message('assistant', text('ne.'), { id: 'x' }),
    ]
    const events = [
      ...pieces.map((one) => ({ type: 'message', message: one })),
      { type: 'complete', total_tokens: 9 },
    ]
    expect(readTrace(events.map((one) => json(one)).join('\n')).messages).toEqual(texts)

    const gone = { metadata: { userVisible: true, agentVisible: false } }
    const only = { metadata: { userVisible: false, agentVisible: true } }
    const compacted = readTrace(
      json({
        conversation: [
          ...conversation.map((one) => ({ ...one, ...gone })),
          message('user', text('It read a.'), only),
          message('user', text('Go on.')),
          message('assistant', text('Yes.')),
        ],
      }),
    )
    expect(compacted.recordedEdits).toMatchObject([{ kind: 'compaction', summary: 'It read a.' }])
    expect(compacted.turns.length).toBe(3)
  })

  it('REC-1 come from a session of Goose that was compacted twice, without what its client said then', () => {
    const message = (role: string, text: string, userVisible: boolean, agentVisible: boolean) => ({
      role,
      created: 1_771_715_822,
      content: [{ type: 'text', text }],
      metadata: { userVisible, agentVisible },
    })
    const conversation = [
      message('user', 'Go.', true, false),
      message('assistant', 'I looked.', true, false),
      message('user', 'And now?', true, false),
      message('user', 'They looked.', false, false),
      message('assistant', 'Your context was compacted.', false, false),
      message('user', 'And now?', false, false),
      message('assistant', 'I wrote.', true, false),
      message('user', 'They wrote.', false, true),
      message('assistant', 'Your context was compacted.', false, true),
      message('user', 'Go on.', true, true),
      message('assistant', 'Done.', true, true),
    ]
    const trace = readTrace(json({ name: 'A', conversation }))
    expect(trace.messages.flatMap(({ role, content }) => `${role} ${json(content)}`)).toEqual([
      'user [{"type":"text","text":"Go."}]',
      'assistant [{"type":"text","text":"I looked."}]',
      'user [{"type":"text","text":"And now?"}]',
      'assistant [{"type":"text","text":"I wrote."}]',
      'user [{"type":"text","text":"Go on."}]',
      'assistant [{"type":"text","text":"Done."}]',
    ])
    expect(trace.recordedEdits).toMatchObject([
      { kind: 'compaction', summary: 'They looked.' },
      { kind: 'compaction', summary: 'They wrote.' },
    ])
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
    expect(json(trace.messages)).toBe(json(PAIR).replaceAll('"c"', '"text_call_1"'))
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

  it('come from attributes of spans, one for each field', () => {
    const fields = {
      'gen_ai.request.model': 'm',
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Go.',
      'gen_ai.prompt.1.role': 'assistant',
      'gen_ai.prompt.1.tool_calls.0.id': 'c',
      'gen_ai.prompt.1.tool_calls.0.name': 'read',
      'gen_ai.prompt.1.tool_calls.0.arguments': '{"path":"a"}',
      'gen_ai.prompt.2.role': 'tool',
      'gen_ai.prompt.2.tool_call_id': 'c',
      'gen_ai.prompt.2.content': 'A',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'Done.',
      'gen_ai.usage.input_tokens': 100,
    }
    expect(readTrace(json({ name: 'chat', attributes: fields })).messages).toEqual(PAIR)
    const call = { tool_call: { id: 'c', function: { name: 'read', arguments: '{"path":"a"}' } } }
    const nested = {
      llm: {
        model_name: 'm',
        input_messages: [
          { message: { role: 'user', contents: [{ message_content: { type: 'text', text: 'Go.' } }] } },
          { message: { role: 'assistant', tool_calls: [call] } },
          { message: { role: 'tool', tool_call_id: 'c', content: 'A' } },
        ],
        output_messages: [{ message: { role: 'assistant', content: 'Done.' } }],
        token_count: { prompt: 100 },
      },
    }
    const trace = readTrace(json({ span_kind: 'LLM', attributes: nested }))
    expect(trace.messages).toEqual(PAIR)
    expect(trace.turns.at(-1)).toMatchObject({ model: 'm', usage: { input: 100 } })
  })

  it('come from a ChatGPT export that names no current message: the newest', () => {
    const node = (parent: string | null, role: string, words: string, create_time: number) => ({
      parent,
      message: { author: { role }, content: { parts: [words] }, create_time },
    })
    const mapping = { b: node('a', 'assistant', 'Done.', 2), a: node(null, 'user', 'Go.', 1) }
    expect(readTrace(json({ conversation_id: 'x', mapping })).messages).toEqual([PAIR[0], PAIR[3]])
  })

  it('come from an export of Claude, a reply cut where its tool answers', () => {
    const chat_messages = [
      { sender: 'human', text: 'Go.', content: [{ type: 'text', text: 'Go.' }], attachments: [] },
      {
        sender: 'assistant',
        text: '',
        content: [
          { type: 'tool_use', id: 'c', name: 'read', input: { path: 'a' } },
          { type: 'tool_result', tool_use_id: 'c', name: 'read', content: [{ type: 'text', text: 'A' }] },
          { type: 'text', text: 'Done.' },
        ],
      },
    ]
    expect(readTrace(json([{ uuid: 'u', name: 'A chat', chat_messages }])).messages).toEqual(PAIR)
  })

  it('come from the samples of an evaluation log of Inspect, with usage and long texts kept apart', () => {
    const messages = [
      { id: '1', role: 'user', content: 'Go.', source: 'input' },
      {
        id: '2',
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c', function: 'read', arguments: { path: 'a' } }],
        model: 'm',
      },
      { id: '3', role: 'tool', tool_call_id: 'c', function: 'read', content: 'attachment://f00' },
      { id: '4', role: 'assistant', content: [{ type: 'text', text: 'Done.' }], model: 'm' },
    ]
    const event = (id: string, input_tokens: number, input_tokens_cache_read: number) => ({
      event: 'model',
      model: 'p/m',
      tools: [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }],
      output: {
        choices: [{ message: { id } }],
        usage: { input_tokens, input_tokens_cache_read, output_tokens: 5 },
      },
    })
    const sample = { id: 7, epoch: 1, input: 'Go.', attachments: { f00: 'A' }, messages }
    const events = [event('2', 100, 0), event('4', 20, 100)]
    const samples = [
      { ...sample, events },
      { ...sample, id: 8 },
    ]
    const traces = readTraces(json({ version: 2, status: 'success', eval: { model: 'p/m' }, samples }))
    const [first, second] = traces
    expect(traces).toHaveLength(2)
    expect(first?.messages).toEqual([
      ...PAIR.slice(0, 3),
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ])
    expect(first?.tools.map(({ name }) => name)).toEqual(['read'])
    // what was read from the cache is beside the fresh tokens there
    expect(first?.turns.map((turn) => turn.usage?.input)).toEqual([100, 120])
    expect(second?.turns.map((turn) => turn.usage)).toEqual([null, null])
  })

  it('TOK-2 come from older logs of Inspect, whose messages have no ids, with usage by their words', () => {
    const said = (content: string) => ({ role: 'assistant', content, source: 'generate' })
    const event = (content: string, input_tokens: number, second: number) => ({
      event: 'model',
      timestamp: `2025-03-05T13:36:5${second}-08:00`,
      model: 'p/m',
      output: {
        model: 'm',
        choices: [{ message: said(content) }],
        usage: { input_tokens, output_tokens: 5 },
      },
    })
    const messages = [
      { role: 'user', content: 'Go.' },
      said('Once.'),
      { role: 'user', content: 'Again.' },
      said('Once.'),
    ]
    const events = [event('A grade.', 7, 0), event('Once.', 100, 2), event('Once.', 130, 4)]
    const sample = { id: 1, epoch: 1, input: 'Go.', messages, events }
    const { turns } = readTrace(json({ version: 2, eval: { model: 'p/m' }, samples: [sample] }))
    expect(turns.map(({ model, usage, time }) => [model, usage?.input, time])).toEqual([
      ['m', 100, Date.UTC(2025, 2, 5, 21, 36, 52)],
      ['m', 130, Date.UTC(2025, 2, 5, 21, 36, 54)],
    ])
  })

  it('come from a trajectory in the interchange format of agents', () => {
    const steps = [
      { step_id: 1, source: 'system', message: 'Be brief.' },
      { step_id: 2, source: 'user', message: 'Go.' },
      {
        step_id: 3,
        source: 'agent',
        message: '',
        tool_calls: [{ tool_call_id: 'c', function_name: 'read', arguments: { path: 'a' } }],
        observation: { results: [{ source_call_id: 'c', content: 'A' }] },
        metrics: { prompt_tokens: 100, completion_tokens: 5, cached_tokens: 60 },
      },
      { step_id: 4, source: 'agent', message: 'Done.' },
    ]
    const agent = { name: 'a', version: '1', model_name: 'm' }
    const trace = readTrace(json({ schema_version: 'ATIF-v1.7', session_id: 's', agent, steps }))
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages).toEqual(PAIR)
    expect(trace.turns[0]).toMatchObject({ model: 'm', usage: { input: 100, cacheRead: 60, output: 5 } })
  })

  it('come from a message history of Pydantic AI', () => {
    const history = [
      {
        kind: 'request',
        parts: [
          { part_kind: 'system-prompt', content: 'Be brief.' },
          { part_kind: 'user-prompt', content: 'Go.' },
        ],
      },
      {
        kind: 'response',
        model_name: 'm',
        usage: { input_tokens: 100, output_tokens: 5, cache_read_tokens: 20, cache_write_tokens: 70 },
        parts: [{ part_kind: 'tool-call', tool_name: 'read', tool_call_id: 'c', args: '{"path":"a"}' }],
      },
      {
        kind: 'request',
        parts: [{ part_kind: 'tool-return', tool_name: 'read', tool_call_id: 'c', content: 'A' }],
      },
      { kind: 'response', parts: [{ part_kind: 'text', content: 'Done.' }] },
    ]
    const trace = readTrace(json(history))
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages).toEqual(PAIR)
    expect(trace.turns[0]).toMatchObject({ model: 'm', usage: { input: 100, cacheRead: 20, cacheWrite: 70 } })
    expect(readTrace(history.map((one) => json(one)).join('\n')).messages).toEqual(PAIR)
  })

  it('come from a session of the Agent Development Kit, in either spelling', () => {
    const events = [
      { author: 'user', content: { role: 'user', parts: [{ text: 'Go.' }] } },
      { author: 'root', partial: true, content: { role: 'model', parts: [{ text: 'Don' }] } },
      {
        author: 'root',
        content: { role: 'model', parts: [{ functionCall: { id: 'c', name: 'read', args: { path: 'a' } } }] },
        usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5, thoughtsTokenCount: 7 },
      },
      {
        author: 'root',
        content: {
          role: 'user',
          parts: [{ function_response: { id: 'c', name: 'read', response: { result: 'A' } } }],
        },
      },
      { author: 'root', content: { role: 'model', parts: [{ text: 'Done.' }] } },
    ]
    const result = { type: 'tool_result', tool_use_id: 'c', content: '{"result":"A"}' }
    for (const session of [{ id: 's', appName: 'a', userId: 'u', events }, { sessionEvents: events }]) {
      const trace = readTrace(json(session))
      expect(trace.messages).toEqual([PAIR[0], PAIR[1], { role: 'user', content: [result] }, PAIR[3]])
      expect(trace.turns[0]?.usage).toMatchObject({ input: 100, output: 12 })
    }
  })

  it('come from a session of OpenCode, each step with its usage', () => {
    const tool = { type: 'tool', callID: 'c', tool: 'read', state: { input: { path: 'a' }, output: 'A' } }
    const tokens = (input: number, read: number) => ({ input, output: 5, cache: { read, write: 0 } })
    const messages = [
      { info: { role: 'user', time: { created: 1 } }, parts: [{ type: 'text', text: 'Go.' }] },
      {
        info: { role: 'assistant', modelID: 'm' },
        parts: [
          { type: 'step-start' },
          tool,
          { type: 'step-finish', tokens: tokens(100, 0) },
          { type: 'step-start' },
          { type: 'text', text: 'Done.' },
          { type: 'step-finish', tokens: { ...tokens(20, 100), reasoning: 7, total: 132 } },
        ],
      },
    ]
    const trace = readTrace(json({ info: { id: 's', title: 'T' }, messages }))
    expect(trace.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      ...PAIR.slice(1),
    ])
    expect(trace.turns.map(({ model, usage }) => [model, usage?.input, usage?.output])).toEqual([
      ['m', 100, 5],
      ['m', 120, 12],
    ])
  })

  it('come from the newest branch of a session of Pi', () => {
    const entry = (id: string, parentId: string | null, message: object) =>
      json({ type: 'message', id, parentId, message })
    const text = (words: string) => [{ type: 'text', text: words }]
    const call = { type: 'toolCall', id: 'c', name: 'read', arguments: { path: 'a' } }
    const lines = [
      json({ type: 'session', version: 3, id: 's', cwd: '/x' }),
      entry('1', null, { role: 'user', content: 'Go.' }),
      json({ type: 'model_change', id: '2', parentId: '1', modelId: 'm' }),
      entry('3', '2', { role: 'assistant', content: text('Left behind.') }),
      entry('4', '2', {
        role: 'assistant',
        model: 'm',
        content: [call],
        usage: { input: 10, cacheRead: 80, cacheWrite: 10, output: 5 },
      }),
      entry('5', '4', { role: 'toolResult', toolCallId: 'c', toolName: 'read', content: text('A') }),
      entry('6', '5', { role: 'assistant', content: text('Done.') }),
    ]
    const trace = readTrace(lines.join('\n'))
    expect(json(trace.messages)).toBe(
      json([
        PAIR[0],
        PAIR[1],
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: text('A') }] },
        { role: 'assistant', content: text('Done.') },
      ]),
    )
    expect(trace.turns[0]).toMatchObject({ model: 'm', usage: { input: 100, cacheRead: 80, cacheWrite: 10 } })
  })

  it('REC-1 come from a session of Pi without calls of tools, too', () => {
    const entry = (id: string, parentId: string | null, rest: object) => json({ id, parentId, ...rest })
    const said = (role: string, content: string) => ({
      type: 'message',
      message: { role, content, usage: { input: 7, cacheRead: 0, cacheWrite: 0, output: 2 } },
    })
    const lines = [
      json({ type: 'session', version: 3, id: 's', cwd: '/x' }),
      entry('1', null, said('user', 'Go.')),
      entry('2', '1', said('assistant', 'Left behind.')),
      entry('3', '1', said('assistant', 'Which way?')),
      entry('4', '3', { type: 'compaction', summary: 'They began.', tokensBefore: 40 }),
      entry('5', '4', said('user', 'North.')),
      entry('6', '5', said('assistant', 'Done.')),
    ]
    const trace = readTrace(lines.join('\n'))
    expect(trace.messages.map(({ role, content }) => `${role} ${json(content)}`)).toEqual([
      'user "Go."',
      'assistant "Which way?"',
      'user "North."',
      'assistant "Done."',
    ])
    expect(trace.turns.map(({ usage }) => usage?.input)).toEqual([7, 7])
    expect(trace.recordedEdits).toMatchObject([{ kind: 'compaction', tokensBefore: 40 }])
  })

  it('REC-1 come from a session of Pi with what its client added and compacted, and across a broken line', () => {
    const entry = (id: string, parentId: string | null, rest: object) => json({ id, parentId, ...rest })
    const message = (role: string, content: unknown) => ({ type: 'message', message: { role, content } })
    const lines = [
      entry('1', null, message('user', 'Go.')),
      entry('2', '1', message('assistant', [{ type: 'toolCall', id: 'c', name: 'read', arguments: {} }])),
      `{"id":"3","parentId":"2","message":{"content":"\\*"}}`,
      entry('4', '3', message('user', 'And?')),
      entry('5', '4', { type: 'compaction', summary: 'They read a.', tokensBefore: 900 }),
      entry('6', '5', { type: 'custom_message', content: 'The tests fail.' }),
      entry('7', '6', { type: 'branch_summary', summary: 'Another way failed.' }),
      entry('8', '7', message('assistant', 'Done.')),
    ]
    const trace = readTrace(lines.join('\n'))
    expect(trace.messages.map(({ role, content }) => `${role} ${json(content)}`)).toEqual([
      'user "Go."',
      'assistant [{"type":"tool_use","id":"c","name":"read","input":{}}]',
      'user "And?"',
      'user "The tests fail."',
      'user "Another way failed."',
      'assistant "Done."',
    ])
    expect(trace.recordedEdits).toMatchObject([
      { kind: 'compaction', turn: 1, tokensBefore: 900, summary: 'They read a.' },
    ])
  })

  it('REC-1 come from a session of OpenCode, whose summaries are no replies', () => {
    const said = (role: string, text: string, info = {}) => ({
      info: { role, ...info },
      parts: [{ type: 'text', text }],
    })
    const messages = [
      said('user', 'Go.'),
      said('assistant', 'I looked.'),
      { info: { role: 'user' }, parts: [{ type: 'compaction', auto: true }] },
      said('assistant', 'They looked.', { summary: true }),
      said('user', 'Go on.'),
      said('assistant', 'Done.'),
    ]
    const trace = readTrace(json({ info: { title: 'A' }, messages }))
    expect(trace.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(trace.recordedEdits).toMatchObject([{ kind: 'compaction', turn: 1, summary: 'They looked.' }])
  })

  it('come from a chat of Visual Studio Code, with the rounds of its calls', () => {
    const laid = { node: { children: [{ text: 'A' }] } }
    const requests = [
      {
        message: { text: 'Go.' },
        modelId: 'm',
        response: [{ value: 'Done.' }],
        result: {
          metadata: {
            toolCallRounds: [
              { response: '', toolCalls: [{ id: 'c', name: 'read', arguments: '{"path":"a"}' }] },
              { response: 'Done.', toolCalls: [] },
            ],
            toolCallResults: { c: { content: [{ value: laid }] } },
          },
        },
      },
      { message: { text: 'Go.' }, response: [{ value: 'Done' }, { value: '.' }] },
    ]
    expect(readTrace(json({ requesterUsername: 'u', requests })).messages).toEqual([
      ...PAIR,
      PAIR[0],
      PAIR[3],
    ])
  })

  it('come from a chat that Visual Studio Code keeps as its changes', () => {
    const round = (response: string, ...toolCalls: object[]) => ({ response, toolCalls })
    const toolCallRounds = [round('', { id: 'c', name: 'read', arguments: '{"path":"a"}' }), round('Done.')]
    const metadata = { toolCallRounds, toolCallResults: { c: { content: [{ value: 'A' }] } } }
    const request = (text: string) => ({ message: { text }, response: [{ value: 'Left.' }] })
    const lines = [
      { kind: 0, v: { version: 3, sessionId: 's', requests: [] } },
      { kind: 2, k: ['requests'], v: [request('Go.')] },
      { kind: 2, k: ['requests', 0, 'response'], v: [{ value: 'Done.' }], i: 0 },
      { kind: 1, k: ['requests', 0, 'modelId'], v: 'm' },
      { kind: 1, k: ['requests', 0, 'result'], v: { metadata, usage: { promptTokens: 90 } } },
      { kind: 2, k: ['requests'], v: [request('Go.')] },
      {
        kind: 2,
        k: ['requests', 1, 'response'],
        v: [{ kind: 'thinking', value: 'Hm.' }, { value: 'Done.' }],
        i: 0,
      },
    ]
    const trace = readTrace(lines.map((line) => json(line)).join('\n'))
    const thought = { type: 'thinking', thinking: 'Hm.' }
    expect(trace.messages).toEqual([
      ...PAIR,
      PAIR[0],
      { role: 'assistant', content: [thought, { type: 'text', text: 'Done.' }] },
    ])
    expect(trace.turns.map(({ usage, model }) => [usage?.input, model])).toEqual([
      [undefined, 'm'],
      [90, 'm'],
      [undefined, null],
    ])
  })

  it('come from the events of GitHub Copilot in a terminal, with sub-agents apart', () => {
    const event = (type: string, data: object, rest = {}) => json({ type, data, ...rest })
    const request = { toolCallId: 'c', name: 'read', arguments: { path: 'a' } }
    const lines = [
      event('session.start', { selectedModel: 'm-1' }),
      event('system.message', { content: 'Be brief.' }),
      event('user.message', { content: 'Go', transformedContent: 'Go.' }),
      event('assistant.message', { content: '', reasoningText: 'Hm.', toolRequests: [request] }),
      event('tool.execution_start', request),
      event('assistant.message', { content: 'I help.' }, { agentId: 'x' }),
      event('tool.execution_complete', { toolCallId: 'c', success: true, result: { content: 'A' } }),
      event('session.compaction_complete', { summaryContent: 'They read a.', preCompactionTokens: 900 }),
      event('session.model_change', { newModel: 'm-2' }),
      event('assistant.message', { content: 'Done.' }),
    ]
    const [main, side] = readTraces(lines.join('\n'))
    const [go, asked, told, done] = PAIR
    const thought = { type: 'thinking', thinking: 'Hm.' }
    expect(main?.system).toBe('Be brief.')
    expect(main?.messages).toEqual([
      go,
      { role: 'assistant', content: [thought, ...(asked?.content ?? [])] },
      told,
      done,
    ])
    expect(main?.turns.map(({ model }) => model)).toEqual(['m-1', 'm-2'])
    expect(main?.recordedEdits).toMatchObject([{ turn: 1, tokensBefore: 900, summary: 'They read a.' }])
    expect(side?.messages).toEqual([{ role: 'assistant', content: 'I help.' }])
  })

  it('come from the debug log of Copilot in VS Code, with the tokens of each request and the results by their calls', () => {
    const event = (type: string, spanId: string, attrs: object, rest = {}) =>
      json({
        ts: 1_750_000_000_000,
        dur: 5,
        sid: 's',
        type,
        name: type,
        spanId,
        status: 'ok',
        attrs,
        ...rest,
      })
    const reply = (...parts: object[]) => ({ response: json([{ role: 'assistant', parts }]) })
    const call = (id: string, path: string) => ({
      type: 'tool_call',
      id,
      name: 'read',
      arguments: json({ path }),
    })
    const result = (spanId: string, path: string, text: string) =>
      event('tool_call', spanId, { args: json({ path }), result: text }, { name: 'read' })
    const request = (spanId: string, inputTokens: number) =>
      event('llm_request', spanId, { model: 'm', inputTokens, outputTokens: 9, cachedTokens: 100 })
    const lines = [
      event('discovery', 'd', { details: 'Loaded 3 agents' }),
      event('user_message', 'u', { content: 'Go.' }),
      request('x', 900),
      event(
        'agent_response',
        'agent-msg-x',
        reply({ type: 'text', content: 'I look.' }, call('a', '1'), call('b', '2')),
      ),
      // The second call ended first.
      result('t2', '2', 'two'),
      result('t1', '1', 'one'),
      request('y', 950),
      // Cut within a later part, and before a call.
      event('agent_response', 'agent-msg-y', {
        response: `${json([
          {
            role: 'assistant',
            parts: [
              { type: 'text', content: 'Again.' },
              { type: 'text', content: 'long' },
            ],
          },
        ]).slice(0, -6)}[truncated]`,
      }),
      result('t3', '3', 'three'),
      event('agent_response', 'agent-msg-z', {
        response: '[{"role":"assistant","parts":[{"type":"text","content":"It \\"is[truncated]',
      }),
    ]
    const { messages, turns, intake } = readTrace(lines.join('\n'))
    const used = (id: string, path: string) => ({ type: 'tool_use', id, name: 'read', input: { path } })
    const got = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
    expect(messages).toEqual([
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, used('a', '1'), used('b', '2')] },
      { role: 'user', content: [got('b', 'two'), got('a', 'one')] },
      { role: 'assistant', content: [{ type: 'text', text: 'Again.' }, used('t3', '3')] },
      { role: 'user', content: [got('t3', 'three')] },
      { role: 'assistant', content: 'It "is[truncated]' },
    ])
    expect(turns.map(({ usage, model }) => [usage?.input, usage?.cacheRead, model])).toEqual([
      [900, 100, 'm'],
      [950, 100, 'm'],
      [undefined, undefined, null],
    ])
    expect(intake.problems).toMatchObject([
      {
        severity: 'warning',
        line: 8,
        message: '2 of 10 records have a text that Copilot cut after 5,000 characters',
      },
    ])
  })

  it('come from a transcript of Cursor, which names who speaks beside the message and gives calls no ids', () => {
    const line = (role: string, ...content: object[]) => json({ role, message: { content } })
    const said = (text: string) => ({ type: 'text', text })
    const read = { type: 'tool_use', name: 'read', input: { path: 'a' } }
    const lines = [
      line('user', said('Go and read the file that I named.')),
      line('assistant', said('I read that file twice, to be sure.'), read, read),
    ]
    expect(readTrace(lines.join('\n')).messages).toEqual([
      { role: 'user', content: [said('Go and read the file that I named.')] },
      {
        role: 'assistant',
        content: [
          said('I read that file twice, to be sure.'),
          { ...read, id: 'call_1' },
          { ...read, id: 'call_2' },
        ],
      },
    ])
  })

  it('come from a session of Qwen Code, without its sub-agents', () => {
    const line = (type: string, parts: object[], rest: object = {}) =>
      json({
        uuid: 'u',
        sessionId: 's',
        type,
        message: { role: type === 'user' ? 'user' : 'model', parts },
        ...rest,
      })
    const lines = [
      line('user', [{ text: 'Go.' }]),
      line('assistant', [{ functionCall: { id: 'c', name: 'read', args: { path: 'a' } } }], {
        model: 'm',
        usageMetadata: { promptTokenCount: 90, cachedContentTokenCount: 50, candidatesTokenCount: 5 },
      }),
      line('assistant', [{ text: 'I help.' }], { isSidechain: true }),
      line('tool_result', [{ functionResponse: { id: 'c', name: 'read', response: { output: 'A' } } }]),
      json({ type: 'system', subtype: 'ui_telemetry', uuid: 'v' }),
      line('assistant', [{ text: 'Done.' }]),
    ]
    const trace = readTrace(lines.join('\n'))
    expect(trace.messages).toEqual(PAIR)
    expect(trace.turns[0]).toMatchObject({ model: 'm', usage: { input: 90, cacheRead: 50, output: 5 } })
  })

  it('come from a thread of Amp', () => {
    const [go, asked, , done] = PAIR
    const run = { status: 'done', result: { content: 'A' } }
    const usage = { model: 'm', inputTokens: 10, cacheReadInputTokens: 80, outputTokens: 5 }
    const told = { role: 'user', content: [{ type: 'tool_result', toolUseID: 'c', run }] }
    const trace = readTrace(json({ v: 5, title: 'T', messages: [go, { ...asked, usage }, told, done] }))
    expect(trace.messages).toEqual(PAIR)
    expect(trace.turns[0]).toMatchObject({ model: 'm', usage: { input: 90, cacheRead: 80, output: 5 } })
  })

  it('come from a session of Continue, which names calls in its own spelling', () => {
    const { tool_calls: toolCalls } = asked
    const messages = [
      go,
      { ...done, content: '', toolCalls },
      { role: 'tool', toolCallId: 'c', content: 'A' },
      done,
    ]
    expect(readTrace(json({ history: messages.map((message) => ({ message })) })).messages).toEqual(PAIR)
  })

  it('come from the requests that Copilot exported, each with everything before it', () => {
    const text = (words: string) => [
      { type: 1, text: words },
      { type: 3, cacheType: 'ephemeral' },
    ]
    const { tool_calls: toolCalls } = asked
    const before = [
      { role: 0, content: text('Be brief.') },
      { role: 1, content: text('Go.') },
    ]
    const after = [
      {
        role: 2,
        content: [
          { type: 1, text: '' },
          { type: 2, value: { type: 'stateful_marker', value: { modelId: 'm' } } },
        ],
        toolCalls,
      },
      { role: 3, content: text('A'), toolCallId: 'c' },
    ]
    const request = (messages: object[], message: string[], prompt_tokens: number) => ({
      kind: 'request',
      metadata: { model: 'm', endTime: '2026-01-02T03:04:05.000Z', usage: { prompt_tokens } },
      requestMessages: { messages },
      response: { type: 'success', message },
    })
    const call = { id: 'c__vscode-7', kind: 'toolCall', tool: 'read', args: '{"path":"a"}', response: ['A'] }
    const prompts = [
      { prompt: 'Go.', logs: [{ kind: 'element', name: 'x' }, request(before, [], 90)] },
      { prompt: 'Go.', logs: [call, request([...before, ...after], ['Do', 'ne.'], 100)] },
    ]
    const [trace, ...others] = readTraces(json({ totalPrompts: 2, prompts }))
    expect(others).toEqual([])
    expect(trace?.system).toBe('Be brief.')
    expect(trace?.messages.map(({ role, content }) => [role, json(content)])).toEqual([
      ['user', json([{ type: 'text', text: 'Go.' }])],
      ['assistant', json(PAIR[1]?.content)],
      ['user', json([{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'A' }] }])],
      ['assistant', '"Done."'],
    ])
    expect(trace?.turns.map(({ usage, model }) => [usage?.input, model])).toEqual([
      [90, 'm'],
      [100, 'm'],
    ])
    expect(trace?.intake.problems).toEqual([])
  })

  it('come from an early rollout of Codex, whose lines had no kinds', () => {
    const said = (role: string, type: string, text: string) => ({
      type: 'message',
      role,
      content: [{ type, text }],
    })
    const lines = [
      { id: 's', timestamp: '2025-09-10T18:58:38.331Z', instructions: 'Use tabs.', git: {} },
      { record_type: 'state' },
      said('user', 'input_text', '<user_instructions>\n\nUse tabs.\n\n</user_instructions>'),
      said('user', 'input_text', 'Go.'),
      { type: 'function_call', name: 'read', arguments: '{"path":"a"}', call_id: 'c' },
      { record_type: 'state' },
      { type: 'function_call_output', call_id: 'c', output: 'A' },
      said('assistant', 'output_text', 'Done.'),
    ]
    const trace = readTrace(lines.map((line) => json(line)).join('\n'))
    expect(trace.source.name).toBe('codex')
    expect(trace.system).toBe('')
    expect(trace.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'user', 'assistant'])
    expect(trace.messages.slice(2, 4)).toEqual(PAIR.slice(1, 3))
    expect(trace.intake.ignored).toEqual([{ kind: 'copy of the instructions', count: 1 }])
  })

  it('come from the history of Aider, each start by itself, without its commands and its own words', () => {
    const lines = [
      '',
      '# aider chat started at 2026-01-02 03:04:05',
      '',
      '> Main model: a/b-1 with diff edit format  ',
      '> Git repo: .git  ',
      '',
      '#### /add a  ',
      '',
      '#### Fix it.  ',
      '####   ',
      '#### Soon.  ',
      '',
      'I fix it.',
      '',
      '#### How',
      '',
      '> As you said.',
      '',
      '> Tokens: 1,234 sent, 2.5k cache write, 1k cache hit, 56 received. Cost: $0.01 message.  ',
      '> Applied edit to a  ',
      '',
      'And I test it.',
      '',
      '> Tokens: 12k sent, 7 received.  ',
      '',
      '# aider chat started at 2026-01-03 03:04:05',
      '#### /quit  ',
    ]
    const [trace, ...others] = readTraces(lines.join('\r\n'))
    expect(others).toEqual([])
    expect(trace?.source.title).toContain('2026-01-02 03:04:05')
    expect(trace?.messages).toEqual([
      { role: 'user', content: 'Fix it.\n\nSoon.' },
      { role: 'assistant', content: 'I fix it.\n\n#### How\n\n> As you said.' },
      { role: 'assistant', content: 'And I test it.' },
    ])
    expect(trace?.turns).toMatchObject([
      { model: 'a/b-1', usage: { input: 1234, cacheRead: 1000, output: 56 } },
      { usage: { input: 12_000, cacheRead: null, output: 7 } },
    ])
  })

  it('MSG-1 come from each start of Aider, older ones without blanks behind what the user wrote', () => {
    const lines = [
      '# aider chat started at 2024-08-20 14:08:19',
      '#### Greet.',
      'Hello.',
      '#### Step  ',
      '# aider chat started at 2024-08-26 16:36:00',
      '#### Leave.  ',
      'I leave.',
      '#### How',
    ]
    expect(
      readTraces(lines.join('\n')).map(({ messages }) => messages.map(({ content }) => content)),
    ).toEqual([
      ['Greet.', 'Hello.', 'Step'],
      ['Leave.', 'I leave.\n#### How'],
    ])
  })

  it('MSG-1 come from the requests that Aider kept, each with all before it', () => {
    const sent = ['SYSTEM Be brief.', 'SYSTEM', 'SYSTEM Count.', '-------', 'USER One?']
    const text = [
      'TO LLM 2026-01-01T10:00:00',
      '-------',
      ...sent,
      'LLM RESPONSE 2026-01-01T10:00:02',
      'ASSISTANT It is',
      'ASSISTANT one.',
      'TO LLM 2026-01-01T10:01:00',
      '-------',
      ...sent,
      '-------',
      'ASSISTANT It is',
      'ASSISTANT one.',
      '-------',
      'USER Two?',
      'LLM RESPONSE 2026-01-01T10:01:02',
      'ASSISTANT Two.',
    ].join('\n')
    const [trace, ...others] = readTraces(text)
    expect(others).toEqual([])
    expect(trace?.system).toBe('Be brief.\n\nCount.')
    expect(trace?.messages.map(({ content }) => content)).toEqual(['One?', 'It is\none.', 'Two?', 'Two.'])
    expect(trace?.turns.map(({ time }) => time)).toEqual([
      Date.UTC(2026, 0, 1, 10, 0, 2),
      Date.UTC(2026, 0, 1, 10, 1, 2),
    ])
  })

  it('come from a chat that SpecStory saved, sub-agents apart', () => {
    const text = `<!-- Generated by SpecStory, Markdown v2.1.0 -->

_**User (2026-01-02 03:04:05Z)**_

Go.

---

_**Agent (m-1 2026-01-02 03:04:06Z)**_

<think><details><summary>Thought Process</summary>
Hm.
</details></think>

_**Agent (m-1 2026-01-02 03:04:06Z)**_

I look.

<tool-use data-tool-type="read" data-tool-name="Read"><details>
<summary>Tool use: **Read**</summary>
\`a\`

\`\`\`text
A
\`\`\`
</details></tool-use>

_**Agent - sidechain (2026-01-02 03:04:07Z)**_

Help.

_**Agent - sidechain (m-2 2026-01-02 03:04:08Z)**_

I helped.

_**Assistant (model m-1, mode Agent)**_

Done.
`
    const [main, side] = readTraces(text)
    expect(main?.messages).toEqual([
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'call_1', name: 'Read', input: { shown: '`a`' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'A' }] },
      { role: 'assistant', content: 'Done.' },
    ])
    expect(main?.turns.map(({ time, model }) => [time, model])).toEqual([
      [Date.UTC(2026, 0, 2, 3, 4, 6), 'm-1'],
      [null, 'm-1'],
    ])
    expect(side?.messages).toEqual([
      { role: 'user', content: 'Help.' },
      { role: 'assistant', content: 'I helped.' },
    ])
  })

  it('come from the memory of an agent of smolagents, and from messages of AutoGen', () => {
    const call = { id: 'c', type: 'function', function: { name: 'read', arguments: { path: 'a' } } }
    const steps = [
      { system_prompt: 'Be brief.' },
      { task: 'Go.' },
      {
        step_number: 1,
        model_output: '',
        tool_calls: [call],
        observations: 'A',
        token_usage: { input_tokens: 100 },
      },
      { step_number: 2, model_output: 'Done.' },
    ]
    const memory = readTrace(json(steps))
    expect(memory.messages).toEqual(PAIR)
    expect([memory.system, memory.turns[0]?.usage?.input]).toEqual(['Be brief.', 100])
    const said = [
      { source: 'user', type: 'TextMessage', content: 'Go.' },
      {
        source: 'a',
        type: 'ToolCallRequestEvent',
        content: [{ id: 'c', name: 'read', arguments: '{"path":"a"}' }],
        models_usage: { prompt_tokens: 100, completion_tokens: 5 },
      },
      { source: 'a', type: 'ToolCallExecutionEvent', content: [{ call_id: 'c', content: 'A' }] },
      { source: 'a', type: 'ToolCallSummaryMessage', content: 'A' },
      { source: 'a', type: 'TextMessage', content: 'Done.' },
    ]
    const task = readTrace(json({ messages: said, stop_reason: 'x' }))
    expect(task.messages).toEqual(PAIR)
    expect(task.turns[0]?.usage?.input).toBe(100)
  })

  it('come from records with a message in each', () => {
    const lines = PAIR.map((message, n) => json({ type: message.role, timestamp: n, message }))
    expect(readTrace(lines.join('\n')).messages).toEqual(PAIR)
    const history = PAIR.map((message) => ({ message, contextItems: [] }))
    expect(readTrace(json({ title: 'T', history })).messages).toEqual(PAIR)
  })

  it('come from what agents print for programs', () => {
    const codex = [
      { type: 'thread.started', thread_id: 't' },
      {
        type: 'item.completed',
        item: { id: 'c', type: 'command_execution', command: 'ls', aggregated_output: 'A' },
      },
      { type: 'item.completed', item: { id: 'd', type: 'agent_message', text: 'Done.' } },
      { type: 'turn.completed', usage: { input_tokens: 9 } },
    ]
    expect(readTrace(codex.map((one) => json(one)).join('\n')).messages).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c', name: 'shell', input: { command: 'ls' } }],
      },
      PAIR[2],
      PAIR[3],
    ])
    const gemini = [
      { type: 'init', session_id: 's', model: 'm' },
      { type: 'message', role: 'user', content: 'Go.' },
      { type: 'tool_use', tool_name: 'read', tool_id: 'c', parameters: { path: 'a' } },
      { type: 'tool_result', tool_id: 'c', status: 'success', output: 'A' },
      { type: 'message', role: 'assistant', content: 'Do', delta: true },
      { type: 'message', role: 'assistant', content: 'ne.', delta: true },
      { type: 'result', status: 'success' },
    ]
    expect(readTrace(gemini.map((one) => json(one)).join('\n')).messages).toEqual(PAIR)
    const claude = [
      { type: 'system', subtype: 'init', session_id: 's' },
      ...PAIR.map((message) => ({ type: message.role, session_id: 's', parent_tool_use_id: null, message })),
      {
        type: 'assistant',
        session_id: 's',
        parent_tool_use_id: 'c',
        message: { role: 'assistant', content: 'Apart.' },
      },
      { type: 'result', subtype: 'success', result: 'Done.' },
    ]
    const streamed = readTrace(claude.map((one) => json(one)).join('\n'))
    expect(streamed.source.name).toBe('claude-code')
    const blocks = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] }
    expect(streamed.messages.slice(0, 4)).toEqual([...PAIR.slice(0, 3), blocks])
    // what a sub-agent says is in a window of its own
    expect(streamed.windows.map(({ kind }) => kind)).toEqual(['main', 'subagent'])
    const loglines = PAIR.map((message) => ({ type: message.role, message }))
    expect(readTrace(json({ loglines })).messages).toEqual([...PAIR.slice(0, 3), blocks])
    expect(readTrace(json(loglines)).messages).toEqual([...PAIR.slice(0, 3), blocks])
    // of some recordings only the beginning and the replies name the session
    const named = loglines.map((one) => ({ ...one, ...(one.type === 'assistant' && { session_id: 's' }) }))
    const begin = { type: 'system', subtype: 'init', session_id: 's' }
    expect(readTraces(json([begin, ...named])).map(({ messages }) => messages)).toEqual([
      [...PAIR.slice(0, 3), blocks],
    ])
  })

  it('come from Haystack, Semantic Kernel and Letta', () => {
    const call = { id: 'c', tool_name: 'read', arguments: { path: 'a' } }
    const result = { result: 'A', origin: call, error: false }
    const pieces: [string, object][] = [
      ['user', { text: 'Go.' }],
      ['assistant', { tool_call: call }],
      ['tool', { tool_call_result: result }],
      ['assistant', { text: 'Done.' }],
    ]
    const said = (trace: ReturnType<typeof readTrace>) =>
      trace.messages.map(({ role, content }) => ({
        role,
        content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
      }))
    const pair = said({ messages: PAIR } as unknown as ReturnType<typeof readTrace>)
    for (const key of ['', '_'])
      expect(
        said(
          readTrace(
            json(
              pieces.map(([role, part]) => ({
                [`${key}role`]: role,
                [`${key}content`]: [part],
                [`${key}meta`]: {},
                name: null,
              })),
            ),
          ),
        ),
      ).toEqual(pair)

    const dotnet = [
      { Role: { Label: 'user' }, Items: [{ $type: 'TextContent', Text: 'Go.' }] },
      {
        Role: { Label: 'assistant' },
        Items: [{ $type: 'FunctionCallContent', Id: 'c', FunctionName: 'read', Arguments: { path: 'a' } }],
      },
      {
        Role: { Label: 'tool' },
        Items: [{ $type: 'FunctionResultContent', CallId: 'c', FunctionName: 'read', Result: 'A' }],
      },
      { Role: { Label: 'assistant' }, Items: [{ $type: 'TextContent', Text: 'Done.' }] },
    ]
    expect(readTrace(json(dotnet)).messages).toEqual(PAIR)
    const python = [
      { role: 'user', items: [{ content_type: 'text', text: 'Go.' }] },
      {
        role: 'assistant',
        items: [{ content_type: 'function_call', id: 'c', name: 'read', arguments: '{"path":"a"}' }],
      },
      { role: 'tool', items: [{ content_type: 'function_result', id: 'c', name: 'read', result: 'A' }] },
      { role: 'assistant', items: [{ content_type: 'text', text: 'Done.' }] },
    ]
    expect(readTrace(json({ messages: python })).messages).toEqual(PAIR)

    const agent = { name: 'x', system: 'Be brief.', messages: [go, asked, answered, done] }
    const file = { agents: [agent, { ...agent, messages: [go, done] }], blocks: [], mcp_servers: [] }
    expect(readTraces(json(file)).map(({ messages }) => messages)).toEqual([PAIR, [go, done]])
  })

  it('come from a set of conversations for the evaluation of ADK, in both of its forms', () => {
    const content = (role: string, ...parts: object[]) => ({ role, parts })
    const call = { id: 'c', name: 'read', args: { path: 'a' } }
    const response = { id: 'c', name: 'read', response: { output: 'A' } }
    const [user, final] = [content('user', { text: 'Go.' }), content('model', { text: 'Done.' })]
    const events = [
      { author: 'x', content: content('model', { function_call: call, text: null }) },
      { author: 'x', content: content('user', { function_response: response }) },
    ]
    const turns = [
      { user_content: user, final_response: final, intermediate_data: { invocation_events: events } },
      {
        userContent: user,
        finalResponse: final,
        intermediateData: { toolUses: [call], toolResponses: [response], intermediateResponses: [] },
      },
    ]
    const eval_cases = turns.map((turn, nth) => ({ eval_id: `case ${nth}`, conversation: [turn] }))
    const traces = readTraces(json({ eval_set_id: 'x', eval_cases, creation_timestamp: 1.5 }))
    expect(traces.map(({ messages }) => messages)).toEqual([PAIR, PAIR])
    expect(traces.map(({ source }) => source.conversation)).toEqual(['case 0', 'case 1'])
    // the older form has no results
    const lacking = { tool_uses: [call], intermediate_responses: [['x', [{ text: 'Wait.' }]]] }
    const conversation = [{ user_content: user, final_response: final, intermediate_data: lacking }]
    const [trace] = readTraces(json({ eval_cases: [{ eval_id: 'x', conversation }] }))
    expect(json(trace?.messages)).toContain('Wait.')
  })

  it('come from the chats of Cohere, with what is said now beside what was said before', () => {
    const call = { name: 'read', parameters: { path: 'a' } }
    const tool_results = [{ call, outputs: [{ text: 'A' }] }]
    const history = [
      { role: 'USER', message: 'Go.' },
      { role: 'CHATBOT', message: '', tool_calls: [call] },
    ]
    const reply = { role: 'CHATBOT', message: 'Done.' }
    const shape = ({ messages }: ReturnType<typeof readTrace>) =>
      json(messages).replaceAll(/"(?:tool_use_)?id":"[^"]*"/g, '"id"')
    const pair = json(PAIR)
      .replaceAll(/"(?:tool_use_)?id":"[^"]*"/g, '"id"')
      .replace('"A"', json('{"text":"A"}'))
    const answered = [...history, { role: 'TOOL', tool_results }, reply]
    expect(shape(readTrace(json({ chat_history: answered })))).toBe(pair)
    expect(shape(readTrace(json(answered)))).toBe(pair)
    const meta = { tokens: { input_tokens: 100, output_tokens: 5 } }
    const told = readTrace(json({ text: 'Done.', generation_id: 'x', chat_history: answered, meta }))
    expect(told.turns.map(({ usage: one }) => one?.input)).toEqual([undefined, 100])
    const tools = [{ name: 'read', description: 'Reads.', parameter_definitions: { path: { type: 'str' } } }]
    const request = {
      model: 'command-r',
      preamble: 'Be brief.',
      tools,
      message: '',
      chat_history: history,
      tool_results,
    }
    const asking = readTrace(json(request))
    expect([asking.system, asking.tools.map(({ name }) => name)]).toEqual(['Be brief.', ['read']])
    expect(shape(asking)).toBe(pair.slice(0, pair.lastIndexOf(',{"role"')) + ']')
    const now = {
      message: 'Go on.',
      chat_history: [
        { role: 'User', message: 'Go.' },
        { ...reply, role: 'Chatbot' },
      ],
    }
    expect(readTrace(json(now)).messages).toEqual([go, done, { role: 'user', content: 'Go on.' }])
  })

  it('come from threads of Zed', () => {
    const image = { Image: { source: 'iVBORw0KGgo=', size: { width: 1, height: 1 } } }
    const result = { tool_use_id: 'c', tool_name: 'read', is_error: false, output: null }
    const thread = (content: unknown) => ({
      title: 'x',
      model: { provider: 'p', model: 'm' },
      request_token_usage: { u1: { input_tokens: 10, cache_read_input_tokens: 90, output_tokens: 5 } },
      messages: [
        {
          User: { id: 'u1', content: [{ Text: 'Go.' }, { Mention: { uri: {}, content: 'a file' } }, image] },
        },
        {
          Agent: {
            content: [
              { Thinking: { text: 'Hm.', signature: null } },
              {
                ToolUse: {
                  id: 'c',
                  name: 'read',
                  raw_input: '',
                  input: { path: 'a' },
                  is_input_complete: true,
                },
              },
            ],
            tool_results: { c: { ...result, content } },
          },
        },
        { Agent: { content: [{ Text: 'Done.' }], tool_results: {} } },
        'Resume',
        { Agent: { content: [{ Text: 'Done.' }], tool_results: {} } },
      ],
      version: '0.3.0',
    })
    for (const content of ['A', { Text: 'A' }, [{ Text: 'A' }], { type: 'text', text: 'A' }]) {
      const { messages, turns } = readTrace(json(thread(content)))
      expect(messages[0]?.content).toMatchObject([{ text: 'Go.' }, { text: 'a file' }, { type: 'image' }])
      expect(messages[1]?.content).toMatchObject([{ thinking: 'Hm.' }, { id: 'c', input: { path: 'a' } }])
      expect(json(messages[2]?.content)).toMatch(/"tool_use_id":"c".*"A"/)
      expect(messages.slice(3)).toEqual([
        done,
        { role: 'user', content: 'Continue where you left off' },
        done,
      ])
      // what is told of a request is the size of its last call
      expect(turns.map((turn) => turn.usage?.input)).toEqual([undefined, undefined, 100])
      expect(turns[0]?.model).toBe('m')
    }
  })

  it('come from LlamaIndex, and from exports of chat pages', () => {
    const text = (words: string) => [{ block_type: 'text', text: words }]
    const messages = [
      { role: 'user', additional_kwargs: {}, blocks: text('Go.') },
      { role: 'assistant', additional_kwargs: { tool_calls: asked.tool_calls }, blocks: [] },
      { role: 'tool', additional_kwargs: { tool_call_id: 'c', name: 'read' }, blocks: text('A') },
      { role: 'assistant', additional_kwargs: {}, blocks: text('Done.') },
    ]
    expect(readTrace(json({ store: { chat: messages } })).messages).toEqual(PAIR)
    expect(readTrace(json([{ id: 'x', chat: { messages: [go, done] } }])).messages).toEqual([go, done])
    const flagged = [
      { sender: 'User', isCreatedByUser: true, text: 'Go.' },
      { sender: 'GPT', isCreatedByUser: false, text: '', content: [{ type: 'text', text: 'Done.' }] },
    ]
    expect(readTrace(json({ conversationId: 'x', messages: flagged })).messages).toEqual([go, done])
  })

  it('are refused where their records hold much that is no message', () => {
    const lines = [
      { message: go },
      { message: done },
      { note: 'Much more text than in the messages. '.repeat(40) },
    ]
    expect(() => readTrace(lines.map((line) => json(line)).join('\n'))).toThrow('would be left out')
  })
})
