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
  ScoringSettings,
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

/** What a run obeys, in the engine's words. */
export interface RunSettings {
  readonly strategy: string
  /** The window's limit; every share below is one of it. */
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
  /** The steps of the strategy `pipeline`, each with the settings that its stage obeys. */
  readonly pipeline: readonly PipelineStep[]
  readonly mock: MockSettings
}

/**
 * Translates a complete config into the settings of the engine. Nothing is checked here; a config that
 * was put together by hand goes through `completeConfig` first.
 */
export function strategySettings(config: Config): RunSettings {
  const { eviction, pressure } = config
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
      policy: eviction.policy,
      weights: weightsFor(eviction.policy, eviction.weights),
      target: eviction.target,
      placeholders: eviction.placeholders,
      placeholderTokens: eviction.placeholder_tokens,
      scoring: inEngineWords<ScoringSettings>(eviction.scoring),
      protectedTypes: [...eviction.protected_types],
      typeTtl: { ...eviction.type_ttl },
      gates: { ...eviction.gates },
      minFreeTokens: eviction.min_free_tokens,
      minFreeShare: eviction.min_free_share,
      horizon: eviction.horizon_turns,
      rewritePrice: eviction.rewrite_price,
      mergeSimilarity: eviction.merge_similarity,
      preemptive: pressure.preemptive,
      preemptiveTurns: pressure.preemptive_turns,
    },
    compression: compressionSettings(config.compression),
    budget: budgetSettings(config.budget),
    crossWindow: crossWindowSettings(config.cross_window),
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

function compressionSettings(compression: Config['compression']): CompressionSettings {
  const { progressive, delegation } = compression
  return {
    toolResults: compression.tool_results,
    summarizeAbove: compression.summarization_threshold_tokens,
    resultShare: compression.result_share,
    cascade: rungsOf(compression.cascade) as readonly Rung[],
    overflowAt: compression.overflow_threshold,
    keepMessages: compression.keep_messages,
    summaryTokens: compression.summary_tokens,
    update: compression.update,
    progressive: {
      fullUntil: progressive.full_until,
      keyPointsUntil: progressive.key_points_until,
      oneLineUntil: progressive.one_line_until,
      keyPointsShare: progressive.key_points_share,
      oneLineShare: progressive.one_line_share,
      titleShare: progressive.title_share,
      floor: progressive.floor_tokens,
      from: progressive.from,
    },
    delegation: {
      minCalls: delegation.min_calls,
      maxTokens: delegation.max_tokens,
      ahead: delegation.ahead,
    },
    leastNew: compression.least_new,
    askInterval: compression.ask_interval,
    breakerAfter: compression.breaker_after,
    notes: { enabled: compression.notes, maxTokens: compression.notes_tokens },
  }
}

function budgetSettings(budget: Config['budget']): BudgetSettings {
  const { allocations } = budget
  return {
    shares: {
      system: allocations.system_prompt,
      tools: allocations.tool_definitions,
      history: allocations.message_history,
      results: allocations.tool_results,
      memory: allocations.memory_injection,
    },
    reserveShare: allocations.output_reserved,
    softLimit: budget.soft_limit_pct,
    burnWindow: budget.burn_window,
    criticalTurns: budget.critical_turns,
    warningTurns: budget.warning_turns,
    margin: budget.counting_margin,
    enforce: budget.enforce,
  }
}

function crossWindowSettings(crossWindow: Config['cross_window']): CrossWindowSettings {
  return {
    stateFile: crossWindow.state_file,
    progressFile: crossWindow.progress_file,
    saveAt: crossWindow.auto_save_threshold,
    milestones: crossWindow.milestones,
    milestoneTurns: crossWindow.milestone_turns,
    newWindow: crossWindow.new_window,
    bootstrapTokens: crossWindow.bootstrap_tokens,
    mostKept: crossWindow.most_kept,
  }
}

function healthSettings({ metrics, questions, alerts }: Config['health_monitoring']): HealthSettings {
  return {
    metrics: HEALTH_METRICS.filter((metric) => metrics.includes(metric)),
    questions: { ...questions },
    alerts: {
      utilizationCritical: alerts.utilization_critical,
      evictionRateWarning: alerts.eviction_rate_warning,
      fidelityWarning: alerts.fidelity_warning,
      compressionRatioMin: alerts.compression_ratio_min,
      evictionTurns: alerts.eviction_turns,
      toolBloatWarning: alerts.tool_bloat_warning,
      toolBloatFrom: alerts.tool_bloat_from,
      burnFactor: alerts.burn_factor,
      burnShare: alerts.burn_share,
      toolLoop: alerts.tool_loop,
      sustainedTurns: alerts.sustained_turns,
      quietTurns: alerts.quiet_turns,
    },
  }
}

/** A config of which only the policy was changed still has the weights of the policy before. */
function weightsFor(policy: string, weights: Readonly<Record<string, number>> | null) {
  const own = named(policies, policy)
  if (weights === null || own === undefined) return null
  const signals = new Set(own.terms.map((term) => term.signal.name))
  return Object.keys(weights).every((name) => signals.has(name)) ? { ...weights } : null
}
