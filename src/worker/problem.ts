import { ProblemError } from '../engine/index.ts'
import type { Problem } from '../engine/index.ts'

/** An error of one problem, for a request that cannot be answered. */
export function problem(code: string, message: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message }])
}

/** What to tell the page of anything that was thrown. */
export function problemsOf(failure: unknown): readonly Problem[] {
  if (failure instanceof ProblemError) return failure.problems
  return problem('unexpected', `something went wrong that should not have: ${messageOf(failure)}`).problems
}

export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
