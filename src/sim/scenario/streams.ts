/** Draws of one stream of chance. */
export interface Draws {
  /** From 0 up to, not including, 1. */
  uniform(): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  lognormal(median: number, sigma: number): number
  /** 1, 2, 3, … with the given mean. */
  geometric(mean: number): number
  pick<T>(items: readonly T[]): T
  shuffle<T>(items: readonly T[]): T[]
}
