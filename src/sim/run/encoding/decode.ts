import { ProblemError } from '../../../engine/index.ts'
import { BLOCK_STATES } from '../../../engine/internal.ts'
import { completeConfig } from '../../../config/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { settingsSet } from '../timeline/settings-set.ts'
import { isFields } from './shape.ts'
import type { Wrong } from './shape.ts'
import { timelineShape } from './timeline.ts'
import type { Spans, TimelineData } from '../timeline/timeline.ts'
import { TIMELINE_VERSION } from '../timeline/timeline.ts'
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

/**
 * Reads a timeline; one of an older version is upgraded, and settings that its engine did not have get their defaults.
 * All damage is found here, not later. The private state of stages is not checked.
 *
 * @throws ProblemError `broken-timeline` with the place, for a text that is not a timeline or was damaged;
 *   `timeline-version` for an unknown version
 */
export function decodeTimeline(text: string): TimelineData {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused('broken-timeline', `this is not JSON: ${beginningOf(text)}`)
  }
  if (!isFields(value) || value['format'] !== 'context-window-lab/timeline') {
    throw refused('broken-timeline', `this is not a timeline of Context Window Lab: ${beginningOf(text)}`)
  }
  const version = value['version']
  if (typeof version !== 'number' || !READABLE.includes(version)) {
    throw refused(
      'timeline-version',
      `timelines of version ${READABLE.slice(0, -1).join(', ')} and ${TIMELINE_VERSION} can be read, not ${JSON.stringify(version)}`,
    )
  }
  const { measured: _, ...current } = upgraded(value)
  const wrong = timelineShape(current, lengthsOf(current)) ?? unequalColumn(current)
  if (wrong !== null) throw broken(wrong)
  const data = current as unknown as TimelineData
  const { spec, set } = data
  const config = completeConfig(configThen(spec.config))
  settingsSet(config, spec.interventions)
  return {
    ...data,
    spec: { ...spec, config },
    ...(set === undefined
      ? {}
      : { set: set.map((one) => ({ ...one, config: completeConfig(configThen(one.config)) })) }),
    spans: columnsOf(data.spans),
  }
}

/**
 * What engines did before they had a setting for it: those before 0.5.0 did not know when a prompt cache expires, those
 * before 0.6.0 had one price for writing to it, and saved at each milestone. Those before 0.7.0 fetched nothing again,
 * made every summary a request of its own, and quoted results whole for a checkpoint. Those before 0.8.0 ranked what the
 * user wrote like everything else. Those before 0.10.0 evicted in orange at once.
 */
function configThen({
  eviction,
  compression,
  cross_window,
  simulation,
  ...config
}: PartialConfig): PartialConfig {
  const { rewrite_price } = completeConfig({ eviction: eviction ?? {} }).eviction
  return {
    ...config,
    eviction: {
      cold_cache: 'ignore',
      long_rewrite_price: rewrite_price,
      user_share: 0,
      wait: false,
      ...eviction,
    },
    compression: { requests: 'alone', quoted_characters: WHOLE, ...compression },
    cross_window: { milestones_wait: false, ...cross_window },
    simulation: { refetch: 'off', ...simulation },
  }
}

/** The most that a checkpoint may quote of a result. */
const WHOLE = 100_000_000

/** Lengths of the lists that indices refer to. */
function lengthsOf(data: Readonly<Record<string, unknown>>): Readonly<Record<string, number>> {
  const lists = ['blocks', 'turns', 'edits', 'needs', 'asks', 'contents'] as const
  const lengths = lists.flatMap((name): [string, number][] => {
    const list = data[name]
    return Array.isArray(list) ? [[name, list.length]] : []
  })
  return { ...Object.fromEntries(lengths), states: BLOCK_STATES.length }
}

/** Columns are as long as there are spans. */
function unequalColumn({ spans }: Readonly<Record<string, unknown>>): Wrong | null {
  const rows = spans as Spans
  for (const name of COLUMN_NAMES) {
    const found = rows[name].length
    if (found !== rows.length)
      return { at: ['spans', name, 'length'], expected: `${rows.length}, as there are spans`, found }
  }
  return null
}

/** Keys keep their order, so that a timeline is written back as it was read. */
function columnsOf(spans: Spans): Spans {
  const columns = COLUMN_NAMES.map((name) => [name, COLUMNS[name].from(spans[name])])
  return { ...spans, ...(Object.fromEntries(columns) as Spans) }
}

const COLUMN_NAMES = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]

/** Maximum characters shown of an invalid value. */
const MOST_SHOWN = 80

function broken({ at, expected, found }: Wrong): ProblemError {
  const place = at.length === 0 ? 'the timeline' : at.join('.')
  const shown = found === undefined ? 'missing' : JSON.stringify(found).slice(0, MOST_SHOWN)
  return refused('broken-timeline', `${place} has to be ${expected}, but is ${shown}`, {
    expected,
    found: shown,
  })
}

function beginningOf(text: unknown): string {
  return String(text).slice(0, MOST_SHOWN / 2)
}

function refused(
  code: string,
  message: string,
  more: { readonly expected?: string; readonly found?: string } = {},
): ProblemError {
  const fix = 'Export the timeline from its run again; this file was changed by hand.'
  return new ProblemError([{ severity: 'error', code, message, ...more, fix }])
}
