import { landmarksOf } from '../choice/derived.ts'
import { playhead, seek } from '../look/playhead.ts'
import { withoutLater } from './later-forks.ts'
import { currentComparison } from './session.ts'

/** To the next turn in which something happened in any lane, or the previous one. */
export function seekEvent(direction: 1 | -1): void {
  const comparison = currentComparison()
  if (comparison === null) return
  const { turn } = playhead.getState()
  const { eventful } = landmarksOf(withoutLater(comparison))
  const next = direction === 1 ? eventful.find((one) => one > turn) : eventful.findLast((one) => one < turn)
  if (next !== undefined) seek(next)
}

/** To the first turn in which the lanes differ. */
export function seekDivergence(): void {
  const turn = currentComparison()?.firstDivergence?.turn
  if (turn !== undefined) seek(turn)
}
