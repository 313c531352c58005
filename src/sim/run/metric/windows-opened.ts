import type { Metric } from './metric.ts'

export const windowsOpened: Metric = {
  id: 'windows-opened',
  label: 'Windows opened',
  unit: 'windows',
  kind: 'count',
  direction: null,
  meaning: 'Times that a full window handed over to a new one.',
  value: (data) => data.edits.filter(({ opened }) => opened !== null).length,
}
