import type { Json, Milliseconds, Problem } from '../../../engine/index.ts'
import { at, isRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { instantOf } from '../read/instant.ts'
import type { Log, LogRecord } from '../read/reader.ts'
import { asText } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'
import { nameOf, plainFields } from './otel-events.ts'
import { logsIn } from './otel-logs.ts'
import { exchangeOf } from './traffic.ts'

/**
 * Events that Claude Code sends with OpenTelemetry, if it was asked for the bodies of its calls: a request and its answer
 * are two of them. The client cuts long bodies off, or writes them to files of their own.
 */
export const claudeCodeEvents: Container = {
  name: 'Claude Code’s events for OpenTelemetry',
  keys: ['resourceLogs', 'attributes', 'event.name', 'body'],
  open(log) {
    const calls: LogRecord[] = []
    /** Requests without an answer so far, the oldest first, by the session and the part of the client that asks. */
    const open = new Map<string, Json[]>()
    for (const { record, isAnswer, source, body, time } of bodiesIn(log)) {
      const waiting = open.get(source) ?? []
      if (isAnswer) {
        const [request, ...others] = waiting
        open.set(source, others)
        if (body === null || request === undefined || request === null) continue
        for (const value of exchangeOf(request, body, undefined, time)) calls.push({ ...record, value })
      } else {
        // a request that is sent again had no answer
        const first = firstOf(body)
        open.set(source, [...waiting.filter((one) => one === null || firstOf(one) !== first), body])
      }
    }
    return calls
  },
  lost(_, log) {
    const bodies = bodiesIn(log)
    const [first, ...others] = bodies.filter(({ body }) => body === null)
    if (first === undefined) return []
    const { line, column } = first.record
    const message = `${others.length + 1} of ${bodies.length} requests and answers are cut off or stand in other files, and their calls are left out`
    const fix = 'Read the session itself: a .jsonl file below ~/.claude/projects.'
    return [{ severity: 'warning', code: 'unread-answers', message, line, column, fix } satisfies Problem]
  },
}

interface Body {
  readonly record: LogRecord
  readonly isAnswer: boolean
  readonly source: string
  /** Null: cut off, or not in this file. */
  readonly body: Json
  readonly time: Milliseconds | null
}

const NAME = /^(?:claude_code\.)?api_(request|response)_body$/

function bodiesIn({ records }: Log): readonly Body[] {
  return records.flatMap((record) =>
    logsIn(record.value).flatMap((value): readonly Body[] => {
      const [, side] = NAME.exec(nameOf(value)) ?? []
      if (side === undefined) return []
      const fields = plainFields(at(value, 'attributes'))
      const body = at(fields, 'body') ?? null
      const parsed = typeof body === 'string' ? valueOf(body) : body
      const time =
        instantOf(at(fields, 'event.timestamp')) ?? instantOf(Number(at(value, 'timeUnixNano') ?? 0) / 1e6)
      const source = ['session.id', 'query_source'].map((key) => asText(at(fields, key))).join(' ')
      return [{ record, isAnswer: side === 'response', source, body: isRecord(parsed) ? parsed : null, time }]
    }),
  )
}

/** The beginning of the conversation that a request goes on with. */
function firstOf(request: Json): string {
  return JSON.stringify(listAt(request, 'messages')[0] ?? null)
}
