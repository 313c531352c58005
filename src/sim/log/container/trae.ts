import type { Json } from '../../../engine/index.ts'
import { at, isRecord } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageBeside, usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** A trajectory of Trae Agent: each call of the model with the messages that were new, and its answer. */
export const trae: Container = {
  name: 'a trajectory of Trae Agent',
  keys: ['llm_interactions'],
  open: ofWhole((value) => {
    const calls = listAt(value, 'llm_interactions')
    const messages = calls.flatMap((call) => [
      ...listAt(call, 'input_messages').flatMap(givenOf),
      ...(isRecord(at(call, 'response')) ? [replyOf(call)] : []),
    ])
    return messages.length === 0 ? [] : [{ messages }]
  }),
}

function givenOf(message: Json): readonly Json[] {
  const result = at(message, 'tool_result')
  if (isRecord(result)) {
    const said = [at(result, 'result'), at(result, 'error')].map(asText).filter((text) => text !== '')
    return [resultOf(at(result, 'call_id'), said.join('\n'))]
  }
  const role = asText(at(message, 'role'))
  // the reply before is in the answer of its own call
  if (role === 'assistant') return []
  return [chatMessage(role, { content: asText(at(message, 'content')) })]
}

/** Of Anthropic, `input_tokens` leave out what the cache had and got; of the others, what it had is a part of them. */
function usageOf(call: Json): Json | undefined {
  const used = at(call, 'response', 'usage')
  return (at(call, 'provider') ?? 'anthropic') === 'anthropic' ? usageBeside(used) : usageWithin(used)
}

function replyOf(call: Json): Json {
  const response = at(call, 'response')
  return chatMessage('assistant', {
    content: asText(at(response, 'content')),
    calls: listAt(response, 'tool_calls').map((one) =>
      callOf(at(one, 'call_id') ?? at(one, 'id'), at(one, 'name'), at(one, 'arguments')),
    ),
    model: at(response, 'model') ?? at(call, 'model'),
    timestamp: at(call, 'timestamp'),
    usage: usageOf(call),
  })
}
