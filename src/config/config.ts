import type {
  AtomicWindowSettings,
  CascadeStep,
  CompressionSettings,
  ContextEditingSettings,
  CrossWindowSettings,
  HealthMetric,
  HealthSettings,
  MockFailure,
  RollingSummarySettings,
  ScoringSettings,
  Thresholds,
  TieredFullSettings,
  TieredSettings,
  TokenTrimSettings,
} from '../engine/index.ts'
import type { InYaml } from './spelling.ts'

/**
 * A config as in the YAML, with the same keys and nesting and all defaults filled in. Plain data: it can be spread,
 * cloned and compared. `{ ...config, strategy: 'unmanaged' }` is a valid config.
 */
export interface Config {
  readonly strategy: string
  /** Base of every percentage: the window's limit in tokens. */
  readonly max_context_tokens: number
  /** The steps of the strategy `pipeline`, in their order. */
  readonly pipeline: readonly PipelineStepConfig[]
  readonly pressure: {
    readonly thresholds: Thresholds
    readonly velocity_window: number
    readonly preemptive: boolean
    readonly preemptive_turns: number
    readonly spike_factor: number
    readonly spike_after: number
    readonly baseline_weight: number
  }
  readonly eviction: {
    readonly policy: string
    /**
     * Every signal of the policy with its weight, as written; null if nothing is written: then the policy's own apply.
     */
    readonly weights: Readonly<Record<string, number>> | null
    readonly target: number
    readonly min_free_tokens: number
    readonly min_free_share: number
    readonly horizon_turns: number
    readonly rewrite_price: number
    readonly cold_cache: 'ignore' | 'prefer' | 'require'
    readonly cache_minutes: number
    readonly placeholders: boolean
    readonly placeholder_tokens: number
    readonly scoring: InYaml<ScoringSettings>
    readonly merge_similarity: number
    readonly type_ttl: Readonly<Record<string, number>>
    readonly protected_types: readonly string[]
    readonly gates: Readonly<Record<string, boolean>>
  }
  readonly compression: {
    readonly summarization_threshold_tokens: number
    readonly tool_results: 'on_arrival' | 'at_pressure' | 'never'
    readonly result_share: number
    /** As written, although a written cascade wins; only the completion of a config reads it. */
    readonly compaction_utilization_threshold: number
    /** Steps by their threshold share, as a text; ascending, and with equal shares in the order of `CASCADE_STEPS`. */
    readonly cascade: Readonly<Record<string, CascadeStep | readonly CascadeStep[]>>
    readonly overflow_threshold: number
    readonly keep_messages: number
    readonly summary_tokens: number
    readonly update: 'anchored' | 'regenerate'
    readonly progressive: {
      readonly full_until: number
      readonly key_points_until: number
      readonly one_line_until: number
      readonly key_points_share: number
      readonly one_line_share: number
      readonly title_share: number
      readonly floor_tokens: number
      readonly from: 'original' | 'current'
    }
    readonly delegation: InYaml<CompressionSettings['delegation']>
    readonly least_new: number
    readonly ask_interval: number
    readonly breaker_after: number
    readonly notes: boolean
    readonly notes_tokens: number
    readonly notes_file: string
  }
  readonly budget: {
    readonly allocations: {
      readonly system_prompt: number
      readonly tool_definitions: number
      readonly message_history: number
      readonly tool_results: number
      readonly memory_injection: number
      readonly output_reserved: number
    }
    readonly soft_limit_pct: number
    readonly enforce: 'global' | 'per_component'
    readonly burn_window: number
    readonly critical_turns: number
    readonly warning_turns: number
    readonly counting_margin: number
  }
  readonly cross_window: InYaml<CrossWindowSettings>
  readonly health_monitoring: {
    readonly metrics: readonly HealthMetric[]
    readonly questions: InYaml<HealthSettings['questions']>
    readonly alerts: InYaml<HealthSettings['alerts']>
  }
  readonly atomic_window: InYaml<AtomicWindowSettings>
  readonly token_trim: InYaml<TokenTrimSettings>
  readonly tiered: InYaml<TieredSettings>
  readonly tiered_full: InYaml<TieredFullSettings>
  readonly rolling_summary: InYaml<RollingSummarySettings>
  readonly context_editing: InYaml<ContextEditingSettings>
  readonly mock_llm: {
    readonly failure_rate: number
    readonly failures: readonly MockFailure[]
  }
}

/** A step of a pipeline (PIPE-1). */
export interface PipelineStepConfig {
  readonly stage: string
  /** An additional condition; `always` if none is written. */
  readonly when: string
  /** Share of the limit from which the stage acts; null: as in the sections, or none. */
  readonly at: number | null
  /** Settings of its stage that override the sections of the config: only written values. */
  readonly with: StepSettings
}

/** Sections of a config with the values that a step overrides. */
export type StepSettings = Omit<PartialConfig, 'strategy' | 'max_context_tokens' | 'pipeline'>

/** A hand-written config: anything may be missing, at any depth. */
export type PartialConfig = {
  readonly [Key in Exclude<keyof Config, 'pipeline'>]?: Loose<Config[Key]> | undefined
} & {
  /** A bare stage name is a step without other keys. */
  readonly pipeline?: readonly (string | PartialStep)[] | undefined
}

type PartialStep = Pick<PipelineStepConfig, 'stage'> & {
  readonly [Key in Exclude<keyof PipelineStepConfig, 'stage'>]?: PipelineStepConfig[Key] | null | undefined
}

type Loose<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Loose<Value[Key]> | undefined }
    : Value
