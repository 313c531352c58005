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
   * Whether the run ends at its first overflow. A managed run goes on: the turn is recorded as an
   * overflow, and a replay's next turn comes whatever became of this one.
   */
  readonly endsAtOverflow: boolean
  /** The YAML sections it reads. */
  readonly sections: readonly string[]
  /** What it does as steps of a pipeline (PIPE-1); missing where its stages are not in the list: an article's broken ones. */
  readonly plan?: (settings: StrategySettings) => readonly PlanStep[]
  stages(settings: StrategySettings): readonly Stage[]
}

/** A strategy that is what its plan says, so that it can be shown, and edited, as a pipeline (PIPE-1). */
export function planned<const Name extends string>(
  strategy: Omit<Strategy<Name>, 'stages' | 'plan'> & {
    readonly plan: (settings: StrategySettings) => readonly PlanStep[]
  },
): Strategy<Name> {
  return { ...strategy, stages: (settings) => stagesOf(strategy.plan(settings), settings) }
}

/** A step that acts whenever its stage does, unless told otherwise. */
export function step(
  stage: StageName,
  { at = null, when = ALWAYS }: Partial<Omit<PlanStep, 'stage'>> = {},
): PlanStep {
  return { stage, at, when }
}
