import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText, callOf, chatMessage, mediaBlock, resultOf, summaryOf, withMedia } from './chat-message.ts'
import type { Container } from './container.ts'

/** Rows of the messages in a database of Crush, whose parts are JSON as text; each session is a conversation. */
export const crush: Container = {
  name: 'rows of a database of Crush',
  keys: ['parts'],
  open({ records }) {
    const talks = new Map<string, { readonly first: LogRecord; readonly messages: Json[] }>()
    for (const record of records)
      for (const row of isList(record.value) ? record.value : [record.value]) {
        const session = textOf(at(row, 'session_id'))
        const parts = partsOf(at(row, 'parts'))
        if (session === undefined || parts.length === 0) continue
        const talk = talks.get(session) ?? { first: record, messages: [] }
        talks.set(session, talk)
        talk.messages.push(...messagesOf(row, parts))
      }
    return [...talks].map(([id, { first, messages }]) => ({ ...first, value: { id, messages } }))
  },
}

/** Each part names its type, and has everything else in its data. */
function partsOf(value: Json | undefined): readonly Json[] {
  const parts = typeof value === 'string' ? valueOf(value) : value
  return isList(parts) &&
    parts.every((part) => at(part, 'type') !== undefined && at(part, 'data') !== undefined)
    ? parts
    : []
}

function messagesOf(row: Json, parts: readonly Json[]): readonly Json[] {
  const of = (type: string): readonly Json[] =>
    parts.flatMap((part) => (at(part, 'type') === type ? [at(part, 'data') ?? null] : []))
  const timestamp = at(row, 'created_at')
  const content = of('text')
    .map((data) => asText(at(data, 'text')))
    .join('\n\n')
  const results = of('tool_result').map((data) =>
    resultOf(at(data, 'tool_call_id'), asText(at(data, 'content')), { timestamp }),
  )
  if (results.length > 0) return results
  if (Number(at(row, 'is_summary_message') ?? 0) === 1 && content !== '') return [summaryOf(content)]
  if (at(row, 'role') !== 'assistant')
    return [
      chatMessage('user', {
        content: withMedia(
          [
            content,
            ...of('shell_command').map(
              (data) => `$ ${asText(at(data, 'command'))}\n${asText(at(data, 'output'))}`,
            ),
          ]
            .filter((text) => text !== '')
            .join('\n\n'),
          of('binary').map((data) => mediaBlock(asText(at(data, 'Data')), textOf(at(data, 'MIMEType')))),
        ),
        timestamp,
      }),
    ]
  const thoughts = of('reasoning').flatMap((data) => textOf(at(data, 'thinking')) ?? [])
  const calls = of('tool_call').map((data) => callOf(at(data, 'id'), at(data, 'name'), at(data, 'input')))
  // a reply that was broken off has nothing but its end
  return content === '' && thoughts.length + calls.length === 0
    ? []
    : [chatMessage('assistant', { content, thoughts, calls, model: at(row, 'model'), timestamp })]
}
