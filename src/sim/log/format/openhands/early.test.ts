import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'
import { told } from '../../../../testing/log/openhands.ts'

describe('OpenHands runs of 2024, without ids and sources', () => {
  const early = [
    {
      content: 'Add a licence.',
      images_urls: null,
      wait_for_response: false,
      action: 'message',
      action_risk: null,
    },
    {
      command: 'touch LICENSE',
      thought: 'I begin.',
      keep_prompt: true,
      action: 'run',
      is_confirmed: 'confirmed',
    },
    { content: '$ ', command_id: -1, command: 'touch LICENSE', exit_code: 0, observation: 'run' },
    { content: 'Which one?', action: 'message', wait_for_response: true },
    { content: 'Go on.', action: 'message' },
    { code: 'print(1)', thought: '', action: 'run_ipython', kernel_init_code: 'x' },
    { content: '1', code: 'print(1)', observation: 'run_ipython' },
    { outputs: {}, thought: 'All done.', action: 'finish' },
  ]
  const messages = [
    { role: 'user', content: 'Add a licence.' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I begin.' },
        { type: 'tool_use', id: 'action_1', name: 'run', input: { command: 'touch LICENSE' } },
      ],
    },
    { role: 'user', content: [told('action_1', '$ ')] },
    { role: 'assistant', content: 'Which one?' },
    { role: 'user', content: 'Go on.' },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'action_2', name: 'run_ipython', input: { code: 'print(1)' } }],
    },
    { role: 'user', content: [told('action_2', '1')] },
    { role: 'assistant', content: 'All done.' },
  ]

  it.each([
    ['a list of events', early],
    [
      'pairs of an action and its observation',
      [
        early.slice(0, 1),
        early.slice(1, 3),
        early.slice(3, 4),
        early.slice(4, 5),
        early.slice(5, 7),
        early.slice(7),
      ],
    ],
  ])('reads %s', (_, history) => {
    const trace = readTrace(JSON.stringify({ issue: { number: 4711 }, history, success: true }))
    expect(trace.source.title).toBe('issue 4711')
    expect(trace.messages).toEqual(messages)
    expect(trace.turns).toHaveLength(4)
    expect(trace.intake.inferred[0]).toBe('Actions without a tool call in the log, shown as calls: 2.')
  })
})
