import type { BlockTable, Window } from '../window/window.ts'
import type { MessageIndex, Tokens } from '../units.ts'
import type { Candidate, Placeholder } from './candidate.ts'

/** Candidates in the order a policy lets them go: lowest key first, ties by age (older first), then id. */
export function orderOf(candidates: readonly Candidate[], keys: Float64Array): Int32Array {
  const order = new Int32Array(candidates.length)
  let sorted = true
  for (let index = 0; index < order.length; index++) {
    order[index] = index
    if (sorted && index > 0 && compare(candidates, keys, index - 1, index) > 0) sorted = false
  }
  // FIFO over a window in prompt order is sorted already; sorting 10,000 would be half of its time.
  return sorted ? order : order.sort((a, b) => compare(candidates, keys, a, b))
}

function compare(candidates: readonly Candidate[], keys: Float64Array, a: number, b: number): number {
  const difference = (keys[a] ?? 0) - (keys[b] ?? 0)
  if (difference !== 0) return difference
  const first = candidates[a]?.block
  const second = candidates[b]?.block
  if (first === undefined || second === undefined) return 0
  return first.turn - second.turn || first.id - second.id
}

/** A victim and what its going frees, the message overhead it was the last to bear included. */
export interface Victim {
  readonly candidate: Candidate
  readonly placeholder: Placeholder | null
  readonly frees: Tokens
}

/**
 * Takes candidates in order until `toFree` tokens are free, and no more. Keeps count of how many
 * entries each message still has, because the last one to go takes the message's overhead with it.
 */
export function createSelection(window: Window, table: BlockTable, overhead: Tokens) {
  const left = new Map<MessageIndex, number>()
  for (const entry of window.entries) {
    const message = table(entry.block).message
    if (message >= 0) left.set(message, (left.get(message) ?? 0) + 1)
  }
  const victims: Victim[] = []
  let freed = 0

  function take(candidate: Candidate): void {
    let frees = 0
    const placeholder = candidate.placeholder?.() ?? null
    for (const entry of candidate.entries) {
      frees += entry.tokens - entry.overhead
      if (candidate.verb === 'replace') continue
      const message = table(entry.block).message
      if (message < 0) continue
      const remaining = (left.get(message) ?? 0) - 1
      left.set(message, remaining)
      if (remaining === 0) frees += overhead
    }
    if (placeholder !== null) frees -= placeholder.tokens
    freed += frees
    victims.push({ candidate, placeholder, frees })
  }

  return {
    victims: victims as readonly Victim[],
    freed: () => freed,
    /** Takes from `order` from position `from` on; returns the position of the first candidate left alone. */
    takeUntil(candidates: readonly Candidate[], order: Int32Array, from: number, toFree: Tokens): number {
      let position = from
      while (freed < toFree && position < order.length) {
        const candidate = candidates[order[position] ?? -1]
        if (candidate !== undefined) take(candidate)
        position++
      }
      return position
    },
  }
}
