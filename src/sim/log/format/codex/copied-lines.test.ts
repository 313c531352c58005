import { expect, it } from 'vitest'
import { readTrace, readTraces } from '../../reading.ts'

/** Lines of a rollout; each has the second at which it was written. */
const lines = (rows: readonly (readonly [number, string, object])[], numbered = false): string =>
  rows
    .map(([second, type, payload], ordinal) =>
      JSON.stringify({
        timestamp: new Date(Date.UTC(2026, 4, 12, 8) + Math.round(second * 1000)).toISOString(),
        ...(numbered && { ordinal }),
        type,
        payload,
      }),
    )
    .join('\n')

const said = (role: string, text: string): object => ({
  type: 'message',
  role,
  content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
})

const used = (input: number, output: number, total: number): object => ({
  type: 'token_count',
  info: {
    total_token_usage: { input_tokens: total, output_tokens: 0, total_tokens: total },
    last_token_usage: {
      input_tokens: input,
      cached_input_tokens: 0,
      output_tokens: output,
      total_tokens: input + output,
    },
  },
})

const meta = (id: string, more: object = {}): object => ({ id, cli_version: '0.120.0', cwd: '/p', ...more })
const spawned = { source: { subagent: { thread_spawn: { parent_thread_id: 'parent', depth: 1 } } } }

/** A session that repeats two calls of its parent and makes one of its own, `gap` seconds later. */
const fork = (more: object, gap = 3, numbered = false): string =>
  lines(
    [
      [0, 'session_meta', meta('child', more)],
      [0.001, 'session_meta', meta('parent')],
      [0.002, 'response_item', said('user', 'List the files.')],
      [0.002, 'response_item', said('assistant', 'a and b.')],
      [0.003, 'event_msg', used(40_000, 10, 40_010)],
      [0.004, 'response_item', said('user', 'And what is in a?')],
      [0.004, 'response_item', said('assistant', 'The parser.')],
      [0.3, 'event_msg', used(50_000, 20, 90_030)],
      [0.31, 'response_item', said('user', 'Count its lines.')],
      [0.31 + gap, 'response_item', said('assistant', 'It has 12.')],
      [0.31 + gap, 'event_msg', used(50_500, 30, 140_560)],
    ],
    numbered,
  )

it.each([
  ['forked_from_id', { forked_from_id: 'parent' }],
  ['a sub-agent', spawned],
  ['parent_thread_id', { parent_thread_id: 'parent' }],
])('TOK-2 replies that a Codex session copied from its parent are no calls of its own: %s', (_, more) => {
  const traces = readTraces(fork(more))
  expect(traces).toHaveLength(1)
  const [trace] = traces
  expect(trace?.messages.map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'user',
    'assistant',
    'user',
    'assistant',
  ])
  expect(trace?.turns.map(({ inputs, usage }) => [inputs.length, usage?.input, usage?.output])).toEqual([
    [5, 50_500, 30],
  ])
  expect(trace?.intake.inferred).toContain(
    'The first 2 replies are copies from the session that this one goes on with: the calls are counted there, not here.',
  )
})

it('TOK-2 where Codex notes the first line that is its own, the times of the lines do not matter', () => {
  const sizes = (text: string) => readTrace(text).turns.map(({ usage }) => usage?.input)
  expect(sizes(fork({ ...spawned, subagent_history_start_ordinal: 8 }, 0.1, true))).toEqual([50_500])
  // only the first call is a copy
  expect(sizes(fork({ ...spawned, subagent_history_start_ordinal: 5 }, 3, true))).toEqual([50_000, 50_500])
})

it('TOK-2 a sub-agent of Codex that begins with nothing has all of its calls, and so has a session alone', () => {
  const own = (more: object): string =>
    lines([
      [0, 'session_meta', meta('child', more)],
      [0.1, 'response_item', said('user', 'Count its lines.')],
      [2, 'response_item', said('assistant', 'It has 12.')],
      [2, 'event_msg', used(9_000, 30, 9_030)],
      [2.1, 'response_item', said('user', 'Thanks.')],
      [2.4, 'response_item', said('assistant', 'Welcome.')],
      [2.4, 'event_msg', used(9_100, 5, 18_135)],
    ])
  for (const more of [spawned, {}])
    expect(readTrace(own(more)).turns.map(({ usage }) => usage?.input)).toEqual([9_000, 9_100])
})
