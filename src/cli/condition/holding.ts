import { nearestName } from '../../config/internal.ts'
import { metricList } from '../../sim/index.ts'
import { NEED_KINDS } from '../../sim/internal.ts'
import type { NeedKind } from '../../sim/index.ts'
import type { LaneResult, LogResult, Result } from '../measure/result.ts'
import { laneIn } from '../measure/sums.ts'
import { RECORDED } from '../option/lane.ts'
import { conditionIn, wrongAt } from './expression.ts'
import type { Arithmetic, Condition, Name, Over } from './expression.ts'

/** Where a condition holds. */
export interface Holding {
  /** Null for a condition about all logs together. */
  readonly log: string | null
  /** Null for a condition that names its lanes. */
  readonly lane: string | null
  /** The comparison with its figures: `0.8076 > 1.05 * 0.6698`. */
  readonly figures: string
}

/** A condition tested on a result. */
export interface Tested {
  readonly condition: string
  /** Places where both sides have a value. */
  readonly tested: number
  /** Places where a side has none: the lane is missing in that log, or the metric does not apply. */
  readonly untested: number
  /** Logs in which one of the compared lanes ended early and another did not, if no comparison is about that. */
  readonly early: number
  readonly holds: readonly Holding[]
  /** What is missing in every log, if the condition could be tested nowhere. */
  readonly lacking: string | null
}

/** The names of missing needs, by kind: `constraints_lost`. */
const LOST: ReadonlyMap<string, NeedKind> = new Map(
  NEED_KINDS.map((kind) => [`${kind.replaceAll('_', '-')}s-lost`, kind]),
)

/** What a condition may name besides lanes. */
export const FIGURE_NAMES: readonly string[] = [...metricList.map(({ id }) => id), ...LOST.keys()]

/** Reads a figure of a lane. */
type Figure = (lane: LaneResult) => number | null

/**
 * Tests a condition in every log: in each lane but the baseline, or, if it names a lane for every metric, once. A name
 * of a lane alone is the metric of the same comparison in that lane; `baseline` is it in the saved result, or in the
 * lane that is the baseline.
 *
 * @throws UsageError for an unknown name, with its column
 */
export function test(text: string, result: Result, saved: Result | null): Tested {
  const lanes = result.settings.lanes.map(({ name }) => name)
  const condition = checkedCondition(text, lanes)
  const savedByKey = new Map(
    (saved?.logs ?? []).flatMap((log) => log.lanes.map((lane) => [keyOf(log, lane.lane), lane] as const)),
  )
  const names = namesIn(condition)
  const { baseline } = result.settings
  const needsLane = names.some((name) => isOpen(name, lanes))
  const needsLog = comparisonsIn(condition).some((one) => {
    const subject = subjectOf(one, lanes)
    return namesIn(one).some((name) => overOf(name, subject) === null)
  })
  const others = lanes.filter((name) => name !== baseline || saved !== null)
  const tests: { log: LogResult | null; lane: string | null }[] = (needsLog ? result.logs : [null]).flatMap(
    (log) => (needsLane ? (others.length > 0 ? others : lanes) : [null]).map((lane) => ({ log, lane })),
  )

  const holds: Holding[] = []
  const early = new Set<LogResult>()
  const asksHowFar = names.some(({ name }) => name.replaceAll('_', '-') === 'turns-reached')
  let tested = 0
  let untested = 0
  for (const { log, lane } of tests) {
    // A lane that a log does not have is not part of this log.
    if (log !== null && lane !== null && laneIn(log, lane) === undefined) continue
    const found = outcome(condition, log, lane)
    if (found === null) untested += 1
    else {
      tested += 1
      if (found.holds) holds.push({ log: log?.log ?? null, lane, figures: found.figures })
    }
  }
  return {
    condition: text,
    tested,
    untested,
    early: asksHowFar ? 0 : early.size,
    holds,
    lacking: tested > 0 ? null : lackingIn(names),
  }

  function lackingIn(all: readonly Name[]): string {
    const named = all.map(({ lane, name }) => lane ?? name)
    const absent = named.find(
      (name) => lanes.includes(name) && result.logs.every((log) => laneIn(log, name) === undefined),
    )
    if (absent === undefined) return 'a figure in it has no value in any log'
    const why =
      absent === RECORDED
        ? ', which only logs have whose client removed or summarized something; every log has the lane client'
        : ''
    return `no log has the lane ${absent}${why}`
  }

  function outcome(
    one: Condition,
    log: LogResult | null,
    lane: string | null,
  ): { readonly holds: boolean; readonly figures: string } | null {
    if (one.kind !== 'compared') {
      const [left, right] = [outcome(one.left, log, lane), outcome(one.right, log, lane)]
      const known = [left, right].flatMap((side) => side ?? [])
      const decisive = known.find((side) => side.holds === (one.kind === 'either'))
      if (decisive !== undefined) return decisive
      if (left === null || right === null) return null
      const word = one.kind === 'both' ? 'and' : 'or'
      return { holds: one.kind === 'both', figures: `${left.figures} ${word} ${right.figures}` }
    }
    const subject = subjectOf(one, lanes)
    // Where each metric has its lane, the saved figure is of that lane too.
    const ofSaved = namesIn(one).some((name) => isOpen(name, lanes)) ? lane : laneNamed(one, lanes)
    const readings = new Map(
      namesIn(one).map((name) => [name, readingOf(name, subject, lane, ofSaved)] as const),
    )
    const overSome = [...readings.values()].flatMap((reading) =>
      reading === null || reading.over === null ? [] : [reading],
    )
    // Both sides are of the same logs: one that only one side has would be a difference of its own.
    const logs = result.logs.filter((each) => overSome.every((reading) => valueIn(each, reading) !== null))
    for (const each of log === null ? logs : [log]) {
      const ends = [...readings.values()].flatMap((reading) => reading?.laneOf(each) ?? [])
      const stopped = ends.filter(({ ended }) => ended !== null).length
      if (stopped > 0 && stopped < ends.length) early.add(each)
    }
    const value = (of: Arithmetic): Valued | null => valued(of, readings, logs, log)
    const [left, right] = [value(one.left), value(one.right)]
    if (left === null || right === null) return null
    const some =
      overSome.length > 0 && logs.length < result.logs.length
        ? `, in the ${logs.length} of ${result.logs.length} logs that have every figure`
        : ''
    return {
      holds: compares(one.operator, left.value, right.value),
      figures: `${left.text} ${one.operator} ${right.text}${some}`,
    }
  }

  function valued(
    of: Arithmetic,
    readings: ReadonlyMap<Name, Reading | null>,
    logs: readonly LogResult[],
    log: LogResult | null,
  ): Valued | null {
    if (of.kind === 'number') return { value: of.value, text: String(of.value) }
    if (of.kind === 'of') {
      const left = valued(of.left, readings, logs, log)
      const right = valued(of.right, readings, logs, log)
      if (left === null || right === null) return null
      const value = calculated(of.operator, left.value, right.value)
      if (value === null) return null
      return {
        value,
        text: `${inside(of, 'left', left.text)} ${of.operator} ${inside(of, 'right', right.text)}`,
      }
    }
    const reading = readings.get(of) ?? null
    if (reading === null) return null
    const { over } = reading
    const one = log === null ? null : valueIn(log, reading)
    const number =
      over === null
        ? one
        : overAll(
            logs.flatMap((each) => valueIn(each, reading) ?? []),
            over,
          )
    if (number === null) return null
    const name = [of.lane, of.name].flatMap((part) => part ?? []).join('.')
    return { value: number, text: `${of.over === null ? name : `${of.over}(${name})`} (${shown(number)})` }
  }

  function readingOf(
    of: Name,
    subject: Name | null,
    lane: string | null,
    ofSaved: string | null,
  ): Reading | null {
    const isOther = isLane(of)
    const figure = figureCalled((isOther ? subject?.name : of.name) ?? '')
    if (figure === null) return null
    const where = isOther ? of.name : (of.lane ?? lane)
    return {
      figure,
      over: overOf(of, subject),
      laneOf: (log) => {
        if (where !== 'baseline' || lanes.includes('baseline'))
          return where === null ? undefined : laneIn(log, where)
        if (saved !== null) return ofSaved === null ? undefined : savedByKey.get(keyOf(log, ofSaved))
        return baseline === null ? undefined : laneIn(log, baseline)
      },
    }
  }

  function overOf(of: Name, subject: Name | null): Over | null {
    return of.over ?? (isLane(of) ? (subject?.over ?? null) : null)
  }

  /** Whether it is a lane alone, which means the metric of its comparison. */
  function isLane({ lane, name }: Name): boolean {
    return lane === null && (lanes.includes(name) || name === 'baseline')
  }
}

/** How a name of a condition is read: a figure of a lane, in one log or over all. */
interface Reading {
  readonly figure: Figure
  readonly over: Over | null
  readonly laneOf: (log: LogResult) => LaneResult | undefined
}

interface Valued {
  readonly value: number
  readonly text: string
}

function valueIn(log: LogResult, { figure, laneOf }: Reading): number | null {
  const lane = laneOf(log)
  return lane === undefined ? null : figure(lane)
}

/** The same content in the same lane, wherever its file is. */
function keyOf({ hash }: LogResult, lane: string): string {
  return JSON.stringify([hash, lane])
}

/**
 * Reads a condition whose names can be meant.
 *
 * @throws UsageError for an unknown name, or a comparison without a metric, with its column
 */
export function checkedCondition(text: string, lanes: readonly string[]): Condition {
  const condition = conditionIn(text)
  for (const name of namesIn(condition)) check(name, text, lanes)
  for (const one of comparisonsIn(condition)) {
    const [first] = namesIn(one)
    if (first !== undefined && subjectOf(one, lanes) === null)
      throw wrongAt(text, first.column, `${first.name} is a lane, and its comparison names no metric`)
  }
  return condition
}

/** Whether a condition compares with `baseline`, which no lane is called. */
export function namesBaseline(text: string, lanes: readonly string[]): boolean {
  return (
    !lanes.includes('baseline') &&
    namesIn(conditionIn(text)).some(({ lane, name }) => (lane ?? name) === 'baseline')
  )
}

function comparisonsIn(one: Condition): readonly Condition[] {
  return one.kind === 'compared' ? [one] : [...comparisonsIn(one.left), ...comparisonsIn(one.right)]
}

/** Whether a name is a metric without a lane: it is tested in every lane. */
function isOpen({ lane, name }: Name, lanes: readonly string[]): boolean {
  return lane === null && !lanes.includes(name) && name !== 'baseline'
}

/** The first lane that a comparison names. */
function laneNamed(one: Condition, lanes: readonly string[]): string | null {
  const named = namesIn(one).map(({ lane, name }) => lane ?? name)
  return named.find((name) => lanes.includes(name)) ?? null
}

function check({ lane, name, column }: Name, text: string, lanes: readonly string[]): void {
  if (lane !== null && lane !== 'baseline' && !lanes.includes(lane))
    throw wrongAt(text, column, `there is no lane ${lane}; the lanes are ${lanes.join(', ')}`)
  if (figureCalled(name) !== null) return
  if (lane === null && (lanes.includes(name) || name === 'baseline')) return
  const near = nearestName(name.replaceAll('_', '-'), FIGURE_NAMES) ?? nearestName(name, lanes)
  const known = `The metrics are ${FIGURE_NAMES.join(', ')}, and the lanes ${lanes.join(', ')}`
  throw wrongAt(
    text,
    column,
    `there is no metric and no lane ${name}. ${near === null ? known : `Is ${near} meant?`}`,
  )
}

/** A metric by its id, or missing needs by their kind; hyphens and underscores are the same. */
function figureCalled(written: string): Figure | null {
  const name = written.replaceAll('_', '-')
  const kind = LOST.get(name)
  if (kind === 'constraint')
    return ({ missing, study }) => (study.constraints.bottom === 0 ? null : missing[kind])
  if (kind !== undefined) return ({ missing }) => missing[kind]
  const id = metricList.find((metric) => metric.id === name)?.id
  return id === undefined ? null : ({ metrics }) => metrics[id]
}

/** The first metric of a comparison: a lane beside it means this metric of it. */
function subjectOf(condition: Condition, lanes: readonly string[]): Name | null {
  return namesIn(condition).find((name) => name.lane !== null || isOpen(name, lanes)) ?? null
}

function namesIn(one: Condition | Arithmetic): readonly Name[] {
  if (one.kind === 'name') return [one]
  return one.kind === 'number' ? [] : [...namesIn(one.left), ...namesIn(one.right)]
}

const RANK = { '+': 1, '-': 1, '*': 2, '/': 2 } as const

/** A side of a calculation, in parentheses where it would be another one without them. */
function inside(of: Arithmetic & { readonly kind: 'of' }, side: 'left' | 'right', text: string): string {
  const part = of[side]
  if (part.kind !== 'of') return text
  const isLoose = RANK[part.operator] - RANK[of.operator] < (side === 'right' ? 1 : 0)
  return isLoose ? `(${text})` : text
}

function compares(operator: string, left: number, right: number): boolean {
  switch (operator) {
    case '>':
      return left > right
    case '>=':
      return left >= right
    case '<':
      return left < right
    case '<=':
      return left <= right
    case '!=':
      return left !== right
    default:
      return left === right
  }
}

function calculated(operator: '+' | '-' | '*' | '/', left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return left + right
    case '-':
      return left - right
    case '*':
      return left * right
    case '/':
      return right === 0 ? null : left / right
  }
}

function overAll(values: readonly number[], over: Over): number | null {
  if (values.length === 0) return null
  const sum = values.reduce((all, value) => all + value, 0)
  switch (over) {
    case 'sum':
      return sum
    case 'mean':
      return sum / values.length
    case 'least':
      return values.reduce((a, b) => Math.min(a, b))
    case 'most':
      return values.reduce((a, b) => Math.max(a, b))
  }
}

/** Six digits tell where two figures differ. */
function shown(value: number): string {
  return String(Number(value.toPrecision(6)))
}
