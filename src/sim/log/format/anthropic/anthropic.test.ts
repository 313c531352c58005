import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../engine/index.ts'
import { run } from '../../../run/replay/run.ts'
import { writeAnthropic } from './writer.ts'
import { readTrace, readTraces } from '../../reading.ts'

const read = (value: unknown, options = {}) => readTrace(JSON.stringify(value, null, 2), options)

const user = (content: unknown) => ({ role: 'user', content })
const assistant = (content: unknown) => ({ role: 'assistant', content })
const call = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'read', input })
const result = (id: string, content: unknown = 'ok') => ({ type: 'tool_result', tool_use_id: id, content })

const talk = [
  user('Fix the test.'),
  assistant([{ type: 'text', text: 'Looking.' }, call('t1', { path: 'a.ts' }), call('t2')]),
  user([result('t2'), result('t1', [{ type: 'text', text: 'body' }])]),
  assistant('Done.'),
  user('Thanks.'),
]

describe('MSG-1 Anthropic messages', () => {
  it('keeps a bare list unchanged, and ends a turn after each response', () => {
    const trace = read(talk)
    expect(trace.source.name).toBe('anthropic')
    expect(trace.messages).toEqual(talk)
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([
      [[0], 1],
      [[2], 3],
      [[4], null],
    ])
    expect(
      trace.turns.every(
        ({ usage, time, model, window }) => usage === null && time === null && model === null && window === 0,
      ),
    ).toBe(true)
    expect(trace.windows).toEqual([{ id: 0, parent: null, kind: 'main', opened: 0, closed: null }])
    expect(trace.lacksOverhead).toBe(false)
    expect(trace.intake).toEqual({ records: 5, problems: [], ignored: [], inferred: [] })
  })

  it('reads a request with its system blocks and tools', () => {
    const trace = read({
      model: 'claude-opus-4-6',
      system: [
        { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'Speak German.' },
      ],
      tools: [
        { name: 'read', description: 'Reads a file', input_schema: { type: 'object' } },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
      messages: talk,
    })
    expect(trace.system).toBe('Be brief.\n\nSpeak German.')
    expect(trace.tools).toEqual([
      { name: 'read', description: 'Reads a file', input_schema: { type: 'object' } },
      { name: 'web_search', input_schema: {} },
    ])
    expect(trace.messages).toEqual(talk)
  })

  const response = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-6',
    content: [{ type: 'text', text: 'You are welcome.' }],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 3,
      cache_creation_input_tokens: 200,
      cache_read_input_tokens: 1000,
      output_tokens: 9,
    },
  }

  it.each([
    ['alone', JSON.stringify(response), 1],
    ['at the end of the list', JSON.stringify([...talk, response]), 6],
    ['beside its request', JSON.stringify({ request: { messages: talk }, response }), 6],
    [
      'on the line after its request',
      `${JSON.stringify({ messages: talk })}\n${JSON.stringify(response)}`,
      6,
    ],
    [
      'below its pretty-printed request',
      `${JSON.stringify({ messages: talk }, null, 2)}\n${JSON.stringify(response, null, 2)}`,
      6,
    ],
  ])('TOK-2 reads a response %s, its input being all three parts', (_, text, messages) => {
    const traces = readTraces(text)
    expect(traces).toHaveLength(1)
    const trace = readTrace(text)
    expect(trace.messages).toHaveLength(messages)
    expect(trace.turns.at(-1)).toMatchObject({
      response: messages - 1,
      usage: { input: 1203, output: 9, cacheRead: 1000, cacheWrite: 200 },
      model: 'claude-opus-4-6',
    })
    expect(trace.lacksOverhead).toBe(true)
  })

  it('joins results that came in several messages, and does not change the text after them', () => {
    const trace = read([
      user('Go.'),
      assistant([call('a'), call('b')]),
      user([result('b')]),
      user([{ type: 'text', text: 'by the way' }, result('a')]),
      user('And stop.'),
      assistant('Stopped.'),
    ])
    expect(trace.messages.slice(2, 4)).toEqual([
      user([result('b'), result('a'), { type: 'text', text: 'by the way' }]),
      user('And stop.'),
    ])
    expect(trace.turns[1]).toMatchObject({ inputs: [2, 3], response: 4 })
  })

  it('consecutive replies have their own turns', () => {
    const trace = read([user('Go.'), assistant('One.'), assistant('Two.'), user([call('x'), result('x')])])
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([
      [[0], 1],
      [[], 2],
      [[3], null],
    ])
  })

  it('keeps empty thinking with a signature, and redacted thinking', () => {
    const content = [
      { type: 'thinking', thinking: '', signature: 'Eo8B' },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'text', text: 'Hm.' },
    ]
    expect(read([user('Go.'), assistant(content)]).messages[1]).toEqual(assistant(content))
  })

  it('TOK-3 reads images with their size and documents without their bytes as text', () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAAA='
    const content = [
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
        title: 'x',
      },
      {
        type: 'document',
        source: {
          type: 'content',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      },
      { type: 'document', source: { type: 'file', file_id: 'file_1' } },
    ]
    expect(
      read([user(content), user([result('x', [content[0], { type: 'tool_reference', tool_name: 'grep' }])])])
        .messages,
    ).toEqual([
      user([
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: png },
          width: 1280,
          height: 720,
        },
        { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
          title: 'x',
        },
        { type: 'document', source: { type: 'text', data: 'a\n\nb' } },
        { type: 'document', source: { type: 'file', url: 'file_1' } },
      ]),
      user([
        result('x', [
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: png },
            width: 1280,
            height: 720,
          },
          { type: 'text', text: 'grep' },
        ]),
      ]),
    ])
  })

  it('keeps tool runs by the provider as text, and counts unknown blocks', () => {
    const trace = read([
      user('Search.'),
      assistant([
        { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
        { type: 'web_search_tool_result', tool_use_id: 's', content: [{ url: 'u' }] },
        { type: 'hologram', depth: 3 },
        { type: 'file', path: 'a', content: 'body' },
        { type: 'text', text: 'Found.' },
      ]),
    ])
    expect(trace.messages[1]?.content).toEqual([
      { type: 'text', text: 'web_search({"query":"x"})' },
      { type: 'text', text: '[{"url":"u"}]' },
      { type: 'text', text: 'body' },
      { type: 'text', text: 'Found.' },
    ])
    expect(trace.intake.ignored).toEqual([
      { kind: 'block/file', count: 1 },
      { kind: 'block/hologram', count: 1 },
    ])
    expect(trace.intake.inferred).toEqual([
      'Tools run by the provider are shown as text of the reply: 1 server_tool_use, 1 web_search_tool_result.',
    ])
  })

  it('reads the list of the old client, in which calls are text and one message is a summary', () => {
    const trace = read([
      { role: 'user', content: [{ type: 'text', text: '<task>go</task>' }], ts: 1736000000000 },
      { role: 'assistant', content: 'Condensed.', ts: 1736000001000, isSummary: true },
    ])
    expect(trace.source.name).toBe('anthropic')
    // A client's note about an earlier time does not answer anything.
    expect(trace.turns).toMatchObject([{ inputs: [0, 1], response: null, time: 1736000001000 }])
    expect(trace.summaries).toEqual([1])
  })

  it('TOK-2 a reply for which the model was asked several times has the prompt that its client sent', () => {
    // As the API reports an advisor: the sums are of the messages, and the advisor has a prompt of its own.
    const usage = {
      input_tokens: 2390,
      cache_read_input_tokens: 800,
      output_tokens: 90,
      iterations: [
        { type: 'message', input_tokens: 1128, output_tokens: 30 },
        { type: 'advisor_message', input_tokens: 2518, output_tokens: 400, model: 'claude-opus-4-6' },
        // Another model may end the reply.
        { type: 'fallback_message', input_tokens: 1262, cache_read_input_tokens: 800, output_tokens: 60 },
      ],
    }
    const [turn] = read([user('Solve it.'), { role: 'assistant', content: 'It is solved.', usage }]).turns
    expect(turn?.usage).toEqual({
      input: 1128,
      output: 90,
      cacheRead: 0,
      cacheWrite: null,
      sampledAgain: { input: 2062, cacheRead: 800, cacheWrite: 0 },
    })
  })

  describe('REC-1 a compaction by the provider', () => {
    const compacted = [
      ...talk,
      {
        type: 'message',
        role: 'assistant',
        content: [
          {
            type: 'compaction',
            content: 'So far: fixed.',
            encrypted_content: 'x1',
            signature: 's1',
            cache_control: { type: 'ephemeral' },
          },
          { type: 'text', text: 'On we go.' },
        ],
        usage: {
          input_tokens: 220,
          output_tokens: 9,
          iterations: [{ type: 'compaction', input_tokens: 55196 }],
        },
        context_management: { applied_edits: [] },
      },
    ]

    it('is undone: it is recorded, and its summary is left out', () => {
      const trace = read(compacted)
      expect(trace.messages.at(-1)).toEqual(assistant([{ type: 'text', text: 'On we go.' }]))
      expect(trace.recordedEdits).toEqual([
        {
          turn: 2,
          window: 0,
          kind: 'compaction',
          trigger: null,
          tokensBefore: 55196,
          summary: 'So far: fixed.',
          // Unchanged, except for the client's own marker.
          part: { type: 'compaction', content: 'So far: fixed.', encrypted_content: 'x1', signature: 's1' },
        },
      ])
      expect(trace.turns.map(({ applied }) => applied)).toEqual([undefined, undefined, []])
    })

    it('was of everything that its request had, also of what came from the cache', () => {
      const usage = {
        input_tokens: 129,
        output_tokens: 9,
        iterations: [
          {
            type: 'compaction',
            input_tokens: 100,
            cache_creation_input_tokens: 55_000,
            cache_read_input_tokens: 96,
          },
          { type: 'message', input_tokens: 129, output_tokens: 9 },
        ],
      }
      const trace = read([...talk, { ...compacted.at(-1), usage }])
      expect(trace.recordedEdits).toMatchObject([{ tokensBefore: 55_196 }])
      expect(trace.turns.at(-1)?.usage).toMatchObject({ input: 129 })
      expect(trace.turns.at(-1)?.usage?.sampledAgain).toBeUndefined()
    })

    it('that failed has no text, and is ignored', () => {
      const trace = read([
        ...talk,
        {
          role: 'assistant',
          content: [
            { type: 'compaction', content: null },
            { type: 'text', text: 'On.' },
          ],
        },
      ])
      expect(trace.messages.at(-1)).toEqual(assistant([{ type: 'text', text: 'On.' }]))
      expect(trace.recordedEdits).toEqual([])
    })

    it('stays on request, or if the log has nothing before it', () => {
      const kept = assistant([
        { type: 'text', text: 'So far: fixed.' },
        { type: 'text', text: 'On we go.' },
      ])
      expect(read(compacted, { recordedEdits: 'keep' }).messages.at(-1)).toEqual(kept)
      const alone = read(compacted.slice(-1))
      expect(alone.messages).toEqual([kept])
      expect(alone.recordedEdits).toEqual([])
    })
  })
})

it('EDITAPI-1 the thinking option of a request is kept, and is in every request of a run', () => {
  const thinking = {
    type: 'enabled',
    budget_tokens: 2048,
    block_binding: { prefix_mismatch_behavior: 'drop_block' },
  }
  const log = { model: 'claude', max_tokens: 4096, thinking, messages: [user('Hello.'), assistant('Yes?')] }
  const trace = readTrace(JSON.stringify(log))
  expect(trace.thinking).toEqual(thinking)
  expect(run(trace, { strategy: 'evict' }).messagesAt(0, 'anthropic')).toMatchObject({ thinking })
  expect(run(trace, { strategy: 'evict' }).messagesAt(0, 'openai')).not.toHaveProperty('thinking')
  expect(readTrace(writeAnthropic(trace)).thinking).toEqual(thinking)
  for (const other of [{ type: 'high' }, 'enabled', null, { budget_tokens: 1 }])
    expect(readTrace(JSON.stringify({ ...log, thinking: other }))).not.toHaveProperty('thinking')
})

describe('broken Anthropic messages', () => {
  it('skips invalid parts and reports path, line and value', () => {
    const text = `[
  {"role": "user", "content": [{"type": "text", "text": 5}, {"type": "text", "text": "kept"}]},
  {"role": "narrator", "content": "x"},
  {"role": "assistant", "content": {"a": 1}},
  {"role": "assistant", "content": [{"type": "tool_use", "name": "read", "input": {}}]},
  "hello",
  {"role": "assistant", "content": "Fine."}
]`
    const trace = readTrace(text)
    expect(trace.messages).toEqual([user([{ type: 'text', text: 'kept' }]), assistant('Fine.')])
    expect(
      trace.intake.problems.map(({ severity, code, message, line, column }) => [
        severity,
        code,
        message,
        line,
        column,
      ]),
    ).toEqual([
      ['warning', 'wrong-type', '[0].content[0].text must be a string, but is 5', 2, 57],
      ['warning', 'wrong-type', '[1].role must be user or assistant, but is "narrator"', 3, 12],
      ['warning', 'wrong-type', '[2].content must be a string or a list, but is { a }', 4, 36],
      ['warning', 'wrong-type', '[3].content[0].id must be a string, but is nothing', 5, 37],
      ['warning', 'wrong-type', '[4] must be a message, but is "hello"', 6, 3],
    ])
  })

  it('names the path inside a request', () => {
    const trace = read({
      system: 7,
      tools: [{ name: '' }, {}],
      messages: [...talk, user([{ type: 'image', source: {} }, 'text'])],
    })
    expect(trace.intake.problems.map((problem) => problem.message)).toEqual([
      'system must be a string or a list of text blocks, but is 7',
      'tools[0].name must be a name, but is ""',
      'tools[1].name must be a name, but is nothing',
      'messages[5].content[0].source must be a picture, but is {}',
    ])
    expect(trace.intake.problems.every(({ line }) => (line ?? 0) > 1)).toBe(true)
  })

  it('refuses a list without valid messages, with the first problem', () => {
    let problems: ProblemError['problems'] = []
    try {
      read({ system: 'Be brief.', messages: [user(5), user(null)] })
    } catch (error) {
      if (error instanceof ProblemError) problems = error.problems
    }
    expect(problems).toMatchObject([
      // The problem names the first of them, and reading continues with the second.
      { severity: 'error', code: 'no-messages', line: 6 },
      { code: 'wrong-type', message: 'messages[1].content must be a string or a list, but is null' },
    ])
    expect(problems[0]?.message).toBe(
      'no message could be read from this log (Anthropic messages): the first of 2 problems: messages[0].content must be a string or a list, but is 5',
    )
    expect(problems).toHaveLength(2)
    expect(() => read({ system: 'Be brief.', messages: [] })).toThrow(
      /^line 3, column 15: .*messages is an empty list, and a log must hold at least one message$/,
    )
  })

  it('reports calls and results without a partner', () => {
    expect(
      read([user('Go.'), assistant([call('a'), call('b')]), user([result('c')])]).intake.inferred,
    ).toEqual(['Calls without a result in the log: 2 (a, b).', 'Results without a call in the log: 1 (c).'])
  })

  it('is not confused by names like __proto__', () => {
    const text = `[{"role":"user","content":"a","__proto__":{"content":"b"}},{"role":"assistant","content":[
      {"type":"tool_use","id":"__proto__","name":"constructor","input":{"__proto__":{"polluted":true},"toString":1}}]},
      {"role":"user","content":[{"type":"tool_result","tool_use_id":"__proto__","content":"\\ud800"}]}]`
    const trace = readTrace(text)
    expect(JSON.stringify(trace.messages[1]?.content)).toContain(
      '{"__proto__":{"polluted":true},"toString":1}',
    )
    expect(trace.messages[0]?.content).toBe('a')
    expect(trace.intake.inferred).toEqual([])
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
