import type { Ratio } from '../../core/units.ts'
import type { Phase, Stage } from '../contract/stage.ts'
import type { StrategySettings } from './settings.ts'

/** A stage as a pipeline may name it, and everything that is said of it: it stands beside the stage that it makes. */
export interface StageEntry {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly phase: Phase
  /** What it reads: sections of the YAML, or single keys of one as `section.key`; what a step may set for it alone. */
  readonly settings: readonly string[]
  /** Keys that say where it begins, or whether it acts at all, beside what a step may set for it. */
  readonly begins?: readonly string[]
  /** It asks a model; missing: it does not. */
  readonly asks?: boolean
  /** It makes room in a window that goes on, so that it sleeps where a person asks for a new one. */
  readonly makesRoom?: true
  /** Where it begins to act if its step does not say so; missing for a stage without such a threshold. */
  readonly at?: (settings: StrategySettings) => Ratio
  /**
   * @param at where it begins to act; null: where its settings say
   */
  build(settings: StrategySettings, at: Ratio | null): Stage
}
