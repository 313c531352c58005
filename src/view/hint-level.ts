import type { ActingStage } from '../sim/index.ts'
import { askedStages } from './hint-seen.ts'
import { stageConfig } from './stage-config.ts'
import { plain, scaled } from './told/level.ts'
import type { Level, LevelData, Reader, Source } from './told/level.ts'
import { toldOf } from './told/list.ts'

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
