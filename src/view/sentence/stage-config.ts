import type { Ratio } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'

/** The config of a run. */
export type Config = TimelineData['spec']['config']

/** The settings of a stage in a run. */
export interface StageConfig {
  /** That of the run; in a pipeline, that of the step. */
  readonly config: Config
  /** The step of the pipeline that names the stage, from 0; null for every other strategy. */
  readonly step: number | null
  /** Share of the limit that the step itself sets; null if it sets none. */
  readonly at: Ratio | null
  /** An article's code: it uses the names of the correct stages, but its own rules. */
  readonly asWritten: boolean
}

/**
 * Finds the settings of a stage.
 *
 * @param number of the step that acted, if an edit records it; else, of several steps of a pipeline with this stage,
 *   the first
 */
export function stageConfig(
  { spec: { config } }: Pick<TimelineData, 'spec'>,
  stage: string,
  number?: number,
): StageConfig {
  const asWritten = config.strategy.startsWith('as_written_')
  const first = (): number => number ?? config.pipeline.findIndex((one) => one.stage === stage)
  const step = config.strategy === 'pipeline' ? first() : -1
  const found = config.pipeline[step]
  if (found === undefined) return { config, step: null, at: null, asWritten }
  return { config: laidOver(config, found.with) as Config, step, at: found.at, asWritten }
}

/** Where a setting of a stage is written: at its step of a pipeline, if that overrides it. */
export function placeOf(
  { spec: { config } }: Pick<TimelineData, 'spec'>,
  step: number | null,
  key: string,
): string {
  if (step === null) return key
  let value: unknown = config.pipeline[step]?.with
  for (const part of key.split('.')) {
    if (!isSection(value) || !Object.hasOwn(value, part)) return key
    value = (value as Readonly<Record<string, unknown>>)[part]
  }
  return `pipeline[${step}].with.${key}`
}

/**
 * A step overrides sections of the config, at any depth. The page does not load the YAML parser, so this is not its
 * overlay function.
 */
function laidOver(below: unknown, above: unknown): unknown {
  if (!isSection(below) || !isSection(above)) return above === undefined ? below : above
  const laid = new Map(Object.entries(below))
  for (const [key, value] of Object.entries(above)) laid.set(key, laidOver(laid.get(key), value))
  return Object.fromEntries(laid)
}

function isSection(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
