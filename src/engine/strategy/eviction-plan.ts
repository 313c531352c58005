import type { EvictionSettings } from '../eviction/settings.ts'
import { byShare } from '../stage/edit-trigger.ts'
import { step } from '../pipeline/plan.ts'
import type { PlanStep } from '../pipeline/plan.ts'
import type { Ratio } from '../units.ts'
import type { StrategySettings } from './strategy.ts'

/** Eviction by a policy; `semantic_merge` merges what is alike before it lets anything go (EVI-6). */
export function evictionPlan({ policy }: Pick<EvictionSettings, 'policy'>): readonly PlanStep[] {
  return policy === 'semantic_merge' ? [step('merge'), step('evict')] : [step('evict')]
}

/** Where an eviction begins: at a share of its own, else where orange does. */
export function fromOrange(
  { eviction, thresholds }: Pick<StrategySettings, 'eviction' | 'thresholds'>,
  at: Ratio | null,
): EvictionSettings {
  const by = byShare('pressure.thresholds.orange', at ?? thresholds.orange, 'limit')
  return at === null ? { ...eviction, by } : { ...eviction, by, from: at }
}
