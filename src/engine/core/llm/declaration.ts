import type { SettingsSpec } from '../setting.ts'
import type { MockFailure } from './mock-settings.ts'

const FAILURE_MEANINGS: Readonly<Record<MockFailure, string>> = {
  error: 'the request is refused with an error',
  empty: 'the answer holds no text',
  timeout: 'no answer comes',
  longer: 'the answer is longer than what it was to shorten',
}

/** Settings of the built-in model, which answers where no real one does (MOCK-2). */
export const mockSpec: SettingsSpec = Object.freeze({
  failure_rate: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    integer: false,
    usual: [0, 0.5],
    unit: 'share of the requests',
    meaning: 'How often the built-in model fails on purpose, to see what a strategy does then.',
  },
  failures: {
    kind: 'names',
    default: Object.keys(FAILURE_MEANINGS),
    choices: FAILURE_MEANINGS,
    meaning: 'The ways in which it may fail.',
  },
})
