import type { Json } from '../../../../engine/index.ts'
import { at, countOf, isRecord, textOf } from '../../json/guard.ts'
import { valueOf } from '../../json/parse.ts'

/** The lines of another session that a session goes on with, and that are not in its file. */
export interface HistoryBase {
  /** The other session. */
  readonly thread: string
  /** The number of the first line that is not among them. */
  readonly end: number
}

/** What the first line of a session says of the lines before it; null if they are in its file, or it has none. */
export function baseIn(meta: Json | undefined): HistoryBase | null {
  const base = at(meta, 'history_base')
  const thread = textOf(at(base, 'thread_id'))
  const end = countOf(at(base, 'end_ordinal_exclusive') ?? null)
  return thread === undefined || end === null || end === 0 ? null : { thread, end }
}

/** As `baseIn`, by the text of a log; null for one of another client. */
export function historyBase(text: string): HistoryBase | null {
  return baseIn(at(firstLineOf(text), 'payload'))
}

/**
 * True for the text of the session whose lines another one goes on with: a session that was taken back has the same id as
 * what goes on, and begins later.
 */
export function isHistory(text: string, { thread, end }: HistoryBase): boolean {
  const first = firstLineOf(text)
  const isOwn = textOf(at(first, 'payload', 'id')) === thread
  return isOwn && (countOf(at(first, 'ordinal') ?? null) ?? end) < end
}

/** A session with the lines of the other one behind its first line. Both are texts of logs. */
export function withHistory(text: string, history: string, { end }: HistoryBase): string {
  const [first = '', ...own] = text.split('\n')
  const before = history
    .split('\n')
    .filter((line) => (countOf(at(valueOf(line), 'ordinal') ?? null) ?? end) < end)
  return [first, ...before, ...own].join('\n')
}

function firstLineOf(text: string): Json | undefined {
  const end = text.indexOf('\n')
  const line = end < 0 ? text : text.slice(0, end)
  // no other line is parsed for other logs
  const first = line.includes('"session_meta"') ? valueOf(line) : undefined
  return isRecord(first) && at(first, 'type') === 'session_meta' ? first : undefined
}
