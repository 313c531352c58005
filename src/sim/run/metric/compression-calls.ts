import type { Metric } from './metric.ts'

export const compressionCalls: Metric = {
  id: 'compression-calls',
  label: 'Extra LLM calls',
  unit: 'requests',
  kind: 'count',
  direction: 'down',
  meaning:
    'Requests that the strategy made to a model for itself: summaries, merges, checkpoints; those whose answer was discarded count, too.',
  value: (data) => data.asks.length,
}
