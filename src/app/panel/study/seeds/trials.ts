import type { PricedModel } from '../../../../llm/index.ts'
import { constraintsLost, figuresOf, isFit } from '../../../../sim/internal.ts'
import type { SeedFigures } from '../../../../sim/internal.ts'
import type { SimClient } from '../../../../worker/client.ts'
import type { CompareRequest, Comparison } from '../../../../worker/protocol.ts'
import { contentOfLog } from '../../../store/run/log-texts.ts'
import { anotherSimulator } from '../../../store/run/simulator.ts'

/** Other prices of the prompt cache, as a model is priced with them. */
export const PRICINGS = Object.freeze({
  'no-cache': (model: PricedModel) => withRead(model, 1),
  'read-10': (model: PricedModel) => withRead(model, 0.1),
  'read-5': (model: PricedModel) => withRead(model, 0.05),
}) satisfies Readonly<Record<string, (model: PricedModel) => PricedModel>>
export type Pricing = keyof typeof PRICINGS

/** The same model with a price of a cache read; at the full price, writing costs nothing more either: no cache. */
function withRead(model: PricedModel, share: number): PricedModel {
  const priced = (price: PricedModel['price']): PricedModel['price'] => {
    const read = { ...price, cacheRead: price.input * share }
    return share < 1 ? read : { ...read, cacheWrite5m: price.input, cacheWrite1h: price.input }
  }
  const { longPrompt } = model
  return {
    ...model,
    price: priced(model.price),
    ...(longPrompt === undefined ? {} : { longPrompt: { ...longPrompt, price: priced(longPrompt.price) } }),
  }
}

/** The run of one lane on one seed. */
export interface LaneTrial {
  readonly figures: SeedFigures
  /** Constraints of the user that it has lost: see `constraintsLost`. */
  readonly lost: number
  /** Its cost at other prices; null if they were not asked for. */
  readonly costs: Readonly<Record<Pricing, number>> | null
}

/** The runs of some lanes on one seed. */
export interface Trial {
  readonly request: CompareRequest
  /** Whether the reference is searched, too. */
  readonly regret: boolean
  /** Whether the costs at other prices are computed, too. */
  readonly pricings: boolean
  /** The log of the request, whose text is filled in; missing: the request is complete. */
  readonly log?: number
  /** The row of a sweep that it is; missing: it is none. */
  readonly row?: number
}

/** Everything that was run since the page was opened: a study that was stopped goes on where it was. */
const known = new Map<string, readonly LaneTrial[]>()

/** The runs of a trial, if it was run before. */
export function knownTrial(trial: Trial): readonly LaneTrial[] | null {
  return known.get(JSON.stringify(trial)) ?? null
}

/** Workers of a study: one core stays free for the page. */
function workersFor(trials: number): number {
  return Math.max(1, Math.min(4, trials, navigator.hardwareConcurrency - 1))
}

/**
 * Runs trials in workers of their own, those first that come first.
 *
 * @param onDone called after each trial
 * @param open starts a worker
 * @throws ProblemError if one cannot be run, and an AbortError once the signal is aborted
 */
export async function runTrials(
  trials: readonly Trial[],
  signal: AbortSignal,
  onDone: () => void,
  open: () => SimClient = anotherSimulator,
): Promise<void> {
  const waiting = trials.filter((trial) => knownTrial(trial) === null)
  const own = new AbortController()
  const either = AbortSignal.any([signal, own.signal])
  const work = async (client: SimClient): Promise<void> => {
    try {
      for (;;) {
        const trial = waiting.shift()
        if (trial === undefined) return
        known.set(JSON.stringify(trial), await ran(trial, client, either))
        onDone()
      }
    } catch (failure) {
      own.abort()
      throw failure
    } finally {
      client.close()
    }
  }
  if (waiting.length === 0) return
  await Promise.all(Array.from({ length: workersFor(waiting.length) }, async () => work(open())))
}

async function ran(
  { request, regret, pricings, log }: Trial,
  client: SimClient,
  signal: AbortSignal,
): Promise<readonly LaneTrial[]> {
  const { source } = request
  const whole = log === undefined ? source : { ...source, text: contentOfLog(log) }
  const comparison = await client.compare({ ...request, source: whole }, { signal })
  const model = pricings ? await modelOf(comparison, client) : null
  const trials: LaneTrial[] = []
  for (const { name, data, rows, cache } of comparison.lanes) {
    const beside = regret ? await client.ask('reference', comparison, name, {}, { signal }) : null
    const rules =
      comparison.trace.source.kind === 'log'
        ? await client.ask('rules', comparison, name, {}, { signal })
        : null
    const { needs } = data
    const figures = figuresOf(
      { needs, rules, usd: cache.usd, fit: isFit(rows), reached: data.ended === null },
      beside,
    )
    const costs: Partial<Record<Pricing, number>> = {}
    if (model !== null)
      for (const [pricing, priced] of Object.entries(PRICINGS)) {
        const about = { model: priced(model), brief: true }
        const { cost } = await client.ask('cost', comparison, name, about)
        costs[pricing as Pricing] = cost.usd
      }
    const lost = constraintsLost({ needs, rules })
    trials.push({ figures, lost, costs: model === null ? null : (costs as Record<Pricing, number>) })
  }
  return trials
}

async function modelOf(comparison: Comparison, client: SimClient): Promise<PricedModel | null> {
  const [first] = comparison.lanes
  if (first === undefined) return null
  return (await client.ask('cost', comparison, first.name, { brief: true })).cost.model
}
