import type { Ratio } from '../units.ts'

/** How the built-in model can fail (MOCK-2), by their names in the YAML. */
export const MOCK_FAILURES = Object.freeze(['error', 'empty', 'timeout', 'longer'] as const)
export type MockFailure = (typeof MOCK_FAILURES)[number]

/** What the built-in model obeys, normalised from the YAML's `mock_llm` section. */
export interface MockSettings {
  /** Share of the requests that fail. */
  readonly failureRate: Ratio
  /** Kinds that a failure is drawn from, in the order of `MOCK_FAILURES`; with none, nothing fails. */
  readonly failures: readonly MockFailure[]
}
