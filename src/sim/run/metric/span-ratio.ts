import type { Metric } from './metric.ts'

export const spanRatio: Metric = {
  id: 'span-ratio',
  label: 'Compression ratio',
  unit: ': 1',
  kind: 'rate',
  direction: null,
  meaning:
    'Tokens of everything that was compressed, over the tokens of what replaced it. It says nothing of what was kept: read it beside “Questions kept”.',
  value: (data) => {
    const all = data.edits.flatMap(({ compression }) => compression ?? [])
    const after = all.reduce((sum, one) => sum + one.after, 0)
    return after === 0 ? null : all.reduce((sum, one) => sum + one.before, 0) / after
  },
}
