import type { Tokens } from '../units.ts'
import type { Candidates } from './candidate.ts'
import { rangeOf } from './columns.ts'
import type { Columns } from './columns.ts'
import type { ToolGroups } from './tool-groups.ts'

/** Rows of candidates in the order a policy lets them go: lowest key first, ties by age (older first), then id. */
export function orderOf({ positions }: Candidates, keys: Float64Array, { turn, id }: Columns): Int32Array {
  const order = new Int32Array(positions.length)
  let sorted = true
  for (let row = 0; row < order.length; row++) {
    order[row] = row
    if (sorted && row > 0 && compare(row - 1, row) > 0) sorted = false
  }
  // FIFO over a window in prompt order is sorted already; sorting 10,000 would be half of its time.
  return sorted ? order : order.sort(compare)

  function compare(a: number, b: number): number {
    const difference = (keys[a] as number) - (keys[b] as number)
    if (difference !== 0) return difference
    const first = positions[a] as number
    const second = positions[b] as number
    return (
      (turn[first] as number) - (turn[second] as number) || (id[first] as number) - (id[second] as number)
    )
  }
}

/** What happens to the entry at a position. */
export const STAYS = 0
export const DROPPED = 1
export const REPLACED = 2

/** The entries an eviction has taken so far, and what that frees. */
export interface Selection {
  /** STAYS, DROPPED or REPLACED, by position. */
  readonly fates: Uint8Array
  freed(): Tokens
  /** Takes rows of `order` from `from` on until `toFree` is met; returns the first row left alone. */
  takeUntil(candidates: Candidates, order: Int32Array, from: number, toFree: Tokens): number
  /** Drops one more entry that no policy was asked about. */
  drop(position: number): void
}

/**
 * Takes candidates in order until enough tokens are free, and no more. It keeps count of how many
 * entries each message still has, because the last one to go takes the message's overhead with it.
 *
 * @param placeholderTokens what a replaced entry will cost; called once for each, as it is taken
 */
export function createSelection(
  columns: Columns,
  groups: ToolGroups,
  overhead: Tokens,
  placeholderTokens: (position: number) => Tokens,
): Selection {
  const { message, content } = columns
  const fates = new Uint8Array(columns.length)
  const { low, size } = rangeOf(message)
  const left = new Int32Array(size)
  for (let at = 0; at < message.length; at++) {
    const own = (message[at] as number) - low
    if (own >= 0) left[own] = (left[own] as number) + 1
  }
  let freed = 0

  function drop(position: number): void {
    if (fates[position] !== STAYS) return
    fates[position] = DROPPED
    freed += content[position] as number
    const own = (message[position] as number) - low
    if (own < 0) return
    const remaining = (left[own] as number) - 1
    left[own] = remaining
    if (remaining === 0) freed += overhead
  }

  function take(candidates: Candidates, row: number): void {
    const position = candidates.positions[row] as number
    if (candidates.verbs[row] === 'replace') {
      fates[position] = REPLACED
      freed += (content[position] as number) - placeholderTokens(position)
      return
    }
    const first = groups.first[position] as number
    if (first < 0) return drop(position)
    for (let at = first; at >= 0; at = groups.next[at] as number) drop(at)
  }

  return {
    fates,
    freed: () => freed,
    drop,
    takeUntil(candidates, order, from, toFree) {
      let row = from
      while (freed < toFree && row < order.length) take(candidates, order[row++] as number)
      return row
    },
  }
}
