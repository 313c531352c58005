import { BLOCK_TYPES } from '../../../engine/internal.ts'
import type { Turn, Zone } from '../../../engine/index.ts'
import { share, tokens, turnName, TYPE_LABELS, TYPE_LETTERS, xAt, ZONE_LABELS } from '../../../view/index.ts'
import type { TypeRow, VelocityPoint } from '../../../view/index.ts'
import { CHART_TEXT } from './words.ts'
import { pointsOfTurn } from './chart-series.ts'
import type { LaneSeries } from './chart-series.ts'
import { MARKED } from './event-marks.ts'

const { tip } = CHART_TEXT
/** Events of a turn that a tip names. */
const MOST_EVENTS = 4

/** How full every lane is in a turn, and what happened in the lane in detail. */
export function utilizationTip(turn: Turn, lanes: readonly LaneSeries[], detail: LaneSeries): string[] {
  return [
    turnName(turn),
    ...lanes.map(({ lane, points }) => {
      const { exact } = lane.data
      const here = new Map(pointsOfTurn(points, turn).map((one) => [one.point, one.share]))
      const [offered, sent] = [here.get('offered'), here.get('sent')]
      if (offered === undefined || sent === undefined) return tip.gone(lane.label)
      return tip.utilization(lane.label, share(offered, { exact }), share(sent, { exact }))
    }),
    ...eventLines(turn, detail),
  ]
}

function eventLines(turn: Turn, { events }: LaneSeries): string[] {
  return events
    .filter((event) => event.turn === turn && (event.loss || MARKED.includes(event.kind)))
    .slice(0, MOST_EVENTS)
    .map(({ letter, label }) => tip.event(letter, label))
}

/** What arrives in a turn, and what a spike is measured against. */
export function velocityTip(
  turn: Turn,
  points: ReadonlyMap<Turn, VelocityPoint>,
  source: LaneSeries,
): string[] {
  const point = points.get(turn)
  const { label, data } = source.lane
  if (point === undefined) return [turnName(turn), tip.gone(label)]
  const { exact } = data
  return [
    turnName(turn),
    tip.arrived(point.arrived, exact),
    tip.velocity(tokens(point.velocity, { exact })),
    ...(point.baseline === null ? [] : [tip.usual(tokens(point.baseline, { exact }))]),
    ...source.events
      .filter((event) => event.turn === turn && event.kind === 'spike')
      .map((event) => tip.event(event.letter, event.label)),
  ]
}

/** The zone of every lane in a turn, as offered and as sent. */
export function zonesTip(turn: Turn, lanes: readonly LaneSeries[]): string[] {
  return [
    turnName(turn),
    ...lanes.map(({ lane, zones, points }) => {
      const { exact } = lane.data
      const shares = new Map(pointsOfTurn(points, turn).map((one) => [one.point, one.share]))
      const reading = (point: 'offered' | 'sent'): string | null => {
        const zone = zoneAt(xAt(turn, point), zones)
        const part = shares.get(point)
        return zone === null || part === undefined ? null : `${ZONE_LABELS[zone]} ${share(part, { exact })}`
      }
      const [offered, sent] = [reading('offered'), reading('sent')]
      if (offered === null || sent === null) return tip.gone(lane.label)
      return tip.zones(lane.label, offered, sent)
    }),
  ]
}

function zoneAt(x: number, runs: LaneSeries['zones']): Zone | null {
  return runs.find(({ from, to }) => from <= x && x < to)?.zone ?? null
}

/** What a lane sends in a turn, type by type, and how much the others send. */
export function typesTip(
  turn: Turn,
  types: ReadonlyMap<Turn, TypeRow>,
  lanes: readonly LaneSeries[],
  detail: LaneSeries,
): string[] {
  const row = types.get(turn)
  const { exact } = detail.lane.data
  return [
    turnName(turn),
    ...lanes.map(({ lane, rows }) => {
      const sent = rows.get(turn)
      if (sent === undefined) return tip.gone(lane.label)
      const { exact: counted } = lane.data
      return tip.sent(
        lane.label,
        tokens(sent.sent, { exact: counted }),
        share(sent.share, { exact: counted }),
      )
    }),
    ...BLOCK_TYPES.filter((type) => (row?.byType[type] ?? 0) > 0)
      .toReversed()
      .map((type) => {
        const amount = row?.byType[type] ?? 0
        const part = share(amount / (row?.used ?? 1), { exact })
        return tip.type(TYPE_LETTERS[type], TYPE_LABELS[type], tokens(amount, { exact }), part)
      }),
    ...(row === undefined || row.adjustment === 0 ? [] : [tip.adjustment(row.adjustment)]),
  ]
}
