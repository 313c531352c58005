import type { MetricRow } from '../metric/list.ts'
import type { Retention } from '../need/retention.ts'
import type { TimelineData } from '../timeline/timeline.ts'

/** What was worked out from a run. It is written for whoever reads the file; `decodeTimeline` leaves it out. */
export interface Measured {
  readonly metrics: readonly MetricRow[]
  /** Null if it was not worked out. */
  readonly retention: Retention | null
}

/**
 * A timeline as JSON, columns as lists of numbers: what is exported, stored, and compared byte by byte.
 *
 * @param measured stands last, under `measured`
 */
export function encodeTimeline(data: TimelineData, measured?: Measured): string {
  return JSON.stringify({ ...data, measured }, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as Int32Array | Float64Array) : value,
  )
}
