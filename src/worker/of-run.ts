import type { BlockId } from '../engine/index.ts'
import type { Timeline } from '../sim/index.ts'
import { problem } from './problem.ts'

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
