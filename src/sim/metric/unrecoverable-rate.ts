import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const unrecoverableRate: Metric = {
  id: 'unrecoverable-rate',
  label: 'Unrecoverable loss',
  unit: 'share of needs',
  kind: 'share',
  direction: 'down',
  meaning: 'Needs lost for good: the words of the user or the model, which no tool can give again.',
  value: (data) => shareOfNeeds(data, (need) => need.resolution === 'lost' && !need.refetchable),
}
