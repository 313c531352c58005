import { remembered } from '../../engine/internal.ts'
import type { Tick, Tokens, Turn, WindowId } from '../../engine/index.ts'
import type { TurnRecord } from '../../sim/index.ts'

/** The points of a turn at which its window is recorded, in order (LED-3); `responded` only if there is an answer. */
export const POINTS = Object.freeze(['arrived', 'offered', 'sent', 'responded'] as const)
export type TurnPoint = (typeof POINTS)[number]

/**
 * Position of a point within its turn. Turn t takes the range from t to t + 1 in every picture, each point a quarter of
 * it, so that the edit between `offered` and `sent` has a width of its own.
 */
const WITHIN: Readonly<Record<TurnPoint, number>> = { arrived: 0, offered: 0.25, sent: 0.5, responded: 0.75 }

/** Position of a turn's point on the axis, in turns. */
export function xAt(turn: Turn, point: TurnPoint): number {
  return turn + WITHIN[point]
}

/** The turn at position `x`, clamped to 0 … turns − 1; 0 for a run without turns. */
export function turnAt(x: number, turns: number): Turn {
  return Math.max(0, Math.min(turns - 1, Math.floor(x)))
}

/** The turn in which a change happened: the last one that had begun by `tick`. Binary search. */
export function turnOfTick(turns: readonly TurnRecord[], tick: Tick): Turn {
  let low = 0
  let high = turns.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const record = turns[middle]
    if (record !== undefined && record.points.arrived.tick <= tick) low = middle
    else high = middle - 1
  }
  return low
}

/** Position of the first point of a turn after the change of `tick`. */
export function xOfTick(turns: readonly TurnRecord[], tick: Tick): number {
  const turn = turnOfTick(turns, tick)
  const record = turns[turn]
  if (record === undefined) return turn
  for (const point of POINTS) {
    const at = pointOf(record, point)
    if (at !== null && tick <= at.tick) return xAt(turn, point)
  }
  return xAt(turn, 'responded')
}

/** The window at a point of a turn; null for the answer of a turn that has none. */
export function pointOf(record: TurnRecord, point: TurnPoint): TurnRecord['responded'] {
  return point === 'responded' ? record.responded : record.points[point]
}

/**
 * What the blocks of a turn's prompt sum to: without the adjustment to recorded usage, which belongs to none of them
 * (LED-1).
 */
export function sumOfBlocks({ used, adjustment = 0 }: Pick<TurnRecord, 'used' | 'adjustment'>): Tokens {
  return used - adjustment
}

/** The main window's id; a sub-agent's window has a picture of its own. */
export const MAIN_WINDOW: WindowId = 0

/**
 * The same function, but it computes the result for a window once and keeps it as long as the data exists: the strip,
 * the lanes and the charts ask for the same.
 *
 * @returns its second parameter is the main window by default
 */
export function perWindow<Data extends object, Made>(
  make: (data: Data, window: WindowId) => Made,
): (data: Data, window?: WindowId) => Made {
  const known = remembered((_data: Data) => new Map<WindowId, { readonly made: Made }>())
  return (data, window = MAIN_WINDOW) => {
    const there = known(data)
    let one = there.get(window)
    if (one === undefined) there.set(window, (one = { made: make(data, window) }))
    return one.made
  }
}

/** The turns of one window, in order. */
export function turnsOf(turns: readonly TurnRecord[], window: WindowId): readonly TurnRecord[] {
  return turns.filter((turn) => turn.window === window)
}

/** A range of the turn axis, in turns; both ends may lie within a turn. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/**
 * The points inside the range, ends included, and one neighbour on each side, so that a line does not end before the
 * edge. Points rise in x, as in every series; several points at one x are all included. Empty only for no points. O(log
 * points) plus the copy.
 */
export function inRange<P extends { readonly x: number }>(
  points: readonly P[],
  range: TurnRange,
): readonly P[] {
  const first = firstWhere(points, (x) => x >= range.from)
  const end = firstWhere(points, (x) => x > range.to)
  const [low, high] = [Math.max(0, first - 1), Math.min(points.length, Math.max(first, end) + 1)]
  return low === 0 && high === points.length ? points : points.slice(low, high)
}

function firstWhere(points: readonly { readonly x: number }[], holds: (x: number) => boolean): number {
  let low = 0
  let high = points.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(points[middle]?.x ?? Infinity)) high = middle
    else low = middle + 1
  }
  return low
}
