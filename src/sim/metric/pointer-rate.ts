import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const pointerRate: Metric = {
  id: 'pointer-rate',
  label: 'Needs left a pointer',
  unit: 'share of needs',
  kind: 'share',
  direction: 'down',
  meaning: 'Needs whose source is a placeholder that names the way back.',
  value: (data) => shareOfNeeds(data, (need) => need.resolution === 'pointer'),
}
