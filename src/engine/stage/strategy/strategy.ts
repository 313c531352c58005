import type { PlanStep } from '../catalogue/plan.ts'
import type { Stage } from '../contract/stage.ts'
import type { StrategySettings } from '../catalogue/settings.ts'

/** A named list of stages. */
export interface Strategy {
  readonly name: string
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
