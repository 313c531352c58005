import type {
  AtomicWindowSettings,
  BudgetSettings,
  CompressionSettings,
  ContextEditingSettings,
  CrossWindowSettings,
  EvictionSettings,
  HealthSettings,
  MockSettings,
  PipelineStep,
  Ratio,
  RollingSummarySettings,
  Rung,
  SpikeSettings,
  Thresholds,
  TieredFullSettings,
  TieredSettings,
  TokenTrimSettings,
  Tokens,
  Turn,
} from '../engine/index.ts'
import { policies } from '../engine/index.ts'
import { named, HEALTH_METRICS, MOCK_FAILURES } from '../engine/internal.ts'
import type { Config } from './config.ts'
import { rungsOf } from './ladder.ts'
import { inEngineWords } from './spelling.ts'
import { configOfStep } from './step.ts'

/** The settings of a run, in the engine's types. */
export interface RunSettings {
  readonly strategy: string
  /** The window's limit; every share below is a share of it. */
  readonly limit: Tokens
  /** Share reserved for the reply, before the reserve rule (BUD-3). */
  readonly reserveShare: Ratio
  /** As configured, not yet scaled to the window (PRES-1). */
  readonly thresholds: Thresholds
  readonly velocityWindow: Turn
  readonly spikes: SpikeSettings
  readonly eviction: EvictionSettings
  readonly compression: CompressionSettings
  readonly budget: BudgetSettings
  readonly crossWindow: CrossWindowSettings
  readonly health: HealthSettings
  readonly atomicWindow: AtomicWindowSettings
  readonly tokenTrim: TokenTrimSettings
  readonly tiered: TieredSettings
  readonly tieredFull: TieredFullSettings
  readonly rollingSummary: RollingSummarySettings
  readonly contextEditing: ContextEditingSettings
  /** The steps of the strategy `pipeline`, each with the settings of its stage. */
  readonly pipeline: readonly PipelineStep[]
  readonly mock: MockSettings
}

/**
 * Translates a complete config into the settings of the engine. Nothing is checked here; a hand-made config must go
 * through `completeConfig` first.
 */
export function strategySettings(config: Config): RunSettings {
  const { pressure } = config
  const { weights, type_ttl: typeTtl, gates, horizon_turns: horizon, ...eviction } = config.eviction
  return {
    strategy: config.strategy,
    limit: config.max_context_tokens,
    reserveShare: config.budget.allocations.output_reserved,
    thresholds: { ...pressure.thresholds },
    velocityWindow: pressure.velocity_window,
    spikes: {
      factor: pressure.spike_factor,
      baselineWeight: pressure.baseline_weight,
      after: pressure.spike_after,
    },
    eviction: {
      ...inEngineWords<EvictionWords>(eviction),
      weights: weightsFor(eviction.policy, weights),
      typeTtl: { ...typeTtl },
      gates: { ...gates },
      horizon,
      preemptive: pressure.preemptive,
      preemptiveTurns: pressure.preemptive_turns,
    },
    compression: compressionSettings(config.compression),
    budget: budgetSettings(config.budget),
    crossWindow: inEngineWords<CrossWindowSettings>(config.cross_window),
    health: healthSettings(config.health_monitoring),
    atomicWindow: inEngineWords<AtomicWindowSettings>(config.atomic_window),
    tokenTrim: inEngineWords<TokenTrimSettings>(config.token_trim),
    tiered: inEngineWords<TieredSettings>(config.tiered),
    tieredFull: inEngineWords<TieredFullSettings>(config.tiered_full),
    rollingSummary: inEngineWords<RollingSummarySettings>(config.rolling_summary),
    contextEditing: inEngineWords<ContextEditingSettings>(config.context_editing),
    pipeline: config.pipeline.map((step) => ({
      stage: step.stage,
      at: step.at,
      when: step.when,
      settings:
        Object.keys(step.with).length === 0
          ? null
          : strategySettings({ ...configOfStep(config, step), pipeline: [] }),
    })),
    mock: {
      failureRate: config.mock_llm.failure_rate,
      failures: MOCK_FAILURES.filter((failure) => config.mock_llm.failures.includes(failure)),
    },
  }
}

/** Settings with the same name in the engine and in the YAML. */
type EvictionWords = Omit<
  EvictionSettings,
  'weights' | 'typeTtl' | 'gates' | 'horizon' | 'preemptive' | 'preemptiveTurns' | 'from' | 'by'
>
type CompressionWords = Omit<
  CompressionSettings,
  'summarizeAbove' | 'cascade' | 'overflowAt' | 'progressive' | 'notes'
>
type BudgetWords = Omit<BudgetSettings, 'shares' | 'reserveShare' | 'softLimit' | 'margin'>

function compressionSettings(compression: Config['compression']): CompressionSettings {
  const { cascade, progressive, notes, notes_tokens: maxTokens, ...others } = compression
  const { summarization_threshold_tokens: summarizeAbove, overflow_threshold: overflowAt, ...said } = others
  // The threshold is already a cascade step; the name of the file is for whoever saves the notes.
  const { compaction_utilization_threshold: _threshold, notes_file: _file, ...rest } = said
  const { floor_tokens: floor, ...shortening } = progressive
  return {
    ...inEngineWords<CompressionWords>(rest),
    summarizeAbove,
    cascade: rungsOf(cascade) as readonly Rung[],
    overflowAt,
    progressive: { ...inEngineWords<Omit<CompressionSettings['progressive'], 'floor'>>(shortening), floor },
    notes: { enabled: notes, maxTokens },
  }
}

function budgetSettings(budget: Config['budget']): BudgetSettings {
  const { allocations, soft_limit_pct: softLimit, counting_margin: margin, ...rest } = budget
  return {
    ...inEngineWords<BudgetWords>(rest),
    shares: {
      system: allocations.system_prompt,
      tools: allocations.tool_definitions,
      history: allocations.message_history,
      results: allocations.tool_results,
      memory: allocations.memory_injection,
    },
    reserveShare: allocations.output_reserved,
    softLimit,
    margin,
  }
}

function healthSettings({ metrics, ...rest }: Config['health_monitoring']): HealthSettings {
  return {
    ...inEngineWords<Omit<HealthSettings, 'metrics'>>(rest),
    metrics: HEALTH_METRICS.filter((metric) => metrics.includes(metric)),
  }
}

/** If only the policy of a config was changed, it still has the weights of the previous one. */
function weightsFor(policy: string, weights: Readonly<Record<string, number>> | null) {
  const own = named(policies, policy)
  if (weights === null || own === undefined) return null
  const signals = new Set(own.terms.map((term) => term.signal.name))
  return Object.keys(weights).every((name) => signals.has(name)) ? { ...weights } : null
}
