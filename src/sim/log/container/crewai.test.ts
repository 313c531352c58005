import { expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const around = { agent_id: 'a', agent_role: 'Coder', source_fingerprint: null, task_id: 't' }
const system = { role: 'system', content: 'You have the tools: read.' }
const user = { role: 'user', content: 'Go.' }
const event = (type: string, more: object): object => ({ ...around, type, ...more })
const lines = (events: readonly object[]): string => events.map((one) => JSON.stringify(one)).join('\n')
const ACT = 'Thought: I look.\nAction: read\nAction Input: {"path": "a"}'
const seen = { role: 'assistant', content: `${ACT}\nObservation: A\nand B` }
const MESSAGES = [
  { role: 'user', content: 'Go.' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Thought: I look.' },
      { type: 'tool_use', id: 'action-2', name: 'read', input: { path: 'a' } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'action-2', content: 'A\nand B' }] },
  { role: 'assistant', content: 'Final Answer: Done.' },
]
const usage = { prompt_tokens: 100, completion_tokens: 5, total_tokens: 105, cached_prompt_tokens: 60 }

it('MSG-1 events of CrewAI are one conversation, with the calls that are in the text of replies', () => {
  const completed = (messages: readonly object[], response: unknown): object =>
    event('llm_call_completed', { call_type: 'llm_call', model: 'gpt-5', messages, response, usage })
  const trace = readTrace(
    lines([
      event('crew_kickoff_started', { crew_name: 'c' }),
      event('llm_call_started', { model: 'gpt-5', messages: [system, user] }),
      completed([system, user], ACT),
      event('tool_usage_started', { tool_name: 'read', tool_args: '{"path": "a"}' }),
      event('tool_usage_finished', { tool_name: 'read', output: 'A\nand B' }),
      event('llm_call_started', { model: 'gpt-5', messages: [system, user, seen] }),
      completed([system, user, seen], 'Final Answer: Done.'),
    ]),
  )
  expect(trace.siblings).toEqual([])
  expect(trace.system).toBe(system.content)
  expect(trace.messages).toEqual(MESSAGES)
  expect(trace.turns.map((turn) => [turn.model, turn.usage?.input, turn.usage?.cacheRead])).toEqual([
    ['gpt-5', 100, 60],
    ['gpt-5', 100, 60],
  ])
})

it('MSG-1 events of CrewAI may have their messages only where a call begins, a prompt that is a text, and native calls', () => {
  const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }
  const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }]
  const traces = readTraces(
    lines([
      event('llm_call_started', { call_id: '1', messages: 'Plan.', tools: null }),
      event('llm_call_started', { call_id: '2', messages: [user], tools }),
      event('llm_call_completed', { call_id: '2', call_type: 'tool_call', response: [call] }),
      event('llm_call_completed', { call_id: '1', call_type: 'llm_call', response: 'A plan.' }),
    ]),
  )
  expect(traces.map(({ messages }) => messages)).toEqual([
    [
      user,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: { path: 'a' } }] },
    ],
    [
      { role: 'user', content: 'Plan.' },
      { role: 'assistant', content: 'A plan.' },
    ],
  ])
  expect(traces[0]?.tools).toEqual([{ name: 'read', input_schema: { type: 'object' } }])
})
