import type { Metric } from './metric.ts'

export const peakUtilization: Metric = {
  id: 'peak-utilization',
  label: 'Peak utilization',
  unit: 'share of the limit',
  kind: 'share',
  direction: null,
  meaning: 'Largest prompt sent, as a share of the limit.',
  value: (data) => data.turns.reduce((peak, turn) => Math.max(peak, turn.utilization), 0),
}
