import type { Turn, WindowId } from '../../engine/index.ts'
import { firstApart, forkGhost } from '../../view/index.ts'
import type { ForkGhost } from '../../view/index.ts'
import type { ForkRun, LaneResult } from '../../worker/protocol.ts'

const known = new WeakMap<ForkRun, Map<WindowId, ForkGhost>>()

/** In what a fork differs from its lane, worked out once for each window: the bar and the picture tell the same. */
export function ghostOf(lane: LaneResult, fork: ForkRun, window: WindowId): ForkGhost {
  const own = known.get(fork) ?? new Map<WindowId, ForkGhost>()
  known.set(fork, own)
  const before = own.get(window)
  if (before !== undefined) return before
  const made = forkGhost(lane.data, fork.data, fork.turn, window)
  own.set(window, made)
  return made
}

/** The first turn in which a fork differs from its lane in any window; null where it never does. */
export function differsFrom(lane: LaneResult, fork: ForkRun): Turn | null {
  return firstApart(fork.data.windows.map(({ id }) => ghostOf(lane, fork, id)))
}
