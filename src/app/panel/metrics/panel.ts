import { panel } from '../panel.ts'
import { MetricTable } from './MetricTable.tsx'

export const metrics = panel({
  name: 'metrics',
  title: 'The table of metrics',
  meaning: 'All metrics of all lanes, with the difference from the first lane',
  place: 'lanes',
  Panel: MetricTable,
})
