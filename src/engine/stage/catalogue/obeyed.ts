/** Settings that many stages share, as sections of the YAML or single keys of one. */

/** Guards, for stages that must not remove everything. */
export const GATES = ['eviction.gates', 'eviction.protected_types'] as const
/** Decide whether an edit pays for the prompt cache that it rewrites. */
export const CACHE = [
  'eviction.horizon_turns',
  'eviction.min_gain',
  'eviction.rewrite_price',
  'eviction.long_rewrite_price',
  'eviction.cold_cache',
  'eviction.cache_minutes',
] as const
/** The same, and whether it frees enough. */
export const WORTH = ['eviction.min_free_tokens', 'eviction.min_free_share', ...CACHE] as const
export const AHEAD = ['pressure.preemptive', 'pressure.preemptive_turns'] as const
/** Settings of cascade steps, which stop at the target. */
export const LADDER = ['eviction.target', ...WORTH, ...GATES, ...AHEAD] as const
export const BATCH = [
  'eviction.target',
  'eviction.batch',
  'eviction.wait',
  ...WORTH,
  'eviction.placeholders',
  'eviction.placeholder_tokens',
  ...GATES,
  ...AHEAD,
] as const
export const BREAKER = 'compression.breaker_after'
