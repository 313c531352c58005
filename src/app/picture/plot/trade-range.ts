import type { TradePoint } from '../../../view/index.ts'

export const TRADE_HEIGHT = 200

/** An axis is never shorter than this part of its largest value: a tenth of a cent is no long way. */
const SHORTEST = 0.1
/** Ticks of an axis, about, and the numbers that times a power of ten are their distance. */
const STEPS = 4
const ROUND = [1, 2, 5]
/** Room at both ends, as a part of the axis. */
const AIR = 0.12
/** Pixels between the names of two lanes. */
const LINE = 13
/** Pixels of a name's letter, about. */
const LETTER = 6.5
/** Pixels from a dot's middle to its name. */
export const DOT = 9

/** Round numbers along an axis, its ends among them, between which all values stand; none below 0 or above `most`. */
export function ticksOf(values: readonly number[], most = Infinity): readonly number[] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const length = Math.max(high - low, SHORTEST * high) || 1
  const middle = (low + high) / 2
  const [from, to] = [middle - length * (0.5 + AIR), middle + length * (0.5 + AIR)]
  const power = 10 ** Math.floor(Math.log10(length / STEPS))
  const step = power * (ROUND.find((one) => one * power * STEPS >= length) ?? 10)
  const ticks: number[] = []
  // Counted in whole steps, and rounded: a sum of decimals is not exact.
  for (let at = Math.floor(from / step); at <= Math.ceil(to / step - 1e-9); at++)
    ticks.push(Number((at * step).toPrecision(12)))
  return ticks.filter((tick) => tick >= 0 && tick <= most)
}

/** A dot with the place of its name: beside it, moved down where another's would be under it. */
export type PlacedPoint = TradePoint & { readonly isLeft: boolean; readonly down: number }

/** The names of dots that stand close are written under each other. */
export function placed(
  points: readonly TradePoint[],
  costs: readonly number[],
  kept: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): readonly PlacedPoint[] {
  const at = (value: number, ticks: readonly number[], pixels: number): number => {
    const [from = 0, to = 1] = [ticks[0], ticks.at(-1)]
    return ((value - from) / (to - from)) * pixels
  }
  const places = points.map((point) => ({
    point,
    x: at(point.cost, costs, width),
    y: height - at(point.present, kept, height),
  }))
  const taken = places.map(({ x, y }) => ({ from: x - DOT, to: x + DOT, y }))
  return places
    .toSorted((a, b) => a.y - b.y || b.x - a.x)
    .map(({ point, x, y }): PlacedPoint => {
      const long = point.label.length * LETTER
      const sides = [
        { isLeft: false, from: x + DOT, to: x + DOT + long },
        { isLeft: true, from: x - DOT - long, to: x - DOT },
      ].filter(({ from, to }) => from >= 0 && to <= width)
      for (let down = 0; ; down += LINE / 2) {
        const free = sides.find(({ from, to }) =>
          taken.every((one) => one.from >= to || from >= one.to || Math.abs(one.y - y - down) >= LINE),
        )
        // A name longer than the plot is placed anyway.
        if (free === undefined && down < height && sides.length > 0) continue
        const { isLeft, from, to } = free ?? { isLeft: x > width / 2, from: x, to: x }
        taken.push({ from, to, y: y + down })
        return { ...point, isLeft, down }
      }
    })
}

/** The values on an axis of costs, all with as many decimals: cents at least, unless all are whole dollars. */
export function roundDollars(ticks: readonly number[]): (usd: number) => string {
  const decimals = Math.max(0, ...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0))
  return (usd) => `$${usd.toFixed(decimals === 1 ? 2 : decimals)}`
}
