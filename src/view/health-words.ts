import { HEALTH_ACTIONS, HEALTH_LABELS } from '../engine/internal.ts'
import type { Alert, HealthMetric, HealthReading, HealthStatus, HealthyRange, Turn } from '../engine/index.ts'
import { counted, dash, decimal, share, tokens, turnName, whole } from './format.ts'

/** Metrics whose value is a share. */
const SHARES: readonly HealthMetric[] = ['utilization', 'fidelity_score', 'tool_result_bloat']

export const HEALTH_STATUS_LABELS: Readonly<Record<HealthStatus, string>> = Object.freeze({
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
export function healthValue(metric: HealthMetric, value: number | null, exact = true): string {
  if (value === null) return dash
  if (SHARES.includes(metric)) return share(value, { exact: exact || metric === 'fidelity_score' })
  if (metric === 'burn_rate') return tokens(value, { exact })
  return metric === 'compression_ratio' ? `${decimal(value, 1)} ×` : decimal(value, 1)
}

/** The older or the newer half of the turns that a trend looks back on. */
export interface TrendHalf {
  readonly from: Turn
  readonly to: Turn
  readonly mean: number
}

function halfWords(metric: HealthMetric, { from, to, mean }: TrendHalf, exact: boolean): string {
  return `${healthValue(metric, mean, exact)} in turns ${whole(from)} to ${whole(to)}`
}

export const healthSentences = Object.freeze({
  range(metric: HealthMetric, [from, to]: HealthyRange, exact: boolean): string {
    const low = from === null ? '' : healthValue(metric, from)
    const high = to === null ? '' : healthValue(metric, to, metric !== 'burn_rate' || exact)
    // The lower end of bloat only says what is usual.
    if (metric === 'tool_result_bloat') return `up to ${high}, usual from ${low} on`
    if (metric === 'burn_rate') {
      return to === null ? 'no average yet: three turns make one' : `up to ${high}, three times the average`
    }
    if (from !== null && to !== null) return `${low} to ${high}`
    return from === null ? `below ${high}` : `above ${low}`
  },
  missing(metric: HealthMetric, watched: boolean): string {
    if (!watched) return 'not watched: health_monitoring.metrics leaves it out'
    if (metric === 'compression_ratio') return 'nothing was compressed yet'
    if (metric === 'fidelity_score') return 'no compression left anything to ask about yet'
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
    return `The run did: ${stages.join(', ')} in ${turnName(turn)}.`
  },
  tookNothing: 'The run did nothing about it.',
  tookNone: 'A suggestion: no run changes its own settings.',
  tookLater: 'The run ended before its next turn.',
})
