import type { AlertCode, HealthSettings, Ratio } from '../engine/index.ts'

/** The input of the article's monitor: this turn, and nothing before it. */
export interface Snapshot {
  readonly utilization: Ratio
  readonly evictionRate: number
  readonly fidelity: Ratio
  readonly compressionRatio: number
  readonly burnRate: number
  readonly resultsShare: Ratio
}

/** Alerts of a turn as “Agent Context Window Management” raises them: from this turn alone, again in every turn. */
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
