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
