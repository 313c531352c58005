import type { WindowId } from '../../../engine/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { laneOf } from '../../store/choice/derived.ts'
import { currentViewport } from '../../store/look/viewport.ts'
import { currentComparison } from '../../store/run/session.ts'
import type { PageSubject } from './still.ts'

/** What a picture shows if it is taken now: the visible turns. */
export function subjectOnScreen(comparison: Comparison, lane: LaneResult, window: WindowId): PageSubject {
  const { from, to, fitted } = currentViewport()
  return { comparison, lane, window, range: { from, to }, fitted }
}

/** The same for a lane of the comparison on the screen, or the first. @throws if it is there no more */
export function subjectNow(name: string | undefined): PageSubject {
  const comparison = currentComparison()
  const lane =
    comparison === null ? undefined : name === undefined ? comparison.lanes[0] : laneOf(comparison, name)
  if (comparison === null || lane === undefined) throw new Error('the lane is no longer on the page')
  return subjectOnScreen(comparison, lane, useChoices.getState().window)
}
