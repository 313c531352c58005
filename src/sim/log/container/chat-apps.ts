import { at, textOf } from '../json/guard.ts'
import { asText, chatMessage } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** Exports of chat pages that one can host: Open WebUI has the chat in an object, LibreChat says who spoke in a flag. */
export const chatApps: Container = {
  name: 'an export of a chat page',
  open: ofEach((value) => {
    const chat = listAt(value, 'chat', 'messages').filter((one) => typeof at(one, 'role') === 'string')
    if (chat.length > 0) return [{ id: at(value, 'title') ?? null, messages: chat }]
    const flagged = listAt(value, 'messages').filter((one) => typeof at(one, 'isCreatedByUser') === 'boolean')
    const messages = flagged.map((one) => {
      const blocks = listAt(one, 'content').flatMap((block) => textOf(at(block, 'text')) ?? [])
      const content = asText(at(one, 'text')) || blocks.join('\n\n')
      return chatMessage(at(one, 'isCreatedByUser') === true ? 'user' : 'assistant', { content })
    })
    return messages.length === 0 ? [] : [{ id: at(value, 'title') ?? null, messages }]
  }),
}
