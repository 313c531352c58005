import type { Ratio, Tokens } from '../../../engine/index.ts'
import { decimal, tokensShort } from '../../../view/index.ts'

/** A figure beside an axis. */
export interface AxisTick {
  readonly value: number
  readonly text: string
}

/** Steps between the figures of an axis of shares, the smallest first, and how many of them fit. */
const SHARE_STEPS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10] as const
const MOST_STEPS = 4

/** Round shares of the limit up to the top of an axis: 0 %, 50 %, 100 %. */
export function shareTicks(top: Ratio): readonly AxisTick[] {
  const step = SHARE_STEPS.find((one) => top / one < MOST_STEPS) ?? top
  const count = Math.floor(top / step + 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => ({
    value: index * step,
    text: `${decimal(index * step * 100, 0)} %`,
  }))
}

/** Nothing, half and all of an amount of tokens. */
export function tokenTicks(whole: Tokens): readonly AxisTick[] {
  return [0, whole / 2, whole].map((value) => ({ value, text: tokensShort(value) }))
}

/** First digits of the top of an axis: their halves are written without a loss. */
const ROUND = [1, 2, 3, 4, 5, 6, 8, 10] as const

/** A round number of at least 10 at or above a value, for the top of an axis. */
export function roundAbove(value: Tokens): Tokens {
  let unit = 10
  while (unit * 10 < value) unit *= 10
  return unit * (ROUND.find((one) => one * unit >= value) ?? 10)
}
