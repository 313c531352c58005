import { ProblemError } from '../../engine/index.ts'
import type { Trace } from '../trace/trace.ts'
import { named } from '../trace/model-of.ts'
import { axiosMigration } from './axios-migration.ts'
import { bugFix } from './bug-fix.ts'
import { changedRequirements } from './changed-requirements.ts'
import { dataAnalysis } from './data-analysis.ts'
import { deepResearch } from './deep-research.ts'
import { idleGaps } from './idle-gaps.ts'
import { longChat } from './long-chat.ts'
import { longCoding } from './long-coding.ts'
import { screenshots } from './screenshots.ts'
import { subAgents } from './sub-agents.ts'
import { supportChat } from './support-chat.ts'
import { threeWindows } from './three-windows.ts'
import { parallelBurst } from './parallel-burst.ts'
import { pivotAndReturn } from './pivot-and-return.ts'
import { planning } from './planning.ts'
import type { Scenario } from './telling/scenario.ts'

const list = [
  axiosMigration,
  longCoding,
  bugFix,
  planning,
  supportChat,
  longChat,
  changedRequirements,
  deepResearch,
  dataAnalysis,
  screenshots,
  idleGaps,
  subAgents,
  parallelBurst,
  pivotAndReturn,
  threeWindows,
] as const

export type ScenarioName = (typeof list)[number]['name']

/** Every scenario by its name. To add one: a module that calls `told`, its entry in the list, and its chunk in `chunks.ts`. */
export const scenarios: { readonly [Name in ScenarioName]: Scenario<Name> } = named(list)

/**
 * The scenario of that name.
 *
 * @throws ProblemError `unknown-scenario`
 */
export function scenarioCalled(name: string): Scenario {
  const known = list.map((one) => one.name)
  const found = list.find((one) => one.name === name)
  if (found !== undefined) return found
  throw new ProblemError([
    {
      severity: 'error',
      code: 'unknown-scenario',
      message: `known scenarios are ${known.join(', ')}, not ${name}`,
      expected: known.join(' | '),
      found: name,
    },
  ])
}

/**
 * A conversation made from a seed, with ground-truth needs.
 *
 * @param overrides parameters of the scenario that should differ from their defaults
 * @throws ProblemError `unknown-scenario`, `unknown-parameter` or `parameter-out-of-range`
 */
export function scenario(
  name: string,
  seed: number,
  overrides: Readonly<Record<string, number>> = {},
): Trace {
  return scenarioCalled(name).generate(seed, overrides)
}
