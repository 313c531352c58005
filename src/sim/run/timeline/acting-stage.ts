import { stageNamed } from '../../../engine/internal.ts'
import { strategyNamed } from '../../../lessons/index.ts'
import type { PlanStep, Ratio, Stage } from '../../../engine/index.ts'
import { runSettings } from '../../../config/internal.ts'
import type { Config } from '../../../config/index.ts'

/** A stage of a strategy, in the order in which a turn runs them. */
export interface ActingStage {
  readonly stage: string
  readonly phase: Stage['phase']
  /** Share of the limit from which it acts, not yet scaled to the window (PRES-1); null for one without such a threshold. */
  readonly at: Ratio | null
  /** Its additional condition; `always` if there is none. */
  readonly when: string
}

/** The steps of a config's strategy in a turn; empty for an article's code, which has no plan. */
export function actingStages(config: Config): ActingStage[] {
  const settings = runSettings(config)
  const steps: readonly PlanStep[] = strategyNamed(config.strategy)?.plan?.(settings) ?? []
  return steps.flatMap((step, index) => {
    const entry = stageNamed(step.stage)
    if (entry === undefined) return []
    const own = settings.pipeline[index]?.settings ?? settings
    return [
      { stage: step.stage, phase: entry.phase, at: step.at ?? entry.at?.(own) ?? null, when: step.when },
    ]
  })
}
