import { families } from './families.ts'
import type { TokenFamily } from './families.ts'
import {
  CLAUDE_1568,
  CLAUDE_2576,
  GEMINI_1120,
  GEMINI_258,
  PATCHES_1_2,
  PATCHES_1_2_SMALL,
  PATCHES_1_5,
  PATCHES_1_62,
  PATCHES_1_72,
  PATCHES_2_46,
  PATCHES_ANY,
  PATCHES_ANY_EDGE,
  PATCHES_HIGH,
  PATCHES_LARGE,
  TILES_2833_5667,
  TILES_70_140,
  TILES_75_150,
  TILES_85_170,
} from './images.ts'
import { CLAUDE_4096, CLAUDE_CACHE } from './list.ts'
import type { CacheRule, KnownModel, LongPrompt, Price, PriceRow } from './model.ts'

/*
 * Older models of Anthropic, and those of other providers: what logs name. The worker fetches this file for a conversation that names
 * one (`others-on-demand.ts`).
 */

const DOCS = { source: 'model pages of the provider', dated: '2026-11-01' }
const JULY = { source: 'LiteLLM’s list of models and prices, 24 July 2026', dated: '2026-07-24' }
const SUMMER = { source: 'models.dev and llm-prices, July and August 2026', dated: '2026-08-01' }
const AUGUST = { source: 'copies of price pages, August 2026', dated: '2026-08-21' }
const AUTUMN = { source: 'copies of price pages, September to November 2026', dated: '2026-11-01' }

/** Windows that the provider states in round thousands, and those of Google and of OpenAI from GPT-4.1 on. */
const MILLION = 1_000_000
const MEBI = 1_048_576
const GPT_4_1 = 1_047_576
const GPT_5_4 = 1_050_000

const OPENAI_API = { provider: 'OpenAI' }
const GOOGLE_API = { provider: 'Google' }
const o200k = { ...OPENAI_API, family: 'o200k' }

const claude = { provider: 'Anthropic', images: CLAUDE_1568, family: 'claude' }
/** Their tokenizer is newer, and no log of these models has been measured. */
const newerClaude = { provider: 'Anthropic', images: CLAUDE_2576 }

const known: ReadonlyMap<string, KnownModel> = new Map(
  [
    ...rows({ ...claude, ...DOCS }, [
      ['claude-opus-4-1', 'Claude Opus 4.1', 200_000],
      ['claude-opus-4', 'Claude Opus 4', 200_000],
      ['claude-sonnet-4', 'Claude Sonnet 4', 200_000],
      ['claude-3-7-sonnet', 'Claude 3.7 Sonnet', 200_000],
      ['claude-3-5-sonnet', 'Claude 3.5 Sonnet', 200_000],
      ['claude-3-5-haiku', 'Claude 3.5 Haiku', 200_000],
      ['claude-3-opus', 'Claude 3 Opus', 200_000],
      ['claude-3-sonnet', 'Claude 3 Sonnet', 200_000],
      ['claude-3-haiku', 'Claude 3 Haiku', 200_000],
    ]),
    ...rows({ ...claude, ...SUMMER }, [['claude-opus-4-6-fast', 'Claude Opus 4.6 (fast)', MILLION]]),
    ...rows({ ...newerClaude, ...SUMMER }, [
      ['claude-opus-4-7-fast', 'Claude Opus 4.7 (fast)', MILLION],
      ['claude-opus-4-8-fast', 'Claude Opus 4.8 (fast)', MILLION],
    ]),
    ...rows({ ...newerClaude, ...AUTUMN }, [
      ['claude-opus-5-fast', 'Claude Opus 5 (fast)', MILLION],
      ['claude-opus-5-5-fast', 'Claude Opus 5.5 (fast)', MILLION],
    ]),
    ...rows({ ...newerClaude, ...JULY }, [
      ['claude-fable-5', 'Claude Fable 5', MILLION],
      ['claude-mythos-5', 'Claude Mythos 5', MILLION],
    ]),
    ...rows({ ...o200k, images: TILES_85_170, ...SUMMER }, [
      ['gpt-4o', 'GPT-4o', 128_000],
      ['gpt-4o-2024-05-13', 'GPT-4o of May 2024', 128_000],
      ['gpt-4-1', 'GPT-4.1', GPT_4_1],
    ]),
    ...rows({ ...o200k, images: TILES_2833_5667, ...SUMMER }, [['gpt-4o-mini', 'GPT-4o mini', 128_000]]),
    ...rows({ ...o200k, images: PATCHES_1_62, ...SUMMER }, [['gpt-4-1-mini', 'GPT-4.1 mini', GPT_4_1]]),
    ...rows({ ...o200k, images: PATCHES_1_2_SMALL, ...SUMMER }, [['gpt-5-mini', 'GPT-5 mini', 400_000]]),
    ...rows({ ...o200k, images: PATCHES_2_46, ...SUMMER }, [['gpt-4-1-nano', 'GPT-4.1 nano', GPT_4_1]]),
    ...rows({ ...o200k, images: PATCHES_1_5, ...SUMMER }, [['gpt-5-nano', 'GPT-5 nano', 400_000]]),
    ...rows({ ...o200k, images: PATCHES_1_72, ...SUMMER }, [['o4-mini', 'o4-mini', 200_000]]),
    ...rows({ ...o200k, images: TILES_75_150, ...DOCS }, [
      ['o1', 'o1', 200_000],
      ['o1-preview', 'o1-preview', 128_000],
      ['o3', 'o3', 200_000],
    ]),
    ...rows({ ...o200k, ...DOCS }, [['o3-mini', 'o3-mini', 200_000]]),
    ...rows({ ...o200k, images: TILES_70_140, ...SUMMER }, [
      ['gpt-5', 'GPT-5', 400_000],
      ['gpt-5-1', 'GPT-5.1', 400_000],
    ]),
    ...rows({ ...o200k, images: PATCHES_1_2, ...SUMMER }, [['gpt-5-2', 'GPT-5.2', 400_000]]),
    ...rows({ ...o200k, images: PATCHES_HIGH, ...SUMMER }, [['gpt-5-4', 'GPT-5.4', GPT_5_4]]),
    // Beside GPT-5.2 in an earlier edition of the source.
    ...rows({ ...o200k, images: PATCHES_1_2, ...JULY }, [['gpt-5-3', 'GPT-5.3', 400_000]]),
    ...rows({ ...o200k, images: PATCHES_HIGH, ...JULY }, [
      ['gpt-5-4-mini', 'GPT-5.4 mini', 400_000],
      ['gpt-5-4-nano', 'GPT-5.4 nano', 400_000],
    ]),
    ...rows({ ...OPENAI_API, images: PATCHES_ANY, ...AUGUST }, [
      ['gpt-5-6', 'GPT-5.6', GPT_5_4],
      ['gpt-5-6-sol', 'GPT-5.6 Sol', GPT_5_4],
      ['gpt-5-6-terra', 'GPT-5.6 Terra', GPT_5_4],
      ['gpt-5-6-luna', 'GPT-5.6 Luna', GPT_5_4],
    ]),
    // It sees no pictures.
    ...rows({ ...OPENAI_API, ...AUGUST }, [
      ['gpt-5-3-codex-spark', 'GPT-5.3 Codex Spark', 128_000],
      ['gpt-5-3-spark', 'GPT-5.3 Codex Spark', 128_000],
    ]),
    ...rows({ ...OPENAI_API, images: PATCHES_LARGE, ...SUMMER }, [['gpt-5-5', 'GPT-5.5', GPT_5_4]]),
    ...rows({ ...OPENAI_API, images: PATCHES_ANY_EDGE, ...AUTUMN }, [
      ['gpt-6-sol', 'GPT-6 Sol', GPT_5_4],
      ['gpt-6-1-sol', 'GPT-6.1 Sol', GPT_5_4],
      ['gpt-6-1-terra', 'GPT-6.1 Terra', GPT_5_4],
      ['gpt-6-luna', 'GPT-6 Luna', GPT_5_4],
    ]),
    ...rows({ ...OPENAI_API, images: TILES_85_170, ...DOCS }, [
      ['gpt-4-turbo', 'GPT-4 Turbo', 128_000],
      ['gpt-4-1106', 'GPT-4 Turbo', 128_000],
      ['gpt-4-0125', 'GPT-4 Turbo', 128_000],
    ]),
    ...rows({ ...OPENAI_API, ...DOCS }, [
      ['gpt-4', 'GPT-4', 8192],
      ['gpt-4-32k', 'GPT-4 32K', 32_768],
      ['gpt-3-5-turbo', 'GPT-3.5 Turbo', 16_385],
      ['gpt-3-5-turbo-instruct', 'GPT-3.5 Turbo Instruct', 4097],
      ['gpt-3-5-turbo-0613', 'GPT-3.5 Turbo', 4097],
      ['gpt-3-5-turbo-0301', 'GPT-3.5 Turbo', 4097],
    ]),
    ...rows({ ...GOOGLE_API, family: 'gemini-2', images: GEMINI_258, ...SUMMER }, [
      ['gemini-2-5-pro', 'Gemini 2.5 Pro', MEBI],
      ['gemini-2-5-flash', 'Gemini 2.5 Flash', MEBI],
      ['gemini-2-5-flash-lite', 'Gemini 2.5 Flash-Lite', MEBI],
    ]),
    ...rows({ ...GOOGLE_API, images: GEMINI_258, ...DOCS }, [
      ['gemini-2-0-flash', 'Gemini 2.0 Flash', MEBI],
      ['gemini-1-5-pro', 'Gemini 1.5 Pro', 2 * MEBI],
      ['gemini-1-5-flash', 'Gemini 1.5 Flash', MEBI],
    ]),
    ...rows({ ...GOOGLE_API, images: GEMINI_1120, ...SUMMER }, [
      ['gemini-3-pro', 'Gemini 3 Pro', MEBI],
      ['gemini-3-1-pro', 'Gemini 3.1 Pro', MEBI],
      ['gemini-3-flash', 'Gemini 3 Flash', MEBI],
      ['gemini-3-5-flash', 'Gemini 3.5 Flash', MEBI],
      ['gemini-4-argon', 'Gemini 4 Argon', MEBI],
      ['gemini-4-carbon', 'Gemini 4 Carbon', MEBI],
    ]),
    ...rows({ ...GOOGLE_API, images: GEMINI_1120, ...JULY }, [
      ['gemini-3-1-flash-lite', 'Gemini 3.1 Flash-Lite', MEBI],
      ['gemini-3-5-flash-lite', 'Gemini 3.5 Flash-Lite', MEBI],
      ['gemini-3-6-flash', 'Gemini 3.6 Flash', MEBI],
    ]),
    ...rows({ provider: 'DeepSeek', ...JULY }, [
      ['deepseek-v4-flash', 'DeepSeek V4 Flash', MILLION],
      ['deepseek-v4-pro', 'DeepSeek V4 Pro', MILLION],
    ]),
    ...rows({ provider: 'xAI', ...JULY }, [
      ['grok-4-3', 'Grok 4.3', MILLION],
      ['grok-4-5', 'Grok 4.5', 500_000],
    ]),
    ...rows({ provider: 'DeepSeek', family: 'deepseek', ...DOCS }, [
      ['deepseek-chat', 'DeepSeek Chat', 128_000],
      ['deepseek-reasoner', 'DeepSeek Reasoner', 128_000],
    ]),
    ...rows({ provider: 'Meta', family: 'llama-4', ...DOCS }, [
      ['llama-4-maverick', 'Llama 4 Maverick', MILLION],
    ]),
  ].map((model) => [model.id, Object.freeze(model)]),
)

const OPENAI: CacheRule = Object.freeze({
  provider: 'OpenAI',
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
const OPENAI_DAY: CacheRule = Object.freeze({
  ...OPENAI,
  minutes: 24 * 60,
  source: 'OpenAI, “Prompt caching”: GPT-5.5 has the extended retention of 24 hours alone',
})
/** One breakpoint at the newest message of each request; a shorter beginning without one is not read. */
const OPENAI_30: CacheRule = Object.freeze({
  ...OPENAI,
  step: 1,
  wholeRequests: true,
  minutes: 30,
  source:
    'OpenAI, “Prompt caching” and the reference of prompt_cache_options, for GPT-5.6 and later: kept for at least 30 minutes, read at breakpoints alone, of which each request has one at its newest message',
})

/** Google states no lifetime for implicit caching; five minutes are assumed. */
const GEMINI_FLASH: CacheRule = Object.freeze({
  provider: 'Google',
  kind: 'automatic',
  minimum: 1024,
  step: 1,
  lookBack: null,
  minutes: 5,
  source:
    'Google, “Context caching”, November 2026; it states no lifetime of implicit caches: 5 minutes are assumed',
})
const GEMINI_PRO = Object.freeze({ ...GEMINI_FLASH, minimum: 4096 })

/** Units of 64 tokens, kept for hours: two are assumed. */
const DEEPSEEK: CacheRule = Object.freeze({
  provider: 'DeepSeek',
  kind: 'automatic',
  minimum: 64,
  step: 64,
  lookBack: null,
  minutes: 120,
  source: 'DeepSeek, “Context Caching”; it states a few hours to a few days: two hours are assumed',
})

const RETIRED = { source: 'llm-prices, August 2026; no longer offered', dated: '2026-08-01' }
const BEFORE_2026 = { source: 'price pages of 2025; no longer offered', dated: '2026-07-24' }
const CLAUDE_512 = Object.freeze({ ...CLAUDE_CACHE, minimum: 512 })
const CLAUDE_2048 = Object.freeze({ ...CLAUDE_CACHE, minimum: 2048 })

const olderClaude: Readonly<Record<string, PriceRow>> = {
  'claude-opus-4-1': { price: written(15, 75, 1.5, 18.75, 30), cache: CLAUDE_CACHE, ...RETIRED },
  'claude-opus-4': { price: written(15, 75, 1.5, 18.75, 30), cache: CLAUDE_CACHE, ...RETIRED },
  'claude-sonnet-4': {
    price: written(3, 15, 0.3, 3.75, 6),
    longPrompt: { above: 200_000, price: written(6, 22.5, 0.6, 7.5, 12) },
    cache: CLAUDE_CACHE,
    ...SUMMER,
  },
  'claude-opus-4-6-fast': { price: written(30, 150, 3, 37.5, 60), cache: CLAUDE_4096, ...SUMMER },
  'claude-opus-4-7-fast': { price: written(30, 150, 3, 37.5, 60), cache: CLAUDE_2048, ...SUMMER },
  'claude-opus-4-8-fast': { price: written(10, 50, 1, 12.5, 20), cache: CLAUDE_CACHE, ...SUMMER },
  // Twice the price of the model in all its parts.
  'claude-opus-5-fast': { price: written(10, 50, 1, 12.5, 20), cache: CLAUDE_512, ...AUTUMN },
  'claude-opus-5-5-fast': { price: written(8, 40, 0.4, 10, 16), cache: CLAUDE_CACHE, ...AUTUMN },
  'claude-fable-5': { price: written(10, 50, 1, 12.5, 20), cache: CLAUDE_512, ...JULY },
  'claude-mythos-5': { price: written(10, 50, 1, 12.5, 20), cache: CLAUDE_512, ...JULY },
  'claude-3-7-sonnet': { price: written(3, 15, 0.3, 3.75, 6), cache: CLAUDE_CACHE, ...JULY },
  'claude-3-5-sonnet': { price: written(3, 15, 0.3, 3.75, 6), cache: CLAUDE_CACHE, ...BEFORE_2026 },
  'claude-3-5-haiku': { price: written(0.8, 4, 0.08, 1, 1.6), cache: CLAUDE_2048, ...BEFORE_2026 },
  'claude-3-opus': { price: written(15, 75, 1.5, 18.75, 30), cache: CLAUDE_CACHE, ...JULY },
  'claude-3-haiku': { price: written(0.25, 1.25, 0.03, 0.3, 0.5), cache: CLAUDE_2048, ...JULY },
}

/** What priority processing costs is from a copy of OpenAI's page on it, and for GPT-5.5 from a copy of LiteLLM's list. */
const openai: Readonly<Record<string, PriceRow>> = {
  'gpt-4o': { price: free(2.5, 10, 1.25), priority: 1.7, cache: OPENAI, ...SUMMER },
  'gpt-4o-2024-05-13': { price: free(5, 15, 2.5), priority: 1.75, cache: OPENAI, ...SUMMER },
  'gpt-4o-mini': { price: free(0.15, 0.6, 0.075), cache: OPENAI, ...SUMMER },
  'gpt-4-1': { price: free(2, 8, 0.5), priority: 1.75, cache: OPENAI, ...SUMMER },
  'gpt-4-1-mini': { price: free(0.4, 1.6, 0.1), priority: 1.75, cache: OPENAI, ...SUMMER },
  'gpt-4-1-nano': { price: free(0.1, 0.4, 0.025), priority: 2, cache: OPENAI, ...SUMMER },
  o3: { price: free(2, 8, 0.5), cache: OPENAI, ...SUMMER },
  'o4-mini': { price: free(1.1, 4.4, 0.275), cache: OPENAI, ...SUMMER },
  'gpt-5': { price: free(1.25, 10, 0.125), priority: 2, cache: OPENAI, ...SUMMER },
  'gpt-5-1': { price: free(1.25, 10, 0.125), priority: 2, cache: OPENAI, ...SUMMER },
  'gpt-5-mini': { price: free(0.25, 2, 0.025), priority: 1.8, cache: OPENAI, ...SUMMER },
  'gpt-5-nano': { price: free(0.05, 0.4, 0.005), cache: OPENAI, ...SUMMER },
  'gpt-5-2': { price: free(1.75, 14, 0.175), priority: 2, cache: OPENAI, ...SUMMER },
  'gpt-5-4': { ...over272k(free(2.5, 15, 0.25)), priority: 2, cache: OPENAI, ...SUMMER },
  'gpt-5-5': { ...over272k(free(5, 30, 0.5)), priority: 2.5, cache: OPENAI_DAY, ...SUMMER },
  o1: { price: free(15, 60, 7.5), cache: OPENAI, ...JULY },
  'o3-mini': { price: free(1.1, 4.4, 0.55), cache: OPENAI, ...JULY },
  'gpt-5-3': { price: free(1.75, 14, 0.175), cache: OPENAI, ...JULY },
  'gpt-5-4-mini': { price: free(0.75, 4.5, 0.075), priority: 2, cache: OPENAI, ...JULY },
  'gpt-5-4-nano': { price: free(0.2, 1.25, 0.02), cache: OPENAI, ...JULY },
  'gpt-5-6': { ...over272k(written(4, 20, 0.4, 5)), cache: OPENAI_30, ...AUGUST },
  'gpt-5-6-sol': { ...over272k(written(4, 20, 0.4, 5)), cache: OPENAI_30, ...AUGUST },
  'gpt-5-6-terra': { ...over272k(written(2, 12, 0.2, 2.5)), cache: OPENAI_30, ...AUGUST },
  'gpt-5-6-luna': { ...over272k(written(0.2, 1.2, 0.02, 0.25)), cache: OPENAI_30, ...AUGUST },
  'gpt-6-sol': { ...over272k(written(2, 10, 0.2, 2.5)), cache: OPENAI_30, ...AUTUMN },
  'gpt-6-1-sol': { ...over272k(written(2, 10, 0.1, 2.5)), cache: OPENAI_30, ...AUTUMN },
  'gpt-6-1-terra': { ...over272k(written(1, 5, 0.05, 1.25)), cache: OPENAI_30, ...AUTUMN },
  'gpt-6-luna': { ...over272k(written(0.1, 0.5, 0.01, 0.125)), cache: OPENAI_30, ...AUTUMN },
}

const google: Readonly<Record<string, PriceRow>> = {
  'gemini-2-5-pro': { ...over200k(free(1.25, 10, 0.125), free(2.5, 15, 0.25)), cache: GEMINI_PRO, ...SUMMER },
  'gemini-2-5-flash': {
    price: free(0.3, 2.5, 0.03),
    audio: { input: 1, cacheRead: 0.1 },
    cache: GEMINI_FLASH,
    ...SUMMER,
  },
  'gemini-2-5-flash-lite': {
    price: free(0.1, 0.4, 0.01),
    audio: { input: 0.3, cacheRead: 0.03 },
    cache: GEMINI_FLASH,
    ...SUMMER,
  },
  'gemini-3-pro': { ...over200k(free(2, 12, 0.2), free(4, 18, 0.4)), cache: GEMINI_PRO, ...SUMMER },
  'gemini-3-1-pro': { ...over200k(free(2, 12, 0.2), free(4, 18, 0.4)), cache: GEMINI_PRO, ...SUMMER },
  'gemini-3-flash': {
    price: free(0.5, 3, 0.05),
    audio: { input: 1, cacheRead: 0.1 },
    cache: GEMINI_FLASH,
    ...SUMMER,
  },
  'gemini-3-5-flash': { price: free(1.5, 9, 0.15), cache: GEMINI_FLASH, ...SUMMER },
  'gemini-2-0-flash': {
    price: free(0.1, 0.4, 0.025),
    audio: { input: 0.7, cacheRead: 0.175 },
    cache: GEMINI_FLASH,
    ...JULY,
  },
  'gemini-3-1-flash-lite': {
    price: free(0.25, 1.5, 0.025),
    audio: { input: 0.5, cacheRead: 0.05 },
    cache: GEMINI_FLASH,
    ...JULY,
  },
  'gemini-3-5-flash-lite': { price: free(0.3, 2.5, 0.03), cache: GEMINI_FLASH, ...JULY },
  // Until 31 December 2026; then twice as much.
  'gemini-3-6-flash': { price: free(0.75, 3.75, 0.075), cache: GEMINI_FLASH, ...AUGUST },
  'gemini-4-argon': { price: free(2, 10, 0.1), cache: GEMINI_PRO, ...AUTUMN },
  'gemini-4-carbon': { price: free(2, 10, 0.1), cache: GEMINI_PRO, ...AUTUMN },
}

const deepSeek: Readonly<Record<string, PriceRow>> = {
  'deepseek-chat': { price: free(0.28, 0.42, 0.028), cache: DEEPSEEK, ...JULY },
  'deepseek-reasoner': { price: free(0.28, 0.42, 0.028), cache: DEEPSEEK, ...JULY },
  'deepseek-v4-flash': { price: free(0.14, 0.28, 0.0028), cache: DEEPSEEK, ...JULY },
  'deepseek-v4-pro': { price: free(0.435, 0.87, 0.0036), cache: DEEPSEEK, ...JULY },
}

/** Known models that share everything but an id, a label and a window. */
function rows(
  shared: Omit<KnownModel, 'id' | 'label' | 'window'>,
  list: readonly (readonly [id: string, label: string, window: number])[],
): readonly KnownModel[] {
  return list.map(([id, label, window]) => ({ id, label, window, ...shared }))
}

/** US dollars per million tokens, in the order of a price page. */
function written(input: number, output: number, cacheRead: number, write: number, hour = write): Price {
  return Object.freeze({ input, output, cacheRead, cacheWrite5m: write, cacheWrite1h: hour })
}

/** US dollars per million tokens, for models whose cache writes cost the same as input. */
function free(input: number, output: number, cacheRead: number): Price {
  return written(input, output, cacheRead, input)
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

const prices: ReadonlyMap<string, PriceRow> = new Map(
  Object.entries({ ...olderClaude, ...openai, ...google, ...deepSeek }),
)

/** Every model of theirs with a known window, by its id in the API (COST-1). */
export function otherKnown(): ReadonlyMap<string, KnownModel> {
  return known
}

/** What a prompt costs and how it is cached, by id, for those whose prices a source states (COST-1, COST-2). */
export function otherPrices(): ReadonlyMap<string, PriceRow> {
  return prices
}

/** A tokenizer family by the name in a model's entry; undefined for one that was not measured (TOK-5). */
export function familyOf(name: string): TokenFamily | undefined {
  return families.get(name)
}

/** Where this file is not fetched on demand, there is nothing to wait for. */
export async function loadOtherModels(): Promise<void> {}
