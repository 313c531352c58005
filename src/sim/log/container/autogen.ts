import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, mediaBlock, resultOf, usageWithin, withMedia } from './chat-message.ts'
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

/** The history of a chat of AutoGen 0.2, in which `role` is who a message was for: who said it is in `name`. */
export const autoGenChat: Container = {
  name: 'a chat of AutoGen 0.2',
  keys: ['name', 'chat_history', 'messages'],
  open: ofWhole((value) => {
    const list = [value, at(value, 'chat_history'), at(value, 'messages')].find(isList) ?? []
    const isTurned = (message: Json): boolean =>
      (at(message, 'role') === 'user' && isList(at(message, 'tool_calls'))) ||
      isList(at(message, 'tool_responses')) ||
      (at(message, 'role') === 'assistant' && PERSON.test(asText(at(message, 'name'))))
    const isNamed = list.length > 1 && list.every((message) => typeof at(message, 'name') === 'string')
    return isNamed && list.some(isTurned) ? [{ messages: list.flatMap(saidIn) }] : []
  }),
}

const PERSON = /user|human|admin|proxy|executor/i

function saidIn(message: Json): readonly Json[] {
  const responses = at(message, 'tool_responses')
  if (isList(responses))
    return responses.map((one) => resultOf(at(one, 'tool_call_id'), asText(at(one, 'content'))))
  const calls = at(message, 'tool_calls')
  const isPerson = !isList(calls) && PERSON.test(asText(at(message, 'name')))
  const content = asText(at(message, 'content'))
  return [chatMessage(isPerson ? 'user' : 'assistant', { content, calls: isList(calls) ? calls : [] })]
}

function messagesOf(message: Json): readonly Json[] {
  const content = at(message, 'content')
  const around = {
    timestamp: at(message, 'created_at'),
    usage: usageWithin(at(message, 'models_usage')),
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
      const pictures = (isList(content) ? content : []).flatMap((part) => textOf(at(part, 'data')) ?? [])
      const text = isList(content)
        ? content
            .filter((part) => textOf(at(part, 'data')) === undefined)
            .map(asText)
            .join('\n\n')
        : asText(content)
      const said = withMedia(
        text,
        pictures.map((bytes) => mediaBlock(bytes, 'image/png')),
      )
      return [
        chatMessage(at(message, 'source') === 'user' ? 'user' : 'assistant', { content: said, ...around }),
      ]
    }
  }
}
