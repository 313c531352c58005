import { at, textOf } from '../../json/guard.ts'
import { AUDITED } from './echo.ts'
import type { LogRecord } from '../../read/reader.ts'

/**
 * Separates the sessions of a file; nearly always there is one. A line belongs to its parent's session, else to that of
 * its `sessionId`, else to that of the previous line. A session begins where a line of the main chain has no parent and
 * a new `sessionId`: a resumed session changes the id and keeps the parent, a compaction and a side chain have no
 * parent and keep the id. Lines of the client's output for programs have no parents, and `session_id`.
 */
export function sessionsOf(records: readonly LogRecord[]): readonly (readonly LogRecord[])[] {
  // an app writes its prompts with an id of its own
  if (records.some(({ value }) => at(value, AUDITED) !== undefined)) return [records]
  const first: LogRecord[] = []
  const sessions: LogRecord[][] = [first]
  const ofLine = new Map<string, LogRecord[]>()
  const ofId = new Map<string, LogRecord[]>()
  let current = first
  for (const record of records) {
    const streamed = textOf(at(record.value, 'session_id'))
    const id = textOf(at(record.value, 'sessionId')) ?? streamed
    const uuid = textOf(at(record.value, 'uuid'))
    const parent = textOf(at(record.value, 'parentUuid')) ?? textOf(at(record.value, 'logicalParentUuid'))
    const above = parent === undefined ? undefined : ofLine.get(parent)
    let session = above ?? (id === undefined ? undefined : ofId.get(id)) ?? current
    const begins =
      id !== undefined &&
      parent === undefined &&
      (uuid ?? streamed) !== undefined &&
      at(record.value, 'isSidechain') !== true &&
      ofId.size > 0 &&
      !ofId.has(id)
    if (begins) {
      session = []
      sessions.push(session)
    }
    session.push(record)
    if (uuid !== undefined && !ofLine.has(uuid)) ofLine.set(uuid, session)
    if (id !== undefined && !ofId.has(id)) ofId.set(id, session)
    current = session
  }
  return sessions
}
