import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A backup of Cherry Studio: its topics have messages, whose texts, thoughts and calls are in a table of blocks. */
export const cherryStudio: Container = {
  name: 'a backup of Cherry Studio',
  keys: ['indexedDB', 'message_blocks', 'topics'],
  open: ofEach((value) => {
    const data = at(value, 'indexedDB') ?? value
    const blocks = new Map(listAt(data, 'message_blocks').map((block) => [at(block, 'id'), block]))
    return listAt(data, 'topics').flatMap((topic) => {
      const messages = chosenOf(listAt(topic, 'messages')).flatMap((message) => messagesOf(message, blocks))
      const id = at(topic, 'name') ?? at(topic, 'id') ?? null
      return messages.length === 0 ? [] : [{ id, messages }]
    })
  }),
}

/** Of the answers of several models to one question only one is sent again: the one marked as useful, else the first. */
function chosenOf(messages: readonly Json[]): readonly Json[] {
  const answers = new Map<Json | undefined, Json>()
  for (const message of messages) {
    const asked = at(message, 'askId')
    if (!answers.has(asked) || at(message, 'useful') === true) answers.set(asked, message)
  }
  return messages.filter((message) => {
    const asked = textOf(at(message, 'askId'))
    return asked === undefined || answers.get(asked) === message
  })
}

function messagesOf(message: Json, table: ReadonlyMap<Json | undefined, Json>): readonly Json[] {
  const blocks = listAt(message, 'blocks').flatMap((id) => table.get(id) ?? [])
  const role = textOf(at(message, 'role'))
  if (role === undefined) return []
  const texts = (...types: readonly string[]): readonly string[] =>
    blocks.flatMap((block) =>
      types.includes(asText(at(block, 'type'))) ? (textOf(at(block, 'content')) ?? []) : [],
    )
  const timestamp = at(message, 'createdAt')
  // early versions have the text in the message
  const content = [...texts('main_text', 'code', 'translation'), textOf(at(message, 'content')) ?? []]
    .flat()
    .join('\n\n')
  if (role !== 'assistant') return [chatMessage(role, { content, timestamp })]
  const usage = at(message, 'usage')
  const around = {
    model: at(message, 'model', 'id') ?? at(message, 'modelId'),
    timestamp,
    usage: usageWithin(usage),
  }
  const used = blocks.filter((block) => at(block, 'type') === 'tool')
  const thoughts = texts('thinking')
  if (used.length === 0) return [chatMessage('assistant', { content, thoughts, ...around })]
  const calls = used.map((block) =>
    callOf(
      at(block, 'toolId') ?? at(block, 'id'),
      at(block, 'toolName') ?? at(block, 'metadata', 'rawMcpToolResponse', 'tool', 'name'),
      at(block, 'arguments') ?? at(block, 'metadata', 'rawMcpToolResponse', 'arguments'),
    ),
  )
  const { usage: spent, ...first } = around
  return [
    chatMessage('assistant', { content: '', thoughts, calls, ...first }),
    ...used.map((block) => resultOf(at(block, 'toolId') ?? at(block, 'id'), saidBy(at(block, 'content')))),
    ...(content === '' ? [] : [chatMessage('assistant', { content, ...first, usage: spent })]),
  ]
}

/** What a server of tools answered. */
function saidBy(content: Json | undefined): string {
  const inner = at(content, 'content') ?? content
  return isList(inner) ? inner.map((one) => asText(at(one, 'text') ?? one)).join('\n') : asText(inner)
}
