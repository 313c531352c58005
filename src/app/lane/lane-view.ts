import type { BlockId, Tokens, WindowId } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import {
  bandsOf,
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

/** Bands that the canvas still draws at once; above it more blocks are merged with their neighbours. */
const MOST_BANDS = 20_000
/** Smallest height of a band of its own, in pixels. */
const SMALLEST_BAND = 0.4

export function laneView({ data }: LaneResult, window: WindowId, height: number): LaneView {
  const picture = pictureOf(data, window, height, null)
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

/** The same lane with a band of its own for the selected block, if it was merged with small neighbours. */
export function withOwnBand(
  view: LaneView,
  { data }: LaneResult,
  height: number,
  selected: BlockId | null,
): LaneView {
  if (selected === null || bandsOf(view.picture, selected).every((band) => band.blocks.length === 1))
    return view
  const picture = pictureOf(data, view.picture.window, height, selected)
  return { ...view, picture, hit: hitTest(picture) }
}

function pictureOf(data: TimelineData, window: WindowId, height: number, selected: BlockId | null): Strata {
  const keep = new Set(landmarks(data, window))
  if (selected !== null) keep.add(selected)
  const smallerThan = smallestDrawn(data.limit, height, SMALLEST_BAND)
  return strata(data, { window, keep, smallerThan, maxBands: MOST_BANDS })
}

/** The largest prompt of a context in any lane at any point of a turn, or the limit: the top of every picture. */
export function topOf(lanes: readonly LaneResult[], window: WindowId): Tokens {
  let top = 0
  for (const { data } of lanes) {
    top = Math.max(top, data.limit)
    for (const { window: own, points, responded } of data.turns) {
      if (own !== window) continue
      top = Math.max(top, points.arrived.used, points.offered.used, responded?.used ?? 0)
    }
  }
  return top
}
