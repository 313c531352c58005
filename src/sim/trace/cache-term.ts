import type { Turn } from '../../engine/index.ts'
import type { Trace, TraceTurn } from './trace.ts'

/**
 * For which turns the log's client asked its provider to keep the prompt cache for an hour: as the newest call of the
 * window that wrote to the cache tells, and before the first of those, as that one tells.
 */
export function hourTurns({ turns }: Pick<Trace, 'turns'>): (turn: Turn) => boolean {
  const newest = new Map<number, boolean>()
  for (const { window, usage } of turns.toReversed())
    if (writes(usage)) newest.set(window, usage?.cacheTerm === '1h')
  const hours = turns.map(({ window, usage }) => {
    if (writes(usage)) newest.set(window, usage?.cacheTerm === '1h')
    return newest.get(window) === true
  })
  return (turn) => hours[turn] === true
}

function writes(usage: TraceTurn['usage']): boolean {
  return (usage?.cacheWrite ?? 0) > 0
}
