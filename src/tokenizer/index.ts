/** Exact token counters, loaded by name. */

export { loadCounter } from './load-counter.ts'
