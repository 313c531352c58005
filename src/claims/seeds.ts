/** Seeds of each scenario. */
export const SEEDS: readonly number[] = [1, 2]
