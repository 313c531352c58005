import { costOf } from '../../../llm/index.ts'
import type { PricedModel, Usd } from '../../../llm/index.ts'
import type { Tokens, Turn } from '../../../engine/index.ts'
import { isStageWith } from '../../../engine/internal.ts'
import type { Usage } from '../../trace/trace.ts'
import { ownPrices } from './own-prices.ts'
import { paidReply } from '../timeline/paid-reply.ts'
import type { Timeline } from '../timeline/timeline.ts'
import { paidAgain, pricesOf, pricesUsed } from './cost.ts'
import type { CallCost, RunCost } from './cost.ts'

/** A log's record of the prompt cache in one call, compared with the expectation. */
export interface RecordedCall {
  readonly turn: Turn
  readonly read: Tokens
  /** Tokens of the prompt that were not read. */
  readonly missed: Tokens
  /** Those of them that were not expected; negative if fewer were missed than expected. */
  readonly unexpected: Tokens
  /** The client's own edit before this call, as an index into the run's edits; null for none. */
  readonly edit: number | null
  /** Tokens written to the cache; null if the log does not say. */
  readonly written: Tokens | null
  /** Cost by the log's own figures. */
  readonly usd: Usd
}

/** A log's record of its prompt cache compared with what a replay expects from requests and times alone. */
export interface BesideRecorded {
  /** Calls with recorded cache reads. */
  readonly calls: readonly RecordedCall[]
  readonly read: Tokens
  readonly expectedRead: Tokens
  /** Tokens that were not read: written to the cache, or plain input. */
  readonly missed: Tokens
  readonly expectedMissed: Tokens
  /** Tokens written to the cache, in the calls of which the log says it; null if it says it of none. */
  readonly written: { readonly recorded: Tokens; readonly expected: Tokens } | null
  /**
   * The sum over calls of the differences between recorded and expected reads: caused by the provider, or by something
   * not in the log.
   */
  readonly unexplained: Tokens
  /** Cost of all calls with recorded usage, by the log's own figures. */
  readonly usd: Usd
  /**
   * Extra cost, by the log, of tokens that had been sent before: for the expected causes, in calls right after an edit of
   * the client, which may have changed more than the log says, and for what nothing in the log explains. `saved` is what
   * calls saved that read more than this conversation had sent before. None is negative.
   */
  readonly wasted: Readonly<Record<'expected' | 'edit' | 'provider' | 'saved', Usd>>
  /** What the run paid besides for calls that wrote summaries, of which the log records no usage. */
  readonly extra: Usd
  /**
   * The run's calls without recorded usage, and what they cost there.
   */
  readonly unmeasured: { readonly calls: number; readonly usd: Usd }
  /**
   * Replies of which the log does not record the tokens, or as they were when the reply began: less than half of what its
   * text has. The text is counted instead.
   */
  readonly unrecordedReplies: number
  /** The models at whose prices the calls are, and the number of calls, in the order of the first. */
  readonly models: readonly { readonly label: string; readonly calls: number }[]
  /** Calls of models without a known price: they are at the prices of the run's model. */
  readonly unpriced: number
}

type Prompt = Readonly<Record<'input' | 'cacheRead' | 'cacheWrite', Tokens>>

const NO_PROMPT: Prompt = { input: 0, cacheRead: 0, cacheWrite: 0 }

/** What sound in a prompt costs more than text. */
function moreForSound({ audio }: Usage, { read, missed }: CallCost['price'], model: PricedModel): Usd {
  if (audio === undefined || model.audio === undefined) return 0
  const { input, cacheRead } = model.audio
  return ((audio.input - audio.cacheRead) * (input - missed) + audio.cacheRead * (cacheRead - read)) / MILLION
}

const MILLION = 1_000_000

/**
 * Compares a run's expected reads with those of its log (COST-3). Null for a run that sent other requests than the log's
 * client, if no call has recorded reads, and at the prices of another provider, whose cache never saw these calls. Each
 * call is at the prices of its own model, unless a person chose the prices of another model for all.
 */
export function besideRecorded(
  { data, trace }: Pick<Timeline, 'data' | 'trace'>,
  cost: RunCost,
): BesideRecorded | null {
  // Repairs and the client's own edits keep the requests those of the log.
  const own = data.edits.filter(({ stage }) => stage !== 'repair')
  if (own.some(({ stage }) => !isStageWith('from_log', stage))) return null
  // Its client shortened the conversation, and this run did not.
  if (own.length === 0 && trace.recordedEdits.length > 0) return null
  if (cost.countedBy !== null) return null
  const sums = {
    read: 0,
    expectedRead: 0,
    missed: 0,
    expectedMissed: 0,
    unexplained: 0,
    usd: 0,
    unrecordedReplies: 0,
    unpriced: 0,
  }
  const priceOf = ownPrices(data.model?.name ?? null, cost)
  const wasted = { expected: 0, edit: 0, provider: 0, saved: 0 }
  const editIn = new Map(data.edits.map(({ turn, stage }, index) => [stage === 'repair' ? -1 : turn, index]))
  const measured: CallCost[] = []
  const unmeasured = { calls: 0, usd: 0 }
  const calls: RecordedCall[] = []
  const writes = { recorded: 0, expected: 0 }
  for (const call of cost.calls) {
    const { turn, model, prompt, read: expectedRead, missed: causes, term, output } = call
    const usage = trace.turns[turn]?.usage ?? null
    if (usage === null) {
      if (call.prompt > 0) unmeasured.calls += 1
      unmeasured.usd += call.usd
      continue
    }
    if (priceOf(trace.turns[turn]?.model ?? null) === null) sums.unpriced += 1
    measured.push(call)
    const price = pricesOf(call, model)
    const read = usage.cacheRead ?? 0
    const written = usage.cacheWrite ?? (model.cache.kind === 'automatic' ? usage.input - read : 0)
    const paid = (prompt: Prompt, forAnHour: Tokens, output: Tokens): Usd =>
      costOf(
        {
          uncached: prompt.input - prompt.cacheRead - prompt.cacheWrite,
          cacheRead: prompt.cacheRead,
          cacheWrite5m: prompt.cacheWrite - forAnHour,
          cacheWrite1h: forAnHour,
          output,
        },
        model,
      )
    const own = { input: usage.input, cacheRead: read, cacheWrite: written }
    const again = usage.sampledAgain ?? NO_PROMPT
    const reply = paidReply(usage.output, output)
    if (reply !== usage.output) sums.unrecordedReplies += 1
    const usd =
      paid(own, usage.hourWrite ?? (term === '1h' ? written : 0), reply) +
      paid(again, term === '1h' ? again.cacheWrite : 0, 0) +
      moreForSound(usage, price, model)
    sums.usd += usd
    if (usage.cacheRead === null) continue
    const missed = usage.input - read
    const expectedMissed = prompt - expectedRead
    const unexpected = missed - expectedMissed
    sums.read += read
    sums.expectedRead += expectedRead
    sums.missed += missed
    sums.expectedMissed += expectedMissed
    sums.unexplained += Math.abs(unexpected)
    const due = paidAgain({ price }, expectedMissed - causes.first_sight)
    const edit = editIn.get(turn) ?? null
    const more = paidAgain({ price }, unexpected)
    wasted.expected += Math.max(0, due + Math.min(0, more))
    wasted[edit === null ? 'provider' : 'edit'] += Math.max(0, more)
    wasted.saved += Math.max(0, -(due + more))
    calls.push({ turn, read, missed, unexpected, edit, written: usage.cacheWrite, usd })
    if (usage.cacheWrite === null) continue
    writes.recorded += usage.cacheWrite
    writes.expected += call.written
  }
  if (calls.length === 0) return null
  const written = calls.some((call) => call.written !== null) ? writes : null
  const models = pricesUsed({ ...cost, calls: measured }).models.map(({ label, calls: own }) => ({
    label,
    calls: own,
  }))
  return { calls, ...sums, written, wasted, extra: cost.parts.extra, unmeasured, models }
}
