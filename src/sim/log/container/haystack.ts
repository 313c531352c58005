import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { addressOf, asText, callOf, chatMessage, pictureBlock, resultOf, textBlock } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** Chat messages of Haystack, as a list or below `messages`: each part names its kind by its key. */
export const haystack: Container = {
  name: 'chat messages of Haystack',
  keys: ['meta', '_meta', 'messages'],
  open: ofWhole((value) => {
    const list = isList(value) ? value : listAt(value, 'messages')
    return list.length > 0 && list.every(isOwn) ? [{ messages: list.flatMap(messagesOf) }] : []
  }),
}

const KINDS = ['text', 'tool_call', 'tool_call_result', 'image', 'reasoning'] as const

function partsIn(message: Json): readonly Json[] {
  return listAt(message, isList(at(message, '_content')) ? '_content' : 'content')
}

function isOwn(message: Json): boolean {
  if (!isRecord(at(message, 'meta') ?? at(message, '_meta'))) return false
  const parts = partsIn(message)
  return (
    parts.length > 0 &&
    parts.every(
      (part) => at(part, 'type') === undefined && KINDS.some((kind) => at(part, kind) !== undefined),
    )
  )
}

function messagesOf(message: Json): readonly Json[] {
  const role = textOf(at(message, 'role') ?? at(message, '_role')) ?? 'user'
  const parts = partsIn(message)
  const results = parts.flatMap((part) => {
    const result = at(part, 'tool_call_result')
    if (result === undefined) return []
    const said = at(result, 'result')
    const content = isList(said)
      ? said.map((one) => asText(at(one, 'text') ?? one)).join('\n\n')
      : asText(said)
    return [resultOf(at(result, 'origin', 'id'), content, { name: at(result, 'origin', 'tool_name') })]
  })
  const content = parts.flatMap((part): readonly Json[] => {
    const text = textOf(at(part, 'text'))
    if (text !== undefined) return [textBlock(text)]
    const bytes = textOf(at(part, 'image', 'base64_image'))
    return bytes === undefined ? [] : [pictureBlock(addressOf(bytes, textOf(at(part, 'image', 'mime_type'))))]
  })
  const calls = parts.flatMap((part) => {
    const call = at(part, 'tool_call')
    return call === undefined ? [] : [callOf(at(call, 'id'), at(call, 'tool_name'), at(call, 'arguments'))]
  })
  if (content.length + calls.length === 0) return results
  const thoughts = parts.flatMap((part) => textOf(at(part, 'reasoning', 'reasoning_text')) ?? [])
  const model = at(message, 'meta', 'model')
  return [...results, chatMessage(role, { content, thoughts, calls, model })]
}
