import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { summaryOf, textsOf } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** A session that Goose exported, or the events that it streamed, whose replies come in pieces. */
export const goose: Container = {
  name: 'a session of Goose',
  keys: ['conversation', 'message'],
  open({ records }) {
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

/** Its messages have seconds and a list of blocks. */
function isOwn(message: Json): boolean {
  return typeof at(message, 'created') === 'number' && isList(at(message, 'content'))
}

function sessionOf(session: Json, messages: readonly Json[]): Json {
  const model = textOf(at(session, 'model_config', 'model_name'))
  const compacted = messages.findIndex((message) => at(message, 'metadata', 'agentVisible') === false)
  // what only the agent sees after that stands for what it no longer sees
  const summary = messages.findIndex(
    (message, index) =>
      compacted >= 0 && index > compacted && at(message, 'metadata', 'userVisible') === false,
  )
  return {
    id: at(session, 'name') ?? at(session, 'id') ?? null,
    ...(model !== undefined && { model }),
    messages: messages.map((message, index) =>
      index === summary
        ? summaryOf(textsOf(listAt(message, 'content'), 'text').join('\n\n'))
        : {
            ...(isRecord(message) && message),
            role: (textOf(at(message, 'role')) ?? '').toLowerCase(),
            timestamp: at(message, 'created') ?? null,
          },
    ),
  }
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
