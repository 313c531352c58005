import { knownModel } from './known.ts'
import { models } from './list.ts'
import type { CacheRule, LongPrompt, ModelFacts, Price, PricedModel } from './model.ts'

/**
 * What a prompt costs and how it is cached, for every known model whose prices a source states (COST-1, COST-2). Dated
 * data: no code depends on a model's name.
 */

const CLAUDE: CacheRule = Object.freeze({
  kind: 'marked',
  minimum: 1024,
  step: 1,
  lookBack: 20,
  minutes: 5,
  source: 'Anthropic, “Prompt caching”, November 2026',
})
const CLAUDE_512 = Object.freeze({ ...CLAUDE, minimum: 512 })
const CLAUDE_4096 = Object.freeze({ ...CLAUDE, minimum: 4096 })

/** Exceptions from the minimum of 1,024 tokens. The sources disagree on Opus 4.7 and 4.8: this is the larger number. */
const rulesOfClaude: Readonly<Record<string, CacheRule>> = {
  'claude-opus-4-5': CLAUDE_4096,
  'claude-opus-4-5-20251101': CLAUDE_4096,
  'claude-opus-4-6': CLAUDE_4096,
  'claude-opus-4-7': CLAUDE_4096,
  'claude-opus-4-8': CLAUDE_4096,
  'claude-haiku-4-5': CLAUDE_4096,
  'claude-haiku-4-5-20251001': CLAUDE_4096,
  'claude-opus-5': CLAUDE_512,
  'claude-sonnet-5-5': CLAUDE_512,
}

const OPENAI: CacheRule = Object.freeze({
  kind: 'automatic',
  minimum: 1024,
  step: 128,
  lookBack: null,
  // The provider says 5 to 10 minutes without use.
  minutes: 7.5,
  byEffort: true,
  source:
    'OpenAI, “Prompt caching”, November 2026, and its list of causes of misses, as others quote it (effort); 7.5 minutes is the middle of the 5 to 10 that it states',
})
const OPENAI_30 = Object.freeze({ ...OPENAI, minutes: 30 })

/** Google states no lifetime for implicit caching; five minutes are assumed. */
const GEMINI_FLASH: CacheRule = Object.freeze({
  kind: 'automatic',
  minimum: 1024,
  step: 1,
  lookBack: null,
  minutes: 5,
  source:
    'Google, “Context caching”, November 2026; it states no lifetime of implicit caches: 5 minutes are assumed',
})
const GEMINI_PRO = Object.freeze({ ...GEMINI_FLASH, minimum: 4096 })

const SUMMER = { source: 'models.dev and llm-prices, July and August 2026', dated: '2026-08-01' }
const AUTUMN = { source: 'copies of price pages, September to November 2026', dated: '2026-11-01' }
const RETIRED = { source: 'llm-prices, August 2026; no longer offered', dated: '2026-08-01' }

type Row = Omit<PricedModel, 'id' | 'label'>

/** Claude: current prices are in the list of models that can be called; those of older models in logs are here. */
const claude: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(
    Object.entries(models).map(([id, { price, longPrompt, source, dated }]) => [
      id,
      {
        price,
        ...(longPrompt === undefined ? {} : { longPrompt }),
        cache: rulesOfClaude[id] ?? CLAUDE,
        source,
        dated,
      },
    ]),
  ),
  'claude-opus-4-1': { price: written(15, 75, 1.5, 18.75, 30), cache: CLAUDE, ...RETIRED },
  'claude-opus-4': { price: written(15, 75, 1.5, 18.75, 30), cache: CLAUDE, ...RETIRED },
  'claude-sonnet-4': {
    price: written(3, 15, 0.3, 3.75, 6),
    longPrompt: { above: 200_000, price: written(6, 22.5, 0.6, 7.5, 12) },
    cache: CLAUDE,
    ...SUMMER,
  },
}

const openai: Readonly<Record<string, Row>> = {
  'gpt-4o': { price: free(2.5, 10, 1.25), cache: OPENAI, ...SUMMER },
  'gpt-4o-mini': { price: free(0.15, 0.6, 0.075), cache: OPENAI, ...SUMMER },
  'gpt-4-1': { price: free(2, 8, 0.5), cache: OPENAI, ...SUMMER },
  'gpt-4-1-mini': { price: free(0.4, 1.6, 0.1), cache: OPENAI, ...SUMMER },
  'gpt-4-1-nano': { price: free(0.1, 0.4, 0.025), cache: OPENAI, ...SUMMER },
  o3: { price: free(2, 8, 0.5), cache: OPENAI, ...SUMMER },
  'o4-mini': { price: free(1.1, 4.4, 0.275), cache: OPENAI, ...SUMMER },
  'gpt-5': { price: free(1.25, 10, 0.125), cache: OPENAI, ...SUMMER },
  'gpt-5-1': { price: free(1.25, 10, 0.125), cache: OPENAI, ...SUMMER },
  'gpt-5-mini': { price: free(0.25, 2, 0.025), cache: OPENAI, ...SUMMER },
  'gpt-5-nano': { price: free(0.05, 0.4, 0.005), cache: OPENAI, ...SUMMER },
  'gpt-5-2': { price: free(1.75, 14, 0.175), cache: OPENAI, ...SUMMER },
  'gpt-5-4': { ...over272k(free(2.5, 15, 0.25)), cache: OPENAI, ...SUMMER },
  'gpt-5-5': { ...over272k(free(5, 30, 0.5)), cache: OPENAI, ...SUMMER },
  'gpt-6-sol': { ...over272k(written(2, 10, 0.2, 2.5)), cache: OPENAI_30, ...AUTUMN },
  'gpt-6-1-sol': { ...over272k(written(2, 10, 0.1, 2.5)), cache: OPENAI_30, ...AUTUMN },
  'gpt-6-1-terra': { ...over272k(written(1, 5, 0.05, 1.25)), cache: OPENAI_30, ...AUTUMN },
  'gpt-6-luna': { ...over272k(written(0.1, 0.5, 0.01, 0.125)), cache: OPENAI_30, ...AUTUMN },
}

const google: Readonly<Record<string, Row>> = {
  'gemini-2-5-pro': { ...over200k(free(1.25, 10, 0.125), free(2.5, 15, 0.25)), cache: GEMINI_PRO, ...SUMMER },
  'gemini-2-5-flash': { price: free(0.3, 2.5, 0.03), cache: GEMINI_FLASH, ...SUMMER },
  'gemini-2-5-flash-lite': { price: free(0.1, 0.4, 0.01), cache: GEMINI_FLASH, ...SUMMER },
  'gemini-3-pro': { ...over200k(free(2, 12, 0.2), free(4, 18, 0.4)), cache: GEMINI_PRO, ...SUMMER },
  'gemini-3-1-pro': { ...over200k(free(2, 12, 0.2), free(4, 18, 0.4)), cache: GEMINI_PRO, ...SUMMER },
  'gemini-3-flash': { price: free(0.5, 3, 0.05), cache: GEMINI_FLASH, ...SUMMER },
  'gemini-3-5-flash': { price: free(1.5, 9, 0.15), cache: GEMINI_FLASH, ...SUMMER },
  'gemini-4-argon': { price: free(2, 10, 0.1), cache: GEMINI_PRO, ...AUTUMN },
  'gemini-4-carbon': { price: free(2, 10, 0.1), cache: GEMINI_PRO, ...AUTUMN },
}

/** US dollars per million tokens, for models whose cache writes cost the same as input. */
function free(input: number, output: number, cacheRead: number): Price {
  return written(input, output, cacheRead, input)
}

function written(input: number, output: number, cacheRead: number, write: number, hour = write): Price {
  return Object.freeze({ input, output, cacheRead, cacheWrite5m: write, cacheWrite1h: hour })
}

/** Above 272,000 tokens the whole request is charged at twice the input and 1.5 times the output. */
function over272k(price: Price): { readonly price: Price; readonly longPrompt: LongPrompt } {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = price
  const long = written(2 * input, 1.5 * output, 2 * cacheRead, 2 * cacheWrite5m, 2 * cacheWrite1h)
  return { price, longPrompt: { above: 272_000, price: long } }
}

function over200k(price: Price, long: Price): { readonly price: Price; readonly longPrompt: LongPrompt } {
  return { price, longPrompt: { above: 200_000, price: long } }
}

const priced: ReadonlyMap<string, PricedModel> = new Map(
  Object.entries({ ...claude, ...openai, ...google }).map(([id, row]) => [
    id,
    Object.freeze({ id, label: knownModel(id)?.label ?? id, ...row }),
  ]),
)

/** Every model with a price, in the order of the price lists. */
export const pricedModels: readonly PricedModel[] = Object.freeze([...priced.values()])

/**
 * The price of a model named in a log or by a person, in any form that `knownModel` reads; null if no source states
 * one.
 */
export function pricedModel(name: string): PricedModel | null {
  return priced.get(name) ?? priced.get(knownModel(name)?.id ?? '') ?? null
}

/**
 * A person's own figures as a price of a replay (COST-1). The cache rule is that of the model where one is known, else
 * Anthropic's, whose API these figures are for.
 */
export function pricedFacts({ id, label, price, longPrompt, source, dated }: ModelFacts): PricedModel {
  const cache = pricedModel(id)?.cache ?? CLAUDE
  return { id, label, price, ...(longPrompt === undefined ? {} : { longPrompt }), cache, source, dated }
}
