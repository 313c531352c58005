import type { Tokens } from '../core/units.ts'
import type { Candidates } from './candidate.ts'
import type { Columns } from './window/columns.ts'
import { DROPPED, REPLACED, STAYS } from './candidate.ts'
import type { ToolGroups } from './window/tool-groups.ts'

/**
 * Rows of candidates in the order in which a policy evicts them: lowest key first, ties by age (older first), then id.
 *
 * @param keys by row; null ranks by age alone
 */
export function orderOf(
  { positions }: Candidates,
  keys: Float64Array | null,
  { id, facts: { turn } }: Columns,
): Int32Array {
  const order = new Int32Array(positions.length)
  let isSorted = true
  for (let row = 0; row < order.length; row++) {
    order[row] = row
    if (row > 0 && isSorted && compare(row - 1, row) > 0) isSorted = false
  }
  // For FIFO, a window in prompt order is already sorted; sorting 10,000 entries would take half of its time.
  return isSorted ? order : order.sort(compare)

  function compare(a: number, b: number): number {
    const difference = keys === null ? 0 : (keys[a] as number) - (keys[b] as number)
    if (difference !== 0) return difference
    const first = id[positions[a] as number] as number
    const second = id[positions[b] as number] as number
    return (turn[first] as number) - (turn[second] as number) || first - second
  }
}

/** The entries that an eviction has selected so far, and the tokens that this frees. */
export interface Selection {
  /** STAYS, DROPPED or REPLACED, by position. */
  readonly fates: Uint8Array
  freed(): Tokens
  /** Selects rows of `order` starting at `from` until `toFree` is met; returns the first row not selected. */
  takeUntil(candidates: Candidates, order: Int32Array, from: number, toFree: Tokens): number
  /** Drops one more entry that was not a candidate. */
  drop(position: number): void
}

/**
 * Selects candidates in order until enough tokens are free, and no more. It tracks how many entries each message still
 * has (in the columns), because the last one to leave frees the message's overhead too.
 *
 * @param placeholderTokens cost of a replaced entry; called once for each, when it is selected
 */
export function createSelection(
  columns: Columns,
  groups: ToolGroups,
  overhead: Tokens,
  placeholderTokens: (position: number) => Tokens,
): Selection {
  const { id, content } = columns
  const { message } = columns.facts
  const fates = new Uint8Array(columns.length)
  const left = columns.inMessage
  let freed = 0

  function drop(position: number): void {
    if (fates[position] !== STAYS) return
    fates[position] = DROPPED
    freed += content[position] as number
    const own = message[id[position] as number] as number
    if (own < 0) return
    const remaining = (left[own] as number) - 1
    left[own] = remaining
    if (remaining === 0) freed += overhead
  }

  function replace(position: number): void {
    fates[position] = REPLACED
    freed += (content[position] as number) - placeholderTokens(position)
  }

  return {
    fates,
    freed: () => freed,
    drop,
    takeUntil(candidates, order, from, toFree) {
      const { first, next } = groups
      let place = from
      for (; freed < toFree && place < order.length; place++) {
        const row = order[place] as number
        const position = candidates.positions[row] as number
        if (candidates.fates[row] === REPLACED) replace(position)
        else if ((first[position] as number) < 0) drop(position)
        else for (let at = first[position] as number; at >= 0; at = next[at] as number) drop(at)
      }
      return place
    },
  }
}
