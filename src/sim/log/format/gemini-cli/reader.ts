import type { Json, Place } from '../../../../engine/index.ts'
import type { Trace } from '../../../trace/trace.ts'
import { checkCount } from '../../read/assemble.ts'
import type { Conversation } from '../../read/assemble.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import { assembleAll, checkConversations } from '../../chat/read.ts'
import { SLICE } from '../../read/reader.ts'
import type { Log, Reader, ReadOptions } from '../../read/reader.ts'
import { Report } from '../../read/report.ts'
import { History } from './history.ts'
import { conversationOf } from './session.ts'

/** Records of one session, each with the start of the path for problems. */
interface Session {
  readonly label: string | null
  readonly records: readonly { readonly value: Json; readonly path: string; readonly place: Place | null }[]
}

/**
 * Sessions of the Gemini CLI: one JSON object, or (newer) a line per change, in which a message is written again
 * whenever it grows. Call and result are one object. The file never contains the system prompt or the tools.
 */
export const geminiCli: Reader<'gemini-cli'> = {
  name: 'gemini-cli',
  title: 'Gemini CLI session',
  kind: 'agents',
  sample: 'gemini-cli.json',
  copies: new Set(['resultDisplay']),
  read(log, options) {
    const sessions = sessionsOf(log)
    return sessions.length === 0 ? null : readSessions(log, sessions, options)
  },
}

function* readSessions(
  log: Log,
  sessions: readonly Session[],
  options: ReadOptions,
): Generator<number, readonly Trace[]> {
  checkConversations(sessions.length)
  const total = sessions.reduce((sum, { records }) => sum + records.length, 0)
  const read: { readonly conversation: Conversation; readonly report: Report }[] = []
  let done = 0
  for (const { label, records } of sessions) {
    checkCount(records.length)
    const report = new Report(log)
    const history = new History(report)
    for (const { value, path, place } of records) {
      report.at(place)
      history.take(value, path, place)
      done += 1
      if (done % SLICE === 0) yield (done / total) * 0.5
    }
    const named = sessions.length > 1 ? label : null
    read.push({ conversation: conversationOf(history, named, records.length, report, options), report })
    yield 0.5 + (done / total) * 0.5
  }
  return assembleAll(geminiCli, read, options)
}

/** The sessions of a text; empty if nothing in it is certainly of this client. */
function sessionsOf(log: Log): readonly Session[] {
  if (log.shape !== 'json') return sessionsOfLines(log)
  const value = log.records[0]?.value ?? null
  if (isSession(value)) return [wholeSession(value, '', null)]
  if (!isList(value)) return []
  if (value.some(isReply))
    return [
      {
        label: null,
        records: value.map((entry, index) => ({ value: entry, path: `[${index}]`, place: null })),
      },
    ]
  return value.flatMap((entry, index) => (isSession(entry) ? [wholeSession(entry, `[${index}].`, null)] : []))
}

/** One session per line, or one session whose lines begin with its metadata; a file may contain several of either. */
function sessionsOfLines({ records }: Log): readonly Session[] {
  const sessions: { label: string | null; records: Session['records'][number][] }[] = []
  let sure = false
  for (const { value, line, column } of records) {
    const place = { line, column }
    if (isSession(value) && isList(at(value, 'messages')) && at(value, 'type') === undefined) {
      sure = true
      sessions.push({
        label: textOf(at(value, 'sessionId')) ?? null,
        records: [...wholeSession(value, '', place).records],
      })
      continue
    }
    if (isMetadata(value)) {
      sure = true
      sessions.push({ label: textOf(at(value, 'sessionId')) ?? null, records: [] })
    } else if (isReply(value)) sure = true
    if (sessions.length === 0) sessions.push({ label: null, records: [] })
    sessions.at(-1)?.records.push({ value, path: 'line', place })
  }
  return sure ? sessions : []
}

function wholeSession(value: Json, base: string, place: Place | null): Session {
  const messages = at(value, 'messages')
  const list = isList(messages) ? messages : []
  return {
    label: textOf(at(value, 'sessionId')) ?? null,
    records: list.map((entry, index) => ({ value: entry, path: `${base}messages[${index}]`, place })),
  }
}

/** Other clients write `sessionId` and `messages` as well, but with roles and without the hash of the project. */
function isSession(value: Json): boolean {
  const messages = at(value, 'messages')
  if (typeof at(value, 'sessionId') !== 'string' || !isList(messages)) return false
  return typeof at(value, 'projectHash') === 'string' || messages.some(isReply)
}

function isMetadata(value: Json): boolean {
  return (
    typeof at(value, 'sessionId') === 'string' &&
    typeof at(value, 'projectHash') === 'string' &&
    at(value, 'type') === undefined
  )
}

function isReply(value: Json): boolean {
  return (
    isRecord(value) &&
    at(value, 'type') === 'gemini' &&
    ['id', 'content', 'toolCalls'].some((key) => at(value, key) !== undefined)
  )
}
