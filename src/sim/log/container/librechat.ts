import type { Json } from '../../../engine/index.ts'
import { at } from '../json/guard.ts'
import { asText, chatMessage, textsOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of LibreChat: a flag says whether the user spoke. */
export const libreChat: Container = {
  name: 'an export of LibreChat',
  keys: ['messages'],
  open: ofEach((value) => {
    const flagged = listAt(value, 'messages').filter((one) => typeof at(one, 'isCreatedByUser') === 'boolean')
    return flagged.length === 0 ? [] : [{ id: at(value, 'title') ?? null, messages: flagged.map(messageOf) }]
  }),
}

function messageOf(message: Json): Json {
  const content = asText(at(message, 'text')) || textsOf(listAt(message, 'content'), 'text').join('\n\n')
  return chatMessage(at(message, 'isCreatedByUser') === true ? 'user' : 'assistant', { content })
}
