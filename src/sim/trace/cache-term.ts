import type { Turn } from '../../engine/index.ts'
import type { Trace, TraceTurn } from './trace.ts'

/**
 * The turns for which the log's client asked for a prompt cache of one hour, by the newest call of the window that
 * wrote to the cache. Turns before the first such call count like it.
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
