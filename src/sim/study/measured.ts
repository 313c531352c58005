import { completeConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { contentHash, evictionsOf } from '../../engine/internal.ts'
import type { BlockId, Tokens, Turn } from '../../engine/index.ts'
import { rulesKept } from '../autopsy/rules.ts'
import type { Regret } from '../clairvoyant/reference.ts'
import { costOfRun, pricesUsed } from '../run/cost/cost.ts'
import type { PricesUsed } from '../run/cost/cost.ts'
import { isFit, metrics } from '../run/metric/list.ts'
import type { MetricId } from '../run/metric/list.ts'
import { isMissing, metOf } from '../run/metric/share-of-needs.ts'
import type { ChosenPrices, NeedRecord, Timeline, TimelineData } from '../run/timeline/timeline.ts'
import type { Intake } from '../trace/intake.ts'
import { modelOf } from '../trace/model-of.ts'
import { unmanagedPeak } from '../trace/peak.ts'
import { NEED_KINDS } from '../trace/trace.ts'
import type { NeedKind, Trace } from '../trace/trace.ts'
import { traceHash } from '../trace/trace-hash.ts'
import { callsOf } from './calls.ts'
import { constraintsLost, figuresOf } from './figures.ts'
import type { SeedFigures } from './figures.ts'
import { lackingProvider } from './lacking.ts'
import type { ChosenWindow } from './window.ts'

export type Figures = Readonly<Record<MetricId, number | null>>

/** One lane on one log, as figures. */
export interface MeasuredLane {
  readonly lane: string
  readonly window: Tokens
  readonly windowFrom: ChosenWindow['from'] | 'lane'
  /** Null for a run that reached the end, else the turn at which it stopped. */
  readonly ended: Turn | null
  readonly metrics: Figures
  /**
   * Needs without any evidence in the prompt, by kind. In a log, whose needs do not tell its constraints: the rules of
   * the user that the last request has lost.
   */
  readonly missing: Readonly<Record<NeedKind, number>>
  /** What it adds to a study over several logs. */
  readonly study: SeedFigures
  /** Evicted blocks that a turn needed again within 10 turns and of which it had nothing. */
  readonly again: number
  /** The turn that missed most needed blocks; null if none missed any. */
  readonly worst: Turn | null
}

/** One log with every lane, as figures: no text of it. */
export interface MeasuredLog {
  /** Identity of its content. */
  readonly hash: string
  /** Identity of its first call, which a copy has too, and a log that goes on with it; null if no call has time and usage. */
  readonly begins: string | null
  readonly reader: string
  readonly title: string
  readonly model: string | null
  /** Version of the client that wrote it; null if the log names none. */
  readonly client: string | null
  readonly turns: number
  /** Tokens of its largest prompt without eviction. */
  readonly peak: Tokens
  /** Whose prices its costs have; null where nothing was run. */
  readonly prices: PricesUsed | null
  readonly lanes: readonly MeasuredLane[]
}

/** What tells whether a log is a copy of another one. */
export function identityOf(trace: Trace): Pick<MeasuredLog, 'hash' | 'begins'> {
  const [first] = callsOf(trace)
  return { hash: traceHash(trace), begins: first === undefined ? null : contentHash([first]) }
}

/**
 * Logs in an order that follows from their content alone: resamples are drawn by place, and an interval must not depend on
 * the names or the order in which somebody gives the same logs.
 */
export function inDrawingOrder<Log extends Pick<MeasuredLog, 'hash'>>(logs: readonly Log[]): readonly Log[] {
  return logs.toSorted((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0))
}

/** A run of a lane that is to be measured. */
export interface RunOfLane {
  readonly lane: string
  readonly config: PartialConfig
  readonly timeline: Timeline
  /** Missing: not searched. */
  readonly regret?: Regret
}

/**
 * The figures of every lane on a log: the command line and the page have them from here.
 *
 * @param window of all lanes; null: each has that of its config
 * @param model whose prices are used; null: that of the log
 * @param prices that a person chose; missing: those of that model
 */
export function measuredLog(
  intake: Intake,
  runs: readonly RunOfLane[],
  window: ChosenWindow | null,
  model: string | null,
  prices?: ChosenPrices,
): MeasuredLog {
  const { trace } = intake
  const [first] = runs
  return {
    ...identityOf(trace),
    reader: trace.source.name,
    title: trace.source.title,
    model: modelOf(trace).name,
    client: trace.source.versions?.at(-1) ?? null,
    turns: trace.turns.length,
    peak: unmanagedPeak(intake),
    prices:
      first === undefined ? null : pricesUsed(costOfRun(pricedBy(first.timeline.data, model, prices), {})),
    lanes: runs.map(({ lane, config, timeline, regret }): MeasuredLane => {
      const { data } = timeline
      const rows = metrics({ data: pricedBy(data, model, prices) })
      const valueOf = (id: MetricId): number | null => rows.find((row) => row.id === id)?.value ?? null
      const { needs, ended } = data
      const rules = rulesKept(timeline)
      const lackedBy = lackingProvider(config, trace, model)
      return {
        lane,
        window: window?.tokens ?? completeConfig(config).max_context_tokens,
        windowFrom: window?.from ?? 'lane',
        ended: ended?.turn ?? null,
        // The rows have every metric.
        metrics: Object.fromEntries(rows.map(({ id, value }) => [id, value])) as Record<
          MetricId,
          number | null
        >,
        missing: { ...missingIn(needs), constraint: constraintsLost({ needs, rules }) },
        study: {
          ...figuresOf(
            { needs, rules, usd: valueOf('cost') ?? 0, fit: isFit(rows), reached: ended === null },
            regret,
          ),
          ...(lackedBy !== null && { lackedBy }),
        },
        again: neededAgain(data),
        worst: worstTurn(needs),
      }
    }),
  }
}

/** Whether a log shows what its own client did to its window, so that a lane can repeat it. */
export function hasRecorded({ recordedEdits, windows }: Trace): boolean {
  return recordedEdits.length > 0 && windows.every(({ kind }) => kind !== 'continuation')
}

/** A run as if another model had made the conversation: for its prices and cache rules alone. */
function pricedBy(data: TimelineData, model: string | null, prices?: ChosenPrices): TimelineData {
  const at = prices === undefined ? data : { ...data, prices }
  return model === null ? at : { ...at, model: { window: data.limit, ...data.model, name: model } }
}

function missingIn(needs: readonly NeedRecord[]): Readonly<Record<NeedKind, number>> {
  const count = (kind: NeedKind) => needs.filter((need) => need.kind === kind && isMissing(need)).length
  return Object.fromEntries(NEED_KINDS.map((kind) => [kind, count(kind)])) as Record<NeedKind, number>
}

/** Turns within which an evicted block that is needed again should not have been evicted. */
const SOON = 10

/** Evicted blocks that a turn needed again soon and of which it had nothing. */
export function neededAgain({ edits, needs }: Pick<TimelineData, 'edits' | 'needs'>): number {
  const evicted = new Map<BlockId, Turn[]>()
  for (const edit of edits)
    for (const { block } of evictionsOf({ ...edit }, edit.blocks))
      evicted.set(block, [...(evicted.get(block) ?? []), edit.turn])
  const again = new Set<string>()
  for (const { turn, source, resolution } of needs) {
    if (metOf({ resolution }) > 0 || resolution === 'unreached') continue
    const at = evicted.get(source)?.findLast((one) => one <= turn)
    if (at !== undefined && turn - at <= SOON) again.add(`${source} ${at}`)
  }
  return again.size
}

/** The turn that misses most needed blocks, the first of several; null if none misses any. */
export function worstTurn(needs: readonly Pick<NeedRecord, 'turn' | 'resolution'>[]): Turn | null {
  const missed = new Map<Turn, number>()
  for (const need of needs) {
    const lost = 1 - metOf(need)
    if (lost > 0) missed.set(need.turn, (missed.get(need.turn) ?? 0) + lost)
  }
  let worst: Turn | null = null
  for (const [turn, lost] of missed)
    if (worst === null || lost > (missed.get(worst) ?? 0) || (lost === missed.get(worst) && turn < worst))
      worst = turn
  return worst
}
