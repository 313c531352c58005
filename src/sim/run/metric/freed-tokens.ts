import type { Metric } from './metric.ts'

export const freedTokens: Metric = {
  id: 'freed-tokens',
  label: 'Tokens freed',
  unit: 'tokens',
  kind: 'tokens',
  direction: null,
  meaning: 'Tokens that edits removed, less what they put in their place.',
  value: (data) => data.edits.reduce((sum, edit) => sum + edit.freed - edit.added, 0),
}
