import { BLOCK_TYPES } from '../../../engine/internal.ts'
import type { Tokens, Turn, Zone } from '../../../engine/index.ts'
import type { Config } from '../../../config/index.ts'
import { configAt } from '../../../sim/internal.ts'
import type { TimelineData } from '../../../sim/index.ts'
import { turnName } from '../../../view/index.ts'
import type { TurnRow, TypeRow, UtilizationPoint, VelocityPoint } from '../../../view/index.ts'
import { CHART_TEXT, chartTitles } from './words.ts'
import type { InTurn } from './words.ts'

/** What a title needs of a lane besides its series. */
export interface TitledLane {
  readonly label: string
  readonly data: {
    readonly exact: boolean
    readonly ended: { readonly turn: Turn } | null
    readonly windows: { readonly length: number }
  }
  readonly rows: readonly { readonly id: string; readonly value: number | null }[]
}

/** How high the line of a lane gets, how large its prompts are, and how often it falls. */
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

/** Turns in which a later point lies below the one before it. */
function fallsOf(points: readonly UtilizationPoint[]): number {
  const turns = new Set<Turn>()
  points.forEach(({ turn, tokens }, index) => {
    const before = points[index - 1]
    if (before?.turn === turn && tokens < before.tokens) turns.add(turn)
  })
  return turns.size
}

/** The figure of the table of metrics, which is about all contexts of a run: only where there is one. */
function peakRow({ rows, data }: TitledLane): number | null {
  if (data.windows.length !== 1) return null
  return rows.find(({ id }) => id === 'peak-utilization')?.value ?? null
}

/**
 * What the velocity's bars and line are: over so many turns as the run obeys at the turn shown, which is said where that
 * changes in mid-run.
 *
 * @param lane the lane that they are of; null where they are those of all
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

/** How much arrives in a turn, and what sticks out of it. */
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

/** How many turns a lane meets in each zone, before it acts. */
export function zonesTitle(label: string, rows: Iterable<Pick<TurnRow, 'zone'>>): string {
  const turns: Record<Zone, number> = { green: 0, yellow: 0, orange: 0, red: 0 }
  let any = false
  for (const { zone } of rows) {
    turns[zone]++
    any = true
  }
  return any ? chartTitles.zones(label, turns) : chartTitles.noTurns(label)
}

/** What most of the tokens that a lane sends are. */
export function typesTitle(label: string, rows: readonly TypeRow[], exact: boolean): string {
  const all = rows.reduce((sum, { used }) => sum + used, 0)
  if (all === 0) return chartTitles.noTurns(label)
  const parts = BLOCK_TYPES.map((type) => {
    const sum: Tokens = rows.reduce((total, { byType }) => total + byType[type], 0)
    return { type, share: sum / all }
  })
  // A stable sort: of equals the type that comes first in the prompt.
  const [most, next] = parts.toSorted((a, b) => b.share - a.share)
  if (most === undefined) return chartTitles.noTurns(label)
  return chartTitles.types(most, next === undefined || next.share === 0 ? null : next, exact)
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
