import { stream } from '../../engine/internal.ts'
import { metricList } from '../../sim/index.ts'
import { summaryOf } from '../../sim/internal.ts'
import type { MetricId, MetricKind } from '../../sim/index.ts'
import type { LaneResult, LogResult, Paired, PairedFigure, Settings, Sum } from './result.ts'

/** Below so many logs an interval would only look like one. */
const LEAST_LOGS = 5
const RESAMPLES = 1000

/** Whether the figures of several logs are averaged: a sum of shares says nothing. */
export function isMean(kind: MetricKind): boolean {
  return kind === 'share' || kind === 'rate'
}

/** The sums of all lanes over the logs, in the order of the lanes. A function of the logs alone, so that parts merge. */
export function sumsOf(
  logs: readonly LogResult[],
  { lanes, baseline }: Pick<Settings, 'lanes' | 'baseline'>,
): Sum[] {
  const place = lanes.findIndex(({ name }) => name === baseline)
  const studied = summaryOf(
    logs.map((log) => lanes.map(({ name }) => laneIn(log, name)?.study)),
    place < 0 ? null : place,
  )
  return lanes.flatMap(({ name }, at): Sum[] => {
    const own = logs.flatMap((log) => laneIn(log, name) ?? [])
    const study = studied[at]
    if (own.length === 0 || study === undefined) return []
    return [
      {
        lane: name,
        logs: own.length,
        reached: own.filter(({ ended }) => ended === null).length,
        metrics: byMetric((id, kind) =>
          summed(
            own.flatMap(({ metrics }) => metrics[id] ?? []),
            kind,
          ),
        ),
        against: baseline === null || baseline === name ? null : pairedOf(logs, name, baseline),
        study,
      },
    ]
  })
}

export function laneIn({ lanes }: LogResult, name: string): LaneResult | undefined {
  return lanes.find(({ lane }) => lane === name)
}

function pairedOf(logs: readonly LogResult[], name: string, baseline: string): Paired | null {
  const pairs = logs.flatMap((log) => {
    const [own, base] = [laneIn(log, name), laneIn(log, baseline)]
    return own === undefined || base === undefined ? [] : [{ own: own.metrics, base: base.metrics }]
  })
  if (pairs.length === 0) return null
  return {
    logs: pairs.length,
    metrics: byMetric((id, kind) => {
      const known = pairs.flatMap(({ own, base }) => {
        const [one, two] = [own[id], base[id]]
        return one === null || two === null ? [] : [[one, two] as const]
      })
      return known.length === 0 ? null : pairedFigure(known, kind, id)
    }),
  }
}

function pairedFigure(
  pairs: readonly (readonly [number, number])[],
  kind: MetricKind,
  id: MetricId,
): PairedFigure {
  const value =
    summed(
      pairs.map(([own]) => own),
      kind,
    ) ?? 0
  const base =
    summed(
      pairs.map(([, other]) => other),
      kind,
    ) ?? 0
  const differences = pairs.map(([own, other]) => own - other)
  return { value, base, difference: value - base, ...intervalOf(differences, kind, id) }
}

/** The middle 95 % of the summed or mean difference, over samples of the logs with replacement. */
function intervalOf(
  differences: readonly number[],
  kind: MetricKind,
  id: MetricId,
): Pick<PairedFigure, 'low' | 'high'> {
  const count = differences.length
  if (count < LEAST_LOGS) return { low: null, high: null }
  const random = stream(1, `bootstrap ${id}`)
  const values = Array.from({ length: RESAMPLES }, () => {
    let sum = 0
    for (let nth = 0; nth < count; nth++) sum += differences[random.integer(0, count - 1)] ?? 0
    return isMean(kind) ? sum / count : sum
  }).toSorted((a, b) => a - b)
  return {
    low: values[Math.floor(RESAMPLES * 0.025)] ?? null,
    high: values[Math.ceil(RESAMPLES * 0.975) - 1] ?? null,
  }
}

function summed(values: readonly number[], kind: MetricKind): number | null {
  if (values.length === 0) return null
  const sum = values.reduce((all, value) => all + value, 0)
  return isMean(kind) ? sum / values.length : sum
}

/** A record with an entry for each metric. */
function byMetric<Value>(of: (id: MetricId, kind: MetricKind) => Value): Readonly<Record<MetricId, Value>> {
  // The list has every metric.
  return Object.fromEntries(metricList.map(({ id, kind }) => [id, of(id, kind)])) as Record<MetricId, Value>
}
