import type { Ratio, Tokens, Turn } from '../../engine/index.ts'
import type {
  BesideRecorded,
  CallCost,
  MissCause,
  Payback,
  RecordedCall,
  RunCost,
  TimelineData,
} from '../../sim/index.ts'
import { duration, MISS_CAUSES, money, paidAgain, pricesUsed, wholeCalls } from '../../sim/internal.ts'
import { counted, share, turnName, whole } from '../sentence/format.ts'
import { callsByModel } from '../sentence/prices.ts'
import { listed } from '../sentence/words.ts'
import { CAUSE_WORDS } from './cause-words.ts'
import { stageWords } from '../sentence/stage-words.ts'
import { priceCells, PRICE_COLUMNS } from './sheet.ts'
import type { Sheet } from './sheet.ts'

/** A line of the bill. */
export interface BillRow {
  readonly id: 'read' | MissCause | 'output' | 'extra' | 'fetched'
  readonly label: string
  readonly meaning: string
  readonly tokens: Tokens
  /** Share of the tokens of the agent's own prompts; null for other tokens. */
  readonly part: string | null
  /** Cost of these tokens. */
  readonly usd: number
  /** Extra cost compared with reading them from the cache; null if that was not possible. */
  readonly wasted: string | null
}

/** Calls that the agent of the conversation did not make. */
const OTHER_CALLS = [
  {
    id: 'extra',
    label: 'Extra calls',
    meaning: 'What the strategy asked a model itself: summaries, merges, checkpoints, sub-agents.',
  },
  {
    id: 'fetched',
    label: 'Prompts sent to fetch again',
    meaning:
      'Calls by which the model got back what a turn needed and its prompt did not have. Each sends its whole prompt once more; the text that they brought is “Tokens fetched again” in the table of metrics.',
  },
] as const

/** The cost of a run, line by line: tokens and money of all its calls. */
export function billOf(cost: RunCost): readonly BillRow[] {
  const of = (tokens: Tokens): string => share(cost.prompt === 0 ? 0 : tokens / cost.prompt)
  const causes = MISS_CAUSES.filter((cause) => cost.missed[cause] > 0).map((cause): BillRow => ({
    id: cause,
    label: `Not read: ${CAUSE_WORDS[cause].label}`,
    meaning: CAUSE_WORDS[cause].meaning,
    tokens: cost.missed[cause],
    part: of(cost.missed[cause]),
    usd: cost.parts.missed[cause],
    wasted: cause === 'first_sight' ? null : money(cost.wasted[cause]),
  }))
  return [
    {
      id: 'read',
      label: 'Read from the cache',
      meaning: 'Prompt tokens that an earlier call had left in the cache.',
      tokens: cost.read,
      part: of(cost.read),
      usd: cost.parts.read,
      wasted: null,
    },
    ...causes,
    {
      id: 'output',
      label: 'Replies',
      meaning:
        'What the model wrote, as recorded or made up by the scenario, with thoughts that the log only counts.',
      tokens: cost.output,
      part: null,
      usd: cost.parts.output,
      wasted: null,
    },
    ...OTHER_CALLS.filter(({ id }) => cost.parts[id] > 0).map((row): BillRow => ({
      ...row,
      tokens: cost.others[row.id],
      part: null,
      usd: cost.parts[row.id],
      wasted: null,
    })),
  ]
}

/** Tokens of all calls of a run: the sum of its bill. */
export function tokensOfCalls({ prompt, output, others }: RunCost): Tokens {
  return prompt + output + others.extra + others.fetched
}

/** A call that paid again for tokens sent before. */
export interface MissRow {
  readonly turn: Turn
  readonly tokens: Tokens
  /** Extra cost of these tokens compared with reading them from the cache. */
  readonly usd: string
  /** The stage of the edit, such as `Eviction`, else the cause; several with the tokens of each. */
  readonly because: string
  /** Tokens by which edits made the prompt shorter; null without an edit. */
  readonly freed: Tokens | null
  /** After how many calls the edits have paid for themselves (COST-6); '' without an edit. */
  readonly even: string
}

/** The costs of a lane. */
interface LaneCosts {
  readonly cost: RunCost
  readonly paybacks: readonly Payback[]
  readonly recorded: BesideRecorded | null
}

/**
 * The calls with the most expensive cache misses, the most expensive first. The misses are those recorded in the log if
 * the run sent the log's requests, else the expected ones.
 */
export function worstMisses(
  { cost, paybacks, recorded }: LaneCosts,
  { edits }: Pick<TimelineData, 'edits'>,
  most = 10,
): readonly MissRow[] {
  const known = new Map(recorded?.calls.map((call) => [call.turn, call]))
  const paid = new Map(paybacks.map((one) => [one.turn, one]))
  return cost.calls
    .map((call) => {
      const { missed = call.prompt - call.read, unexpected = 0, edit = null } = known.get(call.turn) ?? {}
      const again = missed - call.missed.first_sight
      return { call, again, unexpected, edit, usd: paidAgain(call, again) }
    })
    .filter(({ again }) => again > 0)
    .toSorted((a, b) => b.usd - a.usd || a.call.turn - b.call.turn)
    .slice(0, most)
    .map(({ call, again, unexpected, edit, usd }): MissRow => {
      const payback = call.missed.edit > 0 ? paid.get(call.turn) : undefined
      return {
        turn: call.turn,
        tokens: again,
        usd: money(usd),
        because: unexpected > again / 2 ? unexpectedCause(edits[edit ?? -1]) : causesOf(call, again, edits),
        freed: payback?.freed ?? null,
        even: payback === undefined ? '' : paybackWords(payback),
      }
    })
}

/** The cause of misses that neither requests nor times explain: the client's edit before the call, if it made one. */
function unexpectedCause(edit: TimelineData['edits'][number] | undefined): string {
  return edit === undefined ? 'provider’s own' : stageWords(edit.stage)
}

/** The causes of a call's misses, the largest first, each with its tokens if there are several that sum to `again`. */
function causesOf(call: CallCost, again: Tokens, edits: TimelineData['edits']): string {
  const causes = MISS_CAUSES.filter((one) => one !== 'first_sight' && call.missed[one] > 0).toSorted(
    (a, b) => call.missed[b] - call.missed[a],
  )
  const stage = call.edit === null ? undefined : edits[call.edit]?.stage
  const nameOf = (cause: MissCause): string =>
    cause === 'edit' && stage !== undefined ? stageWords(stage) : CAUSE_WORDS[cause].label
  const [main = 'client'] = causes
  const isWhole = causes.reduce((sum, cause) => sum + call.missed[cause], 0) === again
  if (causes.length < 2 || !isWhole) return nameOf(main)
  return causes.map((cause) => `${nameOf(cause)}: ${whole(call.missed[cause])}`).join('; ')
}

/**
 * After how many calls the edits before a request have saved what they cost, and whether the run reaches that call
 * (COST-6).
 */
export function paybackWords(payback: Payback): string {
  const { evenAfter, reached } = payback
  if (evenAfter === 0) return 'at once'
  if (evenAfter === Infinity) return 'never'
  const calls = counted(wholeCalls(payback), 'call')
  return `${calls}, ${reached === null ? 'not reached' : turnName(reached)}`
}

/** The same as a sentence, with the cost and the saving. */
export function paybackSentence(payback: Payback): string {
  const { freed, rewritten, paid, asked, perCall, evenAfter } = payback
  if (evenAfter === 0) return 'Break-even at once: this request paid for nothing again.'
  const again = `for ${counted(rewritten, 'token')} that had been sent before`
  const parts =
    rewritten === 0
      ? ' for calls to a model'
      : asked === 0
        ? ` ${again}`
        : `: ${money(paid - asked)} ${again}, and ${money(asked)} for calls to a model`
  const cost = `The edits of this turn cost ${money(paid)}${parts}`
  if (evenAfter === Infinity)
    return `${cost}. They did not make the prompt shorter, so nothing saves that again.`
  return `${cost}, and save ${money(perCall)} in each later call by ${counted(freed, 'token')} fewer. Break-even: ${paybackWords(payback)}.`
}

/**
 * The cost of a session by its log's own figures, and how well requests and times alone explain its cache reads
 * (COST-3).
 */
export function recordedSentences({
  calls,
  read,
  expectedRead,
  missed,
  expectedMissed,
  written,
  unexplained,
  usd,
  wasted,
  extra,
  unmeasured,
  unrecordedReplies,
  models,
  unpriced,
}: BesideRecorded): readonly string[] {
  const isSome = (usd: number): boolean => money(usd) !== money(0)
  const twice = [
    ...(isSome(wasted.expected) ? [`${money(wasted.expected)} for the causes above`] : []),
    ...(isSome(wasted.edit) ? [`${money(wasted.edit)} right after an edit of the client`] : []),
    ...(isSome(wasted.provider)
      ? [`${money(wasted.provider)} where nothing in the log says why the provider’s cache did not hold them`]
      : []),
  ]
  const known =
    twice.length === 0
      ? 'By the log, no token had to be paid for twice.'
      : `Of this sum, tokens that had been sent before took ${listed(twice)}.`
  const saved = isSome(wasted.saved)
    ? ` Calls that read more from the cache than this conversation had put there saved ${money(wasted.saved)}.`
    : ''
  const more = [
    ...(isSome(extra) ? [`${money(extra)} for calls that wrote summaries`] : []),
    ...(isSome(unmeasured.usd)
      ? [`${money(unmeasured.usd)} for ${counted(unmeasured.calls, 'other call')}`]
      : []),
  ]
  const beyond =
    more.length === 0 ? '' : ` The run above also pays ${listed(more)}, of which the log records no usage.`
  const pairs = [
    `read from the cache ${whole(read)} and ${whole(expectedRead)}`,
    `not read ${whole(missed)} and ${whole(expectedMissed)}`,
    ...(written === null ? [] : [`written to it ${whole(written.recorded)} and ${whole(written.expected)}`]),
  ]
  const replies =
    unrecordedReplies === 0
      ? ''
      : ` Of ${counted(unrecordedReplies, 'reply', 'replies')} the log records no tokens, or less than half of what the text has; the text is counted.`
  const each = models.length < 2 ? '' : `, each at the prices of its own model (${callsByModel(models)})`
  const unknown =
    unpriced === 0
      ? ''
      : ` Of ${counted(unpriced, 'call')} the model has no known price: they are at the prices above.`
  return [
    `By the usage in its log, these calls cost ${money(usd)}${each}.${unknown}${replies} ${known}${saved}${beyond}`,
    `Tokens in ${counted(calls.length, 'call')}, by the log and as expected from requests and times alone: ${pairs.join('; ')}. ${share(unexplained / Math.max(1, read + missed))} of the input came from the cache, or did not, other than expected.`,
  ]
}

/** Whose counts the tokens are, at the prices of another provider (TOK-5); '' at those of the own one. */
export function countsSentence({ countedBy, model }: Pick<RunCost, 'countedBy' | 'model'>): string {
  return countedBy === null
    ? ''
    : `The tokens are as ${countedBy.label} counts them: ${model.label} counts the same text differently.`
}

/** How long a run takes, in a sentence (COST-5). */
export function timeSentence({
  time: { total, stalls, tools },
  timed,
}: Pick<RunCost, 'time' | 'timed'>): string {
  const waits = stalls === 0 ? '' : `, ${duration(stalls)} of it waiting for summaries`
  const used = timed
    ? `, with ${duration(tools)} for tools by the times of the conversation`
    : '; the conversation has no times, so tools are not in it'
  return `Estimated time: ${duration(total)}${waits}${used}.`
}

/**
 * What a lane's evictions took for the price of a rewrite and the life of the cache, beside what both are at the prices
 * shown, and the least that an edit has to save (COST-6); null if it evicted nothing.
 */
export function editTermsSentence(
  { turns, edits, spec }: Pick<TimelineData, 'turns' | 'edits' | 'spec'>,
  { calls, model, term }: Pick<RunCost, 'calls' | 'model' | 'term'>,
): string | null {
  const [longest] = calls.toSorted((a, b) => b.prompt - a.prompt)
  if (
    longest === undefined ||
    longest.price.read === 0 ||
    !edits.some(({ decision }) => (decision ?? null) !== null)
  )
    return null
  const { price } = longest
  const { horizon_turns, rewrite_price, long_rewrite_price, cold_cache, cache_minutes, min_gain } =
    spec.config.eviction
  if (horizon_turns === 0) return null
  const isForAnHour = turns.some(({ cacheTerm }) => cacheTerm === '1h')
  const beside = (taken: number, real: number): string =>
    taken === real ? String(taken) : `${taken} (here ${real})`
  const rewrite = beside(
    isForAnHour ? long_rewrite_price : rewrite_price,
    Math.round((10 * (price.missed - price.read)) / price.read) / 10,
  )
  const minutes = beside(isForAnHour ? 60 : cache_minutes, term === '1h' ? 60 : model.cache.minutes)
  const expiry = cold_cache === 'ignore' ? '' : `, and the cache to expire after ${minutes} minutes`
  const least =
    min_gain === 0
      ? ''
      : ` With the longest prompt of this run, an edit had to save at least ${money((min_gain * longest.prompt * price.read) / 1_000_000)} (min_gain).`
  return `Its evictions expected a rewritten token to cost ${rewrite} reads from the cache${expiry}.${least}`
}

/** The cost of the conversation in each lane, at the same prices. */
export interface LanePrice {
  readonly lane: string
  readonly label: string
  readonly usd: string
  /** Compared with the lane in detail; '' for that one. */
  readonly difference: string
  /** Estimated. */
  readonly time: string
  readonly hit: string
  readonly wasted: string
}

export function lanePrices(
  lanes: readonly { readonly name: string; readonly label: string; readonly cost: RunCost }[],
  shown: string,
): readonly LanePrice[] {
  const own = lanes.find(({ name }) => name === shown)?.cost.usd ?? 0
  return lanes.map(({ name, label, cost }) => ({
    lane: name,
    label,
    usd: money(cost.usd),
    difference: name === shown || own === 0 ? '' : signed((cost.usd - own) / own),
    time: duration(cost.time.total),
    hit: share(cost.prompt === 0 ? 0 : cost.read / cost.prompt),
    wasted: money(Object.values(cost.wasted).reduce((sum, one) => sum + one, 0)),
  }))
}

function signed(by: Ratio): string {
  const text = share(Math.abs(by))
  return `${text === share(0) ? '±' : by > 0 ? '+' : '−'}${text}`
}

/** Every call with its tokens and its cost, beside the figures of the log, as a table. */
export function costSheet(
  { calls, assumed }: Pick<RunCost, 'calls' | 'assumed'>,
  recorded: BesideRecorded | null = null,
): Sheet {
  const known = new Map(recorded?.calls.map((call) => [call.turn, call]))
  return [
    [
      'turn',
      'prompt tokens',
      'read',
      'written',
      'uncached',
      'output',
      ...MISS_CAUSES.map((cause) => `not read: ${CAUSE_WORDS[cause].label}`),
      'US dollars',
      'US dollars: extra calls',
      'US dollars: content fetched again',
      ...(recorded === null
        ? []
        : ['recorded: read', 'recorded: not read', 'recorded: written', 'recorded: US dollars']),
      'all US dollars',
      ...PRICE_COLUMNS,
    ],
    ...calls.map((call) => [
      call.turn,
      call.prompt,
      call.read,
      call.written,
      call.uncached,
      call.output,
      ...MISS_CAUSES.map((cause) => call.missed[cause]),
      ...[call.usd, call.extra, call.fetched].map((usd) => Number(usd.toFixed(6))),
      ...(recorded === null ? [] : recordedCells(known.get(call.turn))),
      Number((call.usd + call.extra + call.fetched).toFixed(6)),
      ...priceCells(pricesUsed({ model: call.model, calls: [call], assumed })),
    ]),
  ]
}

function recordedCells(call: RecordedCall | undefined): readonly (number | string)[] {
  if (call === undefined) return ['', '', '', '']
  return [call.read, call.missed, call.written ?? '', Number(call.usd.toFixed(6))]
}

/** The prompts of a run, or the mean of several: tokens read, paid for again, and new. */
export interface CacheBin {
  /** The first turn of the bin. */
  readonly turn: Turn
  readonly read: Tokens
  readonly again: Tokens
  readonly fresh: Tokens
}

/** The prompts of a run in at most `most` bins. */
export function cacheBins({ calls }: RunCost, most = 400): readonly CacheBin[] {
  const each = Math.max(1, Math.ceil(calls.length / most))
  return Array.from({ length: Math.ceil(calls.length / each) }, (_, bin): CacheBin => {
    const some = calls.slice(bin * each, (bin + 1) * each)
    const mean = (of: (call: CallCost) => Tokens): Tokens =>
      some.reduce((sum, call) => sum + of(call), 0) / Math.max(1, some.length)
    return {
      turn: some[0]?.turn ?? 0,
      read: mean(({ read }) => read),
      again: mean(({ prompt, read, missed }) => prompt - read - missed.first_sight),
      fresh: mean(({ missed }) => missed.first_sight),
    }
  })
}
