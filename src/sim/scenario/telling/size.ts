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
