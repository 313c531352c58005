import type { Turn, WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { firstApart, forkGhost } from '../../../view/index.ts'
import type { ForkGhost } from '../../../view/index.ts'
import type { ForkRun, LaneResult } from '../../../worker/protocol.ts'
import { once } from '../../ui/later.ts'

/** A fork and its lane. */
export interface Pair {
  readonly base: TimelineData
  readonly fork: TimelineData
  readonly turn: Turn
}

const pairs = new WeakMap<ForkRun, Pair>()

/** The same object for the same two runs: their differences are computed once. */
export function pairOf({ data: base }: LaneResult, run: ForkRun): Pair {
  const known = pairs.get(run)
  if (known?.base === base) return known
  const made = { base, fork: run.data, turn: run.turn }
  pairs.set(run, made)
  return made
}

const known = new WeakMap<Pair, Map<WindowId, ForkGhost>>()

/** The differences of a fork from its lane, computed once per window: bar and picture use the same. */
export function ghostOf(pair: Pair, window: WindowId): ForkGhost {
  const own = known.get(pair) ?? new Map<WindowId, ForkGhost>()
  known.set(pair, own)
  const before = own.get(window)
  if (before !== undefined) return before
  const made = forkGhost(pair.base, pair.fork, pair.turn, window)
  own.set(window, made)
  return made
}

/** The first turn in which a fork differs from its lane in any window; null if it never does. */
export const differsFrom = once((pair: Pair): Turn | null =>
  firstApart(pair.fork.windows.map(({ id }) => ghostOf(pair, id))),
)
