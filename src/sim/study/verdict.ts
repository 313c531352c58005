import { differenceOfRatios, estimateOf } from './estimate.ts'
import type { Estimate, Part } from './estimate.ts'

/** How a lane compares with the baseline in one figure. `unclear`: the seeds do not tell, or it is too little to matter. */
export type Verdict = 'better' | 'worse' | 'unclear'

/** Least difference that counts: 2 % of the cost, 1 point of a share. */
export const LEAST_EFFECT = Object.freeze({ relative: 0.02, share: 0.01 })

/** The difference of a lane from the baseline over the same seeds. */
export interface Difference {
  /**
   * `relative`: a share of the baseline's sum, such as −0.04 for 4 % cheaper. `share`: a difference of two shares, such
   * as 0.02 for 2 points more.
   */
  readonly kind: keyof typeof LEAST_EFFECT
  /** Null without seeds, and if the baseline's sum is 0. */
  readonly estimate: Estimate | null
  readonly verdict: Verdict
  /**
   * About how many seeds would settle an unclear difference of at least the least effect, with two digits that are not
   * zero; null for a settled or a smaller one.
   */
  readonly seedsToSettle: number | null
}

/**
 * Compares a lane with the baseline, seed by seed: both saw the same conversations, so that what differs between
 * conversations cancels out.
 *
 * @param lane its parts by seed, in the order of `baseline`; for `relative`, only the tops count, and `share` is the
 *   difference of the two ratios of sums
 * @param direction which way is better
 * @throws RangeError if the numbers of seeds differ
 */
export function differenceOf(
  lane: readonly Part[],
  baseline: readonly Part[],
  kind: Difference['kind'],
  direction: 'up' | 'down',
): Difference {
  if (lane.length !== baseline.length)
    throw new RangeError(`paired seeds need as many of both, not ${lane.length} and ${baseline.length}`)
  const estimate =
    kind === 'share'
      ? differenceOfRatios(lane, baseline)
      : estimateOf(
          baseline.map(({ top }, seed): Part => ({ top: (lane[seed] as Part).top - top, bottom: top })),
        )
  const verdict = verdictOn(estimate, LEAST_EFFECT[kind], direction)
  return { kind, estimate, verdict, seedsToSettle: toSettle(estimate, LEAST_EFFECT[kind], verdict) }
}

function verdictOn(estimate: Estimate | null, least: number, direction: 'up' | 'down'): Verdict {
  if (estimate === null || estimate.n < 2) return 'unclear'
  const { value, low, high } = estimate
  if (low <= 0 && high >= 0) return 'unclear'
  if (Math.abs(value) <= least) return 'unclear'
  return value > 0 === (direction === 'up') ? 'better' : 'worse'
}

/** An interval narrows with the root of the number of seeds. */
function toSettle(estimate: Estimate | null, least: number, verdict: Verdict): number | null {
  if (estimate === null || verdict !== 'unclear' || estimate.n < 2) return null
  const { value, low, high, n } = estimate
  if (Math.abs(value) <= least) return null
  const reach = value > 0 ? value - low : high - value
  const ratio = reach / Math.abs(value)
  const seeds = Math.max(n + 1, n * ratio * ratio)
  let unit = 1
  while (seeds / unit >= 100) unit *= 10
  return Math.ceil(seeds / unit) * unit
}
