import type { BlockId, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import {
  bandsOf,
  invalidations,
  landmarks,
  smallestDrawn,
  strata,
  taskOf,
  turnRows,
  windowOpenings,
  zoneRuns,
} from '../../../view/index.ts'
import type { Invalidation, Strata, TurnRange, TurnRow, WindowOpening, ZoneRun } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'

/** Everything that a lane draws, from `view`. */
export interface LaneView {
  readonly picture: Strata
  readonly zones: readonly ZoneRun[]
  readonly rows: ReadonlyMap<Turn, TurnRow>
  readonly stale: readonly Invalidation[]
  /** First user message of the context. */
  readonly task: BlockId | null
  /** Where it continued in a new window. */
  readonly openings: readonly WindowOpening[]
  /** Turns in which a checkpoint was saved. */
  readonly saved: readonly Turn[]
}

/** Maximum bands that the canvas draws at once; above it more blocks are merged with their neighbours. */
const MOST_BANDS = 20_000
/** Smallest height of a band of its own, in pixels. */
const SMALLEST_BAND = 0.4
/** Maximum zone ranges; above it they are binned. */
const MOST_ZONES = 8000

/** @param smallerThan tokens below which neighbours share a band, see `detailOf` */
export function laneView(lane: LaneResult, window: WindowId, smallerThan: Tokens): LaneView {
  const { data } = lane
  return {
    picture: pictureOf(data, window, smallerThan, null),
    zones: zoneRuns(data, window, MOST_ZONES),
    rows: turnRows(data, window),
    stale: invalidations(lane, window),
    task: taskOf(data, window)?.id ?? null,
    openings: windowOpenings(data, window),
    saved: data.checkpoints.flatMap((one) => (one.window === window ? one.turn : [])),
  }
}

/** The same lane with a separate band for the selected block, if it was merged with small neighbours. */
export function withOwnBand(
  view: LaneView,
  { data }: LaneResult,
  smallerThan: Tokens,
  selected: BlockId | null,
): LaneView {
  if (selected === null || bandsOf(view.picture, selected).every((band) => band.blocks.length === 1))
    return view
  return { ...view, picture: pictureOf(data, view.picture.window, smallerThan, selected) }
}

function pictureOf(
  data: TimelineData,
  window: WindowId,
  smallerThan: Tokens,
  selected: BlockId | null,
): Strata {
  const keep = new Set(landmarks(data, window))
  if (selected !== null) keep.add(selected)
  return strata(data, { window, keep, smallerThan, maxBands: MOST_BANDS })
}

/**
 * Tokens below which a block has no band of its own in a picture of `height` pixels up to `top` tokens: a power of two,
 * so that gradual zooming does not lay the picture out at every step.
 */
export function detailOf(top: Tokens, height: number): Tokens {
  const smallest = smallestDrawn(top, height, SMALLEST_BAND)
  let detail = 1
  while (detail * 2 <= smallest) detail *= 2
  return detail
}

/** The largest prompt of a context in any lane, or the limit: the top of every picture. */
export function topOf(lanes: readonly LaneResult[], window: WindowId): Tokens {
  const limit = lanes.reduce((most, { data }) => Math.max(most, data.limit), 0)
  return Math.max(limit, largestIn(lanes, window, { from: -Infinity, to: Infinity }))
}

/** Space above the largest prompt of a zoomed picture. */
const AIR = 1.04

/** The same for the visible turns only, ignoring the limit; null if no lane has a prompt there. */
export function fittedTop(lanes: readonly LaneResult[], window: WindowId, range: TurnRange): Tokens | null {
  const most = largestIn(lanes, window, range)
  return most === 0 ? null : Math.ceil(most * AIR)
}

function largestIn(lanes: readonly LaneResult[], window: WindowId, { from, to }: TurnRange): Tokens {
  let most = 0
  for (const { data } of lanes) {
    for (const { turn, window: own, points, responded } of data.turns) {
      if (own !== window || turn + 1 <= from || turn >= to) continue
      most = Math.max(most, points.arrived.used, points.offered.used, points.sent.used, responded?.used ?? 0)
    }
  }
  return most
}
