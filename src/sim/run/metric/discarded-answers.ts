import type { Metric } from './metric.ts'

export const discardedAnswers: Metric = {
  id: 'discarded-answers',
  label: 'Answers discarded',
  unit: 'answers',
  kind: 'count',
  direction: 'down',
  meaning: 'Answers that failed, were empty, unreadable, or not smaller than what they were to replace.',
  value: (data) => data.asks.filter(({ verdict }) => verdict !== 'used').length,
}
