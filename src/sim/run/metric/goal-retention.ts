import type { Metric } from './metric.ts'
import { metOf, shareOfNeeds } from './share-of-needs.ts'

export const goalRetention: Metric = {
  id: 'goal-retention',
  label: 'Goal present',
  unit: 'share of goal needs',
  kind: 'share',
  direction: 'up',
  meaning:
    'Needs of the goal whose words were in the prompt: in the task’s own message, in another one that says them, or in a summary; in part counts half.',
  value: (data) => shareOfNeeds(data, metOf, (need) => need.kind === 'goal'),
}
