import { driveSync } from '../../../engine/index.ts'
import type { Decision, Turn } from '../../../engine/index.ts'
import { resume, startBefore } from '../replay/resume.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** Every candidate of a turn's decisions, and every protected block (EDIT-1). */
export interface Explanation {
  readonly turn: Turn
  /** The decisions of the turn with their full tables; empty if there was none. */
  readonly decisions: readonly Decision[]
}

/**
 * The full candidate table of a turn, by replaying from the nearest snapshot before it: nothing is derived in another
 * way (EDIT-1).
 *
 * @throws RangeError for a turn that the run did not reach, or for a timeline opened with another counter than its
 *   run's
 */
export function explain(timeline: Timeline, turn: Turn): Explanation {
  const start = startBefore(timeline, turn)
  const replay = resume(timeline, start, false)
  for (let step = start.turn; step < turn; step++) replay.advance(driveSync(replay.step(step), replay.answer))
  // Tables of thousands of rows are made only for this turn, not for the turns before it.
  const detailed = resume(timeline, { ...replay.position(), turn }, true)
  const outcome = driveSync(detailed.step(turn), detailed.answer)
  const decisions = outcome.changes.flatMap((change) => change.edit?.decision ?? [])
  return { turn, decisions }
}
