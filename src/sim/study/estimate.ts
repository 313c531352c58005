import { stream } from '../../engine/internal.ts'

/** A figure over several seeds. `low` and `high` are its bootstrap 95 % interval; equal to `value` for a single seed. */
export interface Estimate {
  readonly value: number
  readonly low: number
  readonly high: number
  /** Number of seeds. */
  readonly n: number
}

/** What one seed adds to a ratio of sums: a cost and 1, or needs that were met and all needs. */
export interface Part {
  readonly top: number
  readonly bottom: number
}

/** Of fewer seeds or logs an interval would only look like one: of 2 it has the true value half of the time. */
export const LEAST_FOR_INTERVAL = 5

/** Resamples of a bootstrap. */
const RESAMPLES = 2000
/** Share of the resamples outside the interval, at each end. */
const TAIL = 0.025

/**
 * The sum of the tops ÷ the sum of the bottoms, with a percentile bootstrap over the seeds. With 1 as every bottom it is
 * the mean. The same parts give the same interval: the resamples come from a fixed stream.
 *
 * With 30 seeds the interval covers the true value in about 94 of 100 studies, with 10 in about 90.
 *
 * @returns null if there is no part, or all bottoms are 0
 */
export function estimateOf(parts: readonly Part[]): Estimate | null {
  const n = parts.length
  const value = ratioOf(parts)
  return value === null
    ? null
    : { value, ...middleOf(resampledRatios(parts).filter(Number.isFinite), value), n }
}

/**
 * The ratio of one list less that of another over the same seeds, with a paired bootstrap: each resample draws the same
 * seeds of both. The bottoms may differ: of one run it may not be known whether it met a need.
 *
 * @returns null if one of the ratios is null
 */
export function differenceOfRatios(some: readonly Part[], others: readonly Part[]): Estimate | null {
  const [one, other] = [ratioOf(some), ratioOf(others)]
  if (one === null || other === null) return null
  const less = resampledRatios(others)
  const differences = resampledRatios(some).map((ratio, at) => ratio - (less[at] as number))
  const value = one - other
  return { value, ...middleOf(differences.filter(Number.isFinite), value), n: some.length }
}

/** The ratio of the sums in each resample; not finite in one without any need, which says nothing about needs. */
function resampledRatios(parts: readonly Part[]): Float64Array<ArrayBuffer> {
  const bottoms = resampledSums(parts, ({ bottom }) => bottom)
  return resampledSums(parts, ({ top }) => top).map((top, at) => top / (bottoms[at] as number))
}

/** The middle 95 % of what resamples gave; `otherwise` without any. */
export function middleOf<Otherwise>(
  values: Float64Array,
  otherwise: Otherwise,
): { readonly low: number | Otherwise; readonly high: number | Otherwise } {
  const sorted = values.toSorted()
  return {
    low: sorted[Math.floor(sorted.length * TAIL)] ?? otherwise,
    high: sorted[Math.ceil(sorted.length * (1 - TAIL)) - 1] ?? otherwise,
  }
}

/** The sum of the tops ÷ the sum of the bottoms; null if that is 0. */
export function ratioOf(parts: readonly Part[]): number | null {
  const bottom = parts.reduce((sum, part) => sum + part.bottom, 0)
  return bottom === 0 ? null : parts.reduce((sum, part) => sum + part.top, 0) / bottom
}

/**
 * The sum of a figure of the seeds in each resample. All figures of a study share the resamples, which saves most of the
 * time of a sweep. Linear in resamples and seeds.
 */
export function resampledSums<Seed>(
  seeds: readonly Seed[],
  figure: (seed: Seed) => number,
): Float64Array<ArrayBuffer> {
  const n = seeds.length
  const values = Float64Array.from(seeds, figure)
  const [first = 0] = values
  // Such as the 1 as every bottom of a mean.
  if (values.every((value) => value === first)) return new Float64Array(RESAMPLES).fill(n * first)
  const times = timesDrawn(n)
  return Float64Array.from({ length: RESAMPLES }, (_, nth) => {
    const from = nth * n
    let sum = 0
    for (let seed = 0; seed < n; seed++) sum += (times[from + seed] as number) * (values[seed] as number)
    return sum
  })
}

/** How often each seed is in each resample, one resample after the other: in one of many seeds seldom more than ten times. */
function timesDrawn(n: number): Uint8Array {
  const before = drawn.get(n)
  if (before !== undefined) return before
  const random = stream(n, 'bootstrap')
  const times = new Uint8Array(RESAMPLES * n)
  for (let from = 0; from < times.length; from += n)
    for (let draw = 0; draw < n; draw++) times[from + Math.floor(random.uniform() * n)]! += 1
  const [oldest] = drawn.keys()
  if (drawn.size === NUMBERS && oldest !== undefined) drawn.delete(oldest)
  drawn.set(n, times)
  return times
}

/** The resamples of so many numbers are kept: a study of a folder has another number with each log. */
const NUMBERS = 4
const drawn = new Map<number, Uint8Array>()
