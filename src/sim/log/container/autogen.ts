import type { Json } from '../../../engine/index.ts'
import { at, isList } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** The messages of a task of AutoGen, as a list or in its result. */
export const autoGen: Container = {
  name: 'the messages of AutoGen',
  keys: ['source', 'messages'],
  open: ofWhole((value) => {
    const messages = isList(value) ? value : listAt(value, 'messages')
    const own = messages.filter((one) => typeof at(one, 'source') === 'string' && KINDS.has(at(one, 'type')))
    if (own.length === 0 || own.length < messages.length / 2) return []
    return [{ messages: own.flatMap(messagesOf) }]
  }),
}

const KINDS: ReadonlySet<unknown> = new Set([
  'TextMessage',
  'MultiModalMessage',
  'StopMessage',
  'HandoffMessage',
  'ThoughtEvent',
  'ToolCallRequestEvent',
  'ToolCallExecutionEvent',
  'ToolCallSummaryMessage',
])

function messagesOf(message: Json): readonly Json[] {
  const content = at(message, 'content')
  const usage = at(message, 'models_usage')
  const around = {
    timestamp: at(message, 'created_at'),
    usage: usageWithin(at(usage, 'prompt_tokens'), null, at(usage, 'completion_tokens')),
  }
  switch (at(message, 'type')) {
    case 'ToolCallRequestEvent':
      return [
        chatMessage('assistant', {
          content: '',
          calls: (isList(content) ? content : []).map((call) =>
            callOf(at(call, 'id'), at(call, 'name'), at(call, 'arguments')),
          ),
          ...around,
        }),
      ]
    case 'ToolCallExecutionEvent':
      return (isList(content) ? content : []).map((result) =>
        resultOf(at(result, 'call_id'), asText(at(result, 'content'))),
      )
    // the results once more, as the agent hands them on
    case 'ToolCallSummaryMessage':
      return []
    default: {
      const text = isList(content) ? content.map((part) => asText(part)).join('\n\n') : asText(content)
      return [
        chatMessage(at(message, 'source') === 'user' ? 'user' : 'assistant', { content: text, ...around }),
      ]
    }
  }
}
