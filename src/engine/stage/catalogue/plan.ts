import type { Ratio } from '../../core/units.ts'

/** One step of a plan: a stage of the list, and what this step says of it. */
export interface PlanStep {
  /** The stage's name. */
  readonly stage: string
  /** Share of the limit from which it acts, for a stage with such a threshold; null: as the settings have it. */
  readonly at: Ratio | null
  /** A condition that must hold besides (`parseCondition`). */
  readonly when: string
}

/** The condition of a step that is written without one. */
export const ALWAYS = 'always'

/** A step that acts whenever its stage does, unless told otherwise. */
export function step(
  stage: string,
  { at = null, when = ALWAYS }: Partial<Omit<PlanStep, 'stage'>> = {},
): PlanStep {
  return { stage, at, when }
}
