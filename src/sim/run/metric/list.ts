import { evictionsOf } from '../../../engine/internal.ts'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { costOfRun } from '../cost/cost.ts'
import type { EditRecord, Refetch, Timeline, TimelineData } from '../timeline/timeline.ts'
import { textOf } from './metric.ts'
import { sentTurns, turnsReached } from '../timeline/obeyed.ts'
import type { Metric, MetricKind } from './metric.ts'
import words from './words.json' with { type: 'json' }
import { isRestorable } from '../timeline/again.ts'
import { isMissing, isOfConstraint, metOf, shareOfNeeds } from './share-of-needs.ts'

/** What each is computed from. */
const values = {
  'turns-reached': turnsReached,
  'turns-refused': (data) => data.turns.filter((turn) => turn.used > data.limit).length,
  'need-hit-rate': (data) => shareOfNeeds(data, metOf),
  'partial-rate': (data) => shareOfNeeds(data, (need) => need.resolution === 'partial'),
  'pointer-rate': (data) => shareOfNeeds(data, (need) => need.resolution === 'pointer'),
  'lost-rate': (data) => shareOfNeeds(data, isMissing),
  'unrecoverable-rate': (data) => shareOfNeeds(data, (need) => isMissing(need) && !need.refetchable),
  // An ended run did not come to all of them.
  'needs-observed': ({ askedAgain, ended }) => (ended === null ? (askedAgain?.length ?? null) : null),
  'observed-missing': ({ askedAgain, ended }) =>
    ended === null ? (askedAgain?.filter(({ present }) => !present).length ?? null) : null,
  'needs-inferred': ({ needs, askedAgain }) => (askedAgain === undefined ? null : needs.length),
  'inferred-missing': ({ needs, askedAgain }) =>
    askedAgain === undefined ? null : needs.filter((need) => metOf(need) === 0).length,
  'refetch-calls': (data) => ofRefetching(data, (all) => all.reduce((sum, { blind }) => sum + blind + 1, 0)),
  'refetch-tokens': (data) =>
    ofRefetching(data, () =>
      data.turns.reduce(
        (sum, { fetched, points }) => sum + (fetched?.point.used ?? points.sent.used) - points.sent.used,
        0,
      ),
    ),
  thrash: (data) => ofRefetching(data, () => thrashIn(data)),
  'refetch-no-room': (data) => ofRefetching(data, (all) => restorableIn(data) - all.length),
  'goal-retention': (data) => shareOfNeeds(data, metOf, (need) => need.kind === 'goal'),
  'constraint-retention': (data) => shareOfNeeds(data, metOf, isOfConstraint),
  'peak-utilization': (data) => data.turns.reduce((peak, turn) => Math.max(peak, turn.utilization), 0),
  'mean-utilization': (data) => {
    const sent = sentTurns(data)
    return sent.length === 0 ? null : sent.reduce((sum, turn) => sum + turn.utilization, 0) / sent.length
  },
  'p95-utilization': (data) => {
    const sorted = sentTurns(data)
      .map((turn) => turn.utilization)
      .sort((a, b) => a - b)
    return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null
  },
  'turns-over-reserve': (data) => data.turns.filter((turn) => turn.used + data.reserve > data.limit).length,
  'prompt-tokens': (data) => sentTurns(data).reduce((sum, turn) => sum + turn.used, 0),
  edits: (data) => editsOf(data).length,
  'evicted-blocks': (data) =>
    data.edits.reduce((sum, edit) => sum + evictionsOf(edit, edit.blocks).length, 0),
  'freed-tokens': (data) => data.edits.reduce((sum, edit) => sum + edit.freed - edit.added, 0),
  'rewritten-tokens': (data) => costOfRun(data).missed.edit,
  cost: (data) => costOfRun(data).usd,
  'cache-hit-rate': (data) => {
    const { read, prompt } = costOfRun(data)
    return prompt === 0 ? null : read / prompt
  },
  'edit-cost': (data) => costOfRun(data).wasted.edit,
  time: (data) => costOfRun(data).time.total / 1000,
  stalls: (data) => costOfRun(data).time.stalls / 1000,
  'span-ratio': (data) => {
    const all = data.edits.flatMap(({ compression }) => compression ?? [])
    const after = all.reduce((sum, one) => sum + one.after, 0)
    return after === 0 ? null : all.reduce((sum, one) => sum + one.before, 0) / after
  },
  'questions-kept': (data) => {
    const all = data.edits.flatMap(({ compression }) => compression ?? [])
    const asked = all.reduce((sum, one) => sum + one.probes, 0)
    return asked === 0 ? null : all.reduce((sum, one) => sum + one.kept, 0) / asked
  },
  'compression-calls': ({ asks, edits }) =>
    asks.length +
    edits.filter(({ logged, compression }) => logged !== undefined && compression !== null).length,
  'discarded-answers': (data) => data.asks.filter(({ verdict }) => verdict !== 'used').length,
  'compression-tokens': (data) => {
    let total = 0
    for (const { calls } of data.turns) {
      for (const { kind, input, output } of calls)
        if (kind === 'summarize' || kind === 'subagent') total += input + (output ?? 0)
    }
    return total
  },
  'windows-opened': (data) => data.edits.filter(({ opened }) => opened !== null).length,
  'checkpoints-not-newer': ({ checkpoints: all }) =>
    all.length === 0
      ? null
      : all.filter(
          ({ window, checkpoint: { version } }, at) =>
            // Each agent counts its own.
            version <=
            (all.slice(0, at).findLast((before) => before.window === window)?.checkpoint.version ?? 0),
        ).length,
  'introduced-violations': (data) =>
    data.turns.reduce(
      (sum, turn) => sum + turn.violations.filter((one) => one.origin === 'strategy').length,
      0,
    ),
} satisfies Readonly<Record<keyof typeof words, Metric['value']>>

/** Not `keyof typeof words`: a declaration that imports JSON compiles in few projects. */
export type MetricId = keyof typeof values

/** Every metric, in the order of the table. To add one: its words in `words.json`, its value above, and its test. */
export const metricList: readonly (Metric & { readonly id: MetricId })[] = /* @__PURE__ */ listed()

function listed(): (Metric & { readonly id: MetricId })[] {
  return (Object.keys(words) as MetricId[]).map((id) => ({
    id,
    ...(words as Readonly<Record<MetricId, Omit<Metric, 'id' | 'value'>>>)[id],
    value: values[id],
    ...(id === 'turns-reached'
      ? { of: ({ turns, ended }: TimelineData) => (ended === null ? turns.length : (ended.of ?? null)) }
      : {}),
  }))
}

/** A metric of one run, ready for a table. */
export interface MetricRow {
  readonly id: MetricId
  readonly label: string
  readonly value: number | null
  /** The whole that the value is a part of: 24 of 56; null for a figure without one. */
  readonly of: number | null
  readonly unit: string
  readonly kind: MetricKind
  readonly direction: 'up' | 'down' | null
  /** The value for people, a dash if there is none. */
  readonly text: string
}

function rowOf(metric: Metric & { readonly id: MetricId }, data: TimelineData): MetricRow {
  const value = data.turns.length === 0 ? null : metric.value(data)
  const of = value === null ? null : (metric.of?.(data) ?? null)
  const { id, label, unit, kind, direction } = metric
  const text = textOf(value, kind) + (of === null ? '' : ` of ${textOf(of, kind)}`)
  return { id, label, value, of, unit, kind, direction, text }
}

/** Every metric of a run, in the order of the table. All of them come from the timeline's ledger. */
export function metrics(timeline: Pick<Timeline, 'data'>): MetricRow[] {
  return metricList.map((metric) => rowOf(metric, timeline.data))
}

/** The metrics that say how far a run came, and whether a provider would have answered it. */
export const FITNESS: readonly MetricId[] = Object.freeze(['turns-reached', 'turns-refused'])

/**
 * Whether a run reached the end of its conversation and sent nothing over the limit. Only such a run may be called
 * better than another, whatever its other figures.
 */
export function isFit(rows: readonly Pick<MetricRow, 'id' | 'value' | 'of'>[]): boolean {
  const reached = rows.find(({ id }) => id === 'turns-reached')
  const refused = rows.find(({ id }) => id === 'turns-refused')
  return reached?.value === reached?.of && (refused?.value ?? 0) === 0
}

/** A figure of what a run fetched again; null if it only counts needs. */
function ofRefetching(data: TimelineData, figure: (all: readonly Refetch[]) => number): number | null {
  return data.refetching === true ? figure(data.turns.flatMap(({ fetched }) => fetched?.again ?? [])) : null
}

/** Turns in which fetching the same block once more is thrashing. */
const THRASH_TURNS = 10

function thrashIn({ turns }: TimelineData): number {
  const last = new Map<BlockId, Turn>()
  let count = 0
  for (const { turn, fetched } of turns) {
    for (const { source } of fetched?.again ?? []) {
      if (turn - (last.get(source) ?? -Infinity) <= THRASH_TURNS) count += 1
      last.set(source, turn)
    }
  }
  return count
}

/** Results that turns with a reply needed and that a call could have restored, fitting or not. */
function restorableIn({ turns, needs }: TimelineData): number {
  let count = 0
  for (const { responded, needs: own } of turns) {
    if (responded === null) continue
    const gone = own.flatMap((index) => needs[index] ?? []).filter(isRestorable)
    count += new Set(gone.map(({ source }) => source)).size
  }
  return count
}

/** The edits by the strategy, in order, without repairs. */
export function editsOf(data: Pick<TimelineData, 'edits'>): readonly EditRecord[] {
  return data.edits.filter((edit) => edit.stage !== 'repair')
}
