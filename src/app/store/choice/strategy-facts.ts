/*
 * What the page has to know of strategies before anything is run. The engine's own list would bring the code of every
 * stage into the first script, so these sets are made from it:
 * `npx vitest run src/app/store/choice/strategy-facts.test.ts -u` makes them again.
 */

/** Strategies that ask no model, whatever their settings. */
export const ASKS_NOBODY: ReadonlySet<string> = new Set([
  'token_trim',
  'unmanaged',
  'recorded',
  'as_written_lru',
  'as_written_eviction',
  'as_written_atomic_window',
  'as_written_token_trim',
])

/** Strategies that read `cross_window`: they take notes and save checkpoints. */
export const KEEPS_STATE: ReadonlySet<string> = new Set([
  'managed',
  'handover',
  'pipeline',
  'as_written_overflow',
  'as_written_plans',
])
