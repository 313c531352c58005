import type { Metric } from './metric.ts'

export const turnsOverReserve: Metric = {
  id: 'turns-over-reserve',
  label: 'Turns over the reserve',
  unit: 'turns',
  kind: 'count',
  direction: 'down',
  meaning: 'Turns whose prompt left the answer less room than the reserve.',
  value: (data) => data.turns.filter((turn) => turn.used + data.reserve > data.limit).length,
}
