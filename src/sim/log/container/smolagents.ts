import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** The memory of an agent of smolagents: its prompt, its tasks, and the steps of its work. */
export const smolagents: Container = {
  name: 'the memory of an agent of smolagents',
  keys: ['step_number', 'steps', 'intermediate_steps'],
  open({ shape, records }) {
    const first = records.find(({ value }) => isStep(value))
    // what an agent streams is a step per line
    if (shape === 'lines' && first !== undefined)
      return [{ ...first, value: { messages: talkOf(records.map(({ value }) => value)) } }]
    return records.flatMap(({ value, line, column }) => {
      // the second name is that of its example for research
      const steps = isList(value)
        ? value
        : [...listAt(value, 'steps'), ...listAt(value, 'intermediate_steps')]
      return steps.some(isStep) ? [{ value: { messages: talkOf(steps) }, line, column }] : []
    })
  },
}

function isStep(step: Json): boolean {
  return (
    typeof at(step, 'step_number') === 'number' &&
    (at(step, 'model_output') !== undefined || at(step, 'observations') !== undefined)
  )
}

/** A stream has no step with the prompt: the first request does. */
function talkOf(steps: readonly Json[]): readonly Json[] {
  const sent = steps.find((step) => listAt(step, 'model_input_messages').length > 0)
  const [prompt] = listAt(sent, 'model_input_messages')
  const isAlone =
    at(prompt, 'role') === 'system' && steps.every((step) => at(step, 'system_prompt') === undefined)
  return [...(isAlone && prompt !== undefined ? [prompt] : []), ...steps.flatMap(messagesOf)]
}

function messagesOf(step: Json): readonly Json[] {
  const prompt = textOf(at(step, 'system_prompt'))
  if (prompt !== undefined) return [chatMessage('system', { content: prompt })]
  const task = textOf(at(step, 'task'))
  if (task !== undefined) return [chatMessage('user', { content: task })]
  const calls = listAt(step, 'tool_calls')
  const content = asText(at(step, 'model_output') ?? at(step, 'plan'))
  const usage = at(step, 'token_usage')
  const named = (call: Json): Json =>
    callOf(
      at(call, 'id'),
      at(call, 'function', 'name') ?? at(call, 'name'),
      at(call, 'function', 'arguments') ?? at(call, 'arguments'),
    )
  const own =
    content === '' && calls.length === 0
      ? []
      : [
          chatMessage('assistant', {
            content,
            calls: calls.map(named),
            timestamp: at(step, 'timing', 'start_time'),
            usage: usageWithin(usage),
          }),
        ]
  const observed = textOf(at(step, 'observations')) ?? textOf(at(step, 'error', 'message'))
  if (observed === undefined) return own
  const [first, ...others] = calls
  if (first === undefined) return [...own, chatMessage('user', { content: observed })]
  // what all calls of a step gave is one text
  return [...own, resultOf(at(first, 'id'), observed), ...others.map((call) => resultOf(at(call, 'id'), ''))]
}
