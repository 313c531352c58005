import type { Part } from '../../engine/index.ts'
import { read, replyWith, STORED } from './reply.ts'
import type { Sight } from './sight.ts'
import { partIn, storedAs } from './stored.ts'
import type { StoredPlace } from './stored.ts'

/** Maximum lines of a stored result to read at once. */
const PAGE = 120

/**
 * Continues to read a stored result of which only the beginning is shown, page by page, as its notice says; null if
 * nothing is left to read.
 */
export function readOn(sight: Sight): readonly Part[] | null {
  if (sight.fresh) return null
  const begun = sight.notes.get(STORED) ?? []
  const newest = sight.calls.at(-1)
  const page = newest === undefined ? null : partIn(newest)
  if (page !== null && page.next !== null) {
    const { path, next } = page
    const words = `I read on in ${path}, from ${next.unit === 'lines' ? 'line' : 'character'} ${next.offset} on.`
    return reading(sight, words, path, next, begun)
  }
  const hidden = sight.calls.flatMap((call) => storedAs(call) ?? []).findLast((name) => !begun.includes(name))
  if (hidden === undefined) return null
  const words = `Only the beginning of a result is shown. The rest is stored, so I read ${hidden}.`
  return reading(sight, words, hidden, { unit: 'lines', offset: 1 }, [...begun, hidden])
}

function reading(
  sight: Sight,
  words: string,
  path: string,
  { unit, offset }: StoredPlace,
  begun: readonly string[],
): readonly Part[] {
  const notes = new Map([...sight.notes, [STORED, begun] as const])
  return replyWith(sight, words, notes, [
    read(path, unit === 'lines' ? { offset, limit: PAGE } : { offset, unit }),
  ])
}
