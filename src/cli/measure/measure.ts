import type { TokenCounter } from '../../engine/index.ts'
import { compare, metrics, modelOf, takeIn, traceHash, unmanagedPeak } from '../../sim/index.ts'
import { isMissing, NEED_KINDS } from '../../sim/internal.ts'
import type { Intake, NeedKind, Timeline, TimelineData, Trace } from '../../sim/index.ts'
import { completeConfig } from '../../config/index.ts'
import type { NamedTrace } from '../input/logs.ts'
import { RECORDED } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import { limitOf } from '../option/window.ts'
import type { WindowChoice } from '../option/window.ts'
import type { Figures, LaneResult, LogResult } from './result.ts'
import { byMetric } from './sums.ts'

/** How every log is measured. */
export interface Measuring {
  readonly counter: TokenCounter
  readonly lanes: readonly Lane[]
  readonly window: WindowChoice
  readonly seed: number
  /** The model whose prices are used; null: that of the log. */
  readonly model: string | null
}

/** A log with its runs. */
export interface Measured {
  readonly result: LogResult
  readonly intake: Intake
  readonly runs: readonly { readonly lane: string; readonly timeline: Timeline }[]
}

/** Runs every lane on one conversation. */
export function measure({ log, trace }: NamedTrace, order: number, measuring: Measuring): Measured {
  const { counter, seed, model } = measuring
  const intake = takeIn(trace, counter)
  const limit = limitOf(measuring.window, intake)
  const own = measuring.lanes.filter(({ config }) => config.strategy !== RECORDED || hasRecorded(trace))
  // As keys of an object, names that are numbers would come first.
  const keyed = own.map(({ name, config }, at) => ({
    key: `lane ${at}`,
    name,
    config: limit === null ? config : { ...config, max_context_tokens: limit.tokens },
  }))
  const { runs, firstDivergence } = compare(
    trace,
    Object.fromEntries(keyed.map(({ key, config }) => [key, config])),
    { intake, seed },
  )
  const done = keyed.flatMap(({ key, name, config }) => {
    const timeline = runs[key]
    return timeline === undefined ? [] : [{ lane: name, config, timeline }]
  })
  const nameOf = (key: string): string => keyed.find((one) => one.key === key)?.name ?? key
  return {
    intake,
    runs: done,
    result: {
      log,
      order,
      hash: traceHash(trace),
      reader: trace.source.name,
      title: trace.source.title,
      model: modelOf(trace).name,
      turns: trace.turns.length,
      peak: unmanagedPeak(intake),
      lanes: done.map(({ lane, config, timeline }): LaneResult => ({
        lane,
        window: limit?.tokens ?? completeConfig(config).max_context_tokens,
        windowFrom: limit?.from ?? 'lane',
        ended: timeline.data.ended?.turn ?? null,
        metrics: figuresOf(pricedBy(timeline.data, model)),
        missing: missingIn(timeline.data),
      })),
      divergence:
        firstDivergence === null
          ? null
          : {
              turn: firstDivergence.turn,
              lanes: [nameOf(firstDivergence.lanes[0]), nameOf(firstDivergence.lanes[1])],
            },
    },
  }
}

/** Whether a log shows what its own client did to its window, so that a lane can repeat it. */
export function hasRecorded({ recordedEdits, windows }: Trace): boolean {
  return recordedEdits.length > 0 && windows.every(({ kind }) => kind !== 'continuation')
}

/** A run as if another model had made the conversation: for its prices and cache rules alone. */
export function pricedBy(data: TimelineData, model: string | null): TimelineData {
  return model === null ? data : { ...data, model: { window: data.limit, ...data.model, name: model } }
}

function figuresOf(data: TimelineData): Figures {
  const rows = metrics({ data })
  return byMetric((id) => rows.find((row) => row.id === id)?.value ?? null)
}

function missingIn({ needs }: Pick<TimelineData, 'needs'>): Readonly<Record<NeedKind, number>> {
  const count = (kind: NeedKind) => needs.filter((need) => need.kind === kind && isMissing(need)).length
  return Object.fromEntries(NEED_KINDS.map((kind) => [kind, count(kind)])) as Record<NeedKind, number>
}
