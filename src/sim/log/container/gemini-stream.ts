import type { Json } from '../../../engine/index.ts'
import { at } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, resultOf, SUM_OF_RUN } from './chat-message.ts'
import type { Container } from './container.ts'
import { joinedReplies } from './joined-replies.ts'

/** What Gemini CLI prints for programs (`--output-format stream-json`): a reply comes in pieces. */
export const geminiStream: Container = {
  name: 'the output of Gemini CLI for programs',
  keys: ['session_id', 'tool_id'],
  open: ({ records }) => {
    const isOwn = records.some(
      ({ value }) => at(value, 'type') === 'tool_use' && typeof at(value, 'tool_id') === 'string',
    )
    const begins = records.some(
      ({ value }) => at(value, 'type') === 'init' && at(value, 'model') !== undefined,
    )
    if (!isOwn && !begins) return []
    const model = records.map(({ value }) => at(value, 'model')).find((one) => one !== undefined)
    const made: LogRecord[] = []
    let piece = ''
    for (const [index, { value, line, column }] of records.entries()) {
      const isReply = at(value, 'type') === 'message' && at(value, 'role') === 'assistant'
      if (isReply) piece += asText(at(value, 'content'))
      const next = records[index + 1]?.value ?? null
      const goesOn =
        at(next, 'type') === 'message' && at(next, 'role') === 'assistant' && at(next, 'delta') === true
      const message = isReply
        ? goesOn
          ? null
          : chatMessage('assistant', { content: piece, model })
        : messageOf(value, model)
      if (message === null) continue
      if (isReply) piece = ''
      made.push({ value: message, line, column })
    }
    // it prints all calls of a reply before it runs the first
    return joinedReplies(made)
  },
}

function messageOf(value: Json, model: Json | undefined): Json | null {
  const id = at(value, 'tool_id')
  switch (at(value, 'type')) {
    case 'message':
      return chatMessage('user', { content: asText(at(value, 'content')) })
    case 'tool_use':
      return chatMessage('assistant', {
        content: '',
        calls: [callOf(id, at(value, 'tool_name'), at(value, 'parameters'))],
        model,
      })
    case 'tool_result':
      return resultOf(id, asText(at(value, 'output') ?? at(value, 'error', 'message')))
    case 'result':
      return at(value, 'stats') === undefined ? null : SUM_OF_RUN
    default:
      return null
  }
}
