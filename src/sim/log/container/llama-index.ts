import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { asText, chatMessage, mediaBlock, resultOf, withMedia } from './chat-message.ts'
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
  const blocks = listAt(message, 'blocks')
  const content = withMedia(
    blocks
      .filter((block) => mediaIn(block).length === 0)
      .map((block) => asText(at(block, 'text') ?? at(block, 'content') ?? block))
      .join('\n\n'),
    blocks.flatMap(mediaIn),
  )
  return role === 'tool'
    ? resultOf(at(more, 'tool_call_id'), content, { name: at(more, 'name') })
    : chatMessage(role, { content, calls: listAt(more, 'tool_calls') })
}

/** A block of a picture, a sound or a document, by its address or its bytes. */
function mediaIn(block: Json): readonly Json[] {
  const kind = asText(at(block, 'block_type'))
  const place = textOf(at(block, kind === 'document' ? 'data' : kind)) ?? textOf(at(block, 'url'))
  if (!/^(?:image|audio|document)$/.test(kind) || place === undefined) return []
  return [
    mediaBlock(place, textOf(at(block, `${kind}_mimetype`)) ?? `${kind}/${asText(at(block, 'format'))}`),
  ]
}
