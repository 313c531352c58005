import type { WindowView } from '../stage/stage.ts'
import type { Tokens } from '../units.ts'
import type { Candidates } from './candidate.ts'
import type { ToolGroups } from './tool-groups.ts'

/** Rows of candidates in the order a policy lets them go: lowest key first, ties by age (older first), then id. */
export function orderOf({ blocks }: Candidates, keys: Float64Array): Int32Array {
  const order = new Int32Array(blocks.length)
  let sorted = true
  for (let row = 0; row < order.length; row++) {
    order[row] = row
    if (sorted && row > 0 && compare(row - 1, row) > 0) sorted = false
  }
  // FIFO over a window in prompt order is sorted already; sorting 10,000 would be half of its time.
  return sorted ? order : order.sort(compare)

  function compare(a: number, b: number): number {
    const difference = (keys[a] ?? 0) - (keys[b] ?? 0)
    if (difference !== 0) return difference
    const first = blocks[a]
    const second = blocks[b]
    if (first === undefined || second === undefined) return 0
    return first.turn - second.turn || first.id - second.id
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
  view: WindowView,
  groups: ToolGroups,
  overhead: Tokens,
  placeholderTokens: (position: number) => Tokens,
): Selection {
  const { entries } = view.window
  const fates = new Uint8Array(entries.length)
  let low = Infinity
  let high = -1
  for (const { message } of view.blocks) {
    if (message < 0) continue
    if (message < low) low = message
    if (message > high) high = message
  }
  const left = new Int32Array(Math.max(0, high - low + 1))
  for (const { message } of view.blocks)
    if (message >= 0) left[message - low] = (left[message - low] ?? 0) + 1
  let freed = 0

  function drop(position: number): void {
    if (fates[position] !== STAYS) return
    fates[position] = DROPPED
    const entry = entries[position]
    const message = view.blocks[position]?.message ?? -1
    if (entry === undefined) return
    freed += entry.tokens - entry.overhead
    if (message < 0) return
    const remaining = (left[message - low] ?? 0) - 1
    left[message - low] = remaining
    if (remaining === 0) freed += overhead
  }

  function replace(position: number): void {
    const entry = entries[position]
    if (entry === undefined) return
    fates[position] = REPLACED
    freed += entry.tokens - entry.overhead - placeholderTokens(position)
  }

  function take(candidates: Candidates, row: number): void {
    const position = candidates.positions[row] ?? -1
    if (candidates.verbs[row] === 'replace') return replace(position)
    const first = groups.first[position] ?? -1
    if (first < 0) return drop(position)
    for (let at = first; at >= 0; at = groups.next[at] ?? -1) drop(at)
  }

  return {
    fates,
    freed: () => freed,
    drop,
    takeUntil(candidates, order, from, toFree) {
      let row = from
      while (freed < toFree && row < order.length) take(candidates, order[row++] ?? -1)
      return row
    },
  }
}
