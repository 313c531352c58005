import type { Turn } from '../core/units.ts'
import type { HealthAction } from './label.ts'
import type { HealthMetric, HealthSettings } from './declaration.ts'

/** Alerts by the YAML key of their threshold; the burn rate anomaly and the tool loop have other keys. */
export const ALERT_CODES = Object.freeze([
  'utilization_critical',
  'eviction_rate_warning',
  'fidelity_warning',
  'compression_ratio_min',
  'tool_bloat_warning',
  'burn_anomaly',
  'tool_loop',
] as const)
export type AlertCode = (typeof ALERT_CODES)[number]

/** A metric that has been on the wrong side of its threshold for long enough. */
export interface Alert {
  readonly code: AlertCode
  readonly metric: HealthMetric
  readonly severity: 'warning' | 'critical'
  readonly turn: Turn
  /** The reading that raised it; for the compression ratio that of this turn's compression alone. */
  readonly value: number
  readonly threshold: number
  readonly action: HealthAction
}

/** When an alert is raised, its severity, and what to do about it (HEALTH-2). */
interface AlertRule {
  readonly metric: HealthMetric
  /** The unhealthy side of the threshold, without the threshold itself. */
  readonly wrong: 'above' | 'below'
  /** Whether several readings in a row must be on the unhealthy side, as the settings say, or one is enough. */
  readonly lasts: boolean
  readonly severity: Alert['severity']
  readonly action: HealthAction
}

const RULES: Readonly<Record<AlertCode, AlertRule>> = Object.freeze({
  utilization_critical: {
    metric: 'utilization',
    wrong: 'above',
    lasts: true,
    severity: 'critical',
    action: 'emergency_compaction',
  },
  eviction_rate_warning: {
    metric: 'eviction_rate',
    wrong: 'above',
    lasts: true,
    severity: 'warning',
    action: 'larger_target',
  },
  fidelity_warning: {
    metric: 'fidelity_score',
    wrong: 'below',
    lasts: true,
    severity: 'warning',
    action: 'keep_more_in_summaries',
  },
  compression_ratio_min: {
    metric: 'compression_ratio',
    wrong: 'below',
    lasts: true,
    severity: 'warning',
    action: 'stop_compressing_small',
  },
  tool_bloat_warning: {
    metric: 'tool_result_bloat',
    wrong: 'above',
    lasts: true,
    severity: 'warning',
    action: 'summarize_results',
  },
  tool_loop: {
    metric: 'burn_rate',
    wrong: 'above',
    // The reading itself already counts calls in a row.
    lasts: false,
    severity: 'warning',
    action: 'stop_loop',
  },
  // A sudden rise is over by the next reading.
  burn_anomaly: {
    metric: 'burn_rate',
    wrong: 'above',
    lasts: false,
    severity: 'warning',
    action: 'look_at_tool',
  },
})

/** What an alert checks in a turn; null if its metric has no new reading. */
export type Judged = {
  readonly value: number
  readonly threshold: number
  /** False if a further condition of the alert is not met; missing if it has none. */
  readonly holds?: boolean
} | null

/** Unhealthy readings in a row, by alert, and when each was raised; plain data that passes from turn to turn. */
export interface Streaks {
  readonly counts: Readonly<Record<AlertCode, number>>
  /** Alerts that were raised in their current streak. */
  readonly told: readonly AlertCode[]
  /** The turn in which each was last raised. */
  readonly raised: Readonly<Partial<Record<AlertCode, Turn>>>
}

export const NO_STREAKS: Streaks = Object.freeze({
  counts: Object.freeze({
    utilization_critical: 0,
    eviction_rate_warning: 0,
    fidelity_warning: 0,
    compression_ratio_min: 0,
    tool_bloat_warning: 0,
    burn_anomaly: 0,
    tool_loop: 0,
  }),
  told: Object.freeze([]),
  raised: Object.freeze({}),
})

/**
 * Raises an alert in the turn in which its streak becomes long enough, and not again until a healthy reading has ended
 * the streak. A warning raised less than `quietTurns` ago is not repeated. Without a new reading a streak does not
 * change; an alert whose metric is not monitored has none.
 */
export function raiseAlerts(
  streaks: Streaks,
  judged: Readonly<Record<AlertCode, Judged>>,
  watched: ReadonlySet<HealthMetric>,
  turn: Turn,
  { sustainedTurns, quietTurns: quiet }: Pick<HealthSettings['alerts'], 'sustainedTurns' | 'quietTurns'>,
): { readonly streaks: Streaks; readonly alerts: readonly Alert[]; readonly standing: readonly AlertCode[] } {
  const counts: Record<AlertCode, number> = { ...streaks.counts }
  const told = new Set(streaks.told)
  const raised: Partial<Record<AlertCode, Turn>> = { ...streaks.raised }
  const alerts: Alert[] = []
  for (const code of ALERT_CODES) {
    const { metric, wrong, lasts, severity, action } = RULES[code]
    const sustained = lasts ? sustainedTurns : 1
    const reading = judged[code]
    if (!watched.has(metric)) counts[code] = 0
    else if (reading !== null) {
      const { value, threshold, holds = true } = reading
      const isWrong = holds && (wrong === 'above' ? value > threshold : value < threshold)
      counts[code] = isWrong ? counts[code] + 1 : 0
      const last = raised[code]
      const isQuiet = severity === 'warning' && last !== undefined && turn - last < quiet
      if (counts[code] >= sustained && !told.has(code) && !isQuiet) {
        alerts.push({ code, metric, severity, turn, value, threshold, action })
        told.add(code)
        raised[code] = turn
      }
    }
    if (counts[code] === 0) told.delete(code)
  }
  return {
    streaks: { counts, told: [...told], raised },
    alerts,
    standing: ALERT_CODES.filter((code) => counts[code] >= (RULES[code].lasts ? sustainedTurns : 1)),
  }
}
