import { describe, expect, it } from 'vitest'
import { readTrace } from '../reading.ts'

const read = (...values: readonly unknown[]) =>
  readTrace(values.map((value) => JSON.stringify(value)).join('\n'))
const contents = (trace: ReturnType<typeof readTrace>) => trace.messages.map(({ content }) => content)
const used = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })
const answered = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content })
const text = (words: string) => ({ type: 'text', text: words })

describe('MSG-1 what Codex prints for programs', () => {
  const completed = (id: string, type: string, rest = {}) => ({
    type: 'item.completed',
    item: { id, type, ...rest },
  })
  const started = (id: string, type: string, rest = {}) => ({
    type: 'item.started',
    item: { id, type, ...rest },
  })
  const usage = { input_tokens: 100, cached_input_tokens: 80, output_tokens: 7 }

  it('has one reply of thoughts, texts and calls before a result, also of calls at the same time', () => {
    const trace = read(
      { type: 'thread.started', thread_id: 't' },
      { type: 'turn.started' },
      completed('a', 'reasoning', { text: 'Look first.' }),
      completed('b', 'agent_message', { text: 'I look.' }),
      started('c', 'command_execution', { command: 'ls' }),
      completed('n', 'todo_list', { items: [] }),
      started('d', 'command_execution', { command: 'pwd' }),
      completed('c', 'command_execution', { command: 'ls', aggregated_output: 'A' }),
      completed('d', 'command_execution', { command: 'pwd', aggregated_output: '/x' }),
      completed('e', 'error', { message: 'The stream ended.' }),
      completed('f', 'agent_message', { text: 'Done.' }),
      { type: 'turn.completed', usage },
      { type: 'turn.started' },
      completed('g', 'agent_message', { text: 'And more.' }),
      { type: 'turn.completed', usage },
    )
    expect(contents(trace)).toEqual([
      [
        { type: 'thinking', thinking: 'Look first.' },
        text('I look.'),
        used('c', 'shell', { command: 'ls' }),
        used('d', 'shell', { command: 'pwd' }),
      ],
      [answered('c', 'A'), answered('d', '/x')],
      'Done.',
      'And more.',
    ])
    expect(trace.turns.map((turn) => turn.usage)).toEqual([null, null, null])
    expect(trace.intake.ignored.map(({ kind }) => kind)).toEqual([
      'role/_error',
      'role/_todo_list',
      'tokens of a whole run as one sum',
    ])
  })

  it('TOK-2 has the usage of a turn with one reply', () => {
    const [turn] = read(
      { type: 'turn.started' },
      completed('a', 'reasoning', { text: 'Hm.' }),
      completed('b', 'agent_message', { text: 'Done.' }),
      { type: 'turn.completed', usage },
    ).turns
    expect(turn?.usage).toMatchObject({ input: 100, cacheRead: 80, output: 7 })
  })

  it('TOK-3 has pictures and texts of servers’ tools as they are', () => {
    const content = [{ type: 'image', data: 'QUJD', mimeType: 'image/png' }, text('the page')]
    const trace = read(
      { type: 'thread.started', thread_id: 't' },
      completed('a', 'mcp_tool_call', { tool: 'look', arguments: { q: 1 }, result: { content } }),
      completed('b', 'mcp_tool_call', { tool: 'look', arguments: {}, error: { message: 'failed' } }),
      // a second run in the same file
      { type: 'thread.started', thread_id: 't' },
      completed('c', 'agent_message', { text: 'Done.' }),
    )
    const picture = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } }
    expect(contents(trace)).toEqual([
      [used('a', 'look', { q: 1 })],
      [answered('a', [picture, text('the page')])],
      [used('b', 'look', {})],
      [answered('b', 'failed')],
      'Done.',
    ])
  })
})

it('MSG-1 what Gemini CLI prints for programs has the calls of a reply together, with its text', () => {
  const call = (tool_id: string) => ({
    type: 'tool_use',
    tool_name: 'read',
    tool_id,
    parameters: { path: tool_id },
  })
  const result = (tool_id: string) => ({ type: 'tool_result', tool_id, status: 'success', output: tool_id })
  const trace = read(
    { type: 'init', session_id: 's', model: 'm' },
    { type: 'message', role: 'user', content: 'Go.' },
    { type: 'message', role: 'assistant', content: 'I ', delta: true },
    { type: 'message', role: 'assistant', content: 'read.', delta: true },
    call('c'),
    call('d'),
    result('c'),
    result('d'),
    call('e'),
    result('e'),
    { type: 'result', status: 'success', stats: { total_tokens: 250, input_tokens: 200 } },
  )
  expect(contents(trace)).toEqual([
    'Go.',
    [text('I read.'), used('c', 'read', { path: 'c' }), used('d', 'read', { path: 'd' })],
    [answered('c', 'c'), answered('d', 'd')],
    [used('e', 'read', { path: 'e' })],
    [answered('e', 'e')],
  ])
  expect(trace.turns.map(({ model }) => model)).toEqual(['m', 'm', null])
  expect(trace.intake.ignored).toEqual([{ kind: 'tokens of a whole run as one sum', count: 1 }])
})

it('REC-1 TOK-2 the events of Copilot have the usage after each reply, and what was cut off', () => {
  const event = (type: string, data: object, rest = {}) => ({ type, data, ...rest })
  const usage = (inputTokens: number, rest = {}) =>
    event(
      'assistant.usage',
      { model: 'm-2', inputTokens, outputTokens: 5, cacheReadTokens: 50, cacheWriteTokens: 0 },
      rest,
    )
  const side = { agentId: 'x' }
  const log = [
    event('session.start', { selectedModel: 'm' }),
    event('user.message', { content: 'Go.' }),
    usage(999),
    event('assistant.message', { content: 'I go.' }),
    event('assistant.message', { content: 'I help.' }, side),
    usage(70, side),
    usage(100),
    usage(998),
    event('session.truncation', { preTruncationTokensInMessages: 900, tokensRemovedDuringTruncation: 400 }),
    event('user.message', { content: 'And?' }),
    event('assistant.message', { content: 'Done.' }),
    usage(60),
  ]
  for (const recordedEdits of ['undo', 'keep'] as const) {
    const trace = readTrace(log.map((one) => JSON.stringify(one)).join('\n'), { recordedEdits })
    expect(trace.turns.map((turn) => [turn.usage?.input, turn.usage?.cacheRead, turn.model])).toEqual([
      [100, 50, 'm-2'],
      [60, 50, 'm-2'],
    ])
    expect(contents(trace)).toEqual(['Go.', 'I go.', 'And?', 'Done.'])
    expect(trace.windows).toHaveLength(1)
    expect(trace.recordedEdits).toMatchObject([
      { kind: 'microcompaction', turn: 1, tokensBefore: 900, tokensFreed: 400 },
    ])
  }
})
