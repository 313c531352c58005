import type { Metric } from './metric.ts'

export const introducedViolations: Metric = {
  id: 'introduced-violations',
  label: 'Violations introduced',
  unit: 'violations',
  kind: 'count',
  direction: 'down',
  meaning: 'What a provider would have rejected because of the strategy, before repair.',
  value: (data) =>
    data.turns.reduce(
      (sum, turn) => sum + turn.violations.filter((one) => one.origin === 'strategy').length,
      0,
    ),
}
