import { ProblemError } from '../../core/problem.ts'
import { stageNamed } from '../catalogue/list.ts'
import type { Stage } from '../contract/stage.ts'
import type { PipelineStep, PlanStep, StrategySettings } from '../catalogue/settings.ts'
import { skipped } from '../contract/trigger.ts'
import { parseCondition } from './condition.ts'
import type { Condition } from './condition.ts'
import { cheapFirst, holds } from './holds.ts'

/**
 * The stages of a plan, in order; each uses the general settings, or those of its own step.
 *
 * @throws ProblemError for an unknown stage, or an invalid condition
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

/**
 * A stage that acts only if a condition holds; with an always true one it is the stage itself. A provider cannot be
 * asked for an edit under a condition, so requests do not ask for it.
 */
function conditional(stage: Stage, condition: Condition): Stage {
  if (condition.kind === 'constant' && condition.holds) return stage
  const asked = cheapFirst(condition)
  const { providerEdit: _, ...own } = stage
  return {
    ...own,
    *act(view, state, context) {
      if (!holds(asked, view, context)) return skipped(state, 'below_trigger')
      return yield* stage.act(view, state, context)
    },
  }
}

/**
 * Sections of the YAML that the stages of a plan read, without duplicates; those that ask a model also read that of the
 * built-in one.
 */
export function sectionsOf(plan: readonly Pick<PlanStep, 'stage'>[]): readonly string[] {
  const sections = new Set<string>()
  for (const { stage } of plan) {
    const entry = stageNamed(stage)
    for (const key of entry?.settings ?? []) sections.add(key.split('.')[0] ?? key)
    if (entry?.asks === true) sections.add('mock_llm')
  }
  return [...sections]
}
