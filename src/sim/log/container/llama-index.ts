import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { asText, chatMessage, resultOf } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'

/** Chat messages of LlamaIndex: a list, a memory, or a store with a list for each key. */
export const llamaIndex: Container = {
  name: 'chat messages of LlamaIndex',
  keys: ['blocks', 'messages', 'store', 'chat_store'],
  open: ofWhole((value) => {
    const store = at(value, 'store') ?? at(value, 'chat_store', 'store')
    const lists = [value, at(value, 'messages'), ...(isRecord(store) ? Object.values(store) : [])]
    return lists.flatMap((list) =>
      isList(list) && list.some(isOwn) ? [{ messages: list.filter(isOwn).map(messageOf) }] : [],
    )
  }),
}

function isOwn(message: Json): boolean {
  return isList(at(message, 'blocks')) && isRecord(at(message, 'additional_kwargs'))
}

function messageOf(message: Json): Json {
  const role = textOf(at(message, 'role')) ?? 'user'
  const more = at(message, 'additional_kwargs')
  const content = listAt(message, 'blocks')
    .map((block) => asText(at(block, 'text') ?? at(block, 'content') ?? block))
    .join('\n\n')
  return role === 'tool'
    ? resultOf(at(more, 'tool_call_id'), content, { name: at(more, 'name') })
    : chatMessage(role, { content, calls: listAt(more, 'tool_calls') })
}
