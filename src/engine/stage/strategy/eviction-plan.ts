import type { EvictionSettings } from '../../policy/settings.ts'
import { step } from '../catalogue/plan.ts'
import type { PlanStep } from '../catalogue/plan.ts'

/** Eviction by a policy; `semantic_merge` merges what is alike before it lets anything go (EVI-6). */
export function evictionPlan({ policy }: Pick<EvictionSettings, 'policy'>): readonly PlanStep[] {
  return policy === 'semantic_merge' ? [step('merge'), step('evict')] : [step('evict')]
}
