import type { Metric } from './metric.ts'
import { metOf, shareOfNeeds } from './share-of-needs.ts'

export const constraintRetention: Metric = {
  id: 'constraint-retention',
  label: 'Constraints present',
  unit: 'share of constraint needs',
  kind: 'share',
  direction: 'up',
  meaning:
    'Needs of what the user laid down that were in the prompt, verbatim or in a summary; in part counts half.',
  value: (data) => shareOfNeeds(data, metOf, (need) => need.kind === 'constraint'),
}
