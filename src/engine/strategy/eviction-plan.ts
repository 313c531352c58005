import type { EvictionSettings } from '../eviction/settings.ts'
import { step } from '../pipeline/plan.ts'
import type { PlanStep } from '../pipeline/plan.ts'

/** Eviction by a policy; `semantic_merge` merges what is alike before it lets anything go (EVI-6). */
export function evictionPlan({ policy }: Pick<EvictionSettings, 'policy'>): readonly PlanStep[] {
  return policy === 'semantic_merge' ? [step('merge'), step('evict')] : [step('evict')]
}
