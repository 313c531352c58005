import type { Metric } from './metric.ts'
import { isMissing, shareOfNeeds } from './share-of-needs.ts'

export const lostRate: Metric = {
  id: 'lost-rate',
  label: 'Missing',
  unit: 'share of needs',
  kind: 'share',
  direction: 'down',
  meaning: 'Needs of which nothing was in the prompt, those of turns that were never reached among them.',
  value: (data) => shareOfNeeds(data, isMissing),
}
