import type { StrategySettings } from './settings.ts'
import type { Ratio } from '../../core/units.ts'
import type { Phase, Stage } from '../contract/stage.ts'

/** A stage as a pipeline may name it: what it is, what it reads, and how it is made. */
export interface StageEntry {
  readonly label: string
  readonly meaning: string
  readonly phase: Phase
  /** What it reads: sections of the YAML, or single keys of one as `section.key`; what a step may set for it alone. */
  readonly settings: readonly string[]
  /** Whether it asks a model. */
  readonly asks: boolean
  /** Where it begins to act if its step does not say so; null for a stage without such a threshold. */
  readonly at: ((settings: StrategySettings) => Ratio) | null
  /**
   * @param at where it begins to act; null: where its settings say
   */
  build(settings: StrategySettings, at: Ratio | null): Stage
}
