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
  Strategy,
  Thresholds,
  TieredFullSettings,
  TieredSettings,
  TokenTrimSettings,
  Tokens,
  Turn,
} from '../engine/index.ts'
import { policies } from '../engine/index.ts'
import { named, planOf, HEALTH_METRICS, MOCK_FAILURES } from '../engine/internal.ts'
import { completeConfig } from './complete.ts'
import { asWrittenStrategies } from '../lessons/index.ts'
import type { Config, PartialConfig } from './config.ts'
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
  /** Whether the model fetches content again that a turn needs and its prompt lacks (NEED-3). */
  readonly refetch: Config['simulation']['refetch']
}

/** The settings of a manager. A strategy with an article's defects is an object, because the engine knows none. */
export type ManagerSettings = Omit<RunSettings, 'strategy'> & { readonly strategy: string | Strategy }

/**
 * The settings of a manager from a config in the words of the YAML, whole or partial: what is missing has its default.
 * `new ContextWindowManager({ ...strategySettings(presetConfig('managed')), counter, llm })`.
 *
 * @throws ProblemError with every error of the config, by path
 */
export function strategySettings(config: PartialConfig): ManagerSettings {
  const settings = runSettings(completeConfig(config))
  return { ...settings, strategy: asWrittenStrategies[settings.strategy] ?? settings.strategy }
}

/** The settings of a run from a config that is known to be complete. Nothing is checked here. */
export function runSettings(config: Config): RunSettings {
  const { pressure } = config
  // The threshold is already a step of the cascade; the name of the file is for whoever saves the notes.
  const {
    cascade,
    compaction_utilization_threshold: _threshold,
    notes_file: _file,
    ...compression
  } = config.compression
  const { allocations, ...budget } = config.budget
  const { weights, type_ttl: typeTtl, gates, protected_types: protectedTypes, ...eviction } = config.eviction
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
      ...inEngineWords(eviction),
      weights: weightsFor(eviction.policy, weights),
      typeTtl: { ...typeTtl },
      gates: { ...gates },
      protectedTypes,
      preemptive: pressure.preemptive,
      preemptiveTurns: pressure.preemptive_turns,
    },
    compression: { ...inEngineWords(compression), cascade: rungsOf(cascade) as readonly Rung[] },
    budget: { ...inEngineWords(budget), ...planOf(allocations) },
    crossWindow: inEngineWords(config.cross_window),
    health: {
      ...inEngineWords(config.health_monitoring),
      metrics: HEALTH_METRICS.filter((metric) => config.health_monitoring.metrics.includes(metric)),
    },
    atomicWindow: inEngineWords(config.atomic_window),
    tokenTrim: inEngineWords(config.token_trim),
    tiered: inEngineWords(config.tiered),
    tieredFull: inEngineWords(config.tiered_full),
    rollingSummary: inEngineWords(config.rolling_summary),
    contextEditing: inEngineWords(config.context_editing),
    pipeline: config.pipeline.map((step) => ({
      stage: step.stage,
      at: step.at,
      when: step.when,
      settings:
        Object.keys(step.with).length === 0
          ? null
          : runSettings({ ...configOfStep(config, step), pipeline: [] }),
    })),
    mock: {
      failureRate: config.mock_llm.failure_rate,
      failures: MOCK_FAILURES.filter((failure) => config.mock_llm.failures.includes(failure)),
    },
    refetch: config.simulation.refetch,
  }
}

/** If only the policy of a config was changed, it still has the weights of the previous one. */
function weightsFor(policy: string, weights: Readonly<Record<string, number>> | null) {
  const own = named(policies, policy)
  if (weights === null || own === undefined) return null
  const signals = new Set(own.terms.map((term) => term.signal.name))
  return Object.keys(weights).every((name) => signals.has(name)) ? { ...weights } : null
}
