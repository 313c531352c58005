import type { AlertCode, HealthSettings, Ratio } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** What the article's monitor looks at: this turn, and nothing before it. */
export interface Snapshot {
  readonly utilization: Ratio
  readonly evictionRate: number
  readonly fidelity: Ratio
  readonly compressionRatio: number
  readonly burnRate: number
  readonly resultsShare: Ratio
}

/** Alerts of a turn as “Agent Context Window Management” raises them: of the turn alone, again in every turn. */
export function alertsAsWritten(snapshot: Snapshot, thresholds: HealthSettings['alerts']): AlertCode[] {
  const alerts: AlertCode[] = []
  if (snapshot.utilization > thresholds.utilizationCritical) alerts.push('utilization_critical')
  if (snapshot.evictionRate > thresholds.evictionRateWarning) alerts.push('eviction_rate_warning')
  if (snapshot.fidelity < thresholds.fidelityWarning) alerts.push('fidelity_warning')
  if (snapshot.compressionRatio > 1 && snapshot.compressionRatio < thresholds.compressionRatioMin)
    alerts.push('compression_ratio_min')
  if (snapshot.resultsShare > thresholds.toolBloatWarning) alerts.push('tool_bloat_warning')
  return alerts
}

export const healthUtilizationAtOnce = Object.freeze({
  name: 'health_utilization_at_once',
  article: 'Agent Context Window Management',
  rule: 'HEALTH-2',
  defect: 'Utilization is critical in the first turn above its threshold, and again in every turn after it.',
  harm: 'One large result that is evicted in the next turn sets off an emergency compaction, and a full window repeats the alert until nobody reads it.',
  fix: 'Three turns in a row raise it, once, until it has cleared.',
  alertsOf: alertsAsWritten,
} satisfies AsWritten & Record<string, unknown>)

export const healthInflationSilent = Object.freeze({
  name: 'health_inflation_silent',
  article: 'Agent Context Window Management',
  rule: 'HEALTH-2',
  defect: 'The compression ratio is looked at only between 1 and its threshold.',
  harm: 'A compression that makes the window larger, the worst case, raises no alert.',
  fix: 'Every ratio below the threshold counts, below 1 too.',
  alertsOf: alertsAsWritten,
} satisfies AsWritten & Record<string, unknown>)

export const healthBurnNever = Object.freeze({
  name: 'health_burn_never',
  article: 'Agent Context Window Management',
  rule: 'HEALTH-2',
  defect: 'The burn rate is collected, and no rule looks at it.',
  harm: 'A tool that runs in a loop is noticed when the window is full.',
  fix: 'More than three times the average of the turns before is an anomaly at once.',
  alertsOf: alertsAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** The monitor's rules as “Agent Context Window Management” writes them. */
export const healthAsWritten: readonly AsWritten[] = Object.freeze([
  healthUtilizationAtOnce,
  healthInflationSilent,
  healthBurnNever,
])
