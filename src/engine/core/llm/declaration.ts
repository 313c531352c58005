import { share } from '../setting.ts'
import type { SettingsOf, SettingsSpec } from '../setting.ts'

/** How the built-in model can fail (MOCK-2), by their names in the YAML. */
export const MOCK_FAILURES = Object.freeze(['error', 'empty', 'timeout', 'longer'] as const)
export type MockFailure = (typeof MOCK_FAILURES)[number]

const FAILURE_MEANINGS: Readonly<Record<MockFailure, string>> = {
  error: 'the request is refused with an error',
  empty: 'the answer holds no text',
  timeout: 'no answer comes',
  longer: 'the answer is longer than its source',
}

/** Settings of the built-in model, which answers when there is no real one (MOCK-2). */
export const mockSpec = Object.freeze({
  failure_rate: share(
    0,
    'requests',
    [0, 0.5],
    'How often the built-in model fails on purpose, to see what a strategy does then.',
  ),
  failures: {
    kind: 'names',
    default: Object.keys(FAILURE_MEANINGS),
    choices: FAILURE_MEANINGS,
    meaning: 'The kinds of failure.',
  },
} as const satisfies SettingsSpec)

/** Settings of the built-in model, in the engine's spelling. */
export type MockSettings = SettingsOf<typeof mockSpec>
