import type { Ratio, Turn } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { laneEvents, perWindow, turnRows, utilizationSeries } from '../../../view/index.ts'
import type { LaneEvent, TurnRow, UtilizationPoint } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'

/** The data of a lane that the strip shows. */
export interface StripLane {
  readonly name: string
  readonly label: string
  /** False if the counter estimates. */
  readonly exact: boolean
  readonly points: readonly UtilizationPoint[]
  readonly rows: ReadonlyMap<Turn, TurnRow>
  readonly events: ReadonlyMap<Turn, readonly LaneEvent[]>
  /** Turns whose edits only evicted: they removed blocks, or a ranking replaced them by placeholders. */
  readonly evicting: ReadonlySet<Turn>
  /** Stages that edited in a turn, in order. */
  readonly stages: ReadonlyMap<Turn, readonly string[]>
}

export const stripLane = perWindow(({ name, label, data }: LaneResult, window): StripLane => ({
  name,
  label,
  exact: data.exact,
  points: utilizationSeries(data, window),
  rows: turnRows(data, window),
  events: byTurn(laneEvents(data, window)),
  evicting: evictingTurns(data),
  stages: stagesByTurn(data),
}))

function byTurn(events: readonly LaneEvent[]): Map<Turn, LaneEvent[]> {
  const found = new Map<Turn, LaneEvent[]>()
  for (const event of events) {
    const there = found.get(event.turn)
    if (there === undefined) found.set(event.turn, [event])
    else there.push(event)
  }
  return found
}

function evictingTurns({ turns, edits }: TimelineData): Set<Turn> {
  const evicts = (index: number): boolean => {
    const edit = edits[index]
    const ranked = edit?.decision !== null
    return edit?.blocks.every(({ verb }) => verb === 'drop' || (ranked && verb === 'replace')) ?? false
  }
  return new Set(turns.flatMap((record) => (record.edits.every(evicts) ? record.turn : [])))
}

function stagesByTurn({ edits }: TimelineData): Map<Turn, string[]> {
  const stages = new Map<Turn, string[]>()
  for (const { turn, stage } of edits) {
    const there = stages.get(turn)
    if (there === undefined) stages.set(turn, [stage])
    else if (!there.includes(stage)) there.push(stage)
  }
  return stages
}

/** The highest utilization of any lane, but at least the limit. */
export function fullest(lanes: readonly StripLane[]): Ratio {
  let most = 1
  for (const { points } of lanes) for (const { share } of points) most = Math.max(most, share)
  return most
}
