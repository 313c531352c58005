import { policies, strategies } from '../engine/index.ts'
import type { Config } from './config.ts'
import { ALWAYS_READ, configSpec, OTHER_SECTIONS } from './declaration.ts'
import type { Report, SettingProblem } from './problem.ts'
import { isMapping } from './read.ts'
import type { Mapping } from './read.ts'
import { dotted } from './wording.ts'

/** Shares that were rounded to three decimals still count as summing to 1. */
const SUM_TOLERANCE = 0.0005

/** What must hold between settings, each of which is fine alone. `written` is what the person wrote. */
export type Law = (config: Config, written: Mapping, report: Report) => void

export const laws: readonly Law[] = [
  thresholdsRise,
  targetBelowOrange,
  weightsCount,
  allocationsSum,
  unusedSections,
]

const THRESHOLDS = ['pressure', 'thresholds']

function thresholdsRise(config: Config, written: Mapping, report: Report): void {
  if (report.broken(THRESHOLDS)) return
  const { yellow, orange, red } = config.pressure.thresholds
  rise('yellow', yellow, 'orange', orange)
  rise('orange', orange, 'red', red)

  function rise(lower: string, low: number, upper: string, high: number): void {
    if (low < high) return
    // A default cannot be at fault: complain where something was written, at the later one if both were.
    const atUpper = isWritten(written, [...THRESHOLDS, upper]) || !isWritten(written, [...THRESHOLDS, lower])
    const path = [...THRESHOLDS, atUpper ? upper : lower]
    const [relation, bound, other, found] = atUpper
      ? ['above', low, lower, high]
      : ['below', high, upper, low]
    report.add({
      severity: 'error',
      code: 'threshold-order',
      message: `${dotted(path)} must be ${relation} ${other}, which is ${bound}, but is ${found}`,
      path,
      at: 'value',
      expected: `a number ${relation} ${bound}`,
      found: String(found),
    })
  }
}

/** Above orange, an eviction would find nothing to do until the target is passed, and then a little each turn. */
function targetBelowOrange(config: Config, written: Mapping, report: Report): void {
  const path = ['eviction', 'target']
  const { target } = config.eviction
  const { orange } = config.pressure.thresholds
  if (report.broken(path) || report.broken(THRESHOLDS) || target < orange) return
  const at = isWritten(written, path) ? path : [...THRESHOLDS, 'orange']
  report.add({
    severity: 'warning',
    code: 'target-above-orange',
    message:
      at === path
        ? `eviction.target should be below orange, which is ${orange}, but is ${target}`
        : `pressure.thresholds.orange should be above eviction.target, which is ${target}, but is ${orange}`,
    path: at,
    at: 'value',
    expected: at === path ? `a number below ${orange}` : `a number above ${target}`,
    found: String(at === path ? target : orange),
  })
}

/** Weights are scaled to sum to 1, so what must not be is a sum of 0. */
function weightsCount(config: Config, _written: Mapping, report: Report): void {
  const { policy, weights } = config.eviction
  const path = ['eviction', 'weights']
  if (weights === null || report.broken(path) || report.broken(['eviction', 'policy'])) return
  const sum = sumOf(weights)
  if (sum === 0) {
    report.add({
      severity: 'error',
      code: 'no-weight',
      message: 'eviction.weights must hold a number above 0, but they sum to 0',
      path,
      at: 'key',
      expected: 'numbers that sum to 1',
      found: '0',
    })
    return
  }
  sumsToOne('eviction.weights should sum to 1 and are scaled to it, but they sum to', sum, path, report)
  const twin = Object.values(policies).find(
    (other) =>
      other.name !== policy &&
      other.terms.length === Object.keys(weights).length &&
      other.terms.every((term) => weights[term.signal.name] === term.weight),
  )
  // Changing the policy from one of two with the same signals to the other would change nothing.
  if (twin !== undefined) {
    report.add({
      severity: 'note',
      code: 'weights-of-another-policy',
      message: `With these weights the policy ${policy} ranks exactly as ${twin.name}`,
      path,
      at: 'key',
      found: twin.name,
    })
  }
}

function allocationsSum(config: Config, _written: Mapping, report: Report): void {
  const path = ['budget', 'allocations']
  if (report.broken(path)) return
  sumsToOne(
    'budget.allocations should sum to 1, but they sum to',
    sumOf(config.budget.allocations),
    path,
    report,
  )
}

function sumsToOne(sentence: string, sum: number, path: readonly string[], report: Report): void {
  if (Math.abs(sum - 1) <= SUM_TOLERANCE) return
  // Four decimals are enough to see what is missing and hide the dust of adding binary fractions.
  const found = String(Math.round(sum * 10_000) / 10_000)
  report.add({
    severity: 'warning',
    code: 'sum-not-one',
    message: `${sentence} ${found}`,
    path,
    at: 'key',
    expected: 'numbers that sum to 1',
    found,
  })
}

function unusedSections(config: Config, written: Mapping, report: Report): void {
  if (report.broken(['strategy'])) return
  const read = new Set([...ALWAYS_READ, ...(strategies[config.strategy]?.sections ?? [])])
  for (const section of Object.keys(written)) {
    const isSection = configSpec[section]?.kind === 'group' || Object.hasOwn(OTHER_SECTIONS, section)
    if (isSection && !read.has(section)) report.add(unusedSection(section, config.strategy))
  }
}

function unusedSection(section: string, strategy: string): SettingProblem {
  return {
    severity: 'note',
    code: 'unused-section',
    message: `The strategy ${strategy} does not read the section ${section}`,
    path: [section],
    at: 'key',
    found: section,
  }
}

function sumOf(numbers: Readonly<Record<string, number>>): number {
  let sum = 0
  for (const number of Object.values(numbers)) sum += number
  return sum
}

function isWritten(written: Mapping, path: readonly string[]): boolean {
  let value: unknown = written
  for (const key of path) {
    if (!isMapping(value) || !Object.hasOwn(value, key)) return false
    value = value[key]
  }
  return value !== undefined && value !== null
}
