import type { Json } from '../../../engine/index.ts'
import { at, isRecord, recordOf, textOf } from '../json/guard.ts'
import { asText, callOf, chatMessage, resultOf, textsOf } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** What Cursor’s agent and Droid print for programs (`stream-json`): calls and results stand beside the messages. */
export const agentStream: Container = {
  name: 'the output of Cursor or Droid for programs',
  keys: ['session_id', 'sessionId'],
  open({ records }) {
    if (!records.some(({ value }) => isCall(value))) return []
    const model = records.map(({ value }) => at(value, 'model')).find((one) => typeof one === 'string')
    return records.flatMap((record) => messagesOf(record.value, model).map((value) => ({ ...record, value })))
  },
}

/** True for a call of a tool as only these two write it. */
function isCall(value: Json): boolean {
  return (
    at(value, 'type') === 'tool_call' &&
    (isRecord(at(value, 'tool_call')) || at(value, 'toolName') !== undefined)
  )
}

function messagesOf(value: Json, model: Json | undefined): readonly Json[] {
  const type = at(value, 'type')
  const timestamp = at(value, 'timestamp') ?? at(value, 'timestamp_ms')
  const role =
    textOf(at(value, 'message', 'role')) ?? (type === 'message' ? textOf(at(value, 'role')) : undefined)
  if (role !== undefined) {
    const content = textOf(at(value, 'text')) ?? textsOf(listAt(value, 'message', 'content'), 'text').join('')
    return [chatMessage(role, { content, timestamp, ...(role === 'assistant' && { model }) })]
  }
  if (type === 'tool_result') return [resultOf(idOf(value), asText(at(value, 'value') ?? at(value, 'error')))]
  if (!isCall(value)) return []
  const [own] = Object.entries(recordOf(at(value, 'tool_call')))
  if (own === undefined) {
    const call = callOf(idOf(value), at(value, 'toolName'), at(value, 'parameters'))
    return [chatMessage('assistant', { content: '', calls: [call], model, timestamp })]
  }
  const [name, call] = own
  const id = at(value, 'call_id')
  if (at(value, 'subtype') === 'started')
    return [
      chatMessage('assistant', {
        content: '',
        calls: [callOf(id, name.replace(/ToolCall$/, ''), at(call, 'args'))],
        model,
        timestamp,
      }),
    ]
  const result = at(call, 'result')
  const given = at(result, 'success') ?? result
  return [resultOf(id, asText(at(given, 'content') ?? given))]
}

/** In some versions a result has an id of its own beside that of its call. */
function idOf(value: Json): Json | undefined {
  return at(value, 'toolCallId') ?? at(value, 'id')
}
