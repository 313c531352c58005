import type { TurnRange } from '../../../view/index.ts'
import { LEAST } from '../../store/look/viewport.ts'

/** The part of the brush that a gesture holds: an edge, the whole, or none, which draws a new one. */
export type Grip = 'from' | 'to' | 'move' | 'draw'

/**
 * The stretch that a gesture asks for.
 *
 * @param start the stretch before it
 * @param at where it began, in turns
 * @param now where it is, in turns; may lie outside of the conversation
 */
export function brushed(grip: Grip, start: TurnRange, at: number, now: number, turns: number): TurnRange {
  const least = Math.min(LEAST, turns)
  const { from, to } = start
  switch (grip) {
    case 'from':
      return { from: within(from + now - at, 0, to - least), to }
    case 'to':
      return { from, to: within(to + now - at, from + least, turns) }
    case 'move': {
      const by = within(now - at, -from, turns - to)
      return { from: from + by, to: to + by }
    }
    case 'draw': {
      const end = within(now, 0, turns)
      const begin = within(at, 0, turns)
      const low = within(Math.min(begin, end), 0, turns - least)
      return { from: low, to: Math.max(low + least, begin, end) }
    }
  }
}

/** What lies under a pointer, `reach` pixels around an edge being the edge. */
export function gripAt(
  x: number,
  edges: { readonly from: number; readonly to: number },
  whole: boolean,
  reach: number,
): Grip {
  // Inside a narrow brush the edges leave room to take hold of it.
  const inner = Math.min(reach, (edges.to - edges.from) / 4)
  if (x >= edges.from - reach && x <= edges.from + inner) return 'from'
  if (x <= edges.to + reach && x >= edges.to - inner) return 'to'
  return x > edges.from && x < edges.to && !whole ? 'move' : 'draw'
}

function within(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
