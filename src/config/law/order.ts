import type { Config } from '../config.ts'
import type { Report } from '../problem.ts'
import type { Mapping } from '../mapping.ts'
import { dotted } from '../wording.ts'
import { isWritten } from './law.ts'

/** How far from its neighbour a threshold is proposed. */
const STEP = 0.05

/** Numbers of one group that must not be out of order. */
interface Order {
  readonly code: string
  readonly path: readonly string[]
  /** Keys with their values, in the order in which they must rise or fall. */
  readonly values: readonly (readonly [key: string, value: number])[]
  readonly direction: 'rise' | 'fall'
  /** Whether neighbours may be equal, where that leaves something out without a contradiction. */
  readonly equal: boolean
}

/** Zones that overlap have no name (PRES-1). */
export function thresholdsRise(config: Config, written: Mapping, report: Report): void {
  const { yellow, orange, red } = config.pressure.thresholds
  const values = Object.entries({ yellow, orange, red })
  const path = ['pressure', 'thresholds']
  inOrder({ code: 'threshold-order', path, values, direction: 'rise', equal: false }, written, report)
}

/** Of two equal ages, the level between them is left out (COMP-1). */
export function agesRise(config: Config, written: Mapping, report: Report): void {
  const { full_until, key_points_until, one_line_until } = config.compression.progressive
  const values = Object.entries({ full_until, key_points_until, one_line_until })
  const path = ['compression', 'progressive']
  inOrder({ code: 'age-order', path, values, direction: 'rise', equal: true }, written, report)
}

/** A later level that is longer would make an old block grow again (COMP-1, COMP-3). */
export function sharesFall(config: Config, written: Mapping, report: Report): void {
  const { key_points_share, one_line_share, title_share } = config.compression.progressive
  const values = Object.entries({ key_points_share, one_line_share, title_share })
  const path = ['compression', 'progressive']
  inOrder({ code: 'share-order', path, values, direction: 'fall', equal: true }, written, report)
}

function inOrder(order: Order, written: Mapping, report: Report): void {
  const { path, values } = order
  // Where one is broken, its default stands in its place, and nothing can be said about neighbours.
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

/** A default cannot be at fault: complain where something was written, at the later one if both were. */
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

/** A number on the right side of its neighbour and not beyond the one after; null where there is no room. */
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
