import type { Problem } from '../../../engine/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { sameRun } from '../choice/choices.ts'
import type { RunChoices } from '../choice/choices.ts'

/** Choices that come with how they are to be shown. */
interface Expected {
  readonly choices: RunChoices
  /** Called once they are on the screen. */
  readonly shown: (comparison: Comparison) => void
  /** Called instead if they cannot be run. */
  readonly failed: (problems: readonly Problem[]) => void
}
let expected: Expected | null = null

/**
 * Announces choices that the caller is about to make, and that are shown exactly as they are: no lane is added for a new
 * log, and `shown` decides where the page looks. Any other run ends the announcement.
 */
export function expectRun(next: Expected): void {
  expected = next
}

/** Whether these choices were announced. */
export function isExpected(choices: RunChoices): boolean {
  return expected !== null && sameRun(expected.choices, choices)
}

/** What was announced about these choices, for the last time. */
export function takeExpected(choices: RunChoices): Expected | null {
  if (!isExpected(choices)) return null
  const own = expected
  expected = null
  return own
}

/** Another run ends the announcement. */
export function endExpected(): void {
  expected = null
}
