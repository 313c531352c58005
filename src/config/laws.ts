import type { Config } from './config.ts'
import type { Report } from './problem.ts'
import { isMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { dotted } from './wording.ts'
import { policies } from '../engine/index.ts'

/** Constraints between settings that are each valid alone. `written` has the values in the user's text. */
export type Law = (config: Config, written: Mapping, report: Report) => void

/** Whether the user's text has a value at a path; only written values are reported, never defaults. */
export function isWritten(written: Mapping, path: readonly string[]): boolean {
  const value = writtenAt(written, path)
  return value !== undefined && value !== null
}

/** The written value at a path, or undefined. */
export function writtenAt(written: Mapping, path: readonly string[]): unknown {
  let value: unknown = written
  for (const key of path) {
    if (!isMapping(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}

/** Shares that were rounded to three decimals still count as summing to 1. */
const SUM_TOLERANCE = 0.0005

/** Warns unless a sum is 1, except for rounding. `sentence` ends before the sum. */
export function sumsToOne(sentence: string, sum: number, path: readonly string[], report: Report): void {
  if (Math.abs(sum - 1) <= SUM_TOLERANCE) return
  // Four decimals show the difference and hide floating-point rounding.
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

export function sumOf(numbers: Readonly<Record<string, number>>): number {
  let sum = 0
  for (const number of Object.values(numbers)) sum += number
  return sum
}

/** Distance from its neighbour for a suggested threshold. */
const STEP = 0.05

/** Numbers that must be in ascending or descending order. */
interface Order {
  readonly code: string
  readonly path: readonly string[]
  /** Keys with their values, in the order in which they must rise or fall. */
  readonly values: readonly (readonly [key: string, value: number])[]
  readonly direction: 'rise' | 'fall'
  /** Whether neighbours may be equal, if that leaves something out without a contradiction. */
  readonly equal: boolean
}

/** Overlapping zones would be ambiguous (PRES-1). */
function thresholdsRise(config: Config, written: Mapping, report: Report): void {
  const { yellow, orange, red } = config.pressure.thresholds
  const values = Object.entries({ yellow, orange, red })
  const path = ['pressure', 'thresholds']
  inOrder({ code: 'threshold-order', path, values, direction: 'rise', equal: false }, written, report)
}

/** Equal ages leave out the level between them (COMP-1). */
function agesRise(config: Config, written: Mapping, report: Report): void {
  const { full_until, key_points_until, one_line_until } = config.compression.progressive
  const values = Object.entries({ full_until, key_points_until, one_line_until })
  const path = ['compression', 'progressive']
  inOrder({ code: 'age-order', path, values, direction: 'rise', equal: true }, written, report)
}

/** A later level that is longer would make an old block grow again (COMP-1, COMP-3). */
function sharesFall(config: Config, written: Mapping, report: Report): void {
  const { key_points_share, one_line_share, title_share } = config.compression.progressive
  const values = Object.entries({ key_points_share, one_line_share, title_share })
  const path = ['compression', 'progressive']
  inOrder({ code: 'share-order', path, values, direction: 'fall', equal: true }, written, report)
}

function inOrder(order: Order, written: Mapping, report: Report): void {
  const { path, values } = order
  // An invalid value was replaced by its default, so its neighbours cannot be checked.
  if (values.some(([key]) => report.broken([...path, key]))) return
  for (const [index, later] of values.entries()) {
    const earlier = values[index - 1]
    if (earlier !== undefined && !follows(order, earlier[1], later[1])) {
      complain(order, earlier, later, written, report)
    }
  }
}

function follows({ direction, equal }: Order, earlier: number, later: number): boolean {
  if (earlier === later) return equal
  return direction === 'rise' ? earlier < later : earlier > later
}

/** Report the problem at a written value, at the later one if both were written, never at a default. */
function complain(
  order: Order,
  earlier: readonly [string, number],
  later: readonly [string, number],
  written: Mapping,
  report: Report,
): void {
  const { code, path, direction, equal } = order
  const atLater = isWritten(written, [...path, later[0]]) || !isWritten(written, [...path, earlier[0]])
  const [[key, found], [other, bound]] = atLater ? [later, earlier] : [earlier, later]
  const above = atLater === (direction === 'rise')
  const relation = equal ? (above ? 'at least' : 'at most') : above ? 'above' : 'below'
  const place = [...path, key]
  const fix = following(order, key, bound, above)
  report.add({
    severity: 'error',
    code,
    message: `${dotted(place)} must be ${relation} ${other}, which is ${bound}, but is ${found}`,
    path: place,
    at: 'value',
    expected: `a number ${equal ? 'of ' : ''}${relation} ${bound}`,
    found: String(found),
    ...(fix === null ? {} : { fix }),
  })
}

/** A number on the right side of its neighbour and not beyond the next one; null if there is no room. */
function following(
  { values, equal, direction }: Order,
  key: string,
  bound: number,
  above: boolean,
): string | null {
  const index = values.findIndex(([one]) => one === key)
  const beyond = values[index + ((direction === 'rise') === above ? 1 : -1)]?.[1]
  if (equal) return beyond === undefined || (above ? bound <= beyond : beyond <= bound) ? String(bound) : null
  const end = beyond ?? (above ? 1 : 0)
  const near = above ? bound + STEP : bound - STEP
  // Two decimals are as fine as anyone sets a zone.
  const found = [near, (bound + end) / 2]
    .map((number) => Math.round(number * 100) / 100)
    .find((number) => (above ? bound < number && number < end : end < number && number < bound))
  return found === undefined ? null : String(found)
}

/** Weights are scaled to sum to 1, so their sum must not be 0. */
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
  // Changing between two policies with the same signals would change nothing.
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

/** Constraints whose breach can be an error. */
export const laws: readonly Law[] = Object.freeze([thresholdsRise, weightsCount, agesRise, sharesFall])
