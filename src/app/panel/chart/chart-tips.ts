import { BLOCK_TYPES } from '../../../engine/internal.ts'
import type { Turn, Zone, Tokens } from '../../../engine/index.ts'
import {
  share,
  sumOfBlocks,
  tokens,
  turnName,
  TYPE_LABELS,
  TYPE_LETTERS,
  xAt,
  ZONE_LABELS,
} from '../../../view/index.ts'
import type { TypeRow, VelocityPoint, TurnRow, UtilizationPoint } from '../../../view/index.ts'
import { CHART_TEXT, chartTitles, MANY } from './words.ts'
import type { InTurn, TypePart } from './words.ts'
import { pointsOfTurn } from './chart-series.ts'
import type { LaneSeries } from './chart-series.ts'
import { MARKED } from './EventMarks.tsx'
import type { Config } from '../../../config/index.ts'
import { configAt } from '../../../sim/internal.ts'
import type { TimelineData } from '../../../sim/index.ts'

const { tip } = CHART_TEXT
/** Events of a turn that a tip names. */
const MOST_EVENTS = 4

/** The utilization of every lane in a turn, and events of the lane in detail. */
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

/** The arrivals of a turn, and the baseline of a spike. */
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

/** What a lane sends in a turn, by type, and how much the others send. */
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
    ...(row === undefined ? [] : typeLines(row, exact)),
    ...(row === undefined || row.adjustment === 0 ? [] : [tip.adjustment(row.adjustment)]),
  ]
}

/** The types of a prompt, that on top of the picture first. */
function typeLines(row: TypeRow, exact: boolean): readonly string[] {
  return typesIn(row)
    .filter(({ amount }) => amount > 0)
    .toReversed()
    .map(({ type, amount }) => {
      const [letter, name] =
        type === 'unexplained' ? ['–', MANY.unexplained.name] : [TYPE_LETTERS[type], TYPE_LABELS[type]]
      const part = share(amount / sumOfBlocks(row), { exact })
      return CHART_TEXT.tip.type(letter, name, tokens(amount, { exact }), part, row.adjustment !== 0)
    })
}

/** Tokens of a prompt by what a chart tells apart, in the order of the prompt: types, and what a log does not explain. */
function typesIn({ byType, unexplained }: Pick<TypeRow, 'byType' | 'unexplained'>): readonly {
  readonly type: TypePart['type']
  readonly amount: Tokens
}[] {
  return [
    { type: 'unexplained', amount: unexplained },
    ...BLOCK_TYPES.map((type) => ({
      type,
      amount: byType[type] - (type === 'system_prompt' ? unexplained : 0),
    })),
  ]
}

/** What a title needs of a lane in addition to its series. */
interface TitledLane {
  readonly label: string
  readonly data: {
    readonly exact: boolean
    readonly ended: { readonly turn: Turn } | null
    readonly windows: { readonly length: number }
  }
  readonly rows: readonly { readonly id: string; readonly value: number | null }[]
}

/** The peak of a lane's line, the size of its prompts, and how often it falls. */
export function utilizationTitle(lane: TitledLane, points: readonly UtilizationPoint[]): string {
  const { label, data } = lane
  const top = largestOf(points, ({ share }) => share)
  if (top === null) return chartTitles.noTurns(label)
  const sent = largestOf(
    points.filter(({ point }) => point === 'sent'),
    ({ share }) => share,
  )
  return chartTitles.utilization({
    lane: label,
    top,
    prompt: peakRow(lane) ?? sent?.value ?? top.value,
    falls: fallsOf(points),
    ended: data.ended?.turn ?? null,
    exact: data.exact,
  })
}

/** Turns in which a later point is below the previous one. */
function fallsOf(points: readonly UtilizationPoint[]): number {
  const turns = new Set<Turn>()
  points.forEach(({ turn, tokens }, index) => {
    const before = points[index - 1]
    if (before?.turn === turn && tokens < before.tokens) turns.add(turn)
  })
  return turns.size
}

/** The figure of the table of metrics, which covers all contexts of a run: only if there is one. */
function peakRow({ rows, data }: TitledLane): number | null {
  if (data.windows.length !== 1) return null
  return rows.find(({ id }) => id === 'peak-utilization')?.value ?? null
}

/**
 * A description of the velocity's bars and line, with the number of turns covered in the turn shown; it mentions a
 * change in mid-run.
 *
 * @param lane their lane; null if they are the same for all
 */
export function velocityAbout(
  data: Pick<TimelineData, 'spec' | 'set'>,
  turn: Turn,
  lane: string | null,
): string {
  const windowOf = ({ pressure }: Config): number => pressure.velocity_window
  const at = windowOf(configAt(data, turn))
  const all = [data.spec.config, ...(data.set ?? []).map(({ config }) => config)]
  const changes = all.some((config) => windowOf(config) !== at)
  return CHART_TEXT.about.velocity(at, changes ? turnName(turn) : null, lane)
}

/** The mean arrivals per turn, and the outliers. */
export function velocityTitle(points: readonly VelocityPoint[], exact: boolean): string {
  const largest = largestOf(points, ({ arrived }) => arrived)
  if (largest === null) return chartTitles.noArrivals
  const spikes = points.filter(({ spike }) => spike)
  return chartTitles.velocity({
    mean: points.reduce((sum, { arrived }) => sum + arrived, 0) / points.length,
    largest,
    spikes: spikes.length,
    largestSpike: largestOf(spikes, ({ arrived }) => arrived),
    exact,
  })
}

/** How many turns of a lane are in each zone, before it acts. */
export function zonesTitle(label: string, rows: Iterable<Pick<TurnRow, 'zone'>>): string {
  const turns: Record<Zone, number> = { green: 0, yellow: 0, orange: 0, red: 0 }
  let any = false
  for (const { zone } of rows) {
    turns[zone]++
    any = true
  }
  return any ? chartTitles.zones(label, turns) : chartTitles.noTurns(label)
}

/** The main types among the tokens that a lane sends. */
export function typesTitle(label: string, rows: readonly TypeRow[], exact: boolean): string {
  const all = rows.reduce((sum, row) => sum + sumOfBlocks(row), 0)
  if (all === 0) return chartTitles.noTurns(label)
  const sums = new Map<TypePart['type'], Tokens>()
  for (const row of rows)
    for (const { type, amount } of typesIn(row)) sums.set(type, (sums.get(type) ?? 0) + amount)
  const parts = [...sums].map(([type, sum]): TypePart => ({ type, share: sum / all }))
  // A stable sort: of equals, the type that comes first in the prompt.
  const [most, next] = parts.toSorted((a, b) => b.share - a.share)
  if (most === undefined) return chartTitles.noTurns(label)
  const isAdjusted = rows.some(({ adjustment }) => adjustment !== 0)
  return chartTitles.types(most, next === undefined || next.share === 0 ? null : next, exact, isAdjusted)
}

/** The largest figure and the first turn that has it; null for no points. */
function largestOf<Point extends { readonly turn: Turn }>(
  points: readonly Point[],
  figure: (point: Point) => number,
): InTurn<number> | null {
  let found: InTurn<number> | null = null
  for (const point of points) {
    const value = figure(point)
    if (found === null || value > found.value) found = { value, turn: point.turn }
  }
  return found
}
