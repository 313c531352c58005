import { remembered } from '../../engine/internal.ts'
import type { Tokens } from '../../engine/index.ts'
import { turnAt } from './axis.ts'
import { lowerBound } from './layout.ts'
import type { Band, Strata } from './strata.ts'

/** Number of axis sections: a hit test only looks at the bands of one. */
const STRETCHES = 256

/** What is drawn at a position of the picture. */
export interface Hit {
  readonly band: Band
  readonly turn: number
  /** Edges of the band there. */
  readonly low: Tokens
  readonly high: Tokens
}

/** Finds the band at `x` turns and `y` tokens; null outside of all. */
export type HitTest = (x: number, y: Tokens) => Hit | null

/**
 * Prepares a picture for hit tests: each looks at the bands of one section of the axis, and finds the vertices around x
 * by binary search. The bands themselves are not searched that way, because a band of small neighbours may have gaps.
 * Made once per picture, when it is pointed at.
 */
export const hitTest = /* @__PURE__ */ remembered(
  (picture: Pick<Strata, 'from' | 'to' | 'bands'>): HitTest => {
    const width = (picture.to - picture.from) / STRETCHES
    const stretches: Band[][] = Array.from({ length: STRETCHES }, () => [])
    for (const band of picture.bands) {
      const first = stretchAt(band.x[0] ?? 0)
      const last = stretchAt(band.x.at(-1) ?? 0)
      for (let stretch = first; stretch <= last; stretch++) stretches[stretch]?.push(band)
    }

    function stretchAt(x: number): number {
      if (width <= 0) return 0
      return Math.max(0, Math.min(STRETCHES - 1, Math.floor((x - picture.from) / width)))
    }

    return (x, y) => {
      if (x < picture.from || x > picture.to || y < 0) return null
      for (const band of stretches[stretchAt(x)] ?? []) {
        if (x < (band.x[0] ?? 0) || x > (band.x.at(-1) ?? 0)) continue
        const edges = edgesAt(band, x)
        if (edges.low <= y && y < edges.high)
          return { band, turn: turnAt(x, Math.ceil(picture.to)), ...edges }
      }
      return null
    }
  },
)

/** The edges of a band at `x`, between its first and last vertex. At a vertical edge the later side counts. */
export function edgesAt(band: Band, x: number): { readonly low: Tokens; readonly high: Tokens } {
  const after = lowerBound(band.x, x)
  let vertex = after
  while (band.x[vertex + 1] === x) vertex++
  if (band.x[vertex] === x) return { low: band.low[vertex] ?? 0, high: band.high[vertex] ?? 0 }
  const [x0 = 0, x1 = 0] = [band.x[vertex - 1], band.x[vertex]]
  const part = x1 > x0 ? (x - x0) / (x1 - x0) : 0
  const between = (edge: readonly Tokens[]): Tokens => {
    const [before = 0, next = 0] = [edge[vertex - 1], edge[vertex]]
    return before + part * (next - before)
  }
  return { low: between(band.low), high: between(band.high) }
}
