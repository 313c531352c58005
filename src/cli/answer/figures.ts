import { nearestName } from '../../config/internal.ts'
import { metricList } from '../../sim/index.ts'
import { metricText } from '../../sim/internal.ts'
import { differenceText, fairVerdict, metricVerdict, shownDifference, whole } from '../../view/index.ts'
import type { MetricId } from '../../sim/index.ts'
import { UsageError } from '../terminal/io.ts'
import type { LaneResult, LogResult, Result, Sum } from '../measure/result.ts'
import { isMean, laneIn } from '../measure/sums.ts'
import type { Cell, Table } from '../terminal/table.ts'

/** The metrics that answer at a glance: did it run to its end, did it keep what was needed, what did it cost. */
const FIRST: readonly MetricId[] = [
  'turns-reached',
  'turns-refused',
  'need-hit-rate',
  'goal-retention',
  'constraint-retention',
  'peak-utilization',
  'cost',
  'cache-hit-rate',
  'edits',
  'compression-calls',
]

/**
 * Reads `--metrics`: ids with commas, or `all`; missing: the first, with requests over the limit only where these logs
 * have some. Throws a UsageError for an unknown one.
 */
export function metricsIn(text: string | undefined, logs: readonly LogResult[] = []): readonly MetricId[] {
  const known = metricList.map(({ id }) => id)
  if (text === undefined) {
    const refused = logs.some(({ lanes }) => lanes.some(({ metrics }) => (metrics['turns-refused'] ?? 0) > 0))
    return FIRST.filter((id) => refused || id !== 'turns-refused')
  }
  if (text === 'all') return known
  return text.split(',').map((written) => metricCalled(written.trim()))
}

/** A metric by its id, with hyphens or underscores. */
export function metricCalled(written: string): MetricId {
  const known = metricList.map(({ id }) => id)
  const name = written.replaceAll('_', '-')
  const found = known.find((id) => id === name)
  if (found !== undefined) return found
  const near = nearestName(name, known)
  throw new UsageError(
    `There is no metric ${written}. ${near === null ? `The metrics are ${known.join(', ')}` : `Is ${near} meant?`}`,
  )
}

export function metricOf(id: MetricId): (typeof metricList)[number] {
  const found = metricList.find((metric) => metric.id === id)
  if (found === undefined) throw new RangeError(`no metric ${id}`)
  return found
}

/** More lanes than this are rows, not columns. */
const MOST_COLUMNS = 5

/** One log: a row for each metric, a column for each lane with the difference from the baseline; or a row for each lane. */
export function logTable(log: LogResult, ids: readonly MetricId[], baseline: string | null): Table {
  const base = baseline === null ? undefined : laneIn(log, baseline)
  const differenceOf = (lane: LaneResult, id: MetricId): Cell =>
    base === undefined || lane.lane === baseline
      ? { text: '' }
      : differenceCell(id, lane.metrics[id], base.metrics[id], { own: isWhole(lane), base: isWhole(base) })
  if (log.lanes.length > MOST_COLUMNS)
    return {
      names: 1,
      head: ['lane', ...ids.map((id) => metricOf(id).label)],
      rows: log.lanes.map((lane) => [
        lane.lane,
        ...ids.map((id) => oneCell(valueText(lane, id, log), differenceOf(lane, id))),
      ]),
    }
  return {
    names: 1,
    head: [
      '',
      ...log.lanes.flatMap(({ lane }) => (base === undefined || lane === baseline ? [lane] : [lane, ''])),
    ],
    rows: ids.map((id) => [
      metricOf(id).label,
      ...log.lanes.flatMap((lane): Cell[] => {
        const cell = { text: valueText(lane, id, log) }
        return base === undefined || lane.lane === baseline ? [cell] : [cell, differenceOf(lane, id)]
      }),
    ]),
  }
}

/** Several logs: a row for each log and lane. */
export function logsTable(logs: readonly LogResult[], ids: readonly MetricId[]): Table {
  return {
    names: 2,
    head: ['log', 'lane', 'window', ...ids.map((id) => metricOf(id).label)],
    rows: logs.flatMap((log) =>
      log.lanes.map((lane, nth): Cell[] => [
        { text: nth === 0 ? log.log : '' },
        { text: lane.lane },
        { text: whole(lane.window) },
        ...ids.map((id) => ({ text: valueText(lane, id, log) })),
      ]),
    ),
  }
}

/** All logs: a row for each metric, what the logs of each lane have together, and the paired difference from the baseline. */
export function sumsTable(
  { sums, settings }: Pick<Result, 'sums' | 'settings'>,
  ids: readonly MetricId[],
): Table {
  const isPaired = sums.some(({ against }) => against !== null)
  // As in the page's table of a study: a lane is fit if no other one fits more of the logs.
  const most = Math.max(...sums.map(({ lane, study }) => (lane === settings.baseline ? 0 : study.fit)))
  // What a log's client sent over the limit of this window was answered.
  const isBaseWhole = sums.every(({ lane, study }) => lane !== settings.baseline || study.reached >= most)
  const differenceOf = (sum: Sum, id: MetricId): Cell =>
    sumDifference(sum, id, { own: sum.study.fit >= most, base: isBaseWhole })
  if (sums.length > MOST_COLUMNS)
    return {
      names: 1,
      head: ['lane', 'logs', ...ids.map((id) => labelOfSum(id))],
      rows: sums.map((sum) => [
        sum.lane,
        oneCell(whole(sum.logs), pairedLogs(sum)),
        ...ids.map((id) => oneCell(metricText(sum.metrics[id], metricOf(id).kind), differenceOf(sum, id))),
      ]),
    }
  return {
    names: 1,
    head: ['', ...sums.flatMap(({ lane }) => (isPaired && lane !== settings.baseline ? [lane, ''] : [lane]))],
    rows: [
      [
        'logs',
        ...sums.flatMap((sum) => pairOf(isPaired, sum, settings.baseline, whole(sum.logs), pairedLogs(sum))),
      ],
      ...ids.map((id): (Cell | string)[] => {
        const { kind } = metricOf(id)
        return [
          labelOfSum(id),
          ...sums.flatMap((sum) =>
            pairOf(
              isPaired,
              sum,
              settings.baseline,
              metricText(sum.metrics[id], kind),
              differenceOf(sum, id),
            ),
          ),
        ]
      }),
    ],
  }
}

function labelOfSum(id: MetricId): string {
  const { label, kind } = metricOf(id)
  return isMean(id, kind) ? `${label} (mean)` : label
}

function pairOf(
  isPaired: boolean,
  { lane }: Sum,
  baseline: string | null,
  value: string,
  difference: Cell,
): Cell[] {
  return isPaired && lane !== baseline ? [{ text: value }, difference] : [{ text: value }]
}

/** A value and its difference in one cell, so that no page of a wide table parts them. */
function oneCell(value: string, { text, mark }: Cell): Cell {
  return text === '' ? { text: value } : { text: `${value} (${text})`, ...(mark && { mark }) }
}

function pairedLogs({ against }: Sum): Cell {
  return { text: against === null ? '' : `in ${whole(against.logs)}`, mark: 'faint' }
}

function sumDifference({ against }: Sum, id: MetricId, fit: Fit): Cell {
  const figure = against?.metrics[id] ?? null
  if (figure === null) return { text: '' }
  const { value, base, low, high } = figure
  const cell = differenceCell(id, value, base, fit)
  // With an interval that has both signs there is no clear difference.
  const isClear = low === null || high === null || low > 0 || high < 0
  return isClear ? cell : { text: `${cell.text} ~`, mark: 'faint' }
}

/** Whether a lane came through, and the one that it is compared with. */
type Fit = Parameters<typeof fairVerdict>[2]

/** A difference as the page shows it. */
function differenceCell(id: MetricId, value: number | null, base: number | null, fit: Fit): Cell {
  if (value === null || base === null) return { text: '' }
  const { kind, direction } = metricOf(id)
  const difference = shownDifference(value, base, kind)
  const verdict = fairVerdict(metricVerdict(difference, direction), id, fit)
  return {
    text: differenceText(difference, kind),
    mark: verdict === 'better' || verdict === 'worse' ? verdict : 'faint',
  }
}

function isWhole({ ended, metrics }: LaneResult): boolean {
  return ended === null && (metrics['turns-refused'] ?? 0) === 0
}

/**
 * How many of their users' rules the last requests of each lane have lost; null for results without logs, and where no
 * rule was found.
 */
export function rulesTable({ logs, settings }: Pick<Result, 'logs' | 'settings'>): Table | null {
  const lanes = settings.lanes.flatMap(({ name }): (readonly [string, string])[] => {
    const own = logs.flatMap((log) => laneIn(log, name) ?? [])
    // Of other conversations the needs tell the constraints, and a metric says it.
    const told = own.filter(({ metrics }) => metrics['constraint-retention'] === null)
    const all = told.reduce((sum, { study }) => sum + study.constraints.bottom, 0)
    const lost = told.reduce((sum, { missing }) => sum + missing.constraint, 0)
    return all === 0 ? [] : [[name, `${whole(lost)} of ${whole(all)}`]]
  })
  if (lanes.length === 0) return null
  const [head, row] = [lanes.map(([name]) => name), lanes.map(([, lost]) => lost)]
  return { names: 1, head: ['', ...head], rows: [['Constraints lost at the end', ...row]] }
}

function valueText({ metrics }: LaneResult, id: MetricId, { turns }: LogResult): string {
  const text = metricText(metrics[id], metricOf(id).kind)
  return id === 'turns-reached' ? `${text} of ${whole(turns)}` : text
}
