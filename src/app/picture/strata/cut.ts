import type { Band } from '../../../view/index.ts'
import { round } from '../plot/shape.ts'
import { sightOf } from '../plot/scale.ts'
import type { Scale } from '../plot/scale.ts'

/** The edges of a part of a band, in pixels: vertex i at `x[i]` from `low[i]` up to `high[i]`. */
export interface Cut {
  readonly x: readonly number[]
  readonly low: readonly number[]
  readonly high: readonly number[]
}

type Edges = Pick<Band, 'x' | 'low' | 'high'>

/** Pixels by which a vertex must differ from the previous one to be drawn. */
const SEEN = 0.3

/** Clips bands to the visible part of a scale, with new vertices where a border crosses an edge. */
export function cutter(scale: Scale): (band: Edges, first?: number, last?: number) => Cut | null {
  const { from, to } = sightOf(scale)
  return (band, first = 0, last = band.x.length - 1) => {
    const { x } = band
    const [begins, ends] = [x[first] ?? Infinity, x[last] ?? -Infinity]
    if (begins > to || ends < from) return null
    const own: Drawn = { x: [], low: [], high: [] }
    // The last vertex left of the left border, and the first right of the right border.
    const start = begins >= from ? first : lastBelow(x, first, last, from)
    if (begins < from) push(own, scale, from, between(band, start, from))
    for (let vertex = begins >= from ? first : start + 1; vertex <= last; vertex++) {
      const at = x[vertex] ?? 0
      if (at > to) {
        push(own, scale, to, between(band, vertex - 1, to))
        return own
      }
      push(own, scale, at, { low: band.low[vertex] ?? 0, high: band.high[vertex] ?? 0 }, vertex < last)
    }
    return own
  }
}

interface Drawn {
  readonly x: number[]
  readonly low: number[]
  readonly high: number[]
}

function push(
  own: Drawn,
  scale: Scale,
  turn: number,
  edges: { readonly low: number; readonly high: number },
  skippable = false,
): void {
  const [x, low, high] = [round(scale.x(turn)), round(scale.y(edges.low)), round(scale.y(edges.high))]
  const last = own.x.length - 1
  const [x0, low0, high0] = [own.x[last], own.low[last], own.high[last]]
  const near =
    x0 !== undefined &&
    Math.abs(x - x0) < SEEN &&
    Math.abs(low - (low0 ?? 0)) < SEEN &&
    Math.abs(high - (high0 ?? 0)) < SEEN
  if (near && skippable) return
  own.x.push(x)
  own.low.push(low)
  own.high.push(high)
}

/** The edges of a band at `at`, which is between a vertex and the next. */
function between({ x, low, high }: Edges, vertex: number, at: number): { low: number; high: number } {
  const [x0 = 0, x1 = 0] = [x[vertex], x[vertex + 1]]
  const part = x1 > x0 ? (at - x0) / (x1 - x0) : 0
  const mix = (edge: readonly number[]): number => {
    const [before = 0, after = before] = [edge[vertex], edge[vertex + 1]]
    return before + part * (after - before)
  }
  return { low: mix(low), high: mix(high) }
}

/** Index of the last vertex whose x is below `at`; the x of `first` is below it. */
function lastBelow(x: readonly number[], first: number, last: number, at: number): number {
  let [low, high] = [first, last]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((x[middle] ?? 0) < at) low = middle
    else high = middle - 1
  }
  return low
}

/** The outline of a part of a band: along its lower edge and back along the upper one. */
export function around({ x, low, high }: Cut): number[] {
  const outline: number[] = []
  for (let vertex = 0; vertex < x.length; vertex++) outline.push(x[vertex] ?? 0, low[vertex] ?? 0)
  for (let vertex = x.length - 1; vertex >= 0; vertex--) outline.push(x[vertex] ?? 0, high[vertex] ?? 0)
  return outline
}
