import type { TimelineData } from '../timeline/timeline.ts'

/** A timeline as JSON, columns as lists of numbers: what is exported, stored, and compared byte by byte. */
export function encodeTimeline(data: TimelineData): string {
  return JSON.stringify(data, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as Int32Array | Float64Array) : value,
  )
}
