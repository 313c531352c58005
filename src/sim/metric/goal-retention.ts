import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const goalRetention: Metric = {
  id: 'goal-retention',
  label: 'Goal kept',
  unit: 'share of goal needs',
  kind: 'share',
  direction: 'up',
  meaning: "Needs of the task's goal that were met in full or by a summary.",
  value: (data) =>
    shareOfNeeds(
      data,
      (need) => need.resolution === 'full' || need.resolution === 'summary',
      (need) => need.kind === 'goal',
    ),
}
