import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, mediaBlock, resultOf, withMedia } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Messages of Spring AI: each names its kind in `messageType`; several results of calls may stand in one. */
export const springAi: Container = {
  name: 'messages of Spring AI',
  keys: ['messageType', 'messages', 'instructions'],
  open(log) {
    // one message per line
    const lines = log.records.map(({ value }) => value)
    const [first] = log.records
    if (lines.length > 1 && first !== undefined && lines.every(isOwn))
      return [{ ...first, value: { messages: lines.flatMap(messagesOf) } }]
    const whole = log.records.flatMap(({ value, ...place }) =>
      isList(value) && value.length > 0 && value.every(isOwn)
        ? [{ ...place, value: { messages: value.flatMap(messagesOf) } }]
        : [],
    )
    return whole.length > 0 ? whole : ofEach(conversationOf)(log)
  },
}

function conversationOf(value: Json): readonly Json[] {
  for (const key of ['messages', 'instructions']) {
    const list = listAt(value, key)
    if (list.length > 0 && list.every(isOwn)) return [{ messages: list.flatMap(messagesOf) }]
  }
  return []
}

const ROLES: ReadonlyMap<unknown, string> = new Map([
  ['SYSTEM', 'system'],
  ['USER', 'user'],
  ['ASSISTANT', 'assistant'],
  ['TOOL', 'tool'],
])

function isOwn(message: Json): boolean {
  return isRecord(message) && ROLES.has(at(message, 'messageType'))
}

function messagesOf(message: Json): readonly Json[] {
  const role = ROLES.get(at(message, 'messageType')) ?? 'user'
  if (role === 'tool')
    return listAt(message, 'responses').map((one) =>
      resultOf(at(one, 'id'), asText(at(one, 'responseData')), { name: at(one, 'name') }),
    )
  const thought = textOf(at(message, 'metadata', 'reasoningContent'))
  return [
    chatMessage(role, {
      content: withMedia(
        textOf(at(message, 'text')) ?? textOf(at(message, 'textContent')) ?? asText(at(message, 'content')),
        listAt(message, 'media').flatMap((one) => {
          const [place, type] = [textOf(at(one, 'data')), at(one, 'mimeType')]
          const kind = textOf(type) ?? `${asText(at(type, 'type'))}/${asText(at(type, 'subtype'))}`
          return place === undefined ? [] : [mediaBlock(place, kind)]
        }),
      ),
      thoughts: thought === undefined ? [] : [thought],
      calls: listAt(message, 'toolCalls').map((one) =>
        callOf(at(one, 'id'), at(one, 'name'), at(one, 'arguments')),
      ),
      timestamp: at(message, 'metadata', 'timestamp'),
    }),
  ]
}
