import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const partialRate: Metric = {
  id: 'partial-rate',
  label: 'In part only',
  unit: 'share of needs',
  kind: 'share',
  direction: null,
  meaning: 'Needs of which at least two telling strings were in the prompt, and not all of it: half present.',
  value: (data) => shareOfNeeds(data, (need) => need.resolution === 'partial'),
}
