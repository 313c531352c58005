import type { BlockId, WindowId } from '../../engine/index.ts'
import {
  binSeries,
  hitTest,
  landmarks,
  smallestDrawn,
  strata,
  turnTable,
  utilizationSeries,
  zoneRuns,
} from '../../view/index.ts'
import type { HitTest, Strata, TurnRow, UtilizationPoint, ZoneRun } from '../../view/index.ts'
import type { LaneResult } from '../../worker/protocol.ts'

/** Everything that a lane paints, from `view`. */
export interface LaneView {
  readonly picture: Strata
  readonly hit: HitTest
  readonly points: readonly UtilizationPoint[]
  readonly zones: readonly ZoneRun[]
  readonly rows: ReadonlyMap<number, TurnRow>
  /** First user message of the context. */
  readonly task: BlockId | null
}

/** Smallest height of a band of its own, in pixels. */
const SMALLEST_BAND = 1

/** @param selected keeps a band of its own, however small it is */
export function laneView(
  { data }: LaneResult,
  window: WindowId,
  height: number,
  selected: BlockId | null,
): LaneView {
  const keep = new Set(landmarks(data, window))
  if (selected !== null) keep.add(selected)
  const smallerThan = smallestDrawn(data.limit, height, SMALLEST_BAND)
  const picture = strata(data, { window, keep, smallerThan })
  const task = data.blocks.find((block) => block.window === window && block.type === 'user_message')
  return {
    picture,
    hit: hitTest(picture),
    points: binSeries(utilizationSeries(data, window), (point) => point.tokens),
    zones: zoneRuns(data, window),
    rows: new Map(turnTable(data, window).map((row) => [row.turn, row])),
    task: task?.id ?? null,
  }
}
