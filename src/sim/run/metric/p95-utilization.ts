import type { Metric } from './metric.ts'

export const p95Utilization: Metric = {
  id: 'p95-utilization',
  label: '95th percentile of utilization',
  unit: 'share of the limit',
  kind: 'share',
  direction: null,
  meaning: 'Nineteen of twenty prompts were no larger than this.',
  value: (data) => {
    const sorted = data.turns.map((turn) => turn.utilization).sort((a, b) => a - b)
    return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null
  },
}
