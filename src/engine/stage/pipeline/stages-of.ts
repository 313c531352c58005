import { ProblemError } from '../../core/problem.ts'
import { stageNamed } from '../catalogue/list.ts'
import type { Stage } from '../contract/stage.ts'
import type { PipelineStep, StrategySettings } from '../catalogue/settings.ts'
import { parseCondition } from './condition.ts'
import { conditional } from './conditional.ts'
import type { PlanStep } from '../catalogue/plan.ts'

/**
 * The stages of a plan, in its order; each obeys the settings, or those of its own step.
 *
 * @throws ProblemError for a stage that there is not, or a condition that cannot be read
 */
export function stagesOf(
  plan: readonly (PlanStep & Partial<Pick<PipelineStep, 'settings'>>)[],
  settings: StrategySettings,
): readonly Stage[] {
  return plan.map(({ stage, at, when, settings: own }) => {
    const entry = stageNamed(stage)
    if (entry === undefined) throw unusable('unknown-stage', `there is no stage called ${stage}`, stage)
    const read = parseCondition(when)
    if ('problem' in read) {
      const { expected, found, at: place } = read.problem
      throw unusable(
        'wrong-condition',
        `a condition needs ${expected} at character ${place + 1}, but this has ${found}`,
        found,
      )
    }
    return conditional(entry.build(own ?? settings, at), read.condition)
  })
}

function unusable(code: string, message: string, found: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message, found }])
}
