import { ProblemError } from '../engine/index.ts'
import type { Problem, BlockId } from '../engine/index.ts'
import type { Timeline } from '../sim/index.ts'

/** An error with one problem, for a request that cannot be answered. */
export function problem(code: string, message: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message }])
}

/** The problems to report for any error. */
export function problemsOf(failure: unknown): readonly Problem[] {
  if (failure instanceof ProblemError) return failure.problems
  return problem('unexpected', `unexpected error: ${messageOf(failure)}`).problems
}

export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}

/** A turn that a question names. Throws a ProblemError for one that the run did not reach. */
export function reached(timeline: Timeline, turn: number): number {
  if (timeline.turns[turn] !== undefined) return turn
  throw problem('no-such-turn', `the run has turns 0 to ${timeline.turns.length - 1}, not ${turn}`)
}

/** A block that a question names. Throws a ProblemError for one that the run does not have. */
export function known(timeline: Timeline, block: BlockId): BlockId {
  if (timeline.blocks[block] !== undefined) return block
  throw problem('no-such-block', `the run has blocks 0 to ${timeline.blocks.length - 1}, not ${block}`)
}
