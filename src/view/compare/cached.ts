import { ln } from '../../engine/internal.ts'
import type { Ratio } from '../../engine/index.ts'
import type { RunCost } from '../../sim/index.ts'
import { money } from '../../sim/internal.ts'
import { share } from '../sentence/format.ts'

/** What a run costs with its prompt cache and without one. */
export interface CachedCost {
  readonly lane: string
  readonly label: string
  /** US dollars at the model's prices. */
  readonly cached: number
  /** The same where every prompt is paid for in full. */
  readonly uncached: number
  /** Share of the prompt tokens that were read from the cache. */
  readonly hit: Ratio
  /** The uncached cost of the calls so far, after a third, two thirds and all of them. */
  readonly thirds: readonly [number, number, number]
  /** The power of the number of calls with which the uncached cost grows; null for fewer than 6 calls. */
  readonly growth: number | null
}

/** A model at the prices of its input, whatever the cache holds and however long the prompt. */
export function withoutCache({ longPrompt: _, ...model }: RunCost['model']): RunCost['model'] {
  const { input } = model.price
  return { ...model, price: { ...model.price, cacheRead: input, cacheWrite5m: input, cacheWrite1h: input } }
}

/**
 * Both costs of a lane.
 *
 * @param cost at the conversation's own prices
 * @param uncached of the same run at the prices of `withoutCache`, with its calls
 */
export function cachedCost(lane: string, label: string, cost: RunCost, uncached: RunCost): CachedCost {
  let sum = 0
  const sums = uncached.calls.map(({ usd, extra }) => (sum += usd + extra))
  const after = (part: number): number => sums[Math.ceil(sums.length * part) - 1] ?? 0
  return {
    lane,
    label,
    cached: cost.usd,
    uncached: uncached.usd,
    hit: cost.prompt === 0 ? 0 : cost.read / cost.prompt,
    thirds: [after(1 / 3), after(2 / 3), after(1)],
    growth: growthOf(sums),
  }
}

/**
 * The exponent k of a cost that grows as calls^k: the slope of a straight line through the logarithms of both, by least
 * squares, from the first third on, when the window has filled.
 *
 * @param sums cost after 1, 2, 3 … calls
 */
function growthOf(sums: readonly number[]): number | null {
  const from = Math.floor(sums.length / 3)
  if (from < 2) return null
  const points = sums.slice(from - 1).map((sum, at) => [ln(from + at), ln(sum)] as const)
  const mean = (which: 0 | 1): number => points.reduce((all, point) => all + point[which], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  let [across, along] = [0, 0]
  for (const [at, value] of points) {
    across += (at - x) * (value - y)
    along += (at - x) * (at - x)
  }
  return across / along
}

/** What the figures say: who costs least with and without the cache, who grows fastest, and what the cache holds. */
export function cachedSentences(lanes: readonly CachedCost[]): readonly string[] {
  return [...rankings(lanes), ...growths(lanes), ...hits(lanes)]
}

function rankings(lanes: readonly CachedCost[]): readonly string[] {
  if (lanes.length < 2) return []
  const order = (of: 'cached' | 'uncached'): readonly CachedCost[] => lanes.toSorted((a, b) => a[of] - b[of])
  const listed = (of: 'cached' | 'uncached'): string =>
    order(of)
      .map((lane) => `${lane.label} ${money(lane[of])}`)
      .join(', ')
  const isTurned = order('cached').some(({ lane }, at) => order('uncached')[at]?.lane !== lane)
  return [
    `From the least to the most expensive, with the prompt cache: ${listed('cached')}; without it: ${listed('uncached')}. ${isTurned ? 'The cache changes the order.' : 'The order is the same.'}`,
  ]
}

function growths(lanes: readonly CachedCost[]): readonly string[] {
  const told = lanes.flatMap(({ label, growth }) =>
    growth === null ? [] : [`${growth.toFixed(2)} in ${label}`],
  )
  return told.length === 0
    ? []
    : [`Without a cache the cost grows with the number of calls to the power of ${told.join(', ')}.`]
}

function hits(lanes: readonly CachedCost[]): readonly string[] {
  const told = lanes.map(({ label, hit }) => `${share(hit)} in ${label}`)
  return told.length === 0 ? [] : [`Read from the prompt cache: ${told.join(', ')} of the prompt tokens.`]
}
