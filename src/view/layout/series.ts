import { ZONES } from '../../engine/internal.ts'
import type {
  BlockId,
  BlockType,
  Ratio,
  Tokens,
  Turn,
  VelocityClass,
  WindowId,
  Zone,
} from '../../engine/index.ts'
import { isMissing, sentZone } from '../../sim/internal.ts'
import type { CacheColumns, TimelineData, TurnRecord } from '../../sim/index.ts'
import { MAIN_WINDOW, perWindow, pointOf, POINTS, turnsOf, xAt } from './axis.ts'
import { unexplainedIn } from './unexplained.ts'
import type { TurnPoint } from './axis.ts'

/** Maximum number of points that a Recharts chart redraws in one frame. */
const MOST_POINTS = 300

/** The window at one point of a turn. */
export interface UtilizationPoint {
  /** In turns; see `xAt`. */
  readonly x: number
  readonly turn: Turn
  readonly point: TurnPoint
  readonly tokens: Tokens
  /** tokens / limit. */
  readonly share: Ratio
}

/**
 * Tokens used at every point of every turn of a window, in order. A line through them rises to `offered` and dips to
 * `sent`, so the peak that caused an eviction is visible.
 */
export const utilizationSeries = /* @__PURE__ */ perWindow(
  ({ turns, limit }: Pick<TimelineData, 'turns' | 'limit'>, window): readonly UtilizationPoint[] => {
    const series: UtilizationPoint[] = []
    for (const record of turnsOf(turns, window)) {
      const { turn } = record
      for (const point of POINTS) {
        const tokens = pointOf(record, point)?.used
        if (tokens !== undefined)
          series.push({ x: xAt(turn, point), turn, point, tokens, share: tokens / limit })
      }
    }
    return series
  },
)

/** How fast a window fills, as read before the call of a turn (PRES-2, PRES-3). */
export interface VelocityPoint {
  readonly x: number
  readonly turn: Turn
  /** Mean tokens that arrived per turn over the last few turns. */
  readonly velocity: number
  readonly velocityClass: VelocityClass
  /** Tokens that arrived since the previous reading. */
  readonly arrived: Tokens
  readonly baseline: number | null
  readonly spike: boolean
  /** Null if nothing arrives. */
  readonly turnsUntilRed: number | null
}

export function velocitySeries(
  data: Pick<TimelineData, 'turns'>,
  window: WindowId = MAIN_WINDOW,
): VelocityPoint[] {
  return turnsOf(data.turns, window).map(({ turn, reading }) => ({
    x: xAt(turn, 'offered'),
    turn,
    velocity: reading.velocity,
    velocityClass: reading.velocityClass,
    arrived: reading.arrived,
    baseline: reading.baseline,
    spike: reading.spike,
    turnsUntilRed: reading.turnsUntilRed,
  }))
}

/** A range of the turn axis in one zone. */
export interface ZoneRun {
  readonly from: number
  readonly to: number
  readonly zone: Zone
}

/**
 * The zones of a window along the axis: `offered` determines the first half of a turn, `sent` the second, up to the
 * window's next turn. Ranges touch and neighbours differ. Above `most` ranges, bins of equal width show their worst
 * zone.
 */
export function zoneRuns(
  data: Pick<TimelineData, 'turns' | 'limit' | 'thresholds' | 'set'>,
  window: WindowId = MAIN_WINDOW,
  most: number = MOST_POINTS,
): ZoneRun[] {
  const turns = turnsOf(data.turns, window)
  const runs: ZoneRun[] = []
  turns.forEach((record, index) => {
    const { turn, reading } = record
    const middle = xAt(turn, 'sent')
    const end = turns[index + 1]?.turn ?? turn + 1
    extend(runs, { from: turn, to: middle, zone: reading.zone })
    extend(runs, { from: middle, to: end, zone: sentZone(data, record) })
  })
  return runs.length <= most ? runs : worstRuns(runs, most)
}

function extend(runs: ZoneRun[], next: ZoneRun): void {
  const last = runs.at(-1)
  if (last?.zone === next.zone) runs[runs.length - 1] = { ...last, to: next.to }
  else runs.push(next)
}

function worstRuns(runs: readonly ZoneRun[], most: number): ZoneRun[] {
  const start = runs[0]?.from ?? 0
  const width = ((runs.at(-1)?.to ?? 0) - start) / most
  const worst: ZoneRun[] = []
  let first = 0
  for (let bin = 0; bin < most; bin++) {
    const from = start + bin * width
    const to = bin === most - 1 ? (runs.at(-1)?.to ?? 0) : start + (bin + 1) * width
    while ((runs[first]?.to ?? Infinity) <= from) first++
    let level = 0
    for (let index = first; (runs[index]?.from ?? Infinity) < to; index++) {
      level = Math.max(level, ZONES.indexOf(runs[index]?.zone ?? 'green'))
    }
    extend(worst, { from, to, zone: ZONES[level] ?? 'green' })
  }
  return worst
}

/** Tokens by type of the window as sent. */
export interface TypeRow {
  readonly x: number
  readonly turn: Turn
  readonly used: Tokens
  readonly byType: Readonly<Record<BlockType, Tokens>>
  /** Those of the system prompt's that the log does not explain. */
  readonly unexplained: Tokens
  /** Tokens that recorded usage adds to the sum of the types, possibly negative (LED-1). */
  readonly adjustment: Tokens
}

export function typeSeries(
  data: Pick<TimelineData, 'turns' | 'blocks' | 'spans'>,
  window: WindowId = MAIN_WINDOW,
): TypeRow[] {
  const unexplainedOf = unexplainedIn(data)
  return turnsOf(data.turns, window).map((record) => ({
    x: xAt(record.turn, 'sent'),
    turn: record.turn,
    used: record.used,
    byType: record.byType,
    unexplained: unexplainedOf(record),
    adjustment: record.adjustment ?? 0,
  }))
}

/** At most `most` of the rows, in order; extremes of the sent tokens are kept, see `binSeries`. */
export function binRows(rows: readonly TypeRow[], most: number = MOST_POINTS): readonly TypeRow[] {
  return binSeries(rows, (row) => row.used, most)
}

/** One turn in the table behind the charts. */
export interface TurnRow {
  readonly turn: Turn
  readonly arrived: Tokens
  readonly offered: Tokens
  readonly sent: Tokens
  /** Tokens that recorded usage adds to the sum of the sent blocks, possibly negative (LED-1). */
  readonly adjustment: Tokens
  /** The window after the reply: what was sent, what was fetched again and the reply. */
  readonly responded: Tokens | null
  /** What the model fetched again before it answered (NEED-3). */
  readonly fetched: Tokens
  /** Null if the turn has none. */
  readonly reply: Tokens | null
  readonly window: WindowId
  /** sent / limit. */
  readonly share: Ratio
  /** Before the strategy acted. */
  readonly zone: Zone
  readonly velocity: number
  readonly spike: boolean
  /** Those by the strategy or a person, without repairs. */
  readonly edits: number
  /** Tokens that the turn's edits removed, less those that they added. */
  readonly freed: Tokens
  /** Number of blocks that the turn's edits changed or removed, not of those that they put in. */
  readonly edited: number
  /** Whether one of them became longer, as by a rewrite. */
  readonly grew: boolean
  /** Needs of the turn, and how many of them were lost. */
  readonly needs: number
  readonly lost: number
}

/** By turn, in order. */
export const turnRows = /* @__PURE__ */ perWindow(
  (data: Pick<TimelineData, 'turns' | 'edits' | 'needs'>, window): ReadonlyMap<Turn, TurnRow> =>
    new Map(turnsOf(data.turns, window).map((record) => [record.turn, turnRow(record, data)])),
)

/** The same rows as a list. */
export function turnTable(data: Parameters<typeof turnRows>[0], window?: WindowId): readonly TurnRow[] {
  return [...turnRows(data, window).values()]
}

/** Those of all windows. */
export function everyTurn(data: Parameters<typeof turnRows>[0]): readonly TurnRow[] {
  return data.turns.map((record) => turnRow(record, data))
}

function turnRow(record: TurnRecord, data: Pick<TimelineData, 'edits' | 'needs'>): TurnRow {
  let freed = 0
  let edits = 0
  let grew = false
  const edited = new Set<BlockId>()
  for (const index of record.edits) {
    const edit = data.edits[index]
    if (edit === undefined) continue
    freed += edit.freed - edit.added
    if (edit.stage !== 'repair') edits += 1
    for (const { block, verb, freed: was, added } of edit.blocks) {
      if (verb === 'insert' || verb === 'correct') continue
      edited.add(block)
      if (added > was) grew = true
    }
  }
  let lost = 0
  for (const index of record.needs) {
    const need = data.needs[index]
    if (need !== undefined && isMissing(need)) lost++
  }
  const before = (record.fetched?.point ?? record.points.sent).used
  return {
    turn: record.turn,
    arrived: record.points.arrived.used,
    offered: record.points.offered.used,
    sent: record.points.sent.used,
    adjustment: record.adjustment ?? 0,
    responded: record.responded?.used ?? null,
    fetched: before - record.points.sent.used,
    reply: record.responded === null ? null : record.responded.used - before,
    window: record.window,
    share: record.utilization,
    zone: record.reading.zone,
    velocity: record.reading.velocity,
    spike: record.reading.spike,
    edits,
    freed,
    edited: edited.size,
    grew,
    needs: record.needs.length,
    lost,
  }
}

/**
 * At most `most` of the points, in order: the first, the last, and the smallest and largest of each bin between. Taking
 * every nth point would miss the very peak that caused an eviction.
 *
 * @param most at least 4; default 300
 */
export function binSeries<Point>(
  points: readonly Point[],
  value: (point: Point) => number,
  most: number = MOST_POINTS,
): readonly Point[] {
  if (points.length <= most) return points
  const inner = points.length - 2
  const bins = Math.max(1, Math.floor((most - 2) / 2))
  const kept: Point[] = points.slice(0, 1)
  for (let bin = 0; bin < bins; bin++) {
    const from = 1 + Math.floor((bin * inner) / bins)
    const to = 1 + Math.floor(((bin + 1) * inner) / bins)
    let lowest = from
    let highest = from
    for (let index = from + 1; index < to; index++) {
      if (valueAt(index) < valueAt(lowest)) lowest = index
      if (valueAt(index) > valueAt(highest)) highest = index
    }
    const first = Math.min(lowest, highest)
    const second = Math.max(lowest, highest)
    kept.push(...points.slice(first, first + 1))
    if (second !== first) kept.push(...points.slice(second, second + 1))
  }
  kept.push(...points.slice(-1))
  return kept

  function valueAt(index: number): number {
    const point = points[index]
    return point === undefined ? 0 : value(point)
  }
}

/** What the prompt cache lost to the edits of a turn, with the part of the picture to shade. */
export interface Invalidation {
  readonly turn: Turn
  /** Tokens of the sent prompt that were still read from the cache. */
  readonly low: Tokens
  /** Tokens of the sent prompt. */
  readonly high: Tokens
  /** Tokens between them that had been sent before, and were paid for again because of the edits. */
  readonly tokens: Tokens
  /** From the point `offered` to the window's next point after `sent`. */
  readonly from: number
  readonly to: number
}

/** The turns whose edits made tokens that had been sent before be paid for again, in order. */
export function invalidations(
  {
    data,
    cache,
  }: { readonly data: Pick<TimelineData, 'turns'>; readonly cache: Pick<CacheColumns, 'read' | 'edited'> },
  window: WindowId = MAIN_WINDOW,
): Invalidation[] {
  const turns = turnsOf(data.turns, window)
  return turns.flatMap((record, index): Invalidation[] => {
    const { turn, used: high } = record
    const tokens = cache.edited[turn] ?? 0
    if (tokens === 0) return []
    const to = nextPoint(turn, record, turns[index + 1])
    return [{ turn, low: cache.read[turn] ?? 0, high, tokens, from: xAt(turn, 'offered'), to }]
  })
}

function nextPoint(turn: number, record: TurnRecord | undefined, next: TurnRecord | undefined): number {
  if (record !== undefined && record.responded !== null) return xAt(turn, 'responded')
  return next === undefined ? turn + 1 : xAt(next.turn, 'arrived')
}

/** A turn from which a run uses another strategy, because a person changed it. */
export interface StrategyChange {
  readonly from: Turn
  readonly strategy: string
}

/** Where a run changed to another strategy, in order of turns, without turns that were not reached. */
export function strategyChanges({
  spec,
  set = [],
  turns,
}: Pick<TimelineData, 'set' | 'turns'> & {
  readonly spec: Pick<TimelineData['spec'], 'config'>
}): readonly StrategyChange[] {
  let before = spec.config.strategy
  return set.flatMap(({ from, config: { strategy } }): readonly StrategyChange[] => {
    if (strategy === before || from >= turns.length) return []
    before = strategy
    return [{ from, strategy }]
  })
}
