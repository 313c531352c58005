import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../../reading.ts'

const read = (value: unknown, options = {}) => readTrace(JSON.stringify(value, null, 1), options)

const user = (content: unknown) => ({ role: 'user', content })
const asked = (...ids: string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({
    id,
    type: 'function',
    function: { name: 'read', arguments: `{"path":"${id}"}` },
  })),
})
const answered = (id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id: id, content })
const toolUse = (id: string, input: unknown = { path: id }) => ({ type: 'tool_use', id, name: 'read', input })
const toolResult = (id: string, content: unknown = 'ok') => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})

const talk = [
  { role: 'system', content: 'You fix bugs.' },
  { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
  user('Fix it.'),
  asked('c1', 'c2'),
  answered('c2'),
  answered('c1'),
  user('Hurry.'),
  { role: 'assistant', content: 'Done.' },
]

const messages = [
  user('Fix it.'),
  { role: 'assistant', content: [toolUse('c1'), toolUse('c2')] },
  user([toolResult('c2'), toolResult('c1')]),
  user('Hurry.'),
  { role: 'assistant', content: 'Done.' },
]

describe('MSG-1 OpenAI chat', () => {
  it('puts system and developer messages first, and joins the results of parallel calls', () => {
    const trace = read(talk)
    expect(trace.source.name).toBe('openai')
    expect(trace.system).toBe('You fix bugs.\n\nBe brief.')
    expect(trace.messages).toEqual(messages)
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([
      [[0], 1],
      [[2, 3], 4],
    ])
    expect(trace.intake).toEqual({ records: 8, problems: [], ignored: [], inferred: [] })
  })

  it('reads tools, nested and flat, and keeps a later system message', () => {
    const trace = read({
      tools: [
        {
          type: 'function',
          function: { name: 'read', description: 'Reads', parameters: { type: 'object' } },
        },
        { type: 'function', name: 'write', parameters: {} },
      ],
      messages: [...talk, { role: 'system', content: 'Stop now.' }],
    })
    expect(trace.tools).toEqual([
      { name: 'read', description: 'Reads', input_schema: { type: 'object' } },
      { name: 'write', input_schema: {} },
    ])
    expect(trace.messages.at(-1)).toEqual({ role: 'system', content: 'Stop now.' })
    expect(trace.turns.at(-1)).toMatchObject({ inputs: [5], response: null })
  })

  it.each([
    ['null', null, []],
    ['empty', '', []],
    ['a string', 'Reading.', [{ type: 'text', text: 'Reading.' }]],
    [
      'a list',
      [
        { type: 'text', text: 'Reading.' },
        { type: 'refusal', refusal: 'No.' },
      ],
      [
        { type: 'text', text: 'Reading.' },
        { type: 'text', text: 'No.' },
      ],
    ],
  ])('reads assistant content that is %s, beside reasoning and a call', (_, content, texts) => {
    const trace = read([
      user('Go.'),
      { ...asked('c'), content, reasoning_content: 'First I read.' },
      answered('c'),
    ])
    expect(trace.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'First I read.' },
      ...texts,
      toolUse('c'),
    ])
  })

  it('reads a reply without calls unchanged, a refusal as text, and a missing text as the empty string', () => {
    const trace = read([
      { role: 'system', content: '' },
      user([{ type: 'text', text: 'Go.' }]),
      { role: 'assistant', content: null },
      { role: 'assistant', content: null, refusal: 'I will not.' },
      { role: 'assistant' },
    ])
    expect(trace.messages.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'Go.' }],
      '',
      'I will not.',
      '',
    ])
    expect(trace.turns).toHaveLength(3)
  })

  it.each([
    ['{"a":1}', { a: 1 }],
    ['', ''],
    ['{"a":', '{"a":'],
    ['"text"', '"text"'],
    ['[1]', [1]],
    [{ a: 1 }, { a: 1 }],
    ['['.repeat(300), '['.repeat(300)],
    ['['.repeat(300) + ']'.repeat(300), '['.repeat(300) + ']'.repeat(300)],
  ])('reads arguments %j, which need not be JSON', (written, input) => {
    const message = {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'read', arguments: written } }],
    }
    expect(read([user('Go.'), message]).messages[1]?.content).toEqual([toolUse('c', input)])
  })

  it.each([JSON.stringify(asked('c').tool_calls), ''])(
    'reads calls that a database keeps as the text %j',
    (calls) => {
      const trace = read([user('Go.'), { role: 'assistant', content: 'I look.', tool_calls: calls }])
      const text = { type: 'text', text: 'I look.' }
      expect(trace.messages[1]?.content).toEqual(calls === '' ? 'I look.' : [text, toolUse('c')])
      expect(trace.intake.problems).toEqual([])
    },
  )

  it('pairs results without an id, and old function calls, with the preceding calls', () => {
    const trace = read([
      user('Go.'),
      {
        role: 'assistant',
        tool_calls: [
          { function: { name: 'a', arguments: '{}' } },
          { function: { name: 'b', arguments: '{}' } },
        ],
      },
      { role: 'tool', name: 'b', content: 'B' },
      { role: 'tool', content: [{ type: 'text', text: 'A' }] },
      { role: 'assistant', content: null, function_call: { name: 'old', arguments: '{}' } },
      { role: 'function', name: 'old', content: 'C' },
    ])
    expect(trace.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'call_without_id_1', name: 'a', input: {} },
          { type: 'tool_use', id: 'call_without_id_2', name: 'b', input: {} },
        ],
      },
      user([
        toolResult('call_without_id_2', 'B'),
        toolResult('call_without_id_1', [{ type: 'text', text: 'A' }]),
      ]),
      { role: 'assistant', content: [{ type: 'tool_use', id: 'call_without_id_3', name: 'old', input: {} }] },
      user([toolResult('call_without_id_3', 'C')]),
    ])
  })

  it('reads images, audio and files', () => {
    const trace = read([
      user([
        {
          type: 'image_url',
          image_url: { url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAAA=', detail: 'low' },
        },
        { type: 'image_url', image_url: 'https://example.org/a.png' },
        { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'mp3' } },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } },
        { type: 'file', file: { file_id: 'file-1' } },
      ]),
    ])
    expect(trace.messages[0]?.content).toEqual([
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAAA=' },
        width: 1280,
        height: 720,
        detail: 'low',
      },
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      { type: 'audio', source: { type: 'base64', media_type: 'audio/mp3', data: 'UklGRg==' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
      { type: 'document', source: { type: 'file', url: 'file-1' } },
    ])
  })
})

describe('envelopes of OpenAI chats', () => {
  const usage = {
    prompt_tokens: 900,
    completion_tokens: 30,
    total_tokens: 930,
    prompt_tokens_details: { cached_tokens: 512 },
  }
  const last = { role: 'assistant', content: 'All done.', tool_calls: null }

  it('TOK-2 reads the last reply of a stored completion from its choices, with the usage', () => {
    const stored = {
      id: 'x',
      object: 'traffic.completion',
      created: 1776074481,
      model: 'gpt-5',
      usage,
      messages: talk,
      choices: [
        { index: 0, message: last },
        { index: 1, message: last },
      ],
    }
    const trace = read(stored)
    expect(trace.messages).toHaveLength(6)
    expect(trace.turns.at(-1)).toEqual({
      turn: 2,
      window: 0,
      inputs: [],
      response: 5,
      time: 1776074481000,
      usage: { input: 900, output: 30, cacheRead: 512, cacheWrite: null },
      model: 'gpt-5',
    })
    expect(trace.intake.ignored).toEqual([{ kind: 'choice', count: 1 }])
    expect(trace.lacksOverhead).toBe(false)
  })

  it('reads a stored completion whose messages say what was left out', () => {
    const empty = { content_parts: null, name: null }
    const call = { ...asked('c1'), ...empty, content: '' }
    const tools = [{ type: 'function', function: { name: 'read', parameters: {} } }]
    const trace = read({
      object: 'traffic.completion',
      id: 'chatcmpl-1',
      request_id: 'req_1',
      model: 'gpt-5',
      created: 1776074481,
      usage,
      tools,
      messages: [{ ...user('Go.'), ...empty }, call, { ...answered('c1'), ...empty }],
      choices: [{ index: 0, message: { ...last, ...empty } }],
      temperature: 1,
    })
    expect(trace.source).toMatchObject({ name: 'openai', title: 'chatcmpl-1' })
    expect(trace.messages).toEqual([
      user('Go.'),
      { role: 'assistant', content: [toolUse('c1')] },
      user([toolResult('c1')]),
      { role: 'assistant', content: 'All done.' },
    ])
    expect(trace.tools).toEqual([{ name: 'read', input_schema: {} }])
    expect(trace.turns.at(-1)).toMatchObject({ usage: { input: 900 }, model: 'gpt-5', time: 1776074481000 })
    expect(trace.intake.problems).toEqual([])
  })

  it('TOK-2 reads logged SDK calls with usage under either provider’s names, one a file or a line', () => {
    const text = (words: string) => [{ type: 'text', text: words }]
    const logged = (count: number) => ({
      messages: [
        { role: 'system', content: text('Be brief.') },
        { role: 'user', content: text('Go.') },
        { ...asked('c1'), content: text('I read.') },
        { ...answered('c1', text('ok')), name: 'read' },
      ].slice(0, count),
      tools: [{ type: 'function', function: { name: 'read', description: 'Reads.', parameters: {} } }],
      kwargs: { temperature: 0 },
      context_window: 200000,
      cost: 0.1,
      timestamp: 1776074490.5,
      latency_sec: 2,
      response: {
        id: 'r',
        model: 'claude-sonnet',
        created: 1776074481,
        choices: [{ index: 0, message: { ...last, tool_calls: null, function_call: null } }],
        usage: {
          prompt_tokens: 1000,
          completion_tokens: 20,
          prompt_tokens_details: { cached_tokens: 600 },
          cache_creation_input_tokens: 300,
          cache_read_input_tokens: 600,
        },
      },
    })
    const trace = read(logged(4))
    expect(trace.system).toBe('Be brief.')
    expect(trace.tools).toHaveLength(1)
    expect(trace.messages.at(-1)).toEqual({ role: 'assistant', content: 'All done.' })
    expect(trace.messages[1]?.content).toEqual([{ type: 'text', text: 'I read.' }, toolUse('c1')])
    expect(trace.turns.at(-1)).toMatchObject({
      usage: { input: 1000, output: 20, cacheRead: 600, cacheWrite: 300 },
      model: 'claude-sonnet',
      time: 1776074481000,
    })
    expect(trace.intake.problems).toEqual([])
    const lines = [logged(2), logged(4)].map((value) => JSON.stringify(value)).join('\n')
    expect(readTraces(lines).map(({ messages: list }) => list.length)).toEqual([2, 4])
  })

  it('TOK-2 reads usage in the names of the Responses API, whose prompt has the cached part', () => {
    const named = { input_tokens: 5000, input_tokens_details: { cached_tokens: 4000 }, output_tokens: 6 }
    const trace = read([...talk, { ...last, usage: named }])
    expect(trace.turns.at(-1)?.usage).toEqual({ input: 5000, output: 6, cacheRead: 4000, cacheWrite: null })
  })

  it('reads a reply once that is also in the list', () => {
    const trace = read({
      messages: [...talk, { role: 'assistant', content: 'All done.' }],
      response: { model: 'gpt-5', usage, choices: [{ message: last }] },
    })
    expect(trace.messages).toHaveLength(6)
    expect(trace.turns.at(-1)).toMatchObject({ usage: { input: 900 }, model: 'gpt-5' })
  })

  it('reads a single completion', () => {
    const trace = read({
      object: 'chat.completion',
      model: 'gpt-5',
      usage,
      choices: [{ message: { role: 'assistant', content: 'Hi.' } }],
    })
    expect(trace.messages).toEqual([{ role: 'assistant', content: 'Hi.' }])
    expect(trace.turns).toMatchObject([{ inputs: [], response: 0, usage: { input: 900 } }])
    expect(trace.lacksOverhead).toBe(true)
  })

  it('reads a trajectory with usage and time of every call, and its exit as the result of the last one', () => {
    const extra = (prompt: number, at: number) => ({
      extra: {
        timestamp: at,
        response: {
          model: 'deepseek-reasoner',
          usage: { prompt_tokens: prompt, completion_tokens: 5, prompt_cache_hit_tokens: 64 },
        },
      },
    })
    const trace = read({
      info: { exit_status: 'Submitted' },
      trajectory_format: 'mini-swe-agent-1.1',
      instance_id: 'project__1359',
      messages: [
        talk[0],
        user('Fix it.'),
        { ...asked('c1'), reasoning_content: 'Look.', ...extra(100, 1776074483.155722) },
        {
          ...answered('c1', '<returncode>0</returncode>'),
          extra: { raw_output: 'x'.repeat(500), timestamp: 1776074484 },
        },
        { ...asked('c2'), ...extra(220, 1776074490.5) },
        { role: 'exit', content: 'diff --git', extra: { submission: 'diff --git' } },
      ],
    })
    expect(trace.source.title).toBe('project__1359')
    expect(
      trace.turns.map(({ usage: used, time, model }) => [used?.input, used?.cacheRead, time, model]),
    ).toEqual([
      [100, 64, 1776074483156, 'deepseek-reasoner'],
      [220, 64, 1776074490500, 'deepseek-reasoner'],
      [undefined, undefined, null, null],
    ])
    expect(trace.messages.at(-1)).toEqual(user([toolResult('c2', 'diff --git')]))
    expect(trace.turns.at(-1)).toMatchObject({ inputs: [4], response: null })
  })

  it('leaves out an exit that is no answer to a call', () => {
    const trace = read([...talk, { role: 'exit', content: 'LimitsExceeded' }])
    expect(trace.messages).toEqual(messages)
    expect(trace.intake.ignored).toEqual([{ kind: 'role/exit', count: 1 }])
  })

  it('reads a list of trajectories as several conversations', () => {
    const text = JSON.stringify([
      { task_id: 12, trial: 0, reward: 1, info: {}, traj: talk.slice(0, 4) },
      { task_id: 4, trial: 1, traj: talk },
      { task_id: 5, trial: 1, traj: [] },
    ])
    expect(readTraces(text, { filename: 't.json' }).map((trace) => trace.source.title)).toEqual([
      't.json: task 12, trial 0 (1 of 2)',
      't.json: task 4, trial 1 (2 of 2)',
    ])
    const largest = readTrace(text)
    expect(largest.messages).toEqual(messages)
    expect(largest.siblings).toEqual(['task 12, trial 0 (1 of 2)'])
    expect(largest.intake.ignored).toEqual([{ kind: 'conversation without messages', count: 1 }])
  })

  it.each([
    ['a conversation a line', [{ messages: talk }, { messages: talk.slice(0, 4) }], 2],
    ['a message a line', talk, 1],
    ['a list a line', [talk, talk], 2],
  ])('reads JSONL with %s', (_, lines, count) => {
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    expect(readTraces(text)).toHaveLength(count)
    expect(readTrace(text).messages).toEqual(messages)
    expect(readTrace(text).source.name).toBe('openai')
  })

  it('counts lines that hold no message among messages, by their kind', () => {
    const lines = [
      { type: 'session', version: 3 },
      user('Go.'),
      { speaker: 'Ann', content: 'I was here.' },
      { speaker: 'Ben', content: 'So was I.' },
      { role: 'assistant', content: 'Done.' },
    ]
    const { messages, intake } = readTrace(lines.map((line) => JSON.stringify(line)).join('\n'))
    expect(messages.map(({ content }) => content)).toEqual(['Go.', 'Done.'])
    expect(intake.ignored).toEqual([
      { kind: 'line without a role', count: 2 },
      { kind: 'session', count: 1 },
    ])
  })

  it('reports a problem with its line', () => {
    const text = `${JSON.stringify(user('Go.'))}\n${JSON.stringify({ role: 'tool', tool_call_id: true, content: 'x' })}\n${JSON.stringify({ role: 'assistant', tool_calls: [{ id: 'a' }, 7] })}`
    expect(readTrace(text).intake.problems.map(({ message, line }) => [message, line])).toEqual([
      ['line[1].tool_call_id must be the id of a call, but is true', 2],
      ['line[2].tool_calls[0].function.name must be a string, but is nothing', 3],
      ['line[2].tool_calls[1].function.name must be a string, but is nothing', 3],
    ])
  })

  it('reads custom tools, whose input is any text, and their calls', () => {
    const trace = read({
      tools: [{ type: 'custom', custom: { name: 'run_code', description: 'Runs Python' } }],
      messages: [
        user('Go.'),
        {
          role: 'assistant',
          tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'run_code', input: 'print(1)' } }],
        },
        answered('c', '1'),
      ],
    })
    expect(trace.tools).toEqual([{ name: 'run_code', description: 'Runs Python', input_schema: {} }])
    expect(trace.messages.slice(1)).toEqual([
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'c', name: 'run_code', input: 'print(1)' }],
      },
      user([toolResult('c', '1')]),
    ])
  })

  it('reads numbers as ids, also when the results come in another order', () => {
    const numbered = asked('1', '2')
    const calls = numbered.tool_calls.map((call) => ({ ...call, id: Number(call.id) }))
    const result = (tool_call_id: number, content: string) => ({ role: 'tool', tool_call_id, content })
    expect(
      read([user('Go.'), { ...numbered, tool_calls: calls }, result(2, 'B'), result(1, 'A')]).messages,
    ).toEqual([
      user('Go.'),
      { role: 'assistant', content: [toolUse('1'), toolUse('2')] },
      user([toolResult('2', 'B'), toolResult('1', 'A')]),
    ])
  })

  it('reads what a spoken reply said, and what OpenRouter has of its thoughts', () => {
    const audio = { id: 'a', data: 'UklGRg==', transcript: 'Hello.' }
    const reasoning_details = [
      { type: 'reasoning.text', text: 'First.' },
      { type: 'reasoning.summary', summary: 'Then.' },
      { type: 'reasoning.encrypted', data: 'x' },
    ]
    const trace = read([
      user('Hi.'),
      { role: 'assistant', content: null, audio },
      user('And?'),
      { role: 'assistant', content: 'Done.', reasoning_details },
    ])
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Hi.',
      'Hello.',
      'And?',
      [
        { type: 'thinking', thinking: 'First.\n\nThen.' },
        { type: 'text', text: 'Done.' },
      ],
    ])
  })

  it('does not accept items of the Responses API or messages without roles', () => {
    const items = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }] },
      { type: 'function_call', name: 'x' },
    ]
    for (const value of [items, { messages: [{ type: 'note', content: 'a' }] }, { messages: 'x' }])
      expect(() => read(value, { format: 'openai' })).toThrow('the text cannot be read as OpenAI chat')
  })
})

it('MSG-1 the system prompt of Kimi CLI stands among its notes', () => {
  const lines = [
    { role: '_system_prompt', content: 'Be brief.' },
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: 'Done.' },
    { role: '_usage', token_count: 30 },
  ]
  const trace = readTrace(lines.map((line) => JSON.stringify(line)).join('\n'))
  expect(trace.system).toBe('Be brief.')
  expect(trace.intake.ignored).toEqual([{ kind: 'role/_usage', count: 1 }])
})

it.each(['cache_write_tokens', 'cache_creation_tokens'])(
  'COST-4 has what was written to the cache in %s',
  (key) => {
    const usage = {
      prompt_tokens: 900,
      completion_tokens: 30,
      prompt_tokens_details: { cached_tokens: 512, [key]: 300 },
    }
    const trace = readTrace(
      JSON.stringify({ messages: [], usage, choices: [{ message: { role: 'assistant', content: 'Yes.' } }] }),
    )
    expect(trace.turns[0]?.usage).toEqual({ input: 900, output: 30, cacheRead: 512, cacheWrite: 300 })
  },
)

it('reads the bodies of a proxy that calls them req and res', () => {
  const log = {
    req: { url: '/v1/chat/completions', body: { model: 'm', messages: [{ role: 'user', content: 'Go.' }] } },
    res: { statusCode: 200, body: { choices: [{ message: { role: 'assistant', content: 'Yes.' } }] } },
  }
  const trace = readTrace(JSON.stringify(log))
  expect(trace.messages.map(({ content }) => content)).toEqual(['Go.', 'Yes.'])
  expect(trace.intake.problems).toEqual([])
})

it('MSG-1 the functions of a request of 2023 are its tools', () => {
  const lookUp = {
    name: 'look_up',
    description: 'Looks a word up.',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  }
  const messages = [
    { role: 'user', content: 'What is a shrew?' },
    { role: 'assistant', content: null, function_call: { name: 'look_up', arguments: '{"word":"shrew"}' } },
    { role: 'function', name: 'look_up', content: 'A small mammal.' },
    { role: 'assistant', content: 'A small mammal.' },
  ]
  const tools = [{ name: 'look_up', description: 'Looks a word up.', input_schema: lookUp.parameters }]
  // data sets for training have them as text
  for (const functions of [[lookUp], JSON.stringify([lookUp])])
    expect(read({ model: 'gpt-3.5-turbo', messages, functions }).tools).toEqual(tools)
  expect(read({ model: 'm', messages, tools: [], functions: [lookUp] }).tools).toEqual([])
  const other = read({ messages, functions: 'Looks words up.' })
  expect([other.tools, other.intake.problems]).toEqual([[], []])
})
