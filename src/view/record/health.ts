import { HEALTH_LABELS, HEALTH_METRICS, HEALTH_ACTIONS } from '../../engine/internal.ts'
import type {
  Alert,
  AlertCode,
  HealthMetric,
  HealthReading,
  HealthStatus,
  HealthyRange,
  Turn,
  WindowId,
} from '../../engine/index.ts'
import { asObeyedAt } from '../../sim/internal.ts'
import type { TimelineData } from '../../sim/index.ts'
import { xAt } from '../layout/axis.ts'
import type { Sheet } from './sheet.ts'
import { stagesAnswering } from '../sentence/told.ts'
import { counted, dash, decimal, share, tokens, turnName, whole } from '../sentence/format.ts'

type HealthData = Pick<TimelineData, 'turns' | 'edits' | 'exact' | 'spec' | 'limit'>

/** The strip on which a value is shown with its healthy range: from 0 to `most`. */
export interface HealthStrip {
  readonly most: number
  /** The healthy range. */
  readonly from: number
  readonly to: number
  /** The threshold of the alert; null if there is none. */
  readonly alert: number | null
  /** The value, clamped to the strip. */
  readonly at: number | null
  /** Whether the value lies beyond the strip's end. */
  readonly beyond: boolean
}

/** One metric at a turn, with texts. */
export interface HealthRow {
  readonly metric: HealthMetric
  readonly label: string
  readonly meaning: string
  readonly unit: string
  readonly value: number | null
  readonly valueText: string
  /** Why there is no value; '' if there is one. */
  readonly missing: string
  readonly status: HealthStatus
  readonly statusText: string
  readonly healthyText: string
  readonly alertText: string
  readonly trend: string
  /** Null if the range is unknown. */
  readonly strip: HealthStrip | null
}

/** Turns that a trend covers, and the minimum for one (HEALTH-2). */
const TREND_TURNS = 10
const TREND_FROM = 5
/** Two halves count as equal below this share of the older mean: one block or a few tokens are not a trend. */
const STEADY = 0.1

/**
 * The six metrics of the window as sent in a turn, in the order of the YAML (HEALTH-1); null for a turn that the run
 * did not reach. `readings[t]` is that of turn t, from `healthsOf`.
 */
export function healthRows(
  data: HealthData,
  readings: readonly HealthReading[],
  turn: Turn,
): readonly HealthRow[] | null {
  const record = data.turns[turn]
  const reading = readings[turn]
  if (record === undefined || reading === undefined) return null
  const obeyed = asObeyedAt(data, turn)
  const { metrics: watched, alerts } = obeyed.spec.config.health_monitoring
  const before = latestOf(data, record.window, turn)
  return HEALTH_METRICS.map((metric): HealthRow => {
    const { value, status, healthy } = reading.metrics[metric]
    const { label, meaning, unit } = HEALTH_LABELS[metric]
    const { threshold, above } = alertOf(obeyed, metric, healthy)
    return {
      metric,
      label,
      meaning,
      unit,
      value,
      valueText: healthValue(metric, value, data.exact),
      missing: value === null ? healthSentences.missing(metric, watched.includes(metric)) : '',
      status,
      statusText: value === null ? '' : HEALTH_STATUS_LABELS[status],
      healthyText: healthSentences.range(metric, healthy, alerts.burn_factor, data.exact),
      alertText: healthSentences.alertsFrom(metric, threshold, above),
      trend: trendOf(metric, reading, before, readings, data.exact),
      strip: stripOf(metric, healthy, threshold, value),
    }
  })
}

/** The last turns of a window up to `turn`, at most as many as a trend covers. */
function latestOf({ turns }: HealthData, window: WindowId, turn: Turn): Turn[] {
  const found: Turn[] = []
  for (let at = turn; at >= 0 && found.length < TREND_TURNS; at--) {
    if (turns[at]?.window === window) found.unshift(at)
  }
  return found
}

function trendOf(
  metric: HealthMetric,
  reading: HealthReading,
  turns: readonly Turn[],
  readings: readonly HealthReading[],
  exact: boolean,
): string {
  const samples = turns.flatMap((turn) => {
    const value = readings[turn]?.metrics[metric].value ?? null
    return value === null ? [] : [{ turn, value }]
  })
  if (samples.length < TREND_FROM) return ''
  const half = Math.floor(samples.length / 2)
  const [before, after] = [halfOf(samples.slice(0, half)), halfOf(samples.slice(-half))]
  const [older, newer] = [before.mean, after.mean]
  const word =
    metric === 'utilization'
      ? healthSentences.utilizationTrend(reading.trend)
      : Math.abs(newer - older) <= STEADY * Math.abs(older)
        ? 'steady'
        : newer > older
          ? 'rising'
          : 'falling'
  return healthSentences.trend(metric, before, after, word, exact)
}

function halfOf(samples: readonly { readonly turn: Turn; readonly value: number }[]): TrendHalf {
  return {
    from: samples[0]?.turn ?? 0,
    to: samples.at(-1)?.turn ?? 0,
    mean: meanOf(samples.map(({ value }) => value)),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The threshold of a metric's alert, and its side; null for the burn rate without an average. */
function alertOf(
  { spec, limit }: HealthData,
  metric: HealthMetric,
  [, to]: HealthyRange,
): { threshold: number | null; above: boolean } {
  const { alerts } = spec.config.health_monitoring
  switch (metric) {
    case 'utilization':
      return { threshold: alerts.utilization_critical, above: true }
    case 'eviction_rate':
      return { threshold: alerts.eviction_rate_warning, above: true }
    case 'fidelity_score':
      return { threshold: alerts.fidelity_warning, above: false }
    case 'compression_ratio':
      return { threshold: alerts.compression_ratio_min, above: false }
    case 'tool_result_bloat':
      return { threshold: alerts.tool_bloat_warning, above: true }
    case 'burn_rate':
      return { threshold: to === null ? null : Math.max(to, alerts.burn_share * limit), above: true }
  }
}

/** The end of each strip; for the burn rate it is one and a half times the threshold. */
const STRIP_ENDS: Readonly<Record<Exclude<HealthMetric, 'burn_rate'>, number>> = Object.freeze({
  utilization: 1,
  eviction_rate: 10,
  compression_ratio: 20,
  fidelity_score: 1,
  tool_result_bloat: 0.5,
})

function stripOf(
  metric: HealthMetric,
  [from, to]: HealthyRange,
  alert: number | null,
  value: number | null,
): HealthStrip | null {
  if (metric === 'burn_rate' && to === null) return null
  const most = metric === 'burn_rate' ? 1.5 * (alert ?? 1) : STRIP_ENDS[metric]
  return {
    most,
    // The lower bound of the results share is a usual value; lower ones are not unhealthy.
    from: metric === 'tool_result_bloat' ? 0 : (from ?? 0),
    to: to ?? most,
    alert,
    at: value === null ? null : Math.min(most, value),
    beyond: value !== null && value > most,
  }
}

/** Values of a metric over the turns of a window, without turns that have none. */
export function healthSeries(
  data: Pick<TimelineData, 'turns'>,
  readings: readonly HealthReading[],
  metric: HealthMetric,
  window: WindowId,
): { readonly x: number; readonly turn: Turn; readonly value: number }[] {
  return data.turns.flatMap(({ turn, window: own }) => {
    const value = readings[turn]?.metrics[metric].value ?? null
    return own !== window || value === null ? [] : [{ x: xAt(turn, 'sent'), turn, value }]
  })
}

/** An alert of a run, with its measurement and the reaction. */
export interface AlertRow {
  readonly turn: Turn
  readonly window: WindowId
  readonly code: AlertCode
  readonly severity: Alert['severity']
  readonly measured: string
  readonly action: string
  /** The run's reaction, as recorded. */
  readonly took: string
}

/**
 * Every alert of a run, in order, once each (HEALTH-2). An alert is raised after the call of its turn, so the reaction
 * is in the next turn of the same window.
 */
export function alertRows(data: HealthData): AlertRow[] {
  return data.turns.flatMap(({ turn, window, events }) =>
    events.flatMap((event): AlertRow[] => {
      if (event.kind !== 'alert') return []
      const { alert } = event
      return [
        {
          turn,
          window,
          code: alert.code,
          severity: alert.severity,
          measured: healthSentences.measured(alert, data.exact),
          action: healthSentences.action(alert),
          took: tookOf(alert, turn, window, data),
        },
      ]
    }),
  )
}

function tookOf(alert: Alert, turn: Turn, window: WindowId, data: HealthData): string {
  const wanted = stagesAnswering(alert.action)
  if (wanted.length === 0) return healthSentences.tookNone
  const next = data.turns.find((record) => record.turn > turn && record.window === window)
  if (next === undefined) return healthSentences.tookLater
  const acted = next.edits.map((index) => data.edits[index]?.stage ?? '')
  const did = wanted.filter((stage) => acted.includes(stage))
  const saved = next.events.some(({ kind }) => kind === 'checkpoint')
  if (alert.action === 'emergency_compaction' && saved) did.push('checkpoint')
  return did.length === 0 ? healthSentences.tookNothing : healthSentences.took(did, next.turn)
}

/** One row for each turn of every window: the six metrics and how they are judged. */
export function healthSheet(data: Pick<TimelineData, 'turns'>, readings: readonly HealthReading[]): Sheet {
  const head = HEALTH_METRICS.flatMap((metric) => {
    const name = HEALTH_LABELS[metric].label.toLowerCase()
    const { unit } = HEALTH_LABELS[metric]
    return [`${name}: ${unit}`, `${name}: status`]
  })
  return [
    ['turn', 'window', ...head, 'trend of utilization', 'alerts that hold'],
    ...data.turns.flatMap(({ turn, window }) => {
      const reading = readings[turn]
      if (reading === undefined) return []
      const cells = HEALTH_METRICS.flatMap((metric) => {
        const { value, status } = reading.metrics[metric]
        return [value, status]
      })
      return [[turn, window, ...cells, reading.trend, reading.standing.join(' ')]]
    }),
  ]
}

/** Metrics whose value is a share. */
const SHARES: readonly HealthMetric[] = ['utilization', 'fidelity_score', 'tool_result_bloat']

const HEALTH_STATUS_LABELS: Readonly<Record<HealthStatus, string>> = Object.freeze({
  healthy: 'healthy',
  warning: 'outside its range',
  critical: 'critical',
  unknown: 'no verdict',
})

export const SEVERITY_LABELS: Readonly<Record<Alert['severity'], string>> = Object.freeze({
  warning: 'warning',
  critical: 'critical',
})

/** A value of a metric with its unit. */
function healthValue(metric: HealthMetric, value: number | null, exact = true): string {
  if (value === null) return dash
  if (SHARES.includes(metric)) return share(value, { exact: exact || metric === 'fidelity_score' })
  if (metric === 'burn_rate') return tokens(value, { exact })
  return metric === 'compression_ratio' ? `${decimal(value, 1)} ×` : decimal(value, 1)
}

/** The older or the newer half of the turns of a trend. */
interface TrendHalf {
  readonly from: Turn
  readonly to: Turn
  readonly mean: number
}

function halfWords(metric: HealthMetric, { from, to, mean }: TrendHalf, exact: boolean): string {
  return `${healthValue(metric, mean, exact)} in turns ${whole(from)} to ${whole(to)}`
}

export const healthSentences = Object.freeze({
  range(metric: HealthMetric, [from, to]: HealthyRange, factor: number, exact: boolean): string {
    const low = from === null ? '' : healthValue(metric, from)
    const high = to === null ? '' : healthValue(metric, to, metric !== 'burn_rate' || exact)
    // The lower bound is only a usual value.
    if (metric === 'tool_result_bloat') return `up to ${high}, usual from ${low} on`
    if (metric === 'burn_rate') {
      return to === null
        ? 'no average yet: it needs three turns'
        : `up to ${high}, ${factor} times the average`
    }
    if (from !== null && to !== null) return `${low} to ${high}`
    return from === null ? `below ${high}` : `above ${low}`
  },
  missing(metric: HealthMetric, watched: boolean): string {
    if (!watched) return 'not monitored: not in health_monitoring.metrics'
    if (metric === 'compression_ratio') return 'nothing was compressed yet'
    if (metric === 'fidelity_score') return 'no compressed text gave a question yet'
    return 'nothing to measure'
  },
  alertsFrom(metric: HealthMetric, threshold: number | null, above: boolean): string {
    if (threshold === null) return ''
    return `alert ${above ? 'above' : 'below'} ${healthValue(metric, threshold)}`
  },
  trend(metric: HealthMetric, older: TrendHalf, newer: TrendHalf, word: string, exact: boolean): string {
    return `${word}: ${halfWords(metric, older, exact)} on average, ${halfWords(metric, newer, exact)}`
  },
  utilizationTrend(trend: HealthReading['trend']): string {
    if (trend === 'worsening') return 'rising'
    return trend === 'improving' ? 'falling' : 'steady'
  },
  measured({ metric, value, threshold, code }: Alert, exact: boolean): string {
    if (code === 'tool_loop') return `${counted(value, 'tool call')} in a row repeat earlier ones`
    const above = code !== 'fidelity_warning' && code !== 'compression_ratio_min'
    const limit = healthValue(metric, threshold, metric !== 'burn_rate' || exact)
    return `${HEALTH_LABELS[metric].label} ${healthValue(metric, value, exact)}, ${above ? 'above' : 'below'} ${limit}`
  },
  action({ action }: Alert): string {
    return HEALTH_ACTIONS[action]
  },
  took(stages: readonly string[], turn: number): string {
    return `Action of the run: ${stages.join(', ')} in ${turnName(turn)}.`
  },
  tookNothing: 'The run took no action.',
  tookNone: 'A suggestion only: a run does not change its settings.',
  tookLater: 'The run ended before its next turn.',
})
