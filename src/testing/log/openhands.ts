import { readTrace } from '../../sim/index.ts'

/** Events in the format of OpenHands 0.x, for the tests of its readers. `id` is also the second of the time. */

export const stamp = (id: number): string => `2025-04-30T16:32:${String(id).padStart(2, '0')}.729188`
export const event = (id: number, source: string, more: object) => ({
  id,
  timestamp: stamp(id),
  source,
  message: '',
  ...more,
})

/** A tool call of a completion. */
interface Asked {
  readonly id: string
  readonly name?: string
  readonly arguments?: string
}
export const response = (
  id: string,
  content: unknown,
  calls: readonly Asked[],
  usage: unknown = { prompt_tokens: 5920, completion_tokens: 128 },
) => ({
  id,
  model: 'llama-4',
  object: 'chat.completion',
  choices: [
    {
      message: {
        role: 'assistant',
        content,
        tool_calls: calls.map((call, index) => ({
          index,
          id: call.id,
          type: 'function',
          function: {
            name: call.name ?? 'execute_bash',
            arguments: call.arguments ?? `{"command":"${call.id}"}`,
          },
        })),
      },
    },
  ],
  usage,
})
export const paired = (call: string, model_response: unknown, total = 1) => ({
  tool_call_metadata: {
    function_name: 'execute_bash',
    tool_call_id: call,
    model_response,
    total_calls_in_response: total,
  },
})
export const run = (id: number, call: string, model_response: unknown, total = 1) =>
  event(id, 'agent', {
    action: 'run',
    args: { command: call, thought: 'a copy' },
    ...paired(call, model_response, total),
  })
export const ran = (id: number, cause: number, call: string, content: string, more: object = {}) =>
  event(id, 'agent', {
    observation: 'run',
    cause,
    content,
    ...paired(call, null),
    extras: { metadata: { prefix: '', suffix: '\n[exit code 0]' } },
    ...more,
  })
export const system = event(0, 'agent', {
  action: 'system',
  args: {
    content: 'You are an agent.',
    tools: [
      {
        type: 'function',
        function: { name: 'execute_bash', description: 'Runs.', parameters: { type: 'object' } },
      },
    ],
  },
})
export const task = event(1, 'user', { action: 'message', args: { content: 'Fix it.', image_urls: null } })
export const recall = [
  event(2, 'user', { action: 'recall', args: { query: 'Fix it.' } }),
  event(4, 'environment', {
    observation: 'recall',
    cause: 2,
    content: 'Added workspace context',
    extras: {
      recall_type: 'workspace_context',
      repo_name: 'a/b',
      repo_directory: '/b',
      repo_instructions: 'Use tabs.',
      runtime_hosts: { 'http://localhost:1': 1 },
      date: '2025-04-30',
      microagent_knowledge: [{ name: 'github', content: 'You have a token.' }, { name: 'empty' }],
    },
  }),
]
export const one = response('r1', 'I look.', [{ id: 't1' }])
export const line = (history: readonly unknown[], more: object = {}) => ({
  instance_id: 'bug-1',
  instruction: 'Fix it.',
  metadata: {},
  history,
  metrics: {},
  error: null,
  ...more,
})
export const read = (history: readonly unknown[], options = {}, more: object = {}) =>
  readTrace(JSON.stringify(line(history, more)), options)

export const used = (id: string, command = id) => ({
  type: 'tool_use',
  id,
  name: 'execute_bash',
  input: { command },
})
export const told = (id: string, content: unknown, failed = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(failed && { is_error: true }),
})
