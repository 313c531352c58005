import { stageNamed } from '../../../../engine/internal.ts'
import { strategyNamed } from '../../../../lessons/index.ts'
import type { PlanStep } from '../../../../engine/index.ts'
import type { Config } from '../../../../config/index.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'

/** What the strategy of a lane looks at, down to the key, where it says so. */
export interface ReadByPlan {
  /** Whether a stage of it obeys a key, such as `eviction.target`. */
  readonly reads: (key: string) => boolean
  /** Whether a share of the window that is written elsewhere than in the step calls this stage. */
  readonly calls: (stage: string) => boolean
}

/**
 * Reads the plan of a lane's strategy. What the figures show is what a stage really obeys: the section `eviction` is
 * read by strategies that evict nothing.
 */
export function readByPlan(config: Config, { strategySettings }: Declarations): ReadByPlan {
  const settings = strategySettings(config)
  const plan: readonly PlanStep[] = strategyNamed(config.strategy)?.plan?.(settings) ?? []
  const keys = new Set(plan.flatMap(({ stage }) => stageNamed(stage)?.settings ?? []))
  const own = config.strategy === 'pipeline' ? plan.filter(({ at }) => at === null) : plan
  const called = new Set(own.map(({ stage }) => stage))
  return {
    reads: (key) => keys.has(key) || [...keys].some((one) => key.startsWith(`${one}.`)),
    calls: (stage) => called.has(stage),
  }
}
