import type { Metric } from './metric.ts'

export const meanUtilization: Metric = {
  id: 'mean-utilization',
  label: 'Mean utilization',
  unit: 'share of the limit',
  kind: 'share',
  direction: null,
  meaning: 'Mean size of the prompts sent, as a share of the limit.',
  value: (data) => data.turns.reduce((sum, turn) => sum + turn.utilization, 0) / data.turns.length,
}
