import { ProblemError } from '../../engine/index.ts'
import type { Trace } from '../trace/trace.ts'
import { axiosMigration } from './axios-migration.ts'
import { longCoding } from './long-coding.ts'
import type { Scenario } from './telling/scenario.ts'

/** Every scenario by the name that links and the command line use. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.freeze({
  'axios-migration': axiosMigration,
  'long-coding': longCoding,
})

/**
 * The scenario of that name.
 *
 * @throws ProblemError `unknown-scenario`
 */
export function scenarioCalled(name: string): Scenario {
  const known = Object.keys(scenarios)
  const found = known.includes(name) ? scenarios[name] : undefined
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
