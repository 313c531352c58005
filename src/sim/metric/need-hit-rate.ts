import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const needHitRate: Metric = {
  id: 'need-hit-rate',
  label: 'Need-hit rate',
  unit: 'share of needs',
  kind: 'share',
  direction: 'up',
  meaning: 'Needs met in full or by a summary, of all needs of the turns reached.',
  value: (data) => shareOfNeeds(data, (need) => need.resolution === 'full' || need.resolution === 'summary'),
}
