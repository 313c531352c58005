import type { Ratio, Tokens, Turn, WindowId } from '../../engine/index.ts'
import {
  duration,
  FITNESS,
  isFit,
  isOfConstraint,
  metOf,
  NEED_KINDS,
  shareOfNeeds,
  namedRows,
} from '../../sim/internal.ts'
import type { MetricId, MetricKind, MetricRow, TimelineData } from '../../sim/index.ts'
import { turnsOf, xAt } from '../layout/axis.ts'
import { dash, delta, share } from '../sentence/format.ts'
import { needLabel } from '../sentence/words.ts'
import { MAIN_WINDOW } from '../layout/axis.ts'

/** Decimals shown for a kind of figure; a share is shown in percent. */
const DIGITS: Readonly<Record<MetricKind, number>> = Object.freeze({
  count: 0,
  tokens: 0,
  share: 1,
  rate: 2,
  money: 4,
  time: 0,
})

/**
 * The difference of two figures as shown: of two shares in points, of anything else in its unit. Figures are rounded
 * before subtracting, so this may differ from the rounded difference in the last digit.
 */
export function shownDifference(value: number, base: number, kind: MetricKind): number {
  const digits = DIGITS[kind]
  const difference = shown(value, kind) - shown(base, kind)
  // Floating point is not exact: 93.9 − 91.8 is not 2.1 until it is rounded again.
  return Number(difference.toFixed(digits))
}

/** `+4.1 points` of two shares, `+1,200` of two counts, `−$0.0013` of two prices, ±0 for none. */
export function differenceText(difference: number, kind: MetricKind): string {
  const text = delta(difference, DIGITS[kind])
  if (kind === 'time')
    return difference === 0 ? text : `${difference < 0 ? '−' : '+'}${duration(Math.abs(difference) * 1000)}`
  if (kind === 'money') return text.replace(/^[+−]/, '$&$$')
  if (kind !== 'share') return text
  return `${text} ${Math.abs(difference) === 1 ? 'point' : 'points'}`
}

function shown(value: number, kind: MetricKind): number {
  return Number((kind === 'share' ? value * 100 : value).toFixed(DIGITS[kind]))
}

/** How much more one lane sent than another in a turn. */
export interface DeltaPoint {
  readonly x: number
  readonly turn: Turn
  /** Second lane less first. */
  readonly tokens: Tokens
  /** tokens / limit; the lanes of a comparison share it. */
  readonly share: Ratio
}

/** The second lane less the first at what each turn sent, over the turns that both reached. */
export function deltaSeries(
  first: Pick<TimelineData, 'turns' | 'limit'>,
  second: Pick<TimelineData, 'turns' | 'limit'>,
  window: WindowId = MAIN_WINDOW,
): DeltaPoint[] {
  const others = new Map(turnsOf(second.turns, window).map((record) => [record.turn, record]))
  return turnsOf(first.turns, window).flatMap(({ turn, points }): DeltaPoint[] => {
    const other = others.get(turn)
    if (other === undefined) return []
    const tokens = other.points.sent.used - points.sent.used
    return [{ x: xAt(turn, 'sent'), turn, tokens, share: tokens / first.limit }]
  })
}

/** A lane's metrics, as they came with its run. */
export interface LaneRows {
  readonly name: string
  readonly label: string
  readonly rows: readonly MetricRow[]
}

export interface MetricCell {
  /** Name of the lane. */
  readonly lane: string
  readonly value: number | null
  /** The value for people; a dash where it does not apply. */
  readonly text: string
  /**
   * This lane minus the first, using the figures as shown (shares in points); null for the first lane, and if either
   * has no value.
   */
  readonly difference: number | null
  readonly differenceText: string
  /** Compared with the first lane; null if there is no difference to judge or no better direction. */
  readonly verdict: 'better' | 'worse' | 'same' | null
}

export interface MetricTableRow {
  readonly id: string
  readonly label: string
  readonly unit: string
  /** Whose figure it is; `metricMeaning` says what that counts. */
  readonly metric: MetricId
  readonly kind: MetricKind
  readonly direction: 'up' | 'down' | null
  /** One for each lane, in their order. */
  readonly cells: readonly MetricCell[]
}

/**
 * A verdict that may be said. A run that stopped early or sent something over the limit is never called better, and none
 * is called worse than such a run: fewer tokens over fewer turns are no advantage, and neither is context in a request
 * that a provider refuses. The metrics of fitness itself are judged anyway.
 *
 * @param fit whether the run, and the one that it is compared with, came through
 */
export function fairVerdict(
  verdict: MetricCell['verdict'],
  id: MetricId,
  fit: { readonly own: boolean; readonly base: boolean },
): MetricCell['verdict'] {
  const isFair = verdict === 'better' ? fit.own : verdict === 'worse' ? fit.base : true
  return isFair || FITNESS.includes(id) ? verdict : null
}

/** The metric table of a comparison, with differences from the first lane, and fair verdicts. */
export function metricTable(lanes: readonly LaneRows[]): MetricTableRow[] {
  const [base] = lanes
  if (base === undefined) return []
  const columns = lanes.map((lane) => new Map(lane.rows.map((row) => [row.id, row])))
  const fit = lanes.map(({ rows }) => isFit(rows))
  return namedRows(base.rows).map((row) => {
    const { id, label, unit, kind, direction } = row
    const cells = lanes.map((lane, index) => {
      const cell = cellOf(lane.name, columns[index]?.get(id), index === 0 ? null : row)
      const own = { own: fit[index] === true, base: fit[0] === true }
      return { ...cell, verdict: fairVerdict(cell.verdict, id, own) }
    })
    return { id, metric: id, label, unit, kind, direction, cells }
  })
}

/**
 * “Needed context present” by kind of need, as rows of the same table that are named by their kind. Kinds that no turn
 * needs are missing.
 */
export function needKindTable(
  lanes: readonly (LaneRows & { readonly data: Pick<TimelineData, 'needs'> })[],
): MetricTableRow[] {
  return NEED_KINDS.flatMap((kind) => {
    const own = lanes.map(({ name, label, data, rows }): LaneRows => {
      const [base] = namedRows(rows.filter(({ id }) => id === 'need-hit-rate'))
      const value = shareOfNeeds(data, metOf, (need) => need.kind === kind)
      const what = needLabel(kind, !data.needs.some(isOfConstraint))
      return {
        name,
        label,
        rows:
          base === undefined
            ? rows
            : [
                ...rows.filter(({ id }) => FITNESS.includes(id)),
                { ...base, value, text: share(value), label: what },
              ],
      }
    })
    if (own.every(({ rows }) => rows.at(-1)?.value === null)) return []
    return metricTable(own)
      .slice(-1)
      .map((row) => ({ ...row, id: `${row.id}.${kind}` }))
  })
}

function cellOf(lane: string, row: MetricRow | undefined, base: MetricRow | null): MetricCell {
  const value = row?.value ?? null
  const text = row === undefined || value === null ? dash : row.text
  const difference =
    row === undefined || value === null || base === null || base.value === null
      ? null
      : shownDifference(value, base.value, row.kind)
  return {
    lane,
    value,
    text,
    difference,
    differenceText: row === undefined || difference === null ? dash : differenceText(difference, row.kind),
    // A difference too small to be shown counts as none.
    verdict: difference === null ? null : verdictOf(difference, row?.direction ?? null),
  }
}

/** Whether a difference is for the better; null if neither direction is. */
export function verdictOf(difference: number, direction: MetricRow['direction']): MetricCell['verdict'] {
  if (direction === null) return null
  if (difference === 0) return 'same'
  return difference > 0 === (direction === 'up') ? 'better' : 'worse'
}
