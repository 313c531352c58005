import type { Metric } from './metric.ts'

export const turnsRefused: Metric = {
  id: 'turns-refused',
  label: 'Requests over the limit',
  unit: 'requests',
  kind: 'count',
  direction: 'down',
  meaning: 'Requests that were larger than the window: a provider refuses them.',
  value: (data) => data.turns.filter((turn) => turn.used > data.limit).length,
}
