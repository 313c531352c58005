import type { TimelineData } from '../timeline/timeline.ts'

/**
 * A timeline as JSON, columns as lists of numbers: what is exported, stored, and compared byte by byte.
 *
 * @param measured what was worked out from the run, for whoever reads the file, for example its metrics and its
 * retention. It stands last, under `measured`; `decodeTimeline` leaves it out.
 */
export function encodeTimeline({ prices: _, ...data }: TimelineData, measured?: object): string {
  return JSON.stringify({ ...data, measured }, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as Int32Array | Float64Array) : value,
  )
}
