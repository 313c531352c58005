import { evictionsOf } from '../../../engine/internal.ts'
import { costOfRun } from '../cost/cost.ts'
import { rewrittenTokens } from '../timeline/rewritten.ts'
import type { EditRecord, Timeline, TimelineData } from '../timeline/timeline.ts'
import { textOf } from './metric.ts'
import type { Metric, MetricKind } from './metric.ts'
import { isMissing, metOf, shareOfNeeds } from './share-of-needs.ts'

/** Every metric, in the order of the table. To add one: an entry here, and its test. */
export const metricList = [
  {
    id: 'turns-reached',
    label: 'Turns reached',
    unit: 'turns',
    kind: 'count',
    direction: 'up',
    meaning:
      'Turns whose request fitted the window, of all turns. A run stops at the first that does not fit.',
    value: (data) => data.turns.length - (data.ended === null ? 0 : 1),
    of: ({ turns, ended }) => (ended === null ? turns.length : (ended.of ?? null)),
  },
  {
    id: 'turns-refused',
    label: 'Requests over the limit',
    unit: 'requests',
    kind: 'count',
    direction: 'down',
    meaning: 'Requests that were larger than the window: a provider refuses them.',
    value: (data) => data.turns.filter((turn) => turn.used > data.limit).length,
  },
  {
    id: 'need-hit-rate',
    label: 'Needed context present',
    unit: 'share of needs',
    kind: 'share',
    direction: 'up',
    meaning:
      'Needs whose evidence was in the prompt, verbatim or in a summary; partial evidence counts half. Turns never reached count as missing.',
    value: (data) => shareOfNeeds(data, metOf),
  },
  {
    id: 'partial-rate',
    label: 'In part only',
    unit: 'share of needs',
    kind: 'share',
    direction: null,
    meaning: 'Needs with part of their evidence in the prompt, at least two key strings; each counts half.',
    value: (data) => shareOfNeeds(data, (need) => need.resolution === 'partial'),
  },
  {
    id: 'pointer-rate',
    label: 'Placeholder only',
    unit: 'share of needs',
    kind: 'share',
    direction: 'down',
    meaning: 'Needs of which only a placeholder was in context. It says how to get the block back.',
    value: (data) => shareOfNeeds(data, (need) => need.resolution === 'pointer'),
  },
  {
    id: 'lost-rate',
    label: 'Missing',
    unit: 'share of needs',
    kind: 'share',
    direction: 'down',
    meaning: 'Needs with no evidence in the prompt, including those of turns never reached.',
    value: (data) => shareOfNeeds(data, isMissing),
  },
  {
    id: 'unrecoverable-rate',
    label: 'Missing for good',
    unit: 'share of needs',
    kind: 'share',
    direction: 'down',
    meaning: 'Missing needs that no tool can restore: words of the user or of the model.',
    value: (data) => shareOfNeeds(data, (need) => isMissing(need) && !need.refetchable),
  },
  {
    id: 'goal-retention',
    label: 'Goal present',
    unit: 'share of goal needs',
    kind: 'share',
    direction: 'up',
    meaning:
      'Needs of the goal whose words were in the prompt: in the task itself, in another message, or in a summary; partial evidence counts half.',
    value: (data) => shareOfNeeds(data, metOf, (need) => need.kind === 'goal'),
  },
  {
    id: 'constraint-retention',
    label: 'Constraints present',
    unit: 'share of constraint needs',
    kind: 'share',
    direction: 'up',
    meaning:
      'Needs of the user’s constraints that were in the prompt, verbatim or in a summary; partial evidence counts half.',
    value: (data) => shareOfNeeds(data, metOf, (need) => need.kind === 'constraint'),
  },
  {
    id: 'peak-utilization',
    label: 'Peak utilization',
    unit: 'share of the limit',
    kind: 'share',
    direction: null,
    meaning: 'Largest prompt sent, as a share of the limit.',
    value: (data) => data.turns.reduce((peak, turn) => Math.max(peak, turn.utilization), 0),
  },
  {
    id: 'mean-utilization',
    label: 'Mean utilization',
    unit: 'share of the limit',
    kind: 'share',
    direction: null,
    meaning: 'Mean size of the prompts sent, as a share of the limit.',
    value: (data) => data.turns.reduce((sum, turn) => sum + turn.utilization, 0) / data.turns.length,
  },
  {
    id: 'p95-utilization',
    label: '95th percentile of utilization',
    unit: 'share of the limit',
    kind: 'share',
    direction: null,
    meaning: '95 % of the prompts were no larger than this.',
    value: (data) => {
      const sorted = data.turns.map((turn) => turn.utilization).sort((a, b) => a - b)
      return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null
    },
  },
  {
    id: 'turns-over-reserve',
    label: 'Turns over the reserve',
    unit: 'turns',
    kind: 'count',
    direction: 'down',
    meaning: 'Turns whose prompt left less than the reserve for the reply.',
    value: (data) => data.turns.filter((turn) => turn.used + data.reserve > data.limit).length,
  },
  {
    id: 'prompt-tokens',
    label: 'Prompt tokens sent',
    unit: 'tokens',
    kind: 'tokens',
    direction: 'down',
    meaning:
      'Sum of the agent’s own prompts, ignoring caches; requests for compression are counted separately.',
    value: (data) => data.turns.reduce((sum, turn) => sum + turn.used, 0),
  },
  {
    id: 'edits',
    label: 'Context rewrites',
    unit: 'rewrites',
    kind: 'count',
    direction: 'down',
    meaning:
      "Batches in which the strategy changed the window; each one may break the provider's prompt cache.",
    value: (data) => editsOf(data).length,
  },
  {
    id: 'evicted-blocks',
    label: 'Evictions',
    unit: 'evictions',
    kind: 'count',
    direction: null,
    meaning:
      'Number of times that a block was removed or replaced by a placeholder; a block with both counts twice. Summarized blocks and blocks left behind at a new window do not count.',
    value: (data) => data.edits.reduce((sum, edit) => sum + evictionsOf(edit, edit.blocks).length, 0),
  },
  {
    id: 'freed-tokens',
    label: 'Tokens freed',
    unit: 'tokens',
    kind: 'tokens',
    direction: null,
    meaning: 'Tokens that edits removed, minus the tokens they inserted.',
    value: (data) => data.edits.reduce((sum, edit) => sum + edit.freed - edit.added, 0),
  },
  {
    id: 'rewritten-tokens',
    label: 'Cached tokens rewritten',
    unit: 'tokens',
    kind: 'tokens',
    direction: 'down',
    meaning:
      'Tokens behind the first change of an edit that had been sent unchanged before: a prompt cache must write them again.',
    value: rewrittenTokens,
  },
  {
    id: 'cost',
    label: 'Cost',
    unit: 'US dollars',
    kind: 'money',
    direction: 'down',
    meaning:
      'All calls of the run, the strategy’s own among them, at the prices of the conversation’s model and with its prompt cache followed from call to call; at those of Claude Sonnet 4.5 where the model’s are not known.',
    value: (data) => costOfRun(data).usd,
  },
  {
    id: 'cache-hit-rate',
    label: 'Cache hit rate',
    unit: 'share of prompt tokens',
    kind: 'share',
    direction: 'up',
    meaning:
      'Prompt tokens that the provider would have read from its prompt cache, of all that were sent. What was not used for some minutes expires; where the conversation tells no times, nothing does.',
    value: (data) => {
      const { read, prompt } = costOfRun(data)
      return prompt === 0 ? null : read / prompt
    },
  },
  {
    id: 'edit-cost',
    label: 'Cost of cache misses by edits',
    unit: 'US dollars',
    kind: 'money',
    direction: 'down',
    meaning:
      'What tokens cost more because an edit in front of them made the prompt cache useless: the price of writing them again less that of reading them.',
    value: (data) => costOfRun(data).wasted.edit,
  },
  {
    id: 'span-ratio',
    label: 'Compression ratio',
    unit: 'before ÷ after',
    kind: 'rate',
    direction: null,
    meaning:
      'Tokens of everything compressed ÷ tokens of its replacements. It does not measure what was kept: compare “Questions kept”.',
    value: (data) => {
      const all = data.edits.flatMap(({ compression }) => compression ?? [])
      const after = all.reduce((sum, one) => sum + one.after, 0)
      return after === 0 ? null : all.reduce((sum, one) => sum + one.before, 0) / after
    },
  },
  {
    id: 'questions-kept',
    label: 'Questions kept',
    unit: 'share of questions',
    kind: 'share',
    direction: 'up',
    meaning:
      'Questions about compressed text that the window could still answer right after the compression, by exact words; no model is called.',
    value: (data) => {
      const all = data.edits.flatMap(({ compression }) => compression ?? [])
      const asked = all.reduce((sum, one) => sum + one.probes, 0)
      return asked === 0 ? null : all.reduce((sum, one) => sum + one.kept, 0) / asked
    },
  },
  {
    id: 'compression-calls',
    label: 'Extra LLM calls',
    unit: 'requests',
    kind: 'count',
    direction: 'down',
    meaning:
      'Model calls by the strategy itself: summaries, merges, checkpoints, including those with discarded answers. In the recorded lane, the compactions of the log’s client.',
    value: ({ asks, edits }) =>
      asks.length +
      edits.filter(({ logged, compression }) => logged !== undefined && compression !== null).length,
  },
  {
    id: 'discarded-answers',
    label: 'Answers discarded',
    unit: 'answers',
    kind: 'count',
    direction: 'down',
    meaning: 'Answers that failed, were empty, unreadable, or not smaller than their sources.',
    value: (data) => data.asks.filter(({ verdict }) => verdict !== 'used').length,
  },
  {
    id: 'compression-tokens',
    label: 'Tokens of extra calls',
    unit: 'tokens',
    kind: 'tokens',
    direction: 'down',
    meaning:
      'Prompts and answers of the extra calls, plus the full cost of delegated work in a separate window.',
    value: (data) => {
      let total = 0
      for (const { calls } of data.turns) {
        for (const { kind, input, output } of calls) if (kind !== 'main') total += input + (output ?? 0)
      }
      return total
    },
  },
  {
    id: 'windows-opened',
    label: 'Windows opened',
    unit: 'windows',
    kind: 'count',
    direction: null,
    meaning: 'Number of times that a full window handed over to a new one.',
    value: (data) => data.edits.filter(({ opened }) => opened !== null).length,
  },
  {
    id: 'introduced-violations',
    label: 'Violations introduced',
    unit: 'violations',
    kind: 'count',
    direction: 'down',
    meaning: 'Violations of provider rules that the strategy caused, before repair.',
    value: (data) =>
      data.turns.reduce(
        (sum, turn) => sum + turn.violations.filter((one) => one.origin === 'strategy').length,
        0,
      ),
  },
] as const satisfies readonly Metric[]

export type MetricId = (typeof metricList)[number]['id']

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
  readonly meaning: string
  /** The value for people, a dash if there is none. */
  readonly text: string
}

function rowOf(metric: Metric & { readonly id: MetricId }, data: TimelineData): MetricRow {
  const value = data.turns.length === 0 ? null : metric.value(data)
  const of = value === null ? null : (metric.of?.(data) ?? null)
  const { id, label, unit, kind, direction, meaning } = metric
  const text = textOf(value, kind) + (of === null ? '' : ` of ${textOf(of, kind)}`)
  return { id, label, value, of, unit, kind, direction, meaning, text }
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

/** The edits by the strategy, in order, without repairs. */
export function editsOf(data: Pick<TimelineData, 'edits'>): readonly EditRecord[] {
  return data.edits.filter((edit) => edit.stage !== 'repair')
}
