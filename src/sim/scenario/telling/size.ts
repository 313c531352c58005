import type { Random, Ratio, Tokens } from '../../../engine/index.ts'

/** One hump of a distribution of sizes: lognormal around its median. */
interface Hump {
  /** Share of the draws, 0…1. */
  readonly share: Ratio
  readonly median: Tokens
  readonly sigma: number
}

/** A distribution of sizes in tokens. */
export interface SizeMixture {
  readonly humps: readonly Hump[]
  readonly least: Tokens
  readonly most: Tokens
}

/**
 * Sizes of the results of an agent's tools over all tools, as fitted to recorded sessions: half are a few words, a
 * third are a page, the rest are long files.
 */
export const ALL_RESULTS: SizeMixture = Object.freeze({
  humps: [
    { share: 0.5, median: 60, sigma: 1 },
    { share: 0.35, median: 2500, sigma: 0.9 },
    { share: 0.15, median: 8000, sigma: 0.6 },
  ],
  least: 1,
  most: 25_000,
})

/** A mixture with one hump. */
export function around(median: Tokens, sigma: number, least: Tokens, most: Tokens): SizeMixture {
  return { humps: [{ share: 1, median, sigma }], least, most }
}

export function drawSize({ humps, least, most }: SizeMixture, draws: Random): Tokens {
  const at = draws.uniform()
  let below = 0
  const hump = humps.find(({ share }) => (below += share) > at) ?? humps.at(-1)
  if (hump === undefined) throw new Error('a mixture without a hump')
  return Math.round(Math.min(most, Math.max(least, draws.lognormal(hump.median, hump.sigma))))
}
