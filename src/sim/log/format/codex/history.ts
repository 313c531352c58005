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

/** A file beside a log. */
export interface FileBeside {
  readonly name: string
  /** Reads it; rejects if it cannot be read, and is then none that a log goes on with. */
  readonly text: () => Promise<string>
}

/**
 * The id of the session whose lines a log goes on with, which is in the name of that file; null for another log.
 *
 * @param head its text, or so much of it that the first line is whole
 */
export function threadBefore(head: string): string | null {
  return historyBase(head)?.thread ?? null
}

/** A log with the lines of those that it goes on with, as far as they are in files beside it. */
export async function withItsHistory(
  text: string,
  beside: readonly FileBeside[],
  depth = 0,
): Promise<string> {
  const base = historyBase(text)
  if (base === null || depth === MOST_FORKS) return text
  for (const other of beside) {
    if (!other.name.includes(base.thread)) continue
    const history = await other.text().catch(() => '')
    if (isHistory(history, base))
      return withHistory(text, await withItsHistory(history, beside, depth + 1), base)
  }
  return text
}

/** More forks of forks are a loop. */
const MOST_FORKS = 100

/** As `baseIn`, by the text of a log; null for one of another client. */
function historyBase(text: string): HistoryBase | null {
  return baseIn(at(firstLineOf(text), 'payload'))
}

/**
 * True for the text of the session whose lines another one goes on with: a session that was taken back has the same id as
 * what goes on, and begins later.
 */
function isHistory(text: string, { thread, end }: HistoryBase): boolean {
  const first = firstLineOf(text)
  const isOwn = textOf(at(first, 'payload', 'id')) === thread
  return isOwn && (countOf(at(first, 'ordinal') ?? null) ?? end) < end
}

/** A session with the lines of the other one behind its first line. Both are texts of logs. */
function withHistory(text: string, history: string, { end }: HistoryBase): string {
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
