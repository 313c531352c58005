import type { PlanStep } from '../catalogue/plan.ts'
import { stagesOf } from '../pipeline/stages-of.ts'
import type { Strategy } from './strategy.ts'
import type { StrategySettings } from '../catalogue/settings.ts'

/** A strategy that is what its plan says, so that it can be shown, and edited, as a pipeline (PIPE-1). */
export function planned(
  strategy: Omit<Strategy, 'stages' | 'plan'> & {
    readonly plan: (settings: StrategySettings) => readonly PlanStep[]
  },
): Strategy {
  return { ...strategy, stages: (settings) => stagesOf(strategy.plan(settings), settings) }
}
