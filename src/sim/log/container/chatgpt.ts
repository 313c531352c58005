import type { Json } from '../../../engine/index.ts'
import { at, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { callOf, chatMessage } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** An export of ChatGPT is a tree: the branch from the newest message to the first; other branches were replaced by it. */
export const chatGpt: Container = {
  name: 'an export of ChatGPT',
  keys: ['mapping'],
  open: ofEach((value) => {
    const mapping = at(value, 'mapping')
    if (!isRecord(mapping)) return []
    const messages: Json[] = []
    const seen = new Set<string>()
    let id: Json | undefined = at(value, 'current_node') ?? newestOf(mapping)
    while (typeof id === 'string' && !seen.has(id)) {
      seen.add(id)
      const node = at(mapping, id)
      const message = at(node, 'message')
      if (isRecord(message)) messages.unshift(...messagesOf(message))
      id = at(node, 'parent')
    }
    const named = at(value, 'title') ?? at(value, 'conversation_id') ?? at(value, 'id') ?? null
    return messages.length === 0 ? [] : [{ id: named, messages }]
  }),
}

/** Where an export names no current message: the newest, and of equals, or without times, the last one. */
function newestOf(mapping: JsonRecord): string | undefined {
  const time = (node: Json): number => Number(at(node, 'message', 'create_time') ?? 0) || 0
  return Object.entries(mapping)
    .filter(([, node]) => isRecord(at(node, 'message')))
    .reduce<readonly [string, number] | null>(
      (best, [id, node]) => (best === null || time(node) >= best[1] ? [id, time(node)] : best),
      null,
    )?.[0]
}

/** A call to a tool names it as the recipient; what the tool says answers the newest call. */
function messagesOf(message: JsonRecord): readonly Json[] {
  const role = at(message, 'author', 'role')
  const content = at(message, 'content')
  const texts = listAt(content, 'parts').flatMap((part) => textOf(part) ?? textOf(at(part, 'text')) ?? [])
  const text = textOf(at(content, 'text')) ?? textOf(at(content, 'content')) ?? texts.join('\n\n')
  if (typeof role !== 'string' || text === '') return []
  const recipient = at(message, 'recipient')
  const timestamp = at(message, 'create_time')
  if (role !== 'assistant') return [chatMessage(role, { content: text, timestamp })]
  const around = { timestamp, model: at(message, 'metadata', 'model_slug') }
  if (typeof recipient !== 'string' || recipient === 'all')
    return [chatMessage(role, { content: text, ...around })]
  return [chatMessage(role, { content: '', calls: [callOf(at(message, 'id'), recipient, text)], ...around })]
}
