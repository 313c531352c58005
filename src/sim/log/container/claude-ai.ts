import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, textsOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of Claude's app: each conversation with its messages. */
export const claudeAi: Container = {
  name: 'an export of Claude',
  keys: ['chat_messages'],
  open: ofEach((value) => {
    const messages = listAt(value, 'chat_messages').filter((one) => typeof at(one, 'sender') === 'string')
    if (messages.length === 0) return []
    return [{ id: at(value, 'name') ?? at(value, 'uuid') ?? null, messages: messages.flatMap(messagesOf) }]
  }),
}

/** A reply holds its tools' results: it is cut there, as the model saw it. */
function messagesOf(message: Json): readonly Json[] {
  const timestamp = at(message, 'created_at')
  const blocks = listAt(message, 'content')
  const text = blocks.length === 0 ? asText(at(message, 'text')) : textsOf(blocks, 'text').join('\n\n')
  if (at(message, 'sender') !== 'assistant') {
    const attached = listAt(message, 'attachments').flatMap(
      (file) => textOf(at(file, 'extracted_content')) ?? [],
    )
    return [
      chatMessage('user', {
        content: [text, ...attached].filter((one) => one !== '').join('\n\n'),
        timestamp,
      }),
    ]
  }
  const made: Json[] = []
  let step: Json[] = []
  const say = (): void => {
    const calls = step.filter((block) => at(block, 'type') === 'tool_use')
    if (step.length > 0)
      made.push(
        chatMessage('assistant', {
          content: textsOf(step, 'text').join('\n\n'),
          thoughts: textsOf(step, 'thinking', 'thinking'),
          calls: calls.map((block) => callOf(at(block, 'id'), at(block, 'name'), at(block, 'input'))),
          timestamp,
        }),
      )
    step = []
  }
  for (const block of blocks) {
    if (at(block, 'type') !== 'tool_result') {
      step.push(block)
      continue
    }
    say()
    const inner = listAt(block, 'content')
    const result = inner.length > 0 ? textsOf(inner, 'text').join('\n\n') : asText(at(block, 'content'))
    made.push(resultOf(at(block, 'tool_use_id'), result, { name: at(block, 'name') }))
  }
  say()
  return blocks.length === 0 ? [chatMessage('assistant', { content: text, timestamp })] : made
}
