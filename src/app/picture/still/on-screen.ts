import type { WindowId } from '../../../engine/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { currentViewport } from '../../store/look/viewport.ts'
import type { StillSubject } from './still.ts'

/** What a picture shows if it is taken now: the visible turns. */
export function subjectOnScreen(comparison: Comparison, lane: LaneResult, window: WindowId): StillSubject {
  const { from, to, fitted } = currentViewport()
  return { comparison, lane, window, range: { from, to }, fitted }
}
