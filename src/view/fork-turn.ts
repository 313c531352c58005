import { isWhole } from '../engine/internal.ts'
import type { BlockId, Turn } from '../engine/index.ts'
import type { Intervention } from '../sim/index.ts'
import type { Biography } from './block.ts'

/** From when on something can be done to a block, and what decides it: the wish, its arrival, or the edit that took it. */
export interface ForkTurn {
  readonly turn: Turn
  readonly because: 'asked' | 'came' | 'went'
}

/**
 * The turn from which a fork about a block makes sense: the one asked for, where the block stands whole before that
 * turn's edits; the turn in which it came, if that is later; and if it had given way by then, the turn of the edit,
 * before which it still stood.
 */
export function forkTurn({ turn: came, spans }: Pick<Biography, 'turn' | 'spans'>, asked: Turn): ForkTurn {
  if (asked < came) return { turn: came, because: 'came' }
  // The last of them: one that was moved, or rewritten by hand, stands on in the next.
  const went = spans.findLast((span) => isWhole(span) && span.fromTurn <= asked)?.toTurn ?? null
  return went === null || went > asked ? { turn: asked, because: 'asked' } : { turn: went, because: 'went' }
}

/** Whether a person has pinned a block by the call of a turn. */
export function isPinnedBy(interventions: readonly Intervention[], block: BlockId, turn: Turn): boolean {
  const last = interventions.findLast(
    (one) => (one.kind === 'pin' || one.kind === 'unpin') && one.block === block && one.turn <= turn,
  )
  return last?.kind === 'pin'
}
