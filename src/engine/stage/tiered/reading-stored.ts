import { splitsPair } from '../../core/message/head-and-tail.ts'
import type { Block } from '../../core/message/block.ts'
import { ProblemError } from '../../core/problem.ts'
import type { BlockId } from '../../core/units.ts'
import { linesIn, lineStart, restFrom } from './stored-page.ts'
import type { StoredPage } from './stored-page.ts'
import { storedIn, storedName } from './stored-result.ts'

/**
 * The block whose stored result a path means: its name, in any folder that a client puts before it. Null for any other
 * path and for a made-up name: names can be guessed, and content that was not stored must not be readable, least of all
 * after it was removed from the window.
 *
 * @param block by its number; undefined if there is none
 * @param isStored whether an edit of the run stored a block (`isStoring`)
 */
export function storedUnder(
  path: string,
  block: (id: BlockId) => Block | undefined,
  isStored: (id: BlockId) => boolean,
): Block | null {
  const id = storedIn(path)
  const found = id === null ? undefined : block(id)
  if (found?.type !== 'tool_result') return null
  const name = storedName(found)
  // The notice with the name ends its sentence there, and who copies the name copies the full stop.
  const plain = path.replace(/[.,;:)\]]+$/, '')
  return (plain === name || plain.endsWith(`/${name}`)) && isStored(found.id) ? found : null
}

/** The requested part of a stored result. */
export interface StoredRange {
  /** The first line (or character), from 1; default 1. */
  readonly offset?: number
  /** Maximum number of lines (or characters); default: all that follow. */
  readonly limit?: number
  /**
   * Unit of both: default `lines`. `characters` pages a text whose lines are too long, and never splits a character.
   */
  readonly unit?: 'lines' | 'characters'
}

/**
 * A page of a text. A line includes its line break; a line break at the end does not begin another line.
 *
 * @throws ProblemError `wrong-range` for an offset after the end, and for a number that is not whole or below 1
 */
export function storedPage(
  text: string,
  { offset = 1, limit, unit = 'lines' }: StoredRange = {},
): StoredPage {
  mustCount('offset', offset)
  if (limit !== undefined) mustCount('limit', limit)
  const rest = restFrom(text, offset, unit)
  if (rest === null) {
    const size = unit === 'lines' ? linesIn(text) : text.length
    throw wrong(`the stored result has ${size} ${unit}, so that offset cannot be ${offset}`, offset)
  }
  if (limit === undefined || limit > rest.size - rest.from) return rest
  const wanted = unit === 'lines' ? lineStart(rest.text, limit) : limit
  const end = splitsPair(rest.text, wanted) ? wanted + 1 : wanted
  if (end >= rest.text.length) return rest
  return { ...rest, text: rest.text.slice(0, end), next: rest.from + (unit === 'lines' ? limit : end) }
}

function mustCount(what: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1)
    throw wrong(`${what} is a whole number from 1 on, not ${value}`, value)
}

function wrong(message: string, found: number): ProblemError {
  return new ProblemError([{ severity: 'error', code: 'wrong-range', message, found: String(found) }])
}
