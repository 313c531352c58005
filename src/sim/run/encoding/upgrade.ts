import { completeConfig } from '../../../config/index.ts'
import { COMPONENTS, NO_BUDGET, NO_HEALTH, zoneOf } from '../../../engine/internal.ts'
import type { Thresholds } from '../../../engine/index.ts'
import { isFields } from './shape.ts'
import { TIMELINE_VERSION } from '../timeline/timeline.ts'

type Fields = Readonly<Record<string, unknown>>

/** From each version to the next. */
const STEPS: Readonly<Record<number, (old: Fields) => Fields>> = Object.freeze({
  1: fromFirst,
  2: fromSecond,
})

/** Versions that can be read. */
export const READABLE: readonly number[] = Object.freeze([
  ...Object.keys(STEPS).map(Number),
  TIMELINE_VERSION,
])

/**
 * A timeline of an older version as one of this version: data that was not recorded then is empty, and says so
 * (FORMAT.md). Its identity, the hash of its spec and its engine's version, does not change.
 */
export function upgraded(value: Fields): Fields {
  let current = value
  for (let step = stepOf(current); step !== undefined; step = stepOf(current)) current = step(current)
  return current
}

function stepOf({ version }: Fields): ((old: Fields) => Fields) | undefined {
  return typeof version === 'number' ? STEPS[version] : undefined
}

/** Version 2 added requests to a model, checkpoints, notes, and windows that a strategy opens. */
function fromFirst(old: Fields): Fields {
  const spec = fieldsOf(old['spec'])
  const windows = listOf(old['windows'])
  const nextWindow = windows.reduce((next: number, { id }) => Math.max(next, Number(id) + 1), 0)
  return {
    ...old,
    version: 2,
    spec: { ...spec, config: configOf(spec['config']), answers: answersOf(spec['answers']) },
    turns: eachOf(old['turns'], (turn) => ({
      ...turn,
      context: turn['window'],
      reading: withCounted(fieldsOf(turn['reading'])),
      arrivedBy: nothingByComponent(),
      asks: [],
    })),
    edits: eachOf(old['edits'], (edit) => ({ ...edit, compression: null, opened: null })),
    snapshots: eachOf(old['snapshots'], (snapshot) => ({
      ...snapshot,
      asks: 0,
      nextWindow,
      windows: eachOf(snapshot['windows'], memoryOf),
    })),
    asks: [],
    checkpoints: [],
    notes: [],
  }
}

/**
 * Version 3 records with each edit which step made it and why, with the window on which that was decided. For an older
 * edit, the measurement is known if a stage recorded it, and so is a policy's decision; the setting behind it is not.
 */
function fromSecond(old: Fields): Fields {
  const opened = new Set<unknown>()
  return {
    ...old,
    version: 3,
    turns: eachOf(old['turns'], (turn) => {
      if (opened.has(turn['window'])) return turn
      opened.add(turn['window'])
      // Blocks that open a window were counted as arrivals, and budgets left them out.
      return { ...turn, arrivedBy: { ...fieldsOf(turn['arrivedBy']), system: 0, tools: 0 } }
    }),
    edits: eachOf(old['edits'], (edit) => {
      const trigger = triggerOf(edit, old)
      return trigger === null ? edit : { ...edit, trigger }
    }),
  }
}

function triggerOf(edit: Fields, old: Fields): Fields | null {
  const [limit, reserve, used] = [Number(old['limit']), Number(old['reserve']), Number(edit['before'])]
  const { yellow, orange, red } = fieldsOf(old['thresholds'])
  const thresholds: Thresholds = { yellow: Number(yellow), orange: Number(orange), red: Number(red) }
  const window = { zone: zoneOf(used / limit, thresholds), used, limit, reserve }
  const own = edit['trigger']
  if (own !== undefined) return { cause: 'level', ...fieldsOf(own), by: UNKNOWN, ...window }
  const { trigger } = fieldsOf(edit['decision'])
  if (trigger === undefined || edit['stage'] === 'clip') return null
  const { cause, zone, aim, toFree, from } = fieldsOf(trigger)
  return {
    cause: cause === 'zone' ? 'level' : cause,
    measure: 'share',
    value: used / limit,
    allowed: from ?? thresholds.orange,
    by: UNKNOWN,
    target: aim,
    toFree,
    ...window,
    zone,
  }
}

const UNKNOWN = Object.freeze({ key: null, written: '', of: null })

/** Current settings that the engine did not have then are off. */
function configOf(config: unknown): unknown {
  if (!isFields(config)) return config
  const then = {
    ...config,
    pressure: { ...fieldsOf(config['pressure']), preemptive: false },
    eviction: { ...fieldsOf(config['eviction']), wait: false },
  }
  return { ...completeConfig(then) }
}

function memoryOf({ byType: _, ...memory }: Fields): Fields {
  return {
    ...memory,
    respondedBy: nothingByComponent(),
    budget: NO_BUDGET,
    health: NO_HEALTH,
    breaker: { failures: 0, open: false },
    carried: { notes: [], checkpoint: null, serial: 1, opened: 0 },
    emergency: false,
    context: memory['id'],
  }
}

function withCounted(reading: Fields): Fields {
  return { ...reading, counted: reading['used'] }
}

function answersOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map((text: unknown) => ({ text })) : value
}

function nothingByComponent(): Fields {
  return Object.fromEntries(COMPONENTS.map((component) => [component, 0]))
}

/**
 * A value that is not a list, and items that are not objects, stay unchanged: the shape of a timeline refuses them with
 * their place.
 */
function eachOf(value: unknown, next: (item: Fields) => unknown): unknown {
  return Array.isArray(value) ? value.map((item: unknown) => (isFields(item) ? next(item) : item)) : value
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
