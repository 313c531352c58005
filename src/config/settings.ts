import type { EvictionSettings, Ratio, Thresholds, Tokens, Turn } from '../engine/index.ts'
import { policies } from '../engine/index.ts'
import type { Config } from './config.ts'

/** What a run obeys, in the engine's words. */
export interface RunSettings {
  readonly strategy: string
  /** The window's limit; every share below is one of it. */
  readonly limit: Tokens
  /** Share kept free for the answer, before the reserve rule (BUD-3). */
  readonly reserveShare: Ratio
  /** As configured, not yet scaled to the window (PRES-1). */
  readonly thresholds: Thresholds
  readonly velocityWindow: Turn
  readonly eviction: EvictionSettings
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
    eviction: {
      policy: eviction.policy,
      weights: weightsFor(eviction.policy, eviction.weights),
      target: eviction.target,
      placeholders: eviction.placeholders,
      protectedTypes: [...eviction.protected_types],
      typeTtl: { ...eviction.type_ttl },
      gates: { ...eviction.gates },
    },
  }
}

/** A config of which only the policy was changed still has the weights of the policy before. */
function weightsFor(policy: string, weights: Readonly<Record<string, number>> | null) {
  if (weights === null || !Object.hasOwn(policies, policy)) return null
  const signals = new Set(policies[policy]?.terms.map((term) => term.signal.name))
  return Object.keys(weights).every((name) => signals.has(name)) ? { ...weights } : null
}
