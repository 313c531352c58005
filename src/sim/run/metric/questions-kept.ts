import type { Metric } from './metric.ts'

export const questionsKept: Metric = {
  id: 'questions-kept',
  label: 'Questions kept',
  unit: 'share of questions',
  kind: 'share',
  direction: 'up',
  meaning:
    'Of the questions on what a compression took in, those that the window could still answer right after it, by words that stand there; no model is asked.',
  value: (data) => {
    const all = data.edits.flatMap(({ compression }) => compression ?? [])
    const asked = all.reduce((sum, one) => sum + one.probes, 0)
    return asked === 0 ? null : all.reduce((sum, one) => sum + one.kept, 0) / asked
  },
}
