import type { Metric } from './metric.ts'
import { shareOfNeeds } from './share-of-needs.ts'

export const pointerRate: Metric = {
  id: 'pointer-rate',
  label: 'Stub only',
  unit: 'share of needs',
  kind: 'share',
  direction: 'down',
  meaning: 'Needs of which only a stub was left that names the way back.',
  value: (data) => shareOfNeeds(data, (need) => need.resolution === 'pointer'),
}
