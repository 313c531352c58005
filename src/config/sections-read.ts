import { sectionsOf } from '../engine/internal.ts'
import { strategyNamed } from '../lessons/index.ts'
import type { Config } from './config.ts'
import { ALWAYS_READ, PIPELINE } from './declaration.ts'

/** Sections of the YAML that a run looks at: those that always act, and those of its strategy or of its pipeline's stages. */
export function sectionsRead({
  strategy,
  pipeline,
}: Pick<Config, 'strategy' | 'pipeline'>): readonly string[] {
  if (strategy === PIPELINE) return [...new Set([...ALWAYS_READ, PIPELINE, ...sectionsOf(pipeline)])]
  return [...ALWAYS_READ, ...(strategyNamed(strategy)?.sections ?? [])]
}
