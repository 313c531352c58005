import { COUNTER_NAMES } from '../../../engine/index.ts'
import { inPrompt, isProviderSummary, isStageWith, partsOf } from '../../../engine/internal.ts'
import type { AnthropicRequest, CounterName, Ratio, Tokens, Turn } from '../../../engine/index.ts'
import type { RecordedEdit, TimelineData, TraceTurn } from '../../../sim/index.ts'
import { entriesAt } from '../../../sim/index.ts'
import type { Sent } from '../../store/live/state.ts'

/** How far a counter is from what was billed, over all requests that both know of (TOK-5). */
export interface CounterSum {
  readonly counter: CounterName
  readonly requests: number
  readonly counted: Tokens
  readonly billed: Tokens
  /** −0.1 counts a tenth too little. */
  readonly error: Ratio
}

/** Each counter over the whole conversation, in the order of the counters; without those that nothing can be said of. */
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

/** The counter whose sum is nearest; the first of several that are as near. */
export function nearest(sums: readonly CounterSum[]): CounterSum | null {
  const far = ({ error }: CounterSum): number => Math.abs(error)
  return sums.reduce<CounterSum | null>(
    (best, one) => (best === null || far(one) < far(best) ? one : best),
    null,
  )
}

/** What the window holds by the anchored count (TOK-1, TOK-2), with its parts. */
export interface Anchored {
  readonly turn: Turn
  /** Billed for the prompt of that turn. */
  readonly billed: Tokens
  /** Estimate of what came since, less what went; may be negative. */
  readonly since: Tokens
  readonly sum: Tokens
  /** What the sum of all blocks lacks or has too much (LED-1). */
  readonly adjustment: Tokens
}

/**
 * The last prompt that was billed, and by the counter of the page what came and went since. Null where nothing was
 * billed, or where the run on the screen does not reach that far.
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

/** Tokens by which a window grew when it heard what the provider had done to the call of a turn: that was billed for already. */
function heardAfter(edits: TimelineData['edits'], turn: Turn): Tokens {
  const heard = edits.filter((edit) => edit.turn === turn + 1 && isHeard(edit))
  return heard.reduce((sum, { before, after }) => sum + after - before, 0)
}

/** Whether an edit is what the provider told of the previous call, and none that the run expected of it. */
function isHeard({ stage, trigger }: TimelineData['edits'][number]): boolean {
  return isStageWith('sweeps', stage) && !isStageWith('from_log', stage) && trigger === undefined
}

/**
 * What stood in the window when a turn was sent, block by block as it stood there, to be held against another run. A
 * block that a run makes has another number as soon as the conversation is longer: it is known by its turn.
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

/** How many of the turns a run would now send otherwise than they were sent. */
export function otherwiseIn(run: Run, sent: readonly Pick<Sent, 'turn' | 'used' | 'held'>[]): number {
  return sent.filter(
    ({ turn, used, held }) => run.turns[turn]?.points.sent.used !== used || heldIn(run, turn) !== held,
  ).length
}

/**
 * Whether the prompt of a turn holds a summary of the provider's that its request does not: a run goes on from what it only
 * expected of a call before, of which the provider told nothing.
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

/** Whether what an edit expected of the provider was taken back later, since the provider did nothing. */
function isTakenBack({ blocks }: TimelineData['edits'][number], edits: TimelineData['edits']): boolean {
  const made = blocks.find(({ verb }) => verb === 'insert')?.block
  const drops = ({ verb, block }: TimelineData['edits'][number]['blocks'][number]): boolean =>
    verb === 'drop' && block === made
  return edits.some((edit) => isHeard(edit) && edit.blocks.some(drops))
}

/** Tokens of the prompt of a turn before and after a compaction that the run expected of the provider there; null for none. */
export function compactedAt(
  { edits }: Pick<TimelineData, 'edits'>,
  turn: Turn,
): { readonly before: Tokens; readonly after: Tokens } | null {
  const edit = edits.find((one) => one.turn === turn && isCompacting(one) && !isHeard(one))
  return edit === undefined ? null : { before: edit.before, after: edit.after }
}

/**
 * Tokens that a run expects its provider to clear from the prompt of a turn: those of the edits that cleared something,
 * without what went from the request since, as into a summary. What a compaction of a turn before took is out of the
 * prompt anyway, and no part of it.
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
    // Of the whole edit: the overhead of a message goes from a block that is cleared to the next one.
    tokens += edit.freed - edit.added
    for (const one of cleared) if (!still.has(one.block)) tokens -= one.freed - one.added
  }
  return tokens
}
