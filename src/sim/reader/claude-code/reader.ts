import type { Json } from '../../../engine/index.ts'
import type { Trace } from '../../trace.ts'
import { assemble, checkCount } from '../assemble.ts'
import { at, isRecord } from '../json/guard.ts'
import { SLICE } from '../reader.ts'
import type { Log, Reader, ReadOptions } from '../reader.ts'
import { Report } from '../report.ts'
import { Session } from './session.ts'

/** Lines that only this client writes, for files in which nobody has said anything yet. */
const OWN_TYPES: ReadonlySet<unknown> = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'progress',
])

/**
 * Session files of Claude Code: one line per content block, lines of one reply joined by
 * `message.id`, its usage counted once; side chains are windows of their own. The file never holds
 * the system prompt or the tools.
 */
export const claudeCode: Reader = Object.freeze({
  name: 'claude-code',
  title: 'Claude Code session',
  read: (log, options) => (isSession(log) ? readSession(log, options) : null),
} satisfies Reader)

function* readSession(log: Log, options: ReadOptions): Generator<number, readonly Trace[]> {
  checkCount(log.records.length)
  const report = new Report(log)
  const session = new Session(report, options)
  for (const [index, record] of log.records.entries()) {
    report.at(record)
    session.line(record.value, index)
    if (index % SLICE === SLICE - 1) yield index / log.records.length
  }
  return [assemble(claudeCode, session.finish(log.records.length), report, options)]
}

function isSession({ records }: Log): boolean {
  if (records.some((record) => isOwnMessage(record.value))) return true
  return records.length > 0 && records.every((record) => isOwnLine(record.value))
}

function isOwnMessage(value: Json): boolean {
  const type = at(value, 'type')
  if ((type !== 'user' && type !== 'assistant') || !isRecord(at(value, 'message'))) return false
  return ['uuid', 'parentUuid', 'sessionId', 'isSidechain'].some((key) => at(value, key) !== undefined)
}

function isOwnLine(value: Json): boolean {
  if (!isRecord(value)) return false
  return (
    OWN_TYPES.has(at(value, 'type')) &&
    ['leafUuid', 'snapshot', 'operation', 'uuid'].some((key) => at(value, key) !== undefined)
  )
}
