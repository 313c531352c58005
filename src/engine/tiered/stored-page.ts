import { ProblemError } from '../problem.ts'

/** Which part of a stored result is wanted. */
export interface StoredRange {
  /** The first line (or character) wanted, from 1 on; default 1. */
  readonly offset?: number
  /** Most lines (or characters); default all that follow. */
  readonly limit?: number
  /** What both count: default `lines`. `characters` pages a text whose lines are too long, and never splits one. */
  readonly unit?: 'lines' | 'characters'
}

/** A part of a stored result, as it was: pages read one after another and joined are the original. */
export interface StoredPage {
  readonly text: string
  /** Offset of the page that follows; null where this one ends with the text. */
  readonly next: number | null
  /** Lines (or characters) of the whole. */
  readonly size: number
}

/**
 * A page of a text. A line has its line break; a line break at the end opens no further line.
 *
 * @throws ProblemError `wrong-range` for an offset behind the end, and for what is no whole number from 1 on
 */
export function storedPage(
  text: string,
  { offset = 1, limit, unit = 'lines' }: StoredRange = {},
): StoredPage {
  mustCount('offset', offset)
  if (limit !== undefined) mustCount('limit', limit)
  const size = unit === 'lines' ? linesIn(text) : text.length
  // An empty text has one page, and nothing on it.
  if (offset > Math.max(1, size))
    throw wrong(`the stored result has ${size} ${unit}, so that offset cannot be ${offset}`, offset)
  return unit === 'lines' ? ofLines(text, offset, limit, size) : ofCharacters(text, offset, limit)
}

function ofLines(text: string, offset: number, limit: number | undefined, size: number): StoredPage {
  const start = startOfLine(text, 0, offset - 1)
  const isLast = limit === undefined || limit > size - offset
  const end = isLast ? text.length : startOfLine(text, start, limit)
  return { text: text.slice(start, end), next: isLast ? null : offset + limit, size }
}

function ofCharacters(text: string, offset: number, limit: number | undefined): StoredPage {
  const start = splitsPair(text, offset - 1) ? offset - 2 : offset - 1
  const wanted = limit === undefined ? text.length : Math.min(text.length, start + limit)
  const end = splitsPair(text, wanted) ? wanted + 1 : wanted
  return { text: text.slice(start, end), next: end === text.length ? null : end + 1, size: text.length }
}

/** Where the line begins that is so many behind the one at `from`. */
function startOfLine(text: string, from: number, lines: number): number {
  let at = from
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', at)
    if (end < 0) return text.length
    at = end + 1
  }
  return at
}

/** Lines of a text; a line break at its end opens none. */
export function linesIn(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Whether an index lies inside a surrogate pair. */
function splitsPair(text: string, at: number): boolean {
  const low = text.charCodeAt(at)
  const high = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff
}

function mustCount(what: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw wrong(`${what} is a whole number from 1 on, not ${value}`, value)
}

function wrong(message: string, found: number): ProblemError {
  return new ProblemError([{ severity: 'error', code: 'wrong-range', message, found: String(found) }])
}
