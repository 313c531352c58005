import { metricList } from './list.ts'
import { rowOf } from './metric.ts'
import type { MetricRow } from './metric.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** Every metric of a run, in the order of the table. All of them come from the timeline's ledger. */
export function metrics(timeline: Pick<Timeline, 'data'>): MetricRow[] {
  return metricList.map((metric) => rowOf(metric, timeline.data))
}
