import { ProblemError, reserveOf, scaledThresholds } from '../engine/index.ts'
import { completeConfig, overlaid, strategySettings } from '../config/index.ts'
import type { Config, PartialConfig } from '../config/index.ts'
import type { Turn } from '../engine/index.ts'
import type { Intervention, SetSettings } from './timeline/timeline.ts'

/**
 * What a run comes to obey by what a person sets in it, by turn; all that is set in one turn is one change.
 *
 * @param base the settings that it begins with
 * @throws ProblemError for a setting that is none, and for a window size or a strategy that is not the run's
 */
export function settingsSet(base: Config, interventions: readonly Intervention[]): readonly SetSettings[] {
  const changes = new Map<Turn, Config>()
  let config = base
  for (const one of interventions.toSorted((a, b) => a.turn - b.turn)) {
    if (one.kind !== 'set') continue
    config = settled(config, one.config)
    changes.set(one.turn, config)
  }
  return [...changes].map(([from, changed]) => obeying(changed, from))
}

/** A complete config as what a run obeys from a turn on. */
export function obeying(config: Config, from: Turn): SetSettings {
  const { limit, reserveShare, thresholds } = strategySettings(config)
  const reserve = reserveOf(limit, reserveShare)
  return { from, config, reserve, thresholds: scaledThresholds(thresholds, limit, reserve) }
}

/** Fixed in a run: the base of every share, and whose stages act. Another of either is another run. */
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
