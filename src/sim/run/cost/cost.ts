import { costOf, pricedModel } from '../../../llm/index.ts'
import type { PricedModel, Usd } from '../../../llm/index.ts'
import type { Tokens } from '../../../engine/index.ts'
import type { TimelineData } from '../timeline/timeline.ts'
import { MISS_CAUSES, replayCache } from './cache.ts'
import type { CachedCall, CacheMarks, MissCause } from './cache.ts'

/** The model at whose prices a run is charged where neither the log nor a person names one that has a price. */
export const USUAL_MODEL = 'claude-sonnet-4-5'

export interface CostOptions {
  /** What the run is charged as; missing: the model that made the conversation, or `USUAL_MODEL` where it has no price. */
  readonly model?: PricedModel
  readonly marks?: CacheMarks
}

/** A request of the agent with what it cost. */
export interface CallCost extends CachedCall {
  readonly output: Tokens
  readonly usd: Usd
}

/** What a run would have cost (COST-2 to COST-4). */
export interface RunCost {
  readonly model: PricedModel
  /** True where the conversation's own model has no price, and `USUAL_MODEL` stands for it. */
  readonly assumed: boolean
  /** False where the trace tells no times: nothing expired then. */
  readonly timed: boolean
  readonly calls: readonly CallCost[]
  /** All calls, and the strategy's own requests to a model. */
  readonly usd: Usd
  /** Of that, what the strategy's own requests cost; nothing of them is read from a cache. */
  readonly extra: Usd
  readonly prompt: Tokens
  readonly read: Tokens
  readonly written: Tokens
  readonly uncached: Tokens
  readonly output: Tokens
  /** Tokens that were not read from the cache, by cause (COST-3). */
  readonly missed: Readonly<Record<MissCause, Tokens>>
  /** What those tokens cost more than if they had been read; of what is new, nothing, since it could not have been. */
  readonly wasted: Readonly<Record<MissCause, Usd>>
}

/**
 * What a run would have cost at a provider's prices, with its prompt cache followed from call to call (COST-1 to COST-4). A
 * stretch that a sub-agent would have taken over is charged as one uncached request. Pure: the same run and prices give the
 * same figures.
 */
export function costOfRun(data: TimelineData, options?: CostOptions): RunCost {
  if (options !== undefined) return charged(data, options)
  // The metrics of a run ask for it several times.
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
  const model = options.model ?? own ?? usual()
  const cached = replayCache(data, model.cache, undefined, options.marks)
  const missed = zeros()
  const wasted = zeros()
  const sums = { usd: 0, extra: 0, prompt: 0, read: 0, written: 0, uncached: 0, output: 0 }
  const calls = cached.map((call, at): CallCost => {
    const turn = data.turns[at]
    const output = turn?.calls.find(({ kind }) => kind === 'main')?.output ?? 0
    const usd = price(call, output)
    for (const { kind, input, output: answer } of turn?.calls ?? [])
      if (kind !== 'main') sums.extra += price({ uncached: input, read: 0, written: 0 }, answer ?? 0)
    for (const cause of MISS_CAUSES) {
      missed[cause] += call.missed[cause]
      if (cause !== 'first_sight') wasted[cause] += call.missed[cause] * dearer(call)
    }
    sums.usd += usd
    sums.prompt += call.prompt
    sums.read += call.read
    sums.written += call.written
    sums.uncached += call.uncached
    sums.output += output
    return { ...call, output, usd }
  })
  return {
    model,
    assumed: options.model === undefined && own === null,
    timed: data.turns.some(({ time }) => time !== null),
    calls,
    ...sums,
    usd: sums.usd + sums.extra,
    missed,
    wasted,
  }

  function price(call: Pick<CachedCall, 'read' | 'written' | 'uncached'>, output: Tokens): Usd {
    const long = options.marks?.term === '1h'
    return costOf(
      {
        uncached: call.uncached,
        cacheRead: call.read,
        cacheWrite5m: long ? 0 : call.written,
        cacheWrite1h: long ? call.written : 0,
        output,
      },
      model,
    )
  }

  /** What a token of this call costs more when it is not read. */
  function dearer(call: CachedCall): Usd {
    const { prompt } = call
    const missing = prompt - call.read
    if (missing === 0) return 0
    return (price(call, 0) - price({ read: prompt, written: 0, uncached: 0 }, 0)) / missing
  }
}

function zeros(): Record<MissCause, number> {
  return Object.fromEntries(MISS_CAUSES.map((cause) => [cause, 0])) as Record<MissCause, number>
}

function usual(): PricedModel {
  const found = pricedModel(USUAL_MODEL)
  if (found === null) throw new RangeError(`no price of ${USUAL_MODEL}`)
  return found
}
