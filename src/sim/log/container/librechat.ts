import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'
import { branchIn } from './branch.ts'
import { asText, callOf, chatMessage, resultOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of LibreChat: a flag says whether the user spoke. Of a tree, the branch to the last message is read. */
export const libreChat: Container = {
  name: 'an export of LibreChat',
  keys: ['messages'],
  open: ofEach((value) => {
    const flagged = listAt(value, 'messages').filter((one) => typeof at(one, 'isCreatedByUser') === 'boolean')
    if (flagged.length === 0) return []
    return [
      {
        id: at(value, 'title') ?? null,
        messages: branchIn(flagged.flatMap(withChildren), 'messageId', 'parentMessageId').flatMap(messagesOf),
      },
    ]
  }),
}

/** A message, and those that an export has below it. */
function withChildren(message: Json): readonly Json[] {
  const found: Json[] = []
  const waiting = [message]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next)
    for (const child of listAt(next, 'children').toReversed()) waiting.push(child)
  }
  return found
}

function messagesOf(message: Json): readonly Json[] {
  const timestamp = at(message, 'createdAt')
  const parts = listAt(message, 'content')
  const isUser = at(message, 'isCreatedByUser') === true
  if (isUser || parts.length === 0) {
    const content = asText(at(message, 'text')) || parts.map(textIn).join('\n\n')
    return [
      isUser
        ? chatMessage('user', { content, timestamp })
        : chatMessage('assistant', { content, timestamp, model: at(message, 'model') }),
    ]
  }
  const made: Json[] = []
  let said: { thoughts: string[]; words: string[]; calls: Json[] } = { thoughts: [], words: [], calls: [] }
  let results: Json[] = []
  const finish = (): void => {
    const { thoughts, words, calls } = said
    if (thoughts.length + words.length + calls.length > 0)
      made.push(
        chatMessage('assistant', {
          content: words.join('\n\n'),
          thoughts,
          calls,
          timestamp,
          model: at(message, 'model'),
        }),
        ...results,
      )
    said = { thoughts: [], words: [], calls: [] }
    results = []
  }
  for (const part of parts) {
    const call = at(part, 'tool_call')
    if (call === undefined && said.calls.length > 0) finish()
    if (call !== undefined) {
      const id = at(call, 'id')
      said.calls.push(callOf(id, at(call, 'name'), at(call, 'args')))
      const output = at(call, 'output')
      if (output !== undefined && output !== null)
        results.push(resultOf(id, asText(output), { name: at(call, 'name') }))
    } else if (at(part, 'type') === 'think') said.thoughts.push(asText(at(part, 'think')))
    else if (textIn(part) !== '') said.words.push(textIn(part))
  }
  finish()
  return made
}

function textIn(part: Json): string {
  return textOf(at(part, 'text')) ?? textOf(at(part, 'text', 'value')) ?? ''
}
