import { metricList } from '../../sim/index.ts'
import {
  inDrawingOrder,
  LEAST_FOR_INTERVAL,
  middleOf,
  ratioOf,
  resampledSums,
  summaryOf,
} from '../../sim/internal.ts'
import type { Part } from '../../sim/internal.ts'
import type { MetricId, MetricKind } from '../../sim/index.ts'
import { progressOn } from '../terminal/progress.ts'
import type { Io } from '../terminal/io.ts'
import type { LaneResult, LogResult, Paired, PairedFigure, Settings, Sum } from './result.ts'

/** A share of a whole that has this many parts. */
const shareOf = (value: number, bottom: number): Part => ({ top: value * bottom, bottom })
const ofNeeds = ({ study }: LaneResult, value: number): Part => shareOf(value, study.needed.bottom)

/** Shares whose whole a log tells: all logs have one share together, as on the page. */
const SHARES: Partial<Readonly<Record<MetricId, (lane: LaneResult, value: number) => Part>>> = {
  'need-hit-rate': ({ study }) => study.needed,
  'partial-rate': ofNeeds,
  'pointer-rate': ofNeeds,
  'lost-rate': ofNeeds,
  'unrecoverable-rate': ofNeeds,
  'constraint-retention': ({ study }) => study.constraints,
  'cache-hit-rate': ({ metrics }, value) => shareOf(value, metrics['prompt-tokens'] ?? 0),
}

/** Whether a figure of several logs is their mean: a share of what is not known, or a rate. */
export function isMean(id: MetricId, kind: MetricKind): boolean {
  return isShare(kind) && SHARES[id] === undefined
}

/** Whether the figures of several logs cannot be added. */
function isShare(kind: MetricKind): boolean {
  return kind === 'share' || kind === 'rate'
}

/** The sums of all lanes over the logs, in the order of the lanes. A function of the logs alone, so that parts merge. */
export function sumsOf(
  logs: readonly LogResult[],
  { lanes, baseline }: Pick<Settings, 'lanes' | 'baseline'>,
  io: Pick<Io, 'err' | 'progress'>,
): Sum[] {
  // Of fewer logs it takes less than a second.
  const progress = progressOn(logs.length < 500 ? { ...io, progress: false } : io)
  progress.say(`sums of ${logs.length} logs`)
  const drawn = inDrawingOrder(logs)
  const place = lanes.findIndex(({ name }) => name === baseline)
  const studied = summaryOf(
    drawn.map((log) => lanes.map(({ name }) => laneIn(log, name)?.study)),
    place < 0 ? null : place,
  )
  const sums = lanes.flatMap(({ name }, at): Sum[] => {
    progress.say(`sums of ${logs.length} logs, ${name}`)
    const own = logs.flatMap((log) => laneIn(log, name) ?? [])
    const study = studied[at]
    if (own.length === 0 || study === undefined) return []
    return [
      {
        lane: name,
        logs: own.length,
        reached: own.filter(({ ended }) => ended === null).length,
        metrics: byMetric((id, kind) =>
          totalOf(
            own.flatMap((lane) => partOf(lane, id) ?? []),
            kind,
          ),
        ),
        against: baseline === null || baseline === name ? null : pairedOf(drawn, name, baseline),
        study,
      },
    ]
  })
  progress.end()
  return sums
}

export function laneIn({ lanes }: LogResult, name: string): LaneResult | undefined {
  return lanes.find(({ lane }) => lane === name)
}

function pairedOf(logs: readonly LogResult[], name: string, baseline: string): Paired | null {
  const pairs = logs.flatMap((log) => {
    const [own, base] = [laneIn(log, name), laneIn(log, baseline)]
    if (own === undefined || base === undefined) return []
    // What a run that stopped cost is that of fewer turns.
    return own.ended === null || base.ended !== null ? [{ own, base }] : []
  })
  if (pairs.length === 0) return null
  return {
    logs: pairs.length,
    metrics: byMetric((id, kind) => {
      const known = pairs.flatMap(({ own, base }) => {
        const [one, two] = [partOf(own, id), partOf(base, id)]
        return one === null || two === null ? [] : [[one, two] as const]
      })
      return pairedFigure(known, kind)
    }),
  }
}

/** What a log adds to a figure: with 1 as every bottom, a ratio of sums is the mean. */
function partOf(lane: LaneResult, id: MetricId): Part | null {
  const value = lane.metrics[id]
  if (value === null) return null
  return SHARES[id]?.(lane, value) ?? shareOf(value, 1)
}

type Pair = readonly [own: Part, base: Part]

function pairedFigure(pairs: readonly Pair[], kind: MetricKind): PairedFigure | null {
  const [value, base] = [0, 1].map((side) =>
    totalOf(
      pairs.map((pair) => pair[side as 0 | 1]),
      kind,
    ),
  )
  if (typeof value !== 'number' || typeof base !== 'number') return null
  return { value, base, difference: value - base, ...intervalOf(pairs, kind) }
}

/** The middle 95 % of the difference, over the samples of the logs that the study takes. */
function intervalOf(pairs: readonly Pair[], kind: MetricKind): Pick<PairedFigure, 'low' | 'high'> {
  if (pairs.length < LEAST_FOR_INTERVAL) return { low: null, high: null }
  if (!isShare(kind))
    return middleOf(
      resampledSums(pairs, ([own, base]) => own.top - base.top),
      null,
    )
  const [tops, bottoms, baseTops, baseBottoms] = [
    resampledSums(pairs, ([own]) => own.top),
    resampledSums(pairs, ([own]) => own.bottom),
    resampledSums(pairs, ([, base]) => base.top),
    resampledSums(pairs, ([, base]) => base.bottom),
  ]
  const differences = tops.map((top, at) => top / bottoms[at]! - baseTops[at]! / baseBottoms[at]!)
  // A sample without any need says nothing about needs.
  return middleOf(differences.filter(Number.isFinite), null)
}

/** The parts of all logs together; null without any. */
function totalOf(parts: readonly Part[], kind: MetricKind): number | null {
  if (isShare(kind)) return ratioOf(parts)
  return parts.length === 0 ? null : parts.reduce((sum, { top }) => sum + top, 0)
}

/** A record with an entry for each metric. */
function byMetric<Value>(of: (id: MetricId, kind: MetricKind) => Value): Readonly<Record<MetricId, Value>> {
  // The list has every metric.
  return Object.fromEntries(metricList.map(({ id, kind }) => [id, of(id, kind)])) as Record<MetricId, Value>
}
