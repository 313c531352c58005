import type { Metric } from './metric.ts'

export const edits: Metric = {
  id: 'edits',
  label: 'Edits',
  unit: 'edits',
  kind: 'count',
  direction: 'down',
  meaning: "Batches in which the strategy changed the window; each one breaks the provider's prompt cache.",
  value: (data) => data.edits.filter((edit) => edit.stage !== 'repair').length,
}
