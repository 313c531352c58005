import { costOf, priceAt, pricedModel, usualModel, usualPace } from '../../../llm/index.ts'
import type { CallUsage, Pace, PricedModel, Usd } from '../../../llm/index.ts'
import { MARKED_MESSAGES } from '../../../engine/internal.ts'
import type { Tokens } from '../../../engine/index.ts'
import type { TimelineData } from '../timeline/timeline.ts'
import { markingOf } from '../timeline/open.ts'
import { MISS_CAUSES, noMisses, readBy, replayCache } from './cache.ts'
import type { CachedCall, CacheMarks, CacheTerm, MissCause } from './cache.ts'
import { timeOfRun } from './latency.ts'
import { ownPrices } from './own-prices.ts'
import type { RunTime } from './latency.ts'
import { writtenIn } from './written.ts'

/** The model whose prices are used if neither the log nor a person names one with a price. */
export const USUAL_MODEL = usualModel().id

export interface CostOptions {
  /**
   * The model whose prices to use; missing: that of `TimelineData.prices`, else the model that made the conversation, or
   * `USUAL_MODEL` if it has no price.
   */
  readonly model?: PricedModel
  /**
   * How long the cache is kept, if the provider offers a choice; missing: that of `TimelineData.prices`, else as the
   * strategy's marks ask, else as the log's client asked, else five minutes.
   */
  readonly term?: CacheTerm
  /** How fast models answer; missing: `usualPace`. */
  readonly pace?: Pace
}

/** A request of the agent with its cost. */
export interface CallCost extends CachedCall {
  /** At whose prices it is. */
  readonly model: PricedModel
  readonly output: Tokens
  readonly usd: Usd
  /** US dollars per million tokens of this prompt: of those that were read, and of all others. */
  readonly price: { readonly read: number; readonly missed: number }
  /** What the strategy, or the log's client, asked a model in this turn. */
  readonly extra: Usd
  /** The calls by which the model got lost content back in this turn, and what they made the last one larger. */
  readonly fetched: Usd
  /** Extra cost compared with reading everything that had been sent before from the cache. */
  readonly wasted: Usd
}

/**
 * What a run would have cost (COST-2 to COST-4). `usd` is the sum of `read`, `missed`, `output`, `extra` and `fetched`
 * of `parts`.
 */
export interface RunCost {
  /** The model of the conversation, or the one whose prices a person chose for all calls. */
  readonly model: PricedModel
  /** How its requests are marked, if the provider needs marks. */
  readonly marks: CacheMarks
  /** How long most of its prompts are kept. */
  readonly term: CacheTerm
  /** True if the conversation's own model has no price and `USUAL_MODEL` is used instead. */
  readonly assumed: boolean
  /** The conversation's own model, where these are prices of another provider: the tokens are as that one counts them. */
  readonly countedBy: PricedModel | null
  /** False if the trace has no times: then nothing expired. */
  readonly timed: boolean
  readonly calls: readonly CallCost[]
  readonly pace: Pace
  /** How long it takes, estimated (COST-5). */
  readonly time: RunTime
  readonly usd: Usd
  readonly prompt: Tokens
  readonly read: Tokens
  readonly written: Tokens
  readonly uncached: Tokens
  readonly output: Tokens
  /** Prompts and replies of the strategy's own requests, and of those that fetched lost content; not in the others. */
  readonly others: Readonly<Record<'extra' | 'fetched', Tokens>>
  /** Tokens that were not read from the cache, by cause (COST-3). */
  readonly missed: Readonly<Record<MissCause, Tokens>>
  /** Extra cost of those tokens compared with reading them; nothing for new tokens, which could not have been read. */
  readonly wasted: Readonly<Record<MissCause, Usd>>
  readonly parts: {
    readonly read: Usd
    readonly missed: Readonly<Record<MissCause, Usd>>
    readonly output: Usd
    /**
     * Cost of the strategy's own requests. One that continues the agent's prompt reads what the cache holds of it; the
     * others are uncached, and none leaves anything in the cache.
     */
    readonly extra: Usd
    /** Cost of fetching lost content again (NEED-3); `prompt`, `read`, `output` and the others above are without it. */
    readonly fetched: Usd
  }
}

/**
 * What a run would have cost at a provider's prices, with its prompt cache followed from call to call (COST-1 to
 * COST-4). Work that a sub-agent would have done is charged as one uncached request. Pure: the same run and prices give
 * the same figures.
 */
export function costOfRun(data: TimelineData, options?: CostOptions): RunCost {
  if (options !== undefined) return charged(data, options)
  // The metrics of a run use it several times.
  const before = known.get(data)
  if (before !== undefined) return before
  const cost = charged(data, {})
  known.set(data, cost)
  return cost
}

const known = new WeakMap<TimelineData, RunCost>()

function charged(data: TimelineData, options: CostOptions): RunCost {
  const named = data.model?.name ?? null
  const own = named === null ? null : pricedModel(named)
  const { model: chosen = data.prices?.model } = options
  const main = chosen ?? own ?? usual()
  const marking = markingOf(data.spec.config)
  const term = options.term ?? data.prices?.term ?? (marking === null ? undefined : (marking.term ?? '5m'))
  const marks: CacheMarks = {
    messages: marking === null ? 1 : MARKED_MESSAGES,
    ...(term === undefined ? {} : { term }),
  }
  const { pace = usualPace } = options
  const assumed = chosen === undefined && own === null
  const priceOf = ownPrices(named, { model: main, assumed })
  const cached = replayCache(data, main.cache, undefined, marks)
  const missed = noMisses()
  const wasted = noMisses()
  const parts = { read: 0, missed: noMisses(), output: 0, extra: 0, fetched: 0 }
  const others = { extra: 0, fetched: 0 }
  const sums = { usd: 0, prompt: 0, read: 0, written: 0, uncached: 0, output: 0 }
  const calls = cached.map((call, at): CallCost => {
    const turn = data.turns[at]
    const output = turn === undefined ? 0 : writtenIn(turn)
    // Its cache is followed by the rules of the conversation's model.
    const model = priceOf(turn?.model ?? null) ?? main
    const price = priceAt(call.prompt, model)
    const prices = pricesOf(call, model)
    let wasteOfCall = 0
    for (const cause of MISS_CAUSES) {
      const tokens = call.missed[cause]
      if (tokens === 0) continue
      missed[cause] += tokens
      parts.missed[cause] += (tokens * prices.missed) / MILLION
      if (cause === 'first_sight') continue
      const more = paidAgain({ price: prices }, tokens)
      wasted[cause] += more
      wasteOfCall += more
    }
    const { again = [] } = call
    let extra = 0
    let fetched = 0
    /** Of the agent's calls: what it fetched comes in calls of their own, each with the price of its length. */
    let priceOfOutput = price.output
    let fetching = -1
    for (const other of turn?.calls ?? []) {
      const { kind, input, output: answer } = other
      if (kind === 'main' || kind === 'refetch' || kind === 'search') {
        const next = again[fetching++]
        if (next !== undefined) {
          const usage = usageOf(next, call.term)
          priceOfOutput = priceAt(next.prompt, model).output
          others.fetched += next.prompt
          fetched += costOf(usage, model)
        }
        if (kind === 'main') continue
        others.fetched += answer ?? 0
        fetched += ((answer ?? 0) * priceOfOutput) / MILLION
        continue
      }
      others.extra += input + (answer ?? 0)
      const cacheRead = readBy(other, call)
      extra += costOf({ ...NOTHING, uncached: input - cacheRead, cacheRead, output: answer ?? 0 }, model)
    }
    parts.extra += extra
    parts.fetched += fetched
    parts.read += (call.read * prices.read) / MILLION
    const reply = (output * priceOfOutput) / MILLION
    parts.output += reply
    const paid = costOf(usageOf(call, call.term), model) + reply
    sums.usd += paid
    sums.prompt += call.prompt
    sums.read += call.read
    sums.written += call.written
    sums.uncached += call.uncached
    sums.output += output
    // Written out: a spread of the call would take a third of the time of all this.
    return {
      model,
      turn: call.turn,
      window: call.window,
      prompt: call.prompt,
      read: call.read,
      written: call.written,
      uncached: call.uncached,
      term: call.term,
      missed: call.missed,
      held: call.held,
      edit: call.edit,
      ...(call.again === undefined ? {} : { again: call.again }),
      output,
      usd: paid,
      price: prices,
      extra,
      fetched,
      wasted: wasteOfCall,
    }
  })
  return {
    model: main,
    marks,
    term: calls.filter((call) => call.term === '1h').length * 2 > calls.length ? '1h' : '5m',
    assumed,
    countedBy: own === null || own.cache.provider === main.cache.provider ? null : own,
    timed: data.turns.some(({ time }) => time !== null),
    calls,
    pace,
    time: timeOfRun(data, cached, pace),
    ...sums,
    others,
    usd: sums.usd + parts.extra + parts.fetched,
    missed,
    wasted,
    parts,
  }
}

/** The cache reads of a run's prompts, one row per turn, small enough for every lane. */
export interface CacheColumns {
  readonly read: Int32Array
  /** Tokens that had been sent before and were paid for again. */
  readonly again: Int32Array
  /** Tokens of `again` that were lost by edits. */
  readonly edited: Int32Array
  readonly fresh: Int32Array
  /** Why most tokens of `again` were not read; null where there are none. */
  readonly cause: readonly (MissCause | null)[]
  /** What the run costs. */
  readonly usd: Usd
  /** At whose prices. */
  readonly prices: PricesUsed
}

/** Whose prices a cost has. */
export interface PricesUsed {
  /** Usually one; with several, each call has those of its own model. */
  readonly models: readonly (Pick<PricedModel, 'id' | 'label' | 'source' | 'dated'> & {
    readonly calls: number
  })[]
  /** True if neither the conversation nor a person names a model with a known price. */
  readonly assumed: boolean
}

export function pricesUsed({
  model,
  calls,
  assumed,
}: Pick<RunCost, 'model' | 'calls' | 'assumed'>): PricesUsed {
  // One without a prompt was never sent.
  const sent = calls.flatMap((call) => (call.prompt > 0 ? [call.model] : []))
  const models = new Map((sent.length > 0 ? sent : [model]).map((one) => [one.label, one]))
  return {
    models: [...models.values()].map(({ id, label, source, dated }) => ({
      id,
      label,
      source,
      dated,
      calls: sent.filter((one) => one.label === label).length,
    })),
    assumed,
  }
}

/** The cache of a run, at its prices. */
export function cacheColumns(data: TimelineData): CacheColumns {
  const cost = costOfRun(data)
  const { calls, usd } = cost
  return {
    read: Int32Array.from(calls, ({ read }) => read),
    again: Int32Array.from(calls, (call) => call.prompt - call.read - call.missed.first_sight),
    edited: Int32Array.from(calls, ({ missed }) => missed.edit),
    fresh: Int32Array.from(calls, ({ missed }) => missed.first_sight),
    cause: calls.map(({ missed }) => mostMissed(missed)),
    usd,
    prices: pricesUsed(cost),
  }
}

function mostMissed(missed: CallCost['missed']): MissCause | null {
  const [most] = MISS_CAUSES.filter((cause) => cause !== 'first_sight' && missed[cause] > 0).toSorted(
    (a, b) => missed[b] - missed[a],
  )
  return most ?? null
}

/** A call is cached or not: all tokens that it did not read have one price. */
export function pricesOf(
  { prompt, term, written }: Pick<CachedCall, 'prompt' | 'term' | 'written'>,
  model: PricedModel,
): CallCost['price'] {
  const price = priceAt(prompt, model)
  const write = term === '1h' ? price.cacheWrite1h : price.cacheWrite5m
  return { read: price.cacheRead, missed: written > 0 ? write : price.input }
}

/** The extra cost of a call that did not read these tokens from the cache. */
export function paidAgain({ price }: Pick<CallCost, 'price'>, missed: Tokens): Usd {
  return (missed * (price.missed - price.read)) / MILLION
}

/** What a later call saves because it need not read these tokens from the cache. */
export function savedByCall({ price }: Pick<CallCost, 'price'>, freed: Tokens): Usd {
  return (freed * price.read) / MILLION
}

/** Prices are per million tokens. */
const MILLION = 1_000_000

/** A prompt as the bill has it, without its reply. */
function usageOf(
  { uncached, read, written }: Pick<CachedCall, 'uncached' | 'read' | 'written'>,
  term: CacheTerm,
): CallUsage {
  const isForAnHour = term === '1h'
  return {
    uncached,
    cacheRead: read,
    cacheWrite5m: isForAnHour ? 0 : written,
    cacheWrite1h: isForAnHour ? written : 0,
    output: 0,
  }
}

const NOTHING = { uncached: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 }

function usual(): PricedModel {
  const found = pricedModel(USUAL_MODEL)
  if (found === null) throw new RangeError(`no price of ${USUAL_MODEL}`)
  return found
}
