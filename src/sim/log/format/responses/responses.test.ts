import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../engine/index.ts'
import { readTrace, readTraces } from '../../reading.ts'

const said = (text: string, fields = {}) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  ...fields,
})
const asked = (text: string, fields = {}) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
  ...fields,
})
const thought = (text: string, fields = {}) => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text }],
  ...fields,
})
const call = (call_id: string, fields = {}) => ({
  type: 'function_call',
  id: `fc_${call_id}`,
  call_id,
  name: 'read',
  arguments: '{"path":"a"}',
  ...fields,
})
const output = (call_id: string, text: unknown = 'ok') => ({
  type: 'function_call_output',
  call_id,
  output: text,
})
const response = (id: string, items: unknown[], fields = {}) => ({
  id,
  object: 'response',
  created_at: 1_770_000_000,
  status: 'completed',
  model: 'gpt-5',
  output: items,
  usage: {
    input_tokens: 1000,
    input_tokens_details: { cached_tokens: 800 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 30 },
    total_tokens: 1050,
  },
  ...fields,
})
const list = (items: unknown[]) => ({
  object: 'list',
  data: items,
  first_id: 'x',
  last_id: 'y',
  has_more: false,
})
const read = (value: unknown, options = {}) => readTrace(JSON.stringify(value), options)
const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')
const roles = (trace: ReturnType<typeof readTrace>) => trace.messages.map(({ role }) => role).join(' ')

describe('OpenAI Responses', () => {
  it('MSG-1 a list of items: consecutive output is one reply, and results are one message', () => {
    const items = [
      asked('Go.'),
      thought('Hm.', { encrypted_content: 'gAAA' }),
      said('I look.'),
      call('a'),
      call('b', { arguments: '{"path":' }),
      output('b', 'two'),
      output('a', [{ type: 'input_text', text: 'one' }]),
      said('Done.'),
    ]
    const trace = read(list(items))
    expect(trace.source).toMatchObject({ name: 'openai-responses', title: 'Go.' })
    expect(trace.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 'gAAA' },
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'read', input: { path: 'a' } },
          { type: 'tool_use', id: 'b', name: 'read', input: '{"path":' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'b', content: 'two' },
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'one' }] },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ])
    expect(trace.intake).toMatchObject({
      records: 8,
      problems: [{ code: 'broken-arguments', found: '"{\\"path\\":"' }],
      ignored: [],
      inferred: [],
    })
    expect(trace.lacksOverhead).toBe(false)
    // The same as a bare list, as the input of a request, and with one item per line.
    for (const text of [
      JSON.stringify(items),
      JSON.stringify({ model: 'gpt-5', input: items }),
      lines(...items),
    ])
      expect(readTrace(text).messages).toEqual(trace.messages)
  })

  it('a list with the newest item first is reversed, detected by its calls or its ends', () => {
    const items = [asked('Go.'), call('a'), output('a'), said('Done.')]
    const trace = read(list(items.toReversed()))
    expect(trace.messages).toEqual(read(list(items)).messages)
    expect(trace.intake.inferred).toEqual([
      'The items are listed newest first; they were read from the last to the first.',
    ])
    expect(roles(read(list([asked('Go.'), said('Yes.')].toReversed())))).toBe('user assistant')
    // in a list of a client's own a greeting is the first
    const greeted = [said('Hello.'), asked('Go.'), said('Done.'), asked('Thanks.')]
    expect(JSON.stringify(read(greeted).messages[0])).toContain('Hello.')
  })

  it('items with the ids of their responses: two consecutive replies stay separate', () => {
    const items = [
      said('One.', { created_by: 'r1' }),
      said('Two.', { created_by: 'r1' }),
      said('Three.', { created_by: 'r2' }),
    ]
    expect(read(list([asked('Go.'), ...items])).messages.map(({ content }) => content.length)).toEqual([
      1, 2, 1,
    ])
  })

  it('a request: text alone, instructions, flat tools, untyped messages, pictures', () => {
    const tools = [
      { type: 'function', name: 'read', description: 'Reads.', parameters: { type: 'object' }, strict: true },
      { type: 'web_search' },
    ]
    const trace = read({ model: 'gpt-5', instructions: 'Be brief.', tools: [tools[0]], input: 'Hi.' })
    expect([trace.system, trace.tools, trace.messages]).toEqual([
      'Be brief.',
      [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }],
      [{ role: 'user', content: 'Hi.' }],
    ])
    const input = [
      { role: 'developer', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'input_image', image_url: 'data:image/png;base64,iVBO', detail: 'auto' },
          { type: 'input_file', file_id: 'f' },
        ],
      },
      { role: 'assistant', content: 'A cat.' },
      { role: 'system', content: 'Mind.' },
    ]
    const other = read({
      model: 'gpt-5',
      instructions: [{ role: 'system', content: 'Be brief.' }],
      input,
      tools,
    })
    expect(other.system).toBe('Be brief.\n\nBe kind.')
    expect(other.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
          { type: 'document', source: { type: 'file', url: 'f' } },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'A cat.' }] },
      { role: 'system', content: 'Mind.' },
    ])
    // A tool of the provider has no name but its type.
    expect(other.tools.map(({ name }) => name)).toEqual(['read', 'web_search'])
  })

  it('TOK-2 a response has usage, cached tokens included, a model and a time', () => {
    for (const value of [
      response('r', [thought('Hm.'), said('Yes.')]),
      { type: 'response.completed', response: response('r', [said('Yes.')]) },
    ]) {
      const trace = read(value)
      expect(trace.turns).toMatchObject([
        {
          inputs: [],
          time: 1_770_000_000_000,
          model: 'gpt-5',
          usage: { input: 1000, output: 50, cacheRead: 800, cacheWrite: null },
        },
      ])
      expect(trace.lacksOverhead).toBe(true)
    }
    const empty = {
      request: { model: 'gpt-5', input: 'Hi.' },
      response: response('r', [], { status: 'failed' }),
    }
    expect(read(empty).intake.ignored).toEqual([{ kind: 'response without output', count: 1 }])
  })

  it('requests that continue a response, or send everything again, are one conversation with usage for each call', () => {
    const reply = [thought('Hm.'), call('a', { status: 'completed' })]
    const first = { model: 'gpt-5', instructions: 'x', input: 'Go.' }
    const chained = lines(
      { request: first, response: response('r1', reply) },
      {
        request: { model: 'gpt-5', input: [output('a')], previous_response_id: 'r1' },
        response: response('r2', [said('Done.')]),
      },
    )
    // Without ids and reasoning, as a client sends it that stores no responses.
    const again = [
      { role: 'user', content: 'Go.' },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"path":"a"}' },
      output('a'),
    ]
    const resent = lines(
      { ...first, response: response('r1', reply) },
      { model: 'gpt-5', instructions: 'x', input: again, response: response('r2', [said('Done.')]) },
    )
    const apart = lines(
      first,
      response('r1', reply),
      { model: 'gpt-5', instructions: 'x', input: again },
      response('r2', [said('Done.')]),
    )
    for (const text of [chained, resent, apart]) {
      const traces = readTraces(text)
      expect(traces).toHaveLength(1)
      expect(traces[0] && roles(traces[0])).toBe('user assistant user assistant')
      expect(traces[0]?.turns.map(({ usage }) => usage?.input)).toEqual([1000, 1000])
      expect(traces[0]?.system).toBe('x')
    }
    // A second request after the same response is another conversation with the same beginning.
    const after = (id: string, words: string) => ({
      request: { model: 'gpt-5', input: words, previous_response_id: 'r1' },
      response: response(id, [said(`${words} Done.`)]),
    })
    const branches = readTraces(
      lines(
        { request: first, response: response('r1', [said('Yes.')]) },
        after('r2', 'A.'),
        after('r3', 'B.'),
      ),
    )
    expect(branches.map(({ messages }) => JSON.stringify(messages).match(/[A-Z]\w*\./g))).toEqual([
      ['Go.', 'Yes.', 'A.', 'A.', 'Done.'],
      ['Go.', 'Yes.', 'B.', 'B.', 'Done.'],
    ])
    // Another beginning or another system prompt is another conversation.
    const others = readTraces(
      lines(
        { request: first, response: response('r1', [said('Yes.')]) },
        { request: { ...first, instructions: 'y' }, response: response('r2', [said('Yes.')]) },
        { request: { ...first, input: 'Other.' }, response: response('r3', [said('Yes.')]) },
        { request: first, response: response('r4', [said('No.')]) },
      ),
    )
    expect(others).toHaveLength(4)
  })

  it.each([[(request: object) => request], [(request: object) => ({ response: request })]])(
    'a request that is sent through a WebSocket is an event of it',
    (wrapped) => {
      const answer = (id: string, text: string) => ({
        type: 'response.completed',
        response: {
          id,
          object: 'response',
          model: 'gpt-6',
          output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }],
          usage: { input_tokens: 10, output_tokens: 2 },
        },
      })
      const asked = (text: string, fields = {}) => ({
        type: 'response.create',
        ...wrapped({ model: 'gpt-6', input: [{ role: 'user', content: text }], ...fields }),
      })
      const lines = [
        asked('Hello?'),
        { type: 'response.created', response: { id: 'r1' } },
        answer('r1', 'Yes.'),
        asked('And?', { previous_response_id: 'r1' }),
        answer('r2', 'No.'),
      ]
      const { messages, turns } = readTrace(lines.map((one) => JSON.stringify(one)).join('\n'))
      expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
      expect(turns).toHaveLength(2)
    },
  )

  it('REC-1 a compaction by the provider is recorded and undone, or kept as a separate window', () => {
    const items = [
      asked('Go.'),
      said('Long.'),
      { type: 'compaction', id: 'cmp', encrypted_content: 'gAAA' },
      asked('And?'),
      said('Yes.'),
    ]
    const undone = read(list(items))
    expect(roles(undone)).toBe('user assistant user assistant')
    expect(undone.recordedEdits).toEqual([
      { turn: 1, window: 0, kind: 'compaction', trigger: null, tokensBefore: null },
    ])
    const kept = read(list(items), { recordedEdits: 'keep' })
    expect(kept.windows.map(({ kind }) => kind)).toEqual(['main', 'continuation'])
    const compact = read({
      object: 'response.compaction',
      output: [asked('Go.'), { type: 'compaction', encrypted_content: 'g' }],
      usage: {},
    })
    expect(roles(compact)).toBe('user')
  })

  it('tools run by the provider are text of the reply; the bytes of an image are left out', () => {
    const trace = read(
      list([
        asked('Go.'),
        {
          type: 'file_search_call',
          id: 'fs',
          status: 'completed',
          queries: ['x'],
          results: [{ text: 'found' }],
        },
        { type: 'code_interpreter_call', code: '1 + 1', outputs: [{ logs: '2' }] },
        { type: 'mcp_call', name: 'look', arguments: '{"a":1}', output: 'seen' },
        { type: 'image_generation_call', result: 'aVeryLongPicture' },
        { type: 'program', id: 'p', call_id: 'c', code: 'await read()', fingerprint: 'f' },
        { type: 'program_output', id: 'o', call_id: 'c', result: 'two lines', status: 'completed' },
        { type: 'mcp_list_tools', tools: [] },
        said('Done.'),
      ]),
    )
    expect(trace.messages[1]?.content).toEqual(
      [
        'file_search(["x"])',
        '[{"text":"found"}]',
        'code_interpreter(1 + 1)',
        '[{"logs":"2"}]',
        'look({"a":1})',
        'seen',
        'image_generation({})',
        'program(await read())',
        'two lines',
        'Done.',
      ].map((text) => ({ type: 'text', text })),
    )
    expect(trace.intake.ignored).toEqual([{ kind: 'item/mcp_list_tools', count: 1 }])
  })

  it('calls of every kind that a client runs, and their outputs', () => {
    const screenshot = { type: 'computer_screenshot', image_url: 'data:image/png;base64,iVBO' }
    const trace = read(
      list([
        asked('Go.'),
        { type: 'custom_tool_call', call_id: 'c', name: 'patch', input: '*** Begin' },
        { type: 'local_shell_call', id: 'item_1', call_id: 'l', action: { command: ['ls'] } },
        { type: 'computer_call', call_id: 's', action: { type: 'screenshot' } },
        { type: 'custom_tool_call_output', call_id: 'c', output: 'ok' },
        { type: 'local_shell_call_output', call_id: 'l', output: 'a.ts' },
        { type: 'computer_call_output', call_id: 's', output: screenshot },
        { type: 'function_call_output', call_id: 'z', output: { found: 1 } },
      ]),
    )
    expect(trace.messages[1]?.content).toEqual([
      { type: 'tool_use', id: 'c', name: 'patch', input: '*** Begin' },
      { type: 'tool_use', id: 'l', name: 'local_shell', input: { command: ['ls'] } },
      { type: 'tool_use', id: 's', name: 'computer', input: { type: 'screenshot' } },
    ])
    expect(trace.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'c', content: 'ok' },
      { type: 'tool_result', tool_use_id: 'l', content: 'a.ts' },
      {
        type: 'tool_result',
        tool_use_id: 's',
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } }],
      },
      { type: 'tool_result', tool_use_id: 'z', content: '{"found":1}' },
    ])
    expect(trace.intake.inferred).toEqual(['Results without a call in the log: 1 (z).'])
  })

  it('unknown items are counted, broken ones are warnings with their position', () => {
    const text = JSON.stringify(
      list([
        asked('Go.'),
        { type: 'item_reference', id: 'x' },
        said('Yes.'),
        { type: 'message', role: 'user', content: 5 },
        7,
        { type: 'function_call', name: 3, call_id: 'n' },
      ]),
      null,
      1,
    )
    const trace = readTrace(text)
    expect(trace.intake.ignored).toEqual([{ kind: 'item/item_reference', count: 1 }])
    const lineOf = (part: string) => text.slice(0, text.indexOf(part)).split('\n').length
    expect(trace.intake.problems.map(({ message, line }) => [message, line])).toEqual([
      ['data[3].content must be a string or a list, but is 5', lineOf('"content": 5')],
      ['data[4] must be an item, but is 7', lineOf('7,\n')],
      ['data[5].name must be a string, but is 3', lineOf('"name": 3')],
    ])
  })

  it('a list without readable messages is refused with the reason', () => {
    const broken = () =>
      read(
        list(
          [
            { type: 'function_call_output', call_id: 'a' },
            { type: 'reasoning', summary: 5 },
          ]
            .slice(1)
            .concat([{ type: 'item_reference' } as never]),
        ),
      )
    expect(broken).toThrow(ProblemError)
    expect(broken).toThrow(/OpenAI Responses/)
  })

  it('is distinguished from chats, embeddings and logs of other formats', () => {
    const names = (value: unknown) => readTrace(JSON.stringify(value)).source.name
    expect(
      names([
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', content: 'Yes.' },
      ]),
    ).toBe('openai')
    expect(
      names([
        { role: 'user', content: 'Hi.' },
        { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
      ]),
    ).toBe('anthropic')
    expect(names([{ role: 'user', content: 'Hi.' }, said('Yes.')])).toBe('openai-responses')
    expect(() => names({ model: 'text-embedding-3-small', input: 'Hi.' })).toThrow(/no known format/)
  })
})

it('MSG-1 a request with the items of its answer beside its own is read with both', () => {
  const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }]
  const usage = { input_tokens: 100, output_tokens: 5 }
  const { source, messages, turns } = readTrace(
    JSON.stringify({ model: 'gpt-5', input: [{ role: 'user', content: 'Go.' }], output, usage }),
  )
  expect(source.name).toBe('openai-responses')
  expect(messages).toHaveLength(2)
  expect(turns[0]?.usage?.input).toBe(100)
})

it('MSG-1 items that the provider or a shell made: listed tools, a picture’s words, what a command printed', () => {
  const shell = { stdout: 'a.txt', stderr: 'no b.txt', outcome: { type: 'exit', exit_code: 2 } }
  const tool = { name: 'find_river', description: 'Finds.', input_schema: { type: 'object' } }
  const output = [
    { type: 'mcp_list_tools', id: 'm', server_label: 'rivers', tools: [tool] },
    { type: 'image_generation_call', id: 'i', revised_prompt: 'A long river.', result: 'iVBORw0KGgo' },
    { type: 'shell_call', call_id: 'c', action: { commands: ['ls'] } },
    { type: 'tool_search_call', call_id: 's', arguments: { query: 'paint' } },
  ]
  const results = [
    { type: 'shell_call_output', call_id: 'c', output: [shell] },
    { type: 'tool_search_output', call_id: 's', tools: [{ name: 'paint' }] },
  ]
  const asked = { model: 'm', input: [{ role: 'user', content: 'Go.' }] }
  const response = { object: 'response', model: 'm', output }
  const next = { ...asked, input: [...asked.input, ...output, ...results] }
  const trace = readTrace(
    [
      { request: asked, response },
      { request: next, response: { ...response, output: [] } },
    ]
      .map((one) => JSON.stringify(one))
      .join('\n'),
  )
  expect(trace.tools).toEqual([tool])
  expect(trace.messages[1]?.content).toMatchObject([
    { type: 'text', text: 'image_generation(A long river.)' },
    { name: 'shell' },
    { name: 'tool_search' },
  ])
  expect(trace.messages[2]?.content).toMatchObject([
    { content: [{ type: 'text', text: 'a.txt\nno b.txt\nexit code 2' }] },
    { content: '[{"name":"paint"}]' },
  ])
})

it('reads the requests of NeMo Gym, which name no model, and those that a web socket was sent', () => {
  const request = { input: [{ role: 'user', content: 'Go.' }], tools: [{ type: 'function', name: 'read' }] }
  const response = { object: 'response', model: 'm', output: [said('Done.')] }
  const gym = JSON.stringify({ responses_create_params: request, response, reward: 1 })
  const socket = [
    { type: 'response.create', model: 'm', ...request },
    { type: 'response.completed', response },
  ]
  for (const text of [gym, socket.map((line) => JSON.stringify(line)).join('\n')]) {
    const trace = readTrace(text)
    expect(trace.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(trace.tools.map(({ name }) => name)).toEqual(['read'])
    expect(trace.intake.ignored).toEqual([])
  }
})
