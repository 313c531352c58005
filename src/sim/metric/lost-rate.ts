import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const lostRate: Metric = {
  id: 'lost-rate',
  label: 'Needs lost',
  unit: 'share of needs',
  kind: 'share',
  direction: 'down',
  meaning: 'Needs of which nothing was left in the prompt.',
  value: (data) => shareOfNeeds(data, (need) => need.resolution === 'lost'),
}
