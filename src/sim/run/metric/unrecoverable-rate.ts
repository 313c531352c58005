import type { Metric } from './metric.ts'
import { isMissing, shareOfNeeds } from './share-of-needs.ts'

export const unrecoverableRate: Metric = {
  id: 'unrecoverable-rate',
  label: 'Missing for good',
  unit: 'share of needs',
  kind: 'share',
  direction: 'down',
  meaning: 'Missing needs that no tool can bring back: the words of the user or of the model.',
  value: (data) => shareOfNeeds(data, (need) => isMissing(need) && !need.refetchable),
}
