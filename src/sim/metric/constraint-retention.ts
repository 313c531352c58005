import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const constraintRetention: Metric = {
  id: 'constraint-retention',
  label: 'Constraints kept',
  unit: 'share of constraint needs',
  kind: 'share',
  direction: 'up',
  meaning: "Needs of the user's constraints that were met in full or by a summary.",
  value: (data) =>
    shareOfNeeds(
      data,
      (need) => need.resolution === 'full' || need.resolution === 'summary',
      (need) => need.kind === 'constraint',
    ),
}
