import { ProblemError, reserveOf, scaledThresholds } from '../engine/index.ts'
import type { Thresholds, Tokens, Turn } from '../engine/index.ts'
import { completeConfig, overlaid, strategySettings } from '../config/index.ts'
import type { Config, PartialConfig, RunSettings } from '../config/index.ts'
import type { Intervention, RunSpec, TimelineData } from './timeline/timeline.ts'

/** What a run obeys from a turn on, up to the next that changes it. */
export interface Obeyed {
  readonly from: Turn
  readonly config: Config
  readonly settings: RunSettings
  readonly reserve: Tokens
  /** Scaled to the window (PRES-1). */
  readonly thresholds: Thresholds
}

/** What settings are kept in: a run's spec. */
type Obeying = Pick<RunSpec, 'config' | 'interventions'>
type Recorded = Pick<TimelineData, 'reserve' | 'thresholds'> & { readonly spec: Obeying }

/** The settings of a run in the turn `turn`: those it began with, and whatever a person set up to then. */
export function configAt(spec: Obeying, turn: Turn): Config {
  return obeyedAt(obeyedBy(spec), turn)?.config ?? spec.config
}

/** The thresholds of a turn as shares of the limit, scaled to the window (PRES-1). */
export function thresholdsAt({ spec, thresholds }: Recorded, turn: Turn): Thresholds {
  return obeyedAt(obeyedBy(spec), turn)?.thresholds ?? thresholds
}

/** Tokens kept free for the answer in a turn (BUD-3). */
export function reserveAt({ spec, reserve }: Recorded, turn: Turn): Tokens {
  return obeyedAt(obeyedBy(spec), turn)?.reserve ?? reserve
}

/** The settings of each turn in the engine's words. */
export function settingsOf(spec: Obeying): (turn: Turn) => RunSettings {
  const base = strategySettings(spec.config)
  const changes = obeyedBy(spec)
  return (turn) => obeyedAt(changes, turn)?.settings ?? base
}

const known = new WeakMap<Obeying, readonly Obeyed[]>()

/** What a finished run came to obey after the settings it began with, by turn. */
function obeyedBy(spec: Obeying): readonly Obeyed[] {
  let found = known.get(spec)
  if (found === undefined) known.set(spec, (found = changesOf(spec.config, spec.interventions)))
  return found
}

/** The newest of some changes that a turn obeys; undefined before the first. */
export function obeyedAt(changes: readonly Obeyed[], turn: Turn): Obeyed | undefined {
  return changes.findLast(({ from }) => from <= turn)
}

/**
 * What a run comes to obey by what a person sets in it, by turn; all that is set in one turn is one change.
 *
 * @param base the settings that it begins with
 * @throws ProblemError for a setting that is none, and for a window size or a strategy that is not the run's
 */
export function changesOf(base: Config, interventions: readonly Intervention[]): readonly Obeyed[] {
  const changes = new Map<Turn, Config>()
  let config = base
  for (const one of interventions.toSorted((a, b) => a.turn - b.turn)) {
    if (one.kind !== 'set') continue
    config = settled(config, one.config)
    changes.set(one.turn, config)
  }
  return [...changes].map(([from, changed]) => obeying(changed, from))
}

/** @param config complete */
export function obeying(config: Config, from: Turn): Obeyed {
  const settings = strategySettings(config)
  const reserve = reserveOf(settings.limit, settings.reserveShare)
  const thresholds = scaledThresholds(settings.thresholds, settings.limit, reserve)
  return { from, config, settings, reserve, thresholds }
}

/** What makes two runs hard to tell apart from one: the base of every share, and whose stages act. */
const FIXED = ['strategy', 'max_context_tokens'] as const

/** Complete settings with others laid over them, complete again. */
function settled(config: Config, over: PartialConfig): Config {
  for (const key of FIXED) {
    const value = over[key]
    if (value !== undefined && value !== config[key]) throw fixed(key, config[key], value)
  }
  return completeConfig(overlaid(withCompactionAt(config, over), over))
}

/**
 * Where compaction begins has a key of its own, which no written ladder heeds, and that of a complete config is
 * written: so its rung goes along, unless it stood elsewhere than the key says.
 */
function withCompactionAt(config: Config, { compression }: PartialConfig): PartialConfig {
  const { compaction_utilization_threshold: at, cascade } = config.compression
  const next = compression?.compaction_utilization_threshold
  if (next === undefined || compression?.cascade !== undefined) return config
  const ladder = new Map<string, readonly string[]>()
  let moved = false
  for (const [share, steps] of Object.entries(cascade)) {
    const list = [steps].flat()
    const own = list.filter((step) => step !== COMPACTION || Number(share) !== at)
    moved ||= own.length < list.length
    if (own.length > 0) ladder.set(share, [...(ladder.get(share) ?? []), ...own])
  }
  if (!moved) return config
  ladder.set(String(next), [...(ladder.get(String(next)) ?? []), COMPACTION])
  const rungs = Object.fromEntries(ladder) as Config['compression']['cascade']
  return { ...config, compression: { ...config.compression, cascade: rungs } }
}

const COMPACTION = 'conversation_compaction'

function fixed(key: string, own: unknown, value: unknown): ProblemError {
  return new ProblemError([
    {
      severity: 'error',
      code: 'fixed-in-a-run',
      message: `${key} is ${String(own)} from the first turn to the last, and no turn can make it ${String(value)}`,
      expected: String(own),
      found: String(value),
    },
  ])
}
