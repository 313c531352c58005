import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import {
  asText,
  callOf,
  chatMessage,
  mediaBlock,
  pictureBlock,
  resultOf,
  textBlock,
  usageWithin,
} from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** The message history of Pydantic AI, as a list, in an object, or one message per line. */
export const pydanticAi: Container = {
  name: 'a message history of Pydantic AI',
  keys: ['parts', 'messages', 'message_history'],
  open: ofWhole((value) => {
    if (isOwn(value)) return messagesOf(value)
    const lists = [value, at(value, 'messages') ?? null, at(value, 'message_history') ?? null]
    const list = lists.find((one) => isList(one) && one.some(isOwn))
    if (!isList(list)) return []
    const instructions = list.flatMap((one) => textOf(at(one, 'instructions')) ?? [])[0]
    const system = instructions === undefined ? [] : [chatMessage('system', { content: instructions })]
    return [{ messages: [...system, ...list.flatMap(messagesOf)] }]
  }),
}

function isOwn(message: Json): boolean {
  return listAt(message, 'parts').some((part) => typeof at(part, 'part_kind') === 'string')
}

function messagesOf(message: Json): readonly Json[] {
  const parts = listAt(message, 'parts')
  if (at(message, 'kind') === 'request') return parts.flatMap(messagesOfRequest)
  const usage = at(message, 'usage')
  const ofKind = (kind: string): readonly Json[] => parts.filter((part) => at(part, 'part_kind') === kind)
  return [
    chatMessage('assistant', {
      content: ofKind('text')
        .map((part) => asText(at(part, 'content')))
        .join('\n\n'),
      thoughts: ofKind('thinking').flatMap((part) => textOf(at(part, 'content')) ?? []),
      calls: [...ofKind('tool-call'), ...ofKind('builtin-tool-call')].map((part) =>
        callOf(at(part, 'tool_call_id'), at(part, 'tool_name'), at(part, 'args')),
      ),
      model: at(message, 'model_name'),
      timestamp: at(message, 'timestamp'),
      usage: usageWithin(usage),
    }),
    // what the provider ran itself is answered within the reply
    ...ofKind('builtin-tool-return').map((part) =>
      resultOf(at(part, 'tool_call_id'), asText(at(part, 'content'))),
    ),
  ]
}

function messagesOfRequest(part: Json): readonly Json[] {
  const content = at(part, 'content')
  const timestamp = at(part, 'timestamp')
  switch (at(part, 'part_kind')) {
    case 'system-prompt':
      return [chatMessage('system', { content: asText(content) })]
    case 'user-prompt':
      return [
        chatMessage('user', { content: isList(content) ? content.map(blockOf) : asText(content), timestamp }),
      ]
    case 'tool-return':
      return [resultOf(at(part, 'tool_call_id'), asText(content), { name: at(part, 'tool_name'), timestamp })]
    case 'retry-prompt':
      return typeof at(part, 'tool_name') === 'string'
        ? [resultOf(at(part, 'tool_call_id'), asText(content), { name: at(part, 'tool_name'), timestamp })]
        : [chatMessage('user', { content: asText(content), timestamp })]
    default:
      return []
  }
}

/** A text, or a picture, a sound or a document by its address or its bytes. */
function blockOf(block: Json): Json {
  if (typeof block === 'string') return textBlock(block)
  const place = textOf(at(block, 'url')) ?? textOf(at(block, 'data'))
  if (place === undefined) return textBlock(asText(at(block, 'content') ?? block))
  return at(block, 'kind') === 'image-url'
    ? pictureBlock(place)
    : mediaBlock(place, textOf(at(block, 'media_type')))
}
