import type { Metric } from './metric.ts'

export const turnsRefused: Metric = {
  id: 'turns-refused',
  label: 'Turns over the limit',
  unit: 'turns',
  kind: 'count',
  direction: 'down',
  meaning: 'Turns whose prompt was larger than the limit: the provider would have refused the call.',
  value: (data) => data.turns.filter((turn) => turn.used > data.limit).length,
}
