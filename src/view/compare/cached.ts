import { ln } from '../../engine/internal.ts'
import type { Ratio } from '../../engine/index.ts'
import type { RunCost } from '../../sim/index.ts'
import { money } from '../../sim/internal.ts'
import { listed } from '../sentence/words.ts'
import { moneyShown } from './trade.ts'

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

type Model = RunCost['model']

/** A model at the prices of its input, whatever the cache holds. */
export function withoutCache({ longPrompt, ...model }: Model): Model {
  const plain = (price: Model['price']): Model['price'] => ({
    ...price,
    cacheRead: price.input,
    cacheWrite5m: price.input,
    cacheWrite1h: price.input,
  })
  return {
    ...model,
    price: plain(model.price),
    ...(longPrompt && { longPrompt: { ...longPrompt, price: plain(longPrompt.price) } }),
  }
}

/**
 * Both costs of a lane.
 *
 * @param cost at the conversation's own prices
 * @param uncached of the same run at the prices of `withoutCache`, with its calls
 */
export function cachedCost(lane: string, label: string, cost: RunCost, uncached: RunCost): CachedCost {
  let sum = 0
  const sums = uncached.calls.map(({ usd, extra, fetched }) => (sum += usd + extra + fetched))
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

/** Which lane costs least with the cache and without it, and whether the cache changes the order; null for one lane. */
export function orderSentence(lanes: readonly CachedCost[]): string | null {
  if (lanes.length < 2) return null
  const [cached, uncached] = [leastOf(lanes, 'cached'), leastOf(lanes, 'uncached')]
  const isTurned = lanes.some((one) =>
    lanes.some(
      (other) =>
        moneyShown(one.cached) < moneyShown(other.cached) &&
        moneyShown(one.uncached) > moneyShown(other.uncached),
    ),
  )
  const without = cached.who === uncached.who ? 'too' : uncached.who
  return `With the prompt cache ${cached.who} ${cached.cost} least, ${cached.usd}; without it ${without}, ${uncached.usd}. ${isTurned ? 'The cache changes the order of the lanes.' : 'The order of the lanes is the same.'}`
}

/** The lanes that cost least as shown. */
function leastOf(lanes: readonly CachedCost[], of: 'cached' | 'uncached') {
  const least = Math.min(...lanes.map((lane) => moneyShown(lane[of])))
  const who = lanes.filter((lane) => moneyShown(lane[of]) === least).map(({ label }) => label)
  return { who: listed(who), cost: who.length === 1 ? 'costs' : 'cost', usd: money(least) }
}
