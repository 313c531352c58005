import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord } from '../json/guard.ts'
import { asText, usageBeside } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A thread of Amp: messages in the shape of Anthropic's, except for results and usage. */
export const amp: Container = {
  name: 'a thread of Amp',
  keys: ['messages'],
  open: ofEach((value) => {
    const messages = listAt(value, 'messages')
    const isOwn = messages.some((message) =>
      listAt(message, 'content').some((block) => at(block, 'toolUseID') !== undefined),
    )
    return isOwn ? [{ id: at(value, 'title') ?? null, messages: messages.map(messageOf) }] : []
  }),
}

function messageOf(message: Json): Json {
  const content = at(message, 'content')
  const usage = at(message, 'usage')
  const counted = usageBeside(usage)
  return {
    role: at(message, 'role') ?? null,
    content: isList(content) ? content.map(blockOf) : (content ?? null),
    model: at(usage, 'model') ?? null,
    ...(counted !== undefined && { usage: counted }),
  }
}

function blockOf(block: Json): Json {
  const id = at(block, 'toolUseID')
  if (id === undefined || !isRecord(block)) return block
  const result =
    at(block, 'run', 'result') ?? at(block, 'run', 'error', 'message') ?? at(block, 'run', 'status')
  return { type: 'tool_result', tool_use_id: id, content: asText(at(result, 'content') ?? result) }
}
