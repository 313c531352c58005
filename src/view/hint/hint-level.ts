import type { ActingStage, TimelineData } from '../../sim/index.ts'
import { stageConfig } from '../sentence/stage-config.ts'
import { plain, scaled } from '../sentence/level.ts'
import type { Level, LevelData, Reader, Source } from '../sentence/level.ts'
import { toldOf } from '../sentence/told.ts'
import type { Tick, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { actingStages, asObeyedAt } from '../../sim/internal.ts'
import { isStageWith } from '../../engine/internal.ts'

/** Levels read in every turn of any run, with any strategy. */
const ALWAYS: Reader = ({ pressure, budget, health_monitoring: { alerts, metrics } }, data) => [
  ...(['yellow', 'orange', 'red'] as const).map((zone) => ({
    ...scaled(['pressure', 'thresholds', zone], pressure.thresholds[zone], data),
    measure: 'zone' as const,
  })),
  { ...plain(['budget', 'soft_limit_pct'], budget.soft_limit_pct, 'component'), of: 'component' },
  ...ALERTS.flatMap(({ metric, key, measure, of }): readonly Source[] =>
    metrics.includes(metric)
      ? [{ ...plain(['health_monitoring', 'alerts', key], alerts[key], measure), included: false, of }]
      : [],
  ),
]

/** Alerts that one figure of a turn raises by itself. */
const ALERTS = [
  { metric: 'utilization', key: 'utilization_critical', measure: 'utilization', of: 'limit' },
  { metric: 'eviction_rate', key: 'eviction_rate_warning', measure: 'eviction_rate', of: null },
  { metric: 'fidelity_score', key: 'fidelity_warning', measure: 'fidelity', of: 'questions' },
  { metric: 'tool_result_bloat', key: 'tool_bloat_warning', measure: 'bloat', of: 'used' },
] as const

/** Every level with which a run compares its readings, those of its stages first. */
export function levelsOf(data: LevelData): readonly Level[] {
  const own = askedStages(data).flatMap((acting) => levelsOfStage(data, acting))
  const taken = new Set(own.map(({ path }) => path.join('.')))
  const always = ALWAYS(data.spec.config, data).map((source): Level => ({ ...source, stage: null }))
  // If eviction starts at orange, that is the purpose of orange; the zone itself has no other effect.
  return [...own, ...always.filter(({ path }) => !taken.has(path.join('.')))]
}

function levelsOfStage(data: LevelData, { stage, at }: ActingStage): readonly Level[] {
  const { levels: read, endsAtReserve = false } = toldOf(stage) ?? {}
  if (read === undefined) return []
  const { config, step, at: written } = stageConfig(data, stage)
  const most = data.limit - data.reserve
  return read(config, data).map((found): Level => {
    // No stage lets a request use the reserve (BUD-3).
    const source =
      endsAtReserve && found.measure === 'tokens' ? { ...found, at: Math.min(found.at, most) } : found
    if (step === null) return { ...source, stage }
    // A step may set its own threshold, instead of the sections.
    const moved = written !== null && at !== null && source.measure === 'tokens'
    if (moved) return { ...scaled(['pipeline', String(step), 'at'], written, data), stage }
    return { ...source, path: pathIn(data, step, source.path), stage }
  })
}

/** Where a value is written that a step may override. */
function pathIn({ spec }: LevelData, step: number, path: readonly string[]): readonly string[] {
  let value: unknown = spec.config.pipeline[step]?.with
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return path
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return ['pipeline', String(step), 'with', ...path]
}

/** A window as a stage saw it in a turn: after earlier stages acted. */
interface Seen {
  readonly turn: Turn
  readonly window: WindowId
  readonly used: Tokens
  readonly tick: Tick
  /** Its size before any stage before the call: as counted or, if larger, as read. */
  readonly arriving: Tokens
  /** Earlier stages that freed some of it. */
  readonly ahead: readonly string[]
}

/** A window that arrived at or above a level, and the stages that freed it before the one with that level. */
export interface Ahead {
  /** The largest size on arrival. */
  readonly value: Tokens
  readonly turn: Turn
  /** In the order in which they first did so. */
  readonly stages: readonly string[]
}

type SeenData = Pick<TimelineData, 'spec' | 'turns' | 'edits'>

/**
 * Stages of a run that run in every turn. None for a pipeline that lists a stage twice: an edit does not say which of
 * the two made it, and so not what the others saw.
 */
export function askedStages({ spec: { config } }: Pick<TimelineData, 'spec'>): readonly ActingStage[] {
  const all = actingStages(config)
  if (new Set(all.map(({ stage }) => stage)).size < all.length) return []
  // The conditions of a strategy's own steps were not written by a person, so their levels still count.
  return config.strategy === 'pipeline' ? all.filter(({ when }) => when === 'always') : all
}

/** What a stage before the call saw, turn by turn, from the recorded points and edits. */
export function seenBy({ spec, turns, edits }: SeenData, stage: string): Seen[] {
  const order = actingStages(spec.config).filter(({ phase }) => phase === 'call')
  const own = order.findIndex((one) => one.stage === stage)
  if (own < 0) return []
  const later = new Set(order.slice(own).map((one) => one.stage))
  return turns.map(({ turn, window, reading, points: { offered }, edits: made }) => {
    let { used, tick } = offered
    const ahead: string[] = []
    for (const index of made) {
      const edit = edits[index]
      // Stages on arrival acted before that point.
      if (edit === undefined || edit.tick <= offered.tick) continue
      if (later.has(edit.stage) || isAfterTheCall(edit.stage)) break
      used = edit.after
      tick = edit.tick
      if (edit.freed > edit.added) ahead.push(edit.stage)
    }
    return { turn, window, used, tick, arriving: Math.max(offered.used, reading.used), ahead }
  })
}

/** Stages that act after all others before the call. */
function isAfterTheCall(stage: string): boolean {
  return stage === 'repair' || isStageWith('after_the_call', stage)
}

type HeldData = Pick<TimelineData, 'spec' | 'set' | 'limit' | 'reserve' | 'thresholds'>

/** The run once for each config that it used, the initial one first. */
export function obeyedIn<Data extends HeldData>(data: Data): readonly Data[] {
  return [data, ...(data.set ?? []).map(({ from }) => asObeyedAt(data, from))]
}

/**
 * What holds from the first turn of a run to the last: results for the initial settings that every later config gives
 * as well. Settings that a person changed in mid-run are left out, so that every statement holds for all turns.
 *
 * @param come the results for a config
 * @param same when two results are equal
 */
export function heldThroughout<Data extends HeldData, One>(
  data: Data,
  come: (data: Data) => readonly One[],
  same: (one: One) => unknown,
): readonly One[] {
  const [first, ...later] = obeyedIn(data)
  if (first === undefined) return []
  const others = later.map((one) => new Set(come(one).map((each) => JSON.stringify(same(each)))))
  return come(first).filter((one) => {
    const sign = JSON.stringify(same(one))
    return others.every((known) => known.has(sign))
  })
}

/**
 * Whether the same stages ran in the same order in every turn: otherwise no turn shows what a stage of another would
 * have seen.
 */
export function isOneOrder(data: HeldData): boolean {
  const orders = obeyedIn(data).map(({ spec }) =>
    JSON.stringify(actingStages(spec.config).map(({ stage, phase, when }) => [stage, phase, when])),
  )
  return new Set(orders).size === 1
}
