import type { Ratio } from '../core/units.ts'

/** The six metrics of “Agent Context Window Management”, 7, by their names in the YAML. */
export const HEALTH_METRICS = Object.freeze([
  'utilization',
  'eviction_rate',
  'compression_ratio',
  'burn_rate',
  'fidelity_score',
  'tool_result_bloat',
] as const)
export type HealthMetric = (typeof HEALTH_METRICS)[number]

/** What health monitoring obeys, normalised from the YAML's `health_monitoring` section. */
export interface HealthSettings {
  /** Metrics that are watched; the others have no reading and raise no alert. */
  readonly metrics: readonly HealthMetric[]
  /** Questions asked about what a compression takes in: at most, and how many make a fidelity (HEALTH-3). */
  readonly questions: { readonly most: number; readonly least: number }
  readonly alerts: {
    /** Share of the limit. */
    readonly utilizationCritical: Ratio
    /** Evicted blocks per turn, mean of the last ten. */
    readonly evictionRateWarning: number
    readonly fidelityWarning: Ratio
    readonly compressionRatioMin: number
    /** Of the last ten turns, those that have to have evicted something. */
    readonly evictionTurns: number
    /** Share of used tokens that tool results hold. */
    readonly toolBloatWarning: Ratio
    /** Utilization from which on results crowd anything out. */
    readonly toolBloatFrom: Ratio
    /** Times the average arrival. */
    readonly burnFactor: number
    /** Share of the limit that has to arrive at once. */
    readonly burnShare: Ratio
    /** Tool calls in a row that repeat earlier ones. */
    readonly toolLoop: number
    /** Readings in a row on the wrong side that raise an alert of what lasts. */
    readonly sustainedTurns: number
    /** Turns in which a warning is not raised again. */
    readonly quietTurns: number
  }
}
