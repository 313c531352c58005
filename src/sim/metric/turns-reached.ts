import type { Metric } from './metric.ts'

export const turnsReached: Metric = {
  id: 'turns-reached',
  label: 'Turns reached',
  unit: 'turns',
  kind: 'count',
  direction: 'up',
  meaning: 'Turns the run completed before it ended or the trace was over.',
  value: (data) => data.turns.length - (data.ended === null ? 0 : 1),
}
