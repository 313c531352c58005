import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { chatMessage } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/**
 * Chats with characters: SillyTavern writes a message per line, the text-generation web UI pairs of what was said, and
 * exports of Character.AI name who is human.
 */
export const rolePlay: Container = {
  name: 'a chat with a character (SillyTavern, text-generation web UI, Character.AI)',
  keys: ['mes', 'internal', 'histories', 'msgs'],
  open({ records }) {
    const said = records.flatMap(({ value }) => (isList(value) ? value : [value])).flatMap(saidIn)
    const [first] = records
    if (first !== undefined && said.length > 0) return [{ ...first, value: { messages: said } }]
    return records.flatMap(({ value, ...place }) =>
      talksIn(value).map((messages): LogRecord => ({ ...place, value: { messages } })),
    )
  },
}

function saidIn(value: Json): readonly Json[] {
  const content = textOf(at(value, 'mes'))
  const isUser = at(value, 'is_user')
  // hidden messages are not sent
  if (content === undefined || typeof isUser !== 'boolean' || at(value, 'is_system') === true) return []
  const thought = textOf(at(value, 'extra', 'reasoning'))
  return [
    chatMessage(isUser ? 'user' : 'assistant', {
      content,
      thoughts: thought === undefined ? [] : [thought],
      model: at(value, 'extra', 'model'),
    }),
  ]
}

function talksIn(value: Json): readonly (readonly Json[])[] {
  const pairs = listAt(value, 'internal')
  if (pairs.length > 0 && pairs.every((pair) => isList(pair) && pair.length === 2))
    return [
      pairs.flatMap((pair) =>
        (isList(pair) ? pair : []).flatMap((text, index) =>
          textOf(text) === undefined || text === BEGIN
            ? []
            : [chatMessage(index === 0 ? 'user' : 'assistant', { content: text })],
        ),
      ),
    ]
  const histories = [...listAt(value, 'histories', 'histories'), ...listAt(value, 'histories'), value]
  return histories.flatMap((history) => {
    const messages = listAt(history, 'msgs').flatMap((message) => {
      const isHuman = at(message, 'src', 'is_human')
      const content = textOf(at(message, 'text'))
      return content === undefined || typeof isHuman !== 'boolean' || at(message, 'is_alternative') === true
        ? []
        : [chatMessage(isHuman ? 'user' : 'assistant', { content })]
    })
    return messages.length === 0 ? [] : [messages]
  })
}

/** What stands in the user's place before the character's greeting. */
const BEGIN = '<|BEGIN-VISIBLE-CHAT|>'
