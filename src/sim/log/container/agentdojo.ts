import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A run of AgentDojo: messages whose blocks have their text in `content`, and whose calls name a function. */
export const agentDojo: Container = {
  name: 'a run of AgentDojo',
  keys: ['suite_name', 'pipeline_name'],
  open: ofEach((value) => {
    const messages = listAt(value, 'messages')
    if (at(value, 'suite_name') === undefined || messages.length === 0) return []
    const id = ['task_id', 'user_task_id', 'injection_task_id'].flatMap((key) => textOf(at(value, key)) ?? [])
    return [{ id: id.join(', '), messages: messages.map(messageOf) }]
  }),
}

function messageOf(message: Json): Json {
  const role = textOf(at(message, 'role')) ?? ''
  const content = textIn(at(message, 'content'))
  // the model sees the error instead of a result
  if (role === 'tool')
    return resultOf(at(message, 'tool_call_id') ?? undefined, textOf(at(message, 'error')) ?? content, {
      name: nameOf(at(message, 'tool_call')),
    })
  const calls = listAt(message, 'tool_calls').map((call) =>
    callOf(at(call, 'id'), nameOf(call), at(call, 'args')),
  )
  return chatMessage(role, { content, calls })
}

function nameOf(call: Json | undefined): Json | undefined {
  return at(call, 'function')
}

function textIn(content: Json | undefined): string {
  if (!isList(content)) return asText(content)
  return content
    .map((block) => asText(isRecord(block) ? (at(block, 'content') ?? at(block, 'text')) : block))
    .join('\n')
}
