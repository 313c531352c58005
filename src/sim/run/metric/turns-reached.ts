import type { Metric } from './metric.ts'

export const turnsReached: Metric = {
  id: 'turns-reached',
  label: 'Turns reached',
  unit: 'turns',
  kind: 'count',
  direction: 'up',
  meaning: 'Turns whose request fitted the window, of all turns. Where one does not fit, the run stops.',
  value: (data) => data.turns.length - (data.ended === null ? 0 : 1),
  of: ({ turns, ended }) => (ended === null ? turns.length : (ended.of ?? null)),
}
