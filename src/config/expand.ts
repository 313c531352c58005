import { strategyNamed } from '../lessons/index.ts'
import { completeConfig } from './complete.ts'
import type { Config } from './config.ts'
import { PIPELINE, sectionsRead } from './declaration.ts'
import { renderConfig } from './preset/render.ts'
import { runSettings } from './settings.ts'

/**
 * The same config with its strategy written out as a pipeline (PIPE-1): it makes the same edits, and can be changed
 * step by step from there. A pipeline is returned unchanged; null for an article's strategy with its defects, which has
 * no steps of the list.
 */
export function expandedConfig(config: Config): Config | null {
  if (config.strategy === PIPELINE) return config
  const steps = strategyNamed(config.strategy)?.plan?.(runSettings(config))
  if (steps === undefined) return null
  return {
    ...config,
    strategy: PIPELINE,
    pipeline: steps.map(({ stage, when, at }) => ({ stage, when, at, with: {} })),
  }
}

/**
 * The expanded config as commented YAML, with every section that its stages read or that differs from the default; null
 * if there is none.
 */
export function expandedYaml(config: Config): string | null {
  const expanded = expandedConfig(config)
  if (expanded === null) return null
  const read = sectionsRead(expanded)
  const usual = completeConfig({})
  const changed = Object.keys(usual).filter(
    (key) => JSON.stringify(valueAt(expanded, key)) !== JSON.stringify(valueAt(usual, key)),
  )
  const title =
    config.strategy === PIPELINE
      ? 'A pipeline.'
      : `The strategy ${config.strategy} written out as a pipeline, stage by stage.`
  return renderConfig(
    expanded,
    [title, 'A key that is left out has its default.'],
    [...new Set([...read, ...changed])],
  )
}

function valueAt(config: Config, key: string): unknown {
  return (config as unknown as Readonly<Record<string, unknown>>)[key]
}
