import type { HealthMetric } from './declaration.ts'
import written from './label.json' with { type: 'json' }

/** What to do about an alert (HEALTH-2): a code for the record, and a sentence for people. */
export const HEALTH_ACTIONS = Object.freeze(written.HEALTH_ACTIONS)
export type HealthAction = keyof typeof HEALTH_ACTIONS

/** Name and meaning of a metric, and the unit of its value. */
export interface HealthLabel {
  readonly label: string
  readonly meaning: string
  readonly unit: string
}

/** The six metrics in words; their healthy ranges come with each reading. */
export const HEALTH_LABELS: Readonly<Record<HealthMetric, HealthLabel>> = Object.freeze(written.HEALTH_LABELS)
