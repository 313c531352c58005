import { byShare } from '../../policy/edit-trigger.ts'
import type { CascadeStep } from '../contract/stage.ts'
import type { RungSettings } from '../contract/trigger.ts'
import type { Ratio } from '../../core/units.ts'
import type { StrategySettings } from './settings.ts'

/** Where eviction begins. */
export function orange({ thresholds }: StrategySettings): Ratio {
  return thresholds.orange
}

/** Where the cascade has a step, or its default. */
export function rungOf(name: CascadeStep, usual: Ratio): (settings: StrategySettings) => Ratio {
  return ({ compression }) => compression.cascade.find(({ step }) => step === name)?.at ?? usual
}

export function rung(
  settings: StrategySettings,
  at: Ratio | null,
  name: CascadeStep,
  usual: Ratio,
): RungSettings {
  const share = at ?? rungOf(name, usual)(settings)
  const listed = settings.compression.cascade.some((one) => one.step === name)
  return {
    at: share,
    target: settings.eviction.target,
    ahead: settings.eviction,
    // A step below orange comes before eviction, as the config asks.
    ...(share < settings.thresholds.orange ? {} : { worth: settings.eviction }),
    holdsHistory: settings.budget.enforce === 'per_component' && name !== 'tool_result_summarization',
    ...(at !== null || listed ? { by: byShare('compression.cascade', share, 'limit') } : {}),
  }
}
