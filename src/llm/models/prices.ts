import { knownModel } from './known.ts'
import { CLAUDE_4096, CLAUDE_CACHE, models } from './list.ts'
import type { CacheRule, ModelFacts, Price, PricedModel, PriceRow } from './model.ts'
import { otherPrices } from './others.ts'

/**
 * What a prompt costs and how it is cached, for every known model whose prices a source states (COST-1, COST-2). Dated
 * data: no code depends on a model's name.
 */

const CLAUDE_512 = Object.freeze({ ...CLAUDE_CACHE, minimum: 512 })
const CLAUDE_2048 = Object.freeze({ ...CLAUDE_CACHE, minimum: 2048 })

/**
 * Exceptions from the minimum of 1,024 tokens. That of Opus 4.7 is what others measured against the API in July 2026, and
 * the documentation of June as they quote it.
 */
const rulesOfClaude: Readonly<Record<string, CacheRule>> = {
  'claude-opus-4-5': CLAUDE_4096,
  'claude-opus-4-5-20251101': CLAUDE_4096,
  'claude-opus-4-6': CLAUDE_4096,
  'claude-opus-4-7': CLAUDE_2048,
  'claude-haiku-4-5': CLAUDE_4096,
  'claude-haiku-4-5-20251001': CLAUDE_4096,
  'claude-opus-5': CLAUDE_512,
  'claude-sonnet-5-5': CLAUDE_512,
}

/** Current prices of Claude are in the list of models that can be called. */
const claude: Readonly<Record<string, PriceRow>> = Object.fromEntries(
  Object.entries(models).map(([id, { price, longPrompt, source, dated }]) => [
    id,
    {
      price,
      ...(longPrompt === undefined ? {} : { longPrompt }),
      cache: rulesOfClaude[id] ?? CLAUDE_CACHE,
      source,
      dated,
    },
  ]),
)

/** Rows with their labels, each made once. */
const priced = new Map<string, PricedModel>()

function withLabel(id: string, row: PriceRow, label = knownModel(id)?.label ?? id): PricedModel {
  const before = priced.get(id)
  if (before !== undefined) return before
  const made = Object.freeze({ id, label, ...row })
  priced.set(id, made)
  return made
}

/** Every model with a price, in the order of the price lists. */
export const pricedModels: readonly PricedModel[] = Object.freeze(
  Object.entries({ ...claude, ...Object.fromEntries(otherPrices()) }).map(([id, row]) => withLabel(id, row)),
)

/** How a call was processed, where it has another price for that, behind the name of its model. */
const TIER = /-(flex|batch|priority)$/

/** Of OpenAI, Anthropic and Google, for what may take longer. */
const FLEX_OR_BATCH = 0.5

/**
 * The price of a model named in a log or by a person, in any form that `knownModel` reads, also with `-flex`, `-batch` or
 * `-priority` behind it; null if no source states one.
 */
export function pricedModel(name: string): PricedModel | null {
  const [end, tier] = TIER.exec(name) ?? []
  if (end === undefined || tier === undefined) return standardPrice(name)
  const standard = standardPrice(name.slice(0, -end.length))
  const times = tier === 'priority' ? standard?.priority : FLEX_OR_BATCH
  if (standard === null || times === undefined) return standard
  const { id, label, price, longPrompt, audio, cache, source, dated } = standard
  // Priority processing has no price of its own for a long prompt.
  const long = longPrompt && {
    ...longPrompt,
    price: tier === 'priority' ? longPrompt.price : scaled(longPrompt.price, times),
  }
  return withLabel(
    id + end,
    {
      price: scaled(price, times),
      ...(long && { longPrompt: long }),
      ...(audio && { audio: { input: audio.input * times, cacheRead: audio.cacheRead * times } }),
      cache,
      source,
      dated,
    },
    `${label} (${tier})`,
  )
}

function scaled(price: Price, times: number): Price {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = price
  return {
    input: input * times,
    output: output * times,
    cacheRead: cacheRead * times,
    cacheWrite5m: cacheWrite5m * times,
    cacheWrite1h: cacheWrite1h * times,
  }
}

function standardPrice(name: string): PricedModel | null {
  const found = knownModel(name)?.id ?? ''
  // A fast variant has the window of the model, and another price.
  const isFast = /\bfast\b/i.test(name) && !found.endsWith('fast')
  for (const id of [name, isFast ? '' : found]) {
    const row = Object.hasOwn(claude, id) ? claude[id] : otherPrices().get(id)
    if (row !== undefined) return withLabel(id, row)
  }
  return null
}

/**
 * A person's own figures as a price of a replay (COST-1). The cache rule is that of the model where one is known, else
 * Anthropic's, whose API these figures are for.
 */
export function pricedFacts({ id, label, price, longPrompt, source, dated }: ModelFacts): PricedModel {
  const cache = pricedModel(id)?.cache ?? CLAUDE_CACHE
  // Costs leave the page with this name: nobody is to take the figures for the provider's.
  return {
    id,
    label: `${label}, entered by hand`,
    price,
    ...(longPrompt === undefined ? {} : { longPrompt }),
    cache,
    source,
    dated,
  }
}
