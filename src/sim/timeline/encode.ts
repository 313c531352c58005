import { ProblemError } from '../../engine/index.ts'
import type { Spans, TimelineData } from './timeline.ts'
import { TIMELINE_VERSION } from './timeline.ts'
import { READABLE, upgraded } from './upgrade.ts'

/** The typed columns of the spans, by name. */
const COLUMNS = Object.freeze({
  block: Int32Array,
  version: Int32Array,
  window: Int32Array,
  fromTick: Int32Array,
  toTick: Int32Array,
  state: Uint8Array,
  order: Float64Array,
  tokens: Int32Array,
  content: Int32Array,
})

/** A timeline as JSON, columns as lists of numbers: what is exported, stored, and compared byte by byte. */
export function encodeTimeline(data: TimelineData): string {
  return JSON.stringify(data, (_, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as Int32Array | Float64Array) : value,
  )
}

/**
 * Reads a timeline back; one of an older version is brought up to this one.
 *
 * @throws ProblemError `broken-timeline` for a text that is none, `timeline-version` for one of a version that is not known
 */
export function decodeTimeline(text: string): TimelineData {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('broken-timeline', `this is not JSON: ${text.slice(0, 40)}`)
  }
  if (!isRecord(value) || value['format'] !== 'context-window-lab/timeline') {
    throw refused('broken-timeline', `this is no timeline of Context Window Lab: ${text.slice(0, 40)}`)
  }
  const version = value['version']
  if (typeof version !== 'number' || !READABLE.includes(version)) {
    throw refused(
      'timeline-version',
      `timelines of version ${READABLE.slice(0, -1).join(', ')} and ${TIMELINE_VERSION} can be read, not ${JSON.stringify(version)}`,
    )
  }
  const current = upgraded(value)
  return { ...(current as unknown as TimelineData), spans: spansOf(current['spans']) }
}

function spansOf(value: unknown): Spans {
  if (!isRecord(value)) throw refused('broken-timeline', `spans are missing: ${String(value)}`)
  const length = value['length']
  if (typeof length !== 'number') throw refused('broken-timeline', `spans have no length: ${String(length)}`)
  const columns: Record<string, unknown> = { length }
  for (const [name, Column] of Object.entries(COLUMNS)) {
    const list = value[name]
    if (!Array.isArray(list) || list.length !== length) {
      throw refused('broken-timeline', `column ${name} of ${length} spans is missing or has another length`)
    }
    const wrong = (list as readonly unknown[]).findIndex((one) => typeof one !== 'number')
    if (wrong >= 0) {
      const found = JSON.stringify((list as readonly unknown[])[wrong])
      throw refused('broken-timeline', `spans.${name}.${wrong} has to be a number, but is ${found}`)
    }
    columns[name] = Column.from(list as number[])
  }
  return columns as unknown as Spans
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function refused(code: string, message: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message }])
}
