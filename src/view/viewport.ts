/** A stretch of the turn axis, in turns; both ends may lie within a turn. */
export interface TurnRange {
  readonly from: number
  readonly to: number
}

/**
 * The points inside the range, ends included, and one neighbour on each side, so that a line does not
 * stop short of the edge. Points rise in x, as every series does; of several at one x none is left out.
 * Empty only for no points. O(log points) and the copy.
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
