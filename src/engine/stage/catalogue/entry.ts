import type { Ratio } from '../../core/units.ts'
import type { Phase, Stage } from '../contract/stage.ts'
import type { StrategySettings } from './settings.ts'

/** A stage as a pipeline names it, with everything that is known about it, next to the stage that it builds. */
export interface StageEntry {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly phase: Phase
  /** Settings that it reads: sections of the YAML, or single keys of one as `section.key`; a step may override them. */
  readonly settings: readonly string[]
  /** Keys that set where it begins, or whether it acts at all, in addition to the settings that a step may override. */
  readonly begins?: readonly string[]
  /** Whether it asks a model; missing: it does not. */
  readonly asks?: boolean
  /** The providers whose API does this, since the client cannot; missing: the client does it, at any provider. */
  readonly providers?: readonly string[]
  /** It makes room in the current window, so it does not act when a person asks for a new one. */
  readonly makesRoom?: true
  /** Its threshold if the step sets none; missing for a stage without a threshold. */
  readonly at?: (settings: StrategySettings) => Ratio
  /** @param at its threshold; null: as in its settings */
  build(settings: StrategySettings, at: Ratio | null): Stage
}
