/** Exact token counters, loaded by name. */

export { loadCounter } from './load-counter.ts'

// Counts made ahead of time
export { countList, listedCounter, UncountedText } from './listed-counter.ts'
export type { CountList } from './listed-counter.ts'
export { shippedCounter } from './shipped/list.ts'
