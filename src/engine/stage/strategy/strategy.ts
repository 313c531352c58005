import type { StageName } from '../catalogue/list.ts'
import type { Stage } from '../contract/stage.ts'
import { ALWAYS } from '../catalogue/settings.ts'
import type { PlanStep, StrategySettings } from '../catalogue/settings.ts'
import { stagesOf } from '../pipeline/stages-of.ts'

/** A named list of stages. */
export interface Strategy<Name extends string = string> {
  readonly name: Name
  readonly label: string
  readonly meaning: string
  /**
   * Whether the run ends at its first overflow. A managed run continues: the turn is recorded as an overflow, and a
   * replay's next turn follows in any case.
   */
  readonly endsAtOverflow: boolean
  /** The YAML sections it reads. */
  readonly sections: readonly string[]
  /**
   * Its steps as a pipeline (PIPE-1); missing if its stages are not in the list: an article's code with its defects.
   */
  readonly plan?: (settings: StrategySettings) => readonly PlanStep[]
  stages(settings: StrategySettings): readonly Stage[]
}

/** A strategy defined by its plan, so that it can be shown and edited as a pipeline (PIPE-1). */
export function planned<const Name extends string>(
  strategy: Omit<Strategy<Name>, 'stages' | 'plan'> & {
    readonly plan: (settings: StrategySettings) => readonly PlanStep[]
  },
): Strategy<Name> {
  return { ...strategy, stages: (settings) => stagesOf(strategy.plan(settings), settings) }
}

/** A step without a condition, unless given one. */
export function step(
  stage: StageName,
  { at = null, when = ALWAYS }: Partial<Omit<PlanStep, 'stage'>> = {},
): PlanStep {
  return { stage, at, when }
}
