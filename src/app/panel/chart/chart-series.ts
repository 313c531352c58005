import type { Ratio, Turn, WindowId } from '../../../engine/index.ts'
import {
  inRange,
  laneEvents,
  share,
  turnRows,
  utilizationSeries,
  velocitySeries,
  zoneRuns,
} from '../../../view/index.ts'
import type {
  LaneEvent,
  TurnRange,
  TurnRow,
  TypeRow,
  UtilizationPoint,
  ZoneRun,
} from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { CHART_TEXT } from './words.ts'

/** A lane with the series of its charts. */
export interface LaneSeries {
  readonly lane: LaneResult
  readonly points: readonly UtilizationPoint[]
  readonly zones: readonly ZoneRun[]
  readonly events: readonly LaneEvent[]
  readonly rows: ReadonlyMap<Turn, TurnRow>
  /** Highest share of the limit at any point. */
  readonly highest: Ratio
}

export function laneSeries(lane: LaneResult, window: WindowId): LaneSeries {
  const { data } = lane
  const points = utilizationSeries(data, window)
  return {
    lane,
    points,
    zones: zoneRuns(data, window, Infinity),
    events: laneEvents(data, window),
    rows: turnRows(data, window),
    highest: points.reduce((most, { share }) => Math.max(most, share), 0),
  }
}

/** How far the axis of utilization goes beyond the limit, and whether any lane sends such a prompt. */
export function grownIn(
  lanes: readonly Pick<LaneSeries, 'points' | 'highest'>[],
  exact: boolean,
): { readonly to: string; readonly isSent: boolean } {
  return {
    to: share(Math.max(...lanes.map(({ highest }) => highest)), { exact }),
    isSent: lanes.some(({ points }) => points.some((one) => one.point === 'sent' && one.share > 1)),
  }
}

/** A title of a chart, which says where it does not tell of the whole run: in a log with sub-agents. */
export function titleIn(
  title: string,
  { label, data }: Pick<LaneResult, 'label' | 'data'>,
  window: WindowId,
): string {
  if (data.turns.every((turn) => turn.window === window)) return title
  return CHART_TEXT.inContext(title, label)
}

/**
 * The lane that came furthest, the first of equals: what the conversation brings arrives in all lanes as long as they
 * last.
 */
export function longestOf(lanes: readonly LaneSeries[], preferred: LaneSeries): LaneSeries {
  return lanes.reduce((longest, one) => (one.rows.size > longest.rows.size ? one : longest), preferred)
}

/**
 * Whether the same tokens arrive in every turn that two lanes share, at the same velocity: the velocity differs if it
 * covers another number of turns, or if a lane fetches content again.
 */
export function sameArrivals(
  lanes: readonly { readonly lane: Pick<LaneResult, 'data'> }[],
  window: WindowId,
): boolean {
  const [first, ...others] = lanes.map(({ lane }) => velocitySeries(lane.data, window))
  return others.every((points) =>
    points.every(({ turn, arrived, velocity }, index) => {
      const other = first?.[index]
      if (other === undefined) return true
      return other.turn === turn && other.arrived === arrived && other.velocity === velocity
    }),
  )
}

/** The share of the limit at each point of a turn, in order. */
export function pointsOfTurn(points: readonly UtilizationPoint[], turn: Turn): readonly UtilizationPoint[] {
  return inRange(points, { from: turn, to: turn + 1 }).filter((point) => point.turn === turn)
}

/** The largest figure of the visible points. */
export function largestInSight<Point extends { readonly x: number }>(
  points: readonly Point[],
  range: TurnRange,
  figure: (point: Point) => number,
): number {
  return inRange(points, range).reduce((most, point) => Math.max(most, figure(point)), 0)
}

/** The zones that overlap a range of turns. */
export function runsInSight(runs: readonly ZoneRun[], { from, to }: TurnRange): readonly ZoneRun[] {
  return runs.filter((run) => run.to > from && run.from < to)
}

/**
 * The same rows with the first and the last one extended to the ends of their turns, so that a single turn has an area.
 */
export function drawnOut(rows: readonly TypeRow[]): readonly TypeRow[] {
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined) return rows
  return [{ ...first, x: first.turn }, ...rows, { ...last, x: last.turn + 1 }]
}
