import type { Metric } from './metric.ts'
import { metOf, shareOfNeeds } from './share-of-needs.ts'

export const needHitRate: Metric = {
  id: 'need-hit-rate',
  label: 'Needed context present',
  unit: 'share of needs',
  kind: 'share',
  direction: 'up',
  meaning:
    'Needs whose evidence was in the prompt, verbatim or in a summary; what was there in part counts half. Turns that were never reached had nothing.',
  value: (data) => shareOfNeeds(data, metOf),
}
