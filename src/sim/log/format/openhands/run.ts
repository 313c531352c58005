import type { Json, Place } from '../../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { namedModel } from '../../read/named-model.ts'
import type { Log } from '../../read/reader.ts'

/** One event and its place. */
export interface LoggedEvent {
  readonly value: Json
  readonly path: string
  readonly place: Place | null
}

/** One conversation: its events, and the account of its calls if the file has one. */
export interface Run {
  readonly label: string | null
  readonly events: readonly LoggedEvent[]
  readonly metrics: Json
  /** Path of the account. */
  readonly metricsPath: string
  /** The model that the file names for the whole run; missing if it names none. */
  readonly model?: string
}

/** A run without an account. */
const UNPAID = Object.freeze({ metrics: null, metricsPath: '' })

/** Keys under which the events of a run are: an evaluation's, a server's answer, a download's. */
const LISTS = Object.freeze(['history', 'events', 'items', 'trajectory'])

const SOURCES: ReadonlySet<unknown> = new Set(['agent', 'user', 'environment'])
const SDK_KIND = /(Event|Observation)$|^Condensation/

/** The runs of a text; empty if it has no event of this client. */
export function runsOf(log: Log): readonly Run[] {
  const runs: Run[] = []
  /** Events on lines of their own, as one run. */
  let loose: LoggedEvent[] | null = null
  for (const { value, line, column } of log.records) {
    const place = log.shape === 'json' ? null : { line, column }
    if (isRecord(value)) {
      const run = runOf(value, '', place)
      if (run) runs.push(run)
      else if (place !== null && (isEvent(value) || loose)) {
        if (!loose) runs.push({ label: null, events: (loose = []), ...UNPAID })
        loose.push({ value, path: 'line', place })
      }
      continue
    }
    if (!isList(value)) continue
    if (value.some(isEvent)) runs.push({ label: null, events: flat(value, '', place), ...UNPAID })
    else
      for (const [index, entry] of value.entries()) {
        const run = isRecord(entry) ? runOf(entry, `[${index}].`, place) : null
        if (run) runs.push(run)
      }
  }
  return runs
}

function runOf(holder: JsonRecord, base: string, place: Place | null): Run | null {
  if (isEvent(holder)) return null
  for (const key of LISTS) {
    const list = at(holder, key)
    if (!isList(list)) continue
    const events = flat(list, `${base}${key}`, place)
    const own = events.some(({ value }) => isEvent(value) || (key === 'history' && isEarlyEvent(value)))
    const empty = key === 'history' && list.length === 0 && isEvaluation(holder)
    if (!own && !empty) continue
    const model = namedModel(holder)
    const metrics = at(holder, 'metrics') ?? null
    const metricsPath = `${base}metrics`
    return { label: labelOf(holder), events, metrics, metricsPath, ...(model !== undefined && { model }) }
  }
  return null
}

/** The events of a list; the very first versions kept each action with its observation in a list of two. */
function flat(list: readonly Json[], path: string, place: Place | null): LoggedEvent[] {
  return list.flatMap((value, index): readonly LoggedEvent[] => {
    const where = `${path}[${index}]`
    if (!isList(value)) return [{ value, path: where, place }]
    return value.map((inner, position) => ({ value: inner, path: `${where}[${position}]`, place }))
  })
}

/**
 * True for a value that is certainly an event: an action or an observation (not both) with its fields, or a kind of the
 * SDK.
 */
function isEvent(value: Json): boolean {
  if (!isRecord(value) || at(value, 'role') !== undefined) return false
  const source = SOURCES.has(at(value, 'source'))
  if (isEarlyEvent(value)) return source || isRecord(at(value, 'args')) || isRecord(at(value, 'extras'))
  const kind = at(value, 'kind')
  return typeof kind === 'string' && SDK_KIND.test(kind) && (source || typeof at(value, 'id') === 'string')
}

function isEarlyEvent(value: Json): boolean {
  if (at(value, 'role') !== undefined || at(value, 'response') !== undefined) return false
  return (typeof at(value, 'action') === 'string') !== (typeof at(value, 'observation') === 'string')
}

function isEvaluation(holder: JsonRecord): boolean {
  return typeof at(holder, 'instruction') === 'string' && at(holder, 'metrics') !== undefined
}

function labelOf(holder: JsonRecord): string | null {
  const number = at(holder, 'issue', 'number')
  const issue = typeof number === 'number' ? `issue ${number}` : undefined
  return (
    textOf(at(holder, 'instance_id')) ??
    issue ??
    textOf(at(holder, 'conversation_id')) ??
    textOf(at(holder, 'id')) ??
    null
  )
}
