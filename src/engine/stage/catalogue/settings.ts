import type { AtomicWindowSettings } from '../atomic-window/declaration.ts'
import type { BudgetSettings } from '../../budget/settings.ts'
import type { CrossWindowSettings } from '../../checkpoint/declaration.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import type { ContextEditingSettings } from '../context-editing/declaration.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import type { HealthSettings } from '../../health/declaration.ts'
import type { Thresholds } from '../../pressure/pressure.ts'
import type { Ratio } from '../../core/units.ts'
import type { RollingSummarySettings } from '../rolling-summary/declaration.ts'
import type { TieredFullSettings, TieredSettings } from '../tiered/declaration.ts'
import type { TokenTrimSettings } from '../token-trim/declaration.ts'

/** All settings that a strategy may use, normalised from a config. */
export interface StrategySettings {
  readonly eviction: EvictionSettings
  readonly compression: CompressionSettings
  readonly crossWindow: CrossWindowSettings
  readonly budget: BudgetSettings
  readonly health: HealthSettings
  /** As configured, not yet scaled to the window. */
  readonly thresholds: Thresholds
  readonly atomicWindow: AtomicWindowSettings
  readonly tokenTrim: TokenTrimSettings
  readonly tiered: TieredSettings
  readonly tieredFull: TieredFullSettings
  readonly rollingSummary: RollingSummarySettings
  readonly contextEditing: ContextEditingSettings
  /** The steps of the strategy `pipeline`; other strategies ignore them. */
  readonly pipeline: readonly PipelineStep[]
}

/** One step of a plan: a stage and its options. */
export interface PlanStep {
  /** The stage's name. */
  readonly stage: string
  /** Share of the limit from which it acts, for a stage with such a threshold; null: as in the settings. */
  readonly at: Ratio | null
  /** An additional condition (`parseCondition`). */
  readonly when: string
}

/** The condition of a step without one. */
export const ALWAYS = 'always'

/** A step of a pipeline, with the settings of its stage. */
export interface PipelineStep extends PlanStep {
  /** Null if the step overrides nothing: then the general settings apply. */
  readonly settings: StrategySettings | null
}
