import type { Metric } from './metric.ts'

export const spanRatio: Metric = {
  id: 'span-ratio',
  label: 'Span ratio',
  unit: 'times smaller',
  kind: 'rate',
  direction: null,
  meaning:
    'Tokens of all stretches that were compressed, by the tokens of what stands for them. Says nothing of what was kept: read it beside “Questions kept”.',
  value: (data) => {
    const all = data.edits.flatMap(({ compression }) => compression ?? [])
    const after = all.reduce((sum, one) => sum + one.after, 0)
    return after === 0 ? null : all.reduce((sum, one) => sum + one.before, 0) / after
  },
}
