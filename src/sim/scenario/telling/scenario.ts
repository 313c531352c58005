import { ProblemError } from '../../../engine/index.ts'
import type { Trace } from '../../trace/trace.ts'
import written from './scenario.json' with { type: 'json' }

/** A numeric parameter of a scenario. */
export interface Parameter {
  readonly default: number
  readonly min: number
  readonly max: number
  /** True if it must be a whole number. */
  readonly whole?: boolean
  /** Its meaning, with its unit. */
  readonly meaning: string
}

/** Groups of scenarios, in the order in which they are offered. */
export const SCENARIO_GROUPS = Object.freeze(['coding', 'chat', 'research', 'shape'] as const)
export type ScenarioGroup = (typeof SCENARIO_GROUPS)[number]

/** A seeded generator of traces with ground-truth needs. */
export interface Scenario<Name extends string = string> {
  /** Its name in links and on the command line. */
  readonly name: Name
  readonly title: string
  /** Its name on the page: two or three words. */
  readonly label: string
  /** What happens in it, for the page. */
  readonly sentence: string
  /** What it shows best: the question that a comparison of lanes answers here. */
  readonly shows: string
  /** Where the page lists it. */
  readonly group: ScenarioGroup
  readonly parameters: Readonly<Record<string, Parameter>>
  /** Same seed and overrides, same trace, byte for byte. Throws a ProblemError for an unknown or invalid override. */
  readonly generate: (seed: number, overrides?: Readonly<Record<string, number>>) => Trace
}

/** Values of all parameters: the defaults, with overrides. */
export type Values = (name: string) => number

/**
 * Checks the given values against the parameters.
 *
 * @throws ProblemError `unknown-parameter` or `parameter-out-of-range`, one problem for each invalid entry
 */
export function valuesOf(
  scenario: string,
  parameters: Readonly<Record<string, Parameter>>,
  given: Readonly<Record<string, number>>,
): Values {
  const known = new Map(Object.entries(parameters))
  const values = new Map([...known].map(([name, parameter]) => [name, parameter.default]))
  const problems = Object.entries(given).flatMap(([name, value]) => {
    const parameter = known.get(name)
    if (parameter === undefined) {
      return [
        {
          severity: 'error' as const,
          code: 'unknown-parameter',
          message: `the scenario ${scenario} knows ${[...known.keys()].join(', ')}, not ${name}`,
          expected: [...known.keys()].join(' | '),
          found: name,
        },
      ]
    }
    values.set(name, value)
    if (value >= parameter.min && value <= parameter.max && (!parameter.whole || Number.isInteger(value)))
      return []
    return [
      {
        severity: 'error' as const,
        code: 'parameter-out-of-range',
        message: `${name} of the scenario ${scenario} is a ${parameter.whole === true ? 'whole ' : ''}number from ${parameter.min} to ${parameter.max}, not ${value}`,
        expected: `${parameter.min}…${parameter.max}`,
        found: String(value),
      },
    ]
  })
  if (problems.length > 0) throw new ProblemError(problems)
  return (name) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`the scenario ${scenario} has no parameter ${name}`)
    return value
  }
}

/** 2026-01-05, 09:00 UTC: where the clock of every scenario starts. */
export const TRACE_START = 1_767_603_600_000

/** Spelled out: a declaration that imports JSON compiles in few projects. */
type SharedParameter = 'result_scale' | 'reuse' | 'thinking' | 'human_minutes'

/** Parameters that several scenarios share, by name, in the given order. */
export function sharedParameters(...names: readonly SharedParameter[]): Readonly<Record<string, Parameter>> {
  const shared: Readonly<Record<SharedParameter, Parameter>> = written
  return Object.freeze(Object.fromEntries(names.map((name) => [name, shared[name]])))
}
