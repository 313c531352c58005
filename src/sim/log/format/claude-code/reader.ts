import type { Json } from '../../../../engine/index.ts'
import type { Trace } from '../../../trace/trace.ts'
import { checkCount } from '../../read/assemble.ts'
import type { Conversation } from '../../read/assemble.ts'
import { assembleAll, checkConversations } from '../../chat/read.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import { SLICE } from '../../read/reader.ts'
import type { Log, LogRecord, Reader, ReadOptions } from '../../read/reader.ts'
import { Report } from '../../read/report.ts'
import { isOfIflow, linesOfIflow } from './iflow.ts'
import { Session } from './session.ts'
import { sessionsOf } from './sessions.ts'

/** Lines that only this client writes, for files without any message yet. */
const OWN_TYPES: ReadonlySet<unknown> = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'progress',
])

/** Lines of the client's own work: hooks, snapshots of files, what waits in a queue. */
const NOTES: ReadonlySet<unknown> = new Set([...OWN_TYPES, 'system', 'last-prompt'])

/** Lines of a session in which nobody has said anything yet. */
const SETTINGS: ReadonlySet<unknown> = new Set([
  ...OWN_TYPES,
  'mode',
  'permission-mode',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
])

/** Keys beside a message; the last two stand in the client's output for programs (`--output-format stream-json`). */
const OWN_KEYS = ['uuid', 'parentUuid', 'sessionId', 'isSidechain', 'session_id', 'parent_tool_use_id']

/**
 * Session files of Claude Code, and its output for programs: one line per content block, lines of one reply joined by
 * `message.id`, its usage counted once; side chains are windows of their own. Only newer versions write the system prompt and
 * the tools into the file.
 */
export const claudeCode: Reader<'claude-code'> = {
  name: 'claude-code',
  title: 'Claude Code session',
  kind: 'agents',
  sample: 'claude-code.jsonl',
  copies: new Set(['toolUseResult', 'tool_use_result', 'mcpMeta']),
  isNote: (record) => NOTES.has(at(record, 'type')),
  isOwn: (record) => isOwnMessage(record) || isNoteOf(record),
  read: (log, options) => (isSession(log) ? readSessions(log, options) : null),
}

function* readSessions(log: Log, options: ReadOptions): Generator<number, readonly Trace[]> {
  checkCount(log.records.length)
  const sessions = sessionsOf(log.records)
  checkConversations(sessions.length)
  const read: { readonly conversation: Conversation; readonly report: Report }[] = []
  let done = 0
  for (const records of sessions) {
    const report = new Report(log)
    const session = new Session(report, options, replacedIn(records))
    const ofIflow = records.some(isOfIflow)
    if (ofIflow) report.infer('The session is one of iFlow CLI, in the format of Claude Code.')
    for (const record of ofIflow ? linesOfIflow(records, report) : records) {
      report.at(record)
      session.line(record.value, done)
      done += 1
      if (done % SLICE === 0) yield done / log.records.length
    }
    read.push({ conversation: session.finish(records.length), report })
  }
  return assembleAll(claudeCode, read, options)
}

/** What the client sent of results that were too long, by the ids of their calls. */
function replacedIn(records: readonly LogRecord[]): ReadonlyMap<string, string> {
  const replaced = new Map<string, string>()
  for (const { value } of records) {
    const listed = at(value, 'type') === 'content-replacement' ? at(value, 'replacements') : undefined
    for (const one of isList(listed) ? listed : []) {
      const id = textOf(at(one, 'toolUseId'))
      const sent = at(one, 'replacement')
      if (id !== undefined && typeof sent === 'string') replaced.set(id, sent)
    }
  }
  return replaced
}

function isSession({ records }: Log): boolean {
  // Cursor’s agent prints the same messages, but calls and thoughts are lines of their own, and texts may be in pieces
  if (records.some(({ value }) => isOfCursor(value))) return false
  if (records.some((record) => isOwnMessage(record.value))) return true
  return records.length > 0 && records.every((record) => isOwnLine(record.value))
}

function isOfCursor(value: Json): boolean {
  const type = at(value, 'type')
  return type === 'tool_call' || type === 'thinking' || at(value, 'timestamp_ms') !== undefined
}

function isOwnMessage(value: Json): boolean {
  const type = at(value, 'type')
  if ((type !== 'user' && type !== 'assistant') || !isRecord(at(value, 'message'))) return false
  // Qwen Code writes such lines with messages in the shape of Gemini's
  if (at(value, 'message', 'parts') !== undefined) return false
  return OWN_KEYS.some((key) => at(value, key) !== undefined)
}

function isOwnLine(value: Json): boolean {
  return SETTINGS.has(at(value, 'type')) && isNoteOf(value)
}

function isNoteOf(value: Json): boolean {
  return typeof at(value, 'type') === 'string' && OF_SESSION.some((key) => at(value, key) !== undefined)
}

/** Keys of lines without a message. */
const OF_SESSION = ['leafUuid', 'snapshot', 'operation', ...OWN_KEYS]
