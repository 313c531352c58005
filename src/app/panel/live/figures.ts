import { COUNTER_NAMES } from '../../../engine/index.ts'
import { inPrompt, isProviderSummary, isStageWith, partsOf } from '../../../engine/internal.ts'
import type { AnthropicRequest, CounterName, Ratio, Tokens, Turn } from '../../../engine/index.ts'
import type { RecordedEdit, TimelineData, TraceTurn } from '../../../sim/index.ts'
import { entriesAt } from '../../../sim/index.ts'
import type { Sent } from '../../store/live/state.ts'

/** The error of a counter against the billed tokens, over all requests with both (TOK-5). */
export interface CounterSum {
  readonly counter: CounterName
  readonly requests: number
  readonly counted: Tokens
  readonly billed: Tokens
  /** −0.1 counts a tenth too little. */
  readonly error: Ratio
}

/** Each counter over the whole conversation, in the order of the counters, without those that have no data. */
export function counterSums(
  sent: readonly Sent[],
  turns: readonly Pick<TraceTurn, 'usage'>[],
): readonly CounterSum[] {
  return COUNTER_NAMES.flatMap((counter): CounterSum[] => {
    let [requests, counted, billed] = [0, 0, 0]
    for (const one of sent) {
      const own = one.counted[counter]
      const usage = turns[one.turn]?.usage ?? null
      if (own === undefined || usage === null) continue
      requests += 1
      counted += own
      billed += usage.input
    }
    return billed === 0 ? [] : [{ counter, requests, counted, billed, error: counted / billed - 1 }]
  })
}

/** The counter with the smallest error; the first of equals. */
export function nearest(sums: readonly CounterSum[]): CounterSum | null {
  const far = ({ error }: CounterSum): number => Math.abs(error)
  return sums.reduce<CounterSum | null>(
    (best, one) => (best === null || far(one) < far(best) ? one : best),
    null,
  )
}

/** The size of the window by the anchored count (TOK-1, TOK-2), with its parts. */
export interface Anchored {
  readonly turn: Turn
  /** Billed for the prompt of that turn. */
  readonly billed: Tokens
  /** Estimate of what was added since, less what was removed; may be negative. */
  readonly since: Tokens
  readonly sum: Tokens
  /** Adjustment to the sum of all blocks (LED-1). */
  readonly adjustment: Tokens
}

/**
 * The last billed prompt plus changes since by the page's counter. Null if nothing was billed, or if the current run
 * does not reach that far.
 */
export function anchoredCount(
  { turns: run, edits }: Pick<TimelineData, 'turns' | 'edits'>,
  sent: readonly Pick<Sent, 'turn' | 'used'>[],
  turns: readonly Pick<TraceTurn, 'usage'>[],
): Anchored | null {
  const last = sent.findLast(({ turn }) => (turns[turn]?.usage ?? null) !== null)
  const usage = last === undefined ? null : (turns[last.turn]?.usage ?? null)
  const newest = run.at(-1)
  if (last === undefined || usage === null || newest === undefined || newest.turn < last.turn) return null
  const blocks = (newest.responded ?? newest.points.sent).used
  const since = blocks - last.used - heardAfter(edits, last.turn)
  const sum = usage.input + since
  return { turn: last.turn, billed: usage.input, since, sum, adjustment: sum - blocks }
}

/** Tokens by which a window grew through the provider's report on the call of a turn, which were already billed. */
function heardAfter(edits: TimelineData['edits'], turn: Turn): Tokens {
  const heard = edits.filter((edit) => edit.turn === turn + 1 && isHeard(edit))
  return heard.reduce((sum, { before, after }) => sum + after - before, 0)
}

/** Whether an edit comes from the provider's report on the previous call, not from the run's simulation. */
function isHeard({ stage, trigger }: TimelineData['edits'][number]): boolean {
  return isStageWith('sweeps', stage) && !isStageWith('from_log', stage) && trigger === undefined
}

/**
 * A key of the window's content when a turn was sent, for comparing with another run. A block that a run makes gets
 * another id as soon as the conversation is longer, so it is identified by its turn.
 */
export function heldIn({ turns, spans, blocks }: Run, turn: Turn): string {
  const record = turns[turn]
  if (record === undefined) return ''
  return entriesAt(spans, record.points.sent.tick, record.window)
    .map(({ block, state, tokens }) => {
      const of = blocks[block]
      return `${of !== undefined && of.message < 0 ? `${of.type} of ${of.turn}` : block} ${state} ${tokens}`
    })
    .join()
}

type Run = Pick<TimelineData, 'turns' | 'spans' | 'blocks'>

/** How many turns a run would now send differently. */
export function otherwiseIn(run: Run, sent: readonly Pick<Sent, 'turn' | 'used' | 'held'>[]): number {
  return sent.filter(
    ({ turn, used, held }) => run.turns[turn]?.points.sent.used !== used || heldIn(run, turn) !== held,
  ).length
}

/**
 * Whether the prompt of a turn has a summary by the provider that its request lacks: a run continues from a simulated
 * compaction that the provider did not report.
 */
export function isPlayedIn(
  { turns, spans, blocks }: Run,
  turn: Turn,
  { messages }: Pick<AnthropicRequest, 'messages'>,
  made: readonly Pick<RecordedEdit, 'turn' | 'summary'>[],
): boolean {
  const record = turns[turn]
  if (record === undefined) return false
  const summary = entriesAt(spans, record.points.sent.tick, record.window).findLast((entry) => {
    const block = blocks[entry.block]
    return block !== undefined && block.turn < turn && isProviderSummary(block) && inPrompt(entry)
  })
  if (summary === undefined) return false
  const part = messages.flatMap((message) => partsOf(message)).findLast(({ type }) => type === 'compaction')
  const own = part?.type === 'compaction' ? made.findLast((one) => one.summary === part.content) : undefined
  return own?.turn !== blocks[summary.block]?.turn
}

function isCompacting({ stage, blocks }: TimelineData['edits'][number]): boolean {
  return isStageWith('sweeps', stage) && blocks.some(({ verb }) => verb === 'clear')
}

/** Whether a simulated edit was later undone because the provider did nothing. */
function isTakenBack({ blocks }: TimelineData['edits'][number], edits: TimelineData['edits']): boolean {
  const made = blocks.find(({ verb }) => verb === 'insert')?.block
  const drops = ({ verb, block }: TimelineData['edits'][number]['blocks'][number]): boolean =>
    verb === 'drop' && block === made
  return edits.some((edit) => isHeard(edit) && edit.blocks.some(drops))
}

/** Tokens of the prompt of a turn before and after a simulated compaction by the provider; null without one. */
export function compactedAt(
  { edits }: Pick<TimelineData, 'edits'>,
  turn: Turn,
): { readonly before: Tokens; readonly after: Tokens } | null {
  const edit = edits.find((one) => one.turn === turn && isCompacting(one) && !isHeard(one))
  return edit === undefined ? null : { before: edit.before, after: edit.after }
}

/**
 * Tokens that a run expects its provider to clear from the prompt of a turn: those of edits that cleared something,
 * without content that has left the request since, for example into a summary. Content before an earlier compaction is
 * out of the prompt anyway, and not included.
 */
export function clearedAt({ turns, edits, spans }: TimelineData, turn: Turn): Tokens {
  const record = turns[turn]
  if (record === undefined) return 0
  const still = new Set(
    entriesAt(spans, record.points.sent.tick, record.window)
      .filter(({ state }) => state === 'server_cleared')
      .map(({ block }) => block),
  )
  const heard = edits.filter((one) => one.turn <= turn)
  const from = edits.findLastIndex(
    (one) =>
      (one.turn < turn || isHeard(one)) && one.turn <= turn && isCompacting(one) && !isTakenBack(one, heard),
  )
  let tokens = 0
  for (const edit of edits.slice(from + 1)) {
    if (edit.turn > turn) break
    const cleared = isCompacting(edit) ? [] : edit.blocks.filter(({ verb }) => verb === 'clear')
    if (cleared.length === 0) continue
    // Of the whole edit, because the overhead of a message moves from a cleared block to the next one.
    tokens += edit.freed - edit.added
    for (const one of cleared) if (!still.has(one.block)) tokens -= one.freed - one.added
  }
  return tokens
}
