import { stageNamed } from '../catalogue/list.ts'
import type { PlanStep } from '../catalogue/plan.ts'

/** Sections of the YAML that the stages of a plan read, each once; those that ask a model read the built-in one's. */
export function sectionsOf(plan: readonly Pick<PlanStep, 'stage'>[]): readonly string[] {
  const sections = new Set<string>()
  for (const { stage } of plan) {
    const entry = stageNamed(stage)
    for (const key of entry?.settings ?? []) sections.add(key.split('.')[0] ?? key)
    if (entry?.asks === true) sections.add('mock_llm')
  }
  return [...sections]
}
