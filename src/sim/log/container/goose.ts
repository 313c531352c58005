import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { summaryOf, textsOf } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** A session that Goose exported, the rows of its database, or the events that it streamed, whose replies come in pieces. */
export const goose: Container = {
  name: 'a session of Goose',
  keys: ['conversation', 'message', 'content_json'],
  open({ records }) {
    const rows = records.flatMap(({ value, ...place }) =>
      (isList(value) ? value : [value]).flatMap((row) => {
        const message = messageIn(row)
        return isOwn(message) ? [{ ...place, message, session: at(row, 'session_id') ?? null }] : []
      }),
    )
    if (rows.length > 0)
      return [...new Set(rows.map(({ session }) => session))].flatMap((id) => {
        const own = rows.filter(({ session }) => session === id)
        const value = sessionOf(
          { id },
          own.map(({ message }) => message),
        )
        return own.slice(0, 1).map(({ line, column }) => ({ value, line, column }))
      })
    const sessions = records.flatMap(({ value, line, column }) =>
      (isList(value) ? value : [value]).flatMap((session) => {
        const messages = listAt(session, 'conversation')
        return messages.some(isOwn) ? [{ value: sessionOf(session, messages), line, column }] : []
      }),
    )
    if (sessions.length > 0) return sessions
    const events = records.filter(({ value }) => at(value, 'type') === 'message')
    const messages = events.map(({ value }) => at(value, 'message') ?? null)
    const [first] = events
    if (first === undefined || !messages.every(isOwn)) return []
    return [{ ...first, value: sessionOf(null, joined(messages)) }]
  },
}

/** A row of the database of sessions, which has content and metadata as text. */
function messageIn(row: Json): Json {
  const parsed = (key: string): Json => valueOf(textOf(at(row, key)) ?? '') ?? null
  return {
    id: at(row, 'message_id') ?? null,
    role: at(row, 'role') ?? null,
    created: at(row, 'created_timestamp') ?? null,
    content: parsed('content_json'),
    metadata: parsed('metadata_json'),
  }
}

/** Its messages have seconds and a list of blocks. */
function isOwn(message: Json): boolean {
  return typeof at(message, 'created') === 'number' && isList(at(message, 'content'))
}

function sessionOf(session: Json, messages: readonly Json[]): Json {
  const model = textOf(at(session, 'model_config', 'model_name'))
  return {
    id: at(session, 'name') ?? at(session, 'id') ?? null,
    ...(model !== undefined && { model }),
    messages: withSummaries(messages).map((message) =>
      at(message, 'isSummary') === true
        ? message
        : {
            ...(isRecord(message) && message),
            role: roleOf(message),
            timestamp: at(message, 'created') ?? null,
          },
    ),
  }
}

function roleOf(message: Json | undefined): string {
  return (textOf(at(message, 'role')) ?? '').toLowerCase()
}

/**
 * What only the agent sees stands for what it no longer sees: a summary, then words of the client's as a reply, then
 * the last prompt once more.
 */
function withSummaries(messages: readonly Json[]): readonly Json[] {
  const isHidden = (message: Json | undefined): boolean => at(message, 'metadata', 'userVisible') === false
  let [isCompacted, isSummarized, isAfterSummary] = [false, false, false]
  let asked = ''
  return messages.flatMap((message, index): readonly Json[] => {
    const [role, content, next] = [roleOf(message), listAt(message, 'content'), messages[index + 1]]
    const said = textsOf(content, 'text').join('\n\n')
    const isAnnounced = isHidden(next) && roleOf(next) === 'assistant'
    const wasAfterSummary = isAfterSummary
    isAfterSummary = false
    if (isCompacted && isHidden(message)) {
      if (role === 'user' && (isAnnounced || !isSummarized)) {
        isSummarized = true
        isAfterSummary = true
        return [summaryOf(said)]
      }
      if (role === 'assistant' ? wasAfterSummary : said !== '' && said === asked) return []
    } else if (role === 'user' && said !== '') asked = said
    isCompacted ||= at(message, 'metadata', 'agentVisible') === false
    return [message]
  })
}

/** Pieces of one reply share its id. */
function joined(messages: readonly Json[]): readonly Json[] {
  const whole: Json[] = []
  for (const message of messages) {
    const last = whole.at(-1)
    const id = textOf(at(message, 'id'))
    if (id === undefined || id !== at(last, 'id') || !isRecord(last)) whole.push(message)
    else
      whole[whole.length - 1] = {
        ...last,
        content: withPiece(listAt(last, 'content'), listAt(message, 'content')),
      }
  }
  return whole
}

function withPiece(before: readonly Json[], piece: readonly Json[]): readonly Json[] {
  const [last, first] = [before.at(-1), piece[0]]
  const [text, more] = [textOf(at(last, 'text')), textOf(at(first, 'text'))]
  if (text === undefined || more === undefined) return [...before, ...piece]
  return [...before.slice(0, -1), { type: 'text', text: text + more }, ...piece.slice(1)]
}
