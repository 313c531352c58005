import { panel } from '../panel.ts'
import { MetricTable } from './MetricTable.tsx'

export const metrics = panel({
  name: 'metrics',
  title: 'The table of metrics',
  meaning: 'Every metric of every lane, with its difference from the first one',
  place: 'lanes',
  Panel: MetricTable,
})
