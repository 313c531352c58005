import type { ActingStage, TimelineData } from '../../sim/index.ts'
import { stageConfig } from '../sentence/stage-config.ts'
import { plain, scaled } from '../sentence/level.ts'
import type { Level, LevelData, Reader, Source } from '../sentence/level.ts'
import { toldOf } from '../sentence/told.ts'
import type { Tick, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { actingStages, asObeyedAt } from '../../sim/internal.ts'
import { isStageWith } from '../../engine/internal.ts'

/** What is read in every turn of any run, whatever its strategy. */
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

/** Every level that a run compares its readings with, those of its stages first. */
export function levelsOf(data: LevelData): readonly Level[] {
  const own = askedStages(data).flatMap((acting) => levelsOfStage(data, acting))
  const taken = new Set(own.map(({ path }) => path.join('.')))
  const always = ALWAYS(data.spec.config, data).map((source): Level => ({ ...source, stage: null }))
  // Where eviction acts from orange on, that is what orange is for; the zone of that name has no say of its own.
  return [...own, ...always.filter(({ path }) => !taken.has(path.join('.')))]
}

function levelsOfStage(data: LevelData, { stage, at }: ActingStage): readonly Level[] {
  const { levels: read, endsAtReserve = false } = toldOf(stage) ?? {}
  if (read === undefined) return []
  const { config, step, at: written } = stageConfig(data, stage)
  const most = data.limit - data.reserve
  return read(config, data).map((found): Level => {
    // No stage lets a request take what the answer needs (BUD-3).
    const source =
      endsAtReserve && found.measure === 'tokens' ? { ...found, at: Math.min(found.at, most) } : found
    if (step === null) return { ...source, stage }
    // A step may say itself from where on it acts, in place of the sections.
    const moved = written !== null && at !== null && source.measure === 'tokens'
    if (moved) return { ...scaled(['pipeline', String(step), 'at'], written, data), stage }
    return { ...source, path: pathIn(data, step, source.path), stage }
  })
}

/** Where a value is written that a step may say itself. */
function pathIn({ spec }: LevelData, step: number, path: readonly string[]): readonly string[] {
  let value: unknown = spec.config.pipeline[step]?.with
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return path
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  return ['pipeline', String(step), 'with', ...path]
}

/** A window as a stage found it in a turn: after what acts before it. */
interface Seen {
  readonly turn: Turn
  readonly window: WindowId
  readonly used: Tokens
  readonly tick: Tick
  /** What it came in with, before any stage before the call: as it was counted or, where that is more, as it was read. */
  readonly arriving: Tokens
  /** Stages that freed some of it before. */
  readonly ahead: readonly string[]
}

/** What came in at or above a level, and which stages freed it before the one that the level is of. */
export interface Ahead {
  /** The fullest that came in. */
  readonly value: Tokens
  readonly turn: Turn
  /** In the order in which they first did. */
  readonly stages: readonly string[]
}

type SeenData = Pick<TimelineData, 'spec' | 'turns' | 'edits'>

/**
 * Stages of a run that are asked in every turn. None for a pipeline that lists one twice: an edit does not say which of
 * the two made it, and so not what the others saw.
 */
export function askedStages({ spec: { config } }: Pick<TimelineData, 'spec'>): readonly ActingStage[] {
  const all = actingStages(config)
  if (new Set(all.map(({ stage }) => stage)).size < all.length) return []
  // What a strategy's own steps wait for is no condition that a person wrote: their levels are still levels.
  return config.strategy === 'pipeline' ? all.filter(({ when }) => when === 'always') : all
}

/** What a stage that acts before the call found, turn by turn, read from the recorded points and edits. */
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
      // Stages on arrival acted before the window was offered.
      if (edit === undefined || edit.tick <= offered.tick) continue
      if (later.has(edit.stage) || isAfterTheCall(edit.stage)) break
      used = edit.after
      tick = edit.tick
      if (edit.freed > edit.added) ahead.push(edit.stage)
    }
    return { turn, window, used, tick, arriving: Math.max(offered.used, reading.used), ahead }
  })
}

/** What acts once every stage before the call has. */
function isAfterTheCall(stage: string): boolean {
  return stage === 'repair' || isStageWith('after_the_call', stage)
}

type HeldData = Pick<TimelineData, 'spec' | 'set' | 'limit' | 'reserve' | 'thresholds'>

/** The run once for each config that it obeyed, the one it began with first. */
export function obeyedIn<Data extends HeldData>(data: Data): readonly Data[] {
  return [data, ...(data.set ?? []).map(({ from }) => asObeyedAt(data, from))]
}

/**
 * What is so from the first turn of a run to the last: of what its settings came to at first, what every later config
 * comes to as well. What a person set in mid-run is left out, so that whatever is said holds for all turns.
 *
 * @param come what a config comes to
 * @param same what has to be equal for two to be the same
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

/** Whether the same stages were asked in the same order in every turn: else no turn tells what another's would have seen. */
export function isOneOrder(data: HeldData): boolean {
  const orders = obeyedIn(data).map(({ spec }) =>
    JSON.stringify(actingStages(spec.config).map(({ stage, phase, when }) => [stage, phase, when])),
  )
  return new Set(orders).size === 1
}
