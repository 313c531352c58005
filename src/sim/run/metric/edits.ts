import type { EditRecord, TimelineData } from '../timeline/timeline.ts'
import type { Metric } from './metric.ts'

export const edits: Metric = {
  id: 'edits',
  label: 'Context rewrites',
  unit: 'rewrites',
  kind: 'count',
  direction: 'down',
  meaning:
    "Batches in which the strategy changed the window; each one may break the provider's prompt cache.",
  value: (data) => editsOf(data).length,
}

/** The edits that the strategy made, in order; what made a request valid again is none of them. */
export function editsOf(data: Pick<TimelineData, 'edits'>): readonly EditRecord[] {
  return data.edits.filter((edit) => edit.stage !== 'repair')
}
