import type { CacheRule, ModelFacts, Price } from './model.ts'

/** US dollars per million tokens, in the order of a price page. */
function price(
  input: number,
  output: number,
  cacheRead: number,
  cacheWrite5m: number,
  cacheWrite1h: number,
): Price {
  return Object.freeze({ input, output, cacheRead, cacheWrite5m, cacheWrite1h })
}

const SUMMER = Object.freeze({
  source: 'models.dev and llm-prices, July and August 2026',
  dated: '2026-08-01',
})
const AUTUMN = Object.freeze({
  source: 'copies of the price page of platform.claude.com, September to November 2026',
  dated: '2026-11-01',
})
/** If a page has no price of cache writes, the provider's rule applies: 1.25 and 2 times the input. */
const BY_RULE = '; cache writes it does not name are 1.25 and 2 times the input'

const OPUS = Object.freeze({ window: 1_000_000, price: price(5, 25, 0.5, 6.25, 10), ...SUMMER })
const OPUS_4_5 = Object.freeze({ ...OPUS, label: 'Claude Opus 4.5', window: 200_000 })
/** The last day on which a model answers, where its provider has stated one. */
const ENDS = '2026-11-30'
export const lastDays: Readonly<Record<string, string>> = Object.freeze({
  'claude-sonnet-4-5': ENDS,
  'claude-sonnet-4-5-20250929': ENDS,
})

/** More than 200,000 tokens only with the beta of a window of a million. */
const SONNET_4_5 = Object.freeze({
  label: 'Claude Sonnet 4.5',
  window: 200_000,
  price: price(3, 15, 0.3, 3.75, 6),
  longPrompt: Object.freeze({ above: 200_000, price: price(6, 22.5, 0.6, 7.5, 12) }),
  source: `${SUMMER.source}; answers until ${ENDS}; cache prices of long prompts are 0.1, 1.25 and 2 times the input`,
  dated: SUMMER.dated,
})
const HAIKU_4_5 = Object.freeze({
  label: 'Claude Haiku 4.5',
  window: 200_000,
  price: price(1, 5, 0.1, 1.25, 2),
  ...SUMMER,
})

/**
 * The models with a known window and price, by their id in the API (COST-1). None of the sources has the maximum length
 * of a reply; the provider's own list of models does.
 */
export const models: Readonly<Record<string, ModelFacts>> = Object.freeze(
  byId([
    {
      id: 'claude-fable-5-1',
      label: 'Claude Fable 5.1',
      window: 1_000_000,
      price: price(10, 50, 0.25, 12.5, 20),
      ...AUTUMN,
    },
    {
      id: 'claude-opus-5-5',
      label: 'Claude Opus 5.5',
      window: 1_000_000,
      price: price(4, 20, 0.2, 5, 8),
      ...AUTUMN,
    },
    {
      id: 'claude-sonnet-5-5',
      label: 'Claude Sonnet 5.5',
      window: 1_000_000,
      price: price(2, 10, 0.1, 2.5, 4),
      ...AUTUMN,
    },
    {
      id: 'claude-haiku-5-5',
      label: 'Claude Haiku 5.5',
      window: 1_000_000,
      price: price(0.1, 0.5, 0.01, 0.125, 0.2),
      longPrompt: Object.freeze({ above: 100_000, price: price(0.5, 2.5, 0.05, 0.625, 1) }),
      source: `${AUTUMN.source}${BY_RULE}`,
      dated: AUTUMN.dated,
    },
    { id: 'claude-opus-5', label: 'Claude Opus 5', ...OPUS },
    {
      id: 'claude-sonnet-5',
      label: 'Claude Sonnet 5',
      window: 1_000_000,
      price: price(2, 10, 0.2, 2.5, 4),
      source: `${AUTUMN.source}${BY_RULE}`,
      dated: AUTUMN.dated,
    },
    { id: 'claude-opus-4-8', label: 'Claude Opus 4.8', ...OPUS },
    { id: 'claude-opus-4-7', label: 'Claude Opus 4.7', ...OPUS },
    { id: 'claude-opus-4-6', label: 'Claude Opus 4.6', ...OPUS },
    {
      id: 'claude-sonnet-4-6',
      label: 'Claude Sonnet 4.6',
      window: 1_000_000,
      price: price(3, 15, 0.3, 3.75, 6),
      ...SUMMER,
    },
    { id: 'claude-opus-4-5', ...OPUS_4_5 },
    { id: 'claude-opus-4-5-20251101', ...OPUS_4_5 },
    { id: 'claude-sonnet-4-5', ...SONNET_4_5 },
    { id: 'claude-sonnet-4-5-20250929', ...SONNET_4_5 },
    { id: 'claude-haiku-4-5', ...HAIKU_4_5 },
    { id: 'claude-haiku-4-5-20251001', ...HAIKU_4_5 },
  ]),
)

/** Those without a stated end, the newest first. */
const lasting: readonly ModelFacts[] = Object.values(models).filter(({ id }) => lastDays[id] === undefined)

/** The model that is called if nobody chooses one: the cheapest, and the newest of these. */
export function cheapestModel(): ModelFacts {
  return lasting.reduce((least, one) => (one.price.input < least.price.input ? one : least))
}

/**
 * The model for a conversation that names none: the Sonnet that has answered longest, so that figures stay comparable
 * for as long as it answers.
 */
export function usualModel(): ModelFacts {
  return lasting.findLast(({ id }) => id.startsWith('claude-sonnet-')) ?? cheapestModel()
}

function byId(rows: readonly Omit<ModelFacts, 'maxOutput'>[]): Record<string, ModelFacts> {
  return Object.fromEntries(rows.map((row) => [row.id, Object.freeze({ ...row, maxOutput: null })]))
}

/**
 * The facts about a model: the user's own entry if there is one, else the list's; null for an unknown model, whose
 * price is then unknown.
 */
export function modelFacts(
  id: string,
  own: ReadonlyMap<string, ModelFacts> = new Map<string, ModelFacts>(),
): ModelFacts | null {
  return own.get(id) ?? (Object.hasOwn(models, id) ? (models[id] ?? null) : null)
}

/** How Anthropic caches, where a model has no exception. */
export const CLAUDE_CACHE: CacheRule = Object.freeze({
  provider: 'Anthropic',
  kind: 'marked',
  minimum: 1024,
  step: 1,
  lookBack: 20,
  minutes: 5,
  source: 'Anthropic, “Prompt caching”, November 2026',
})

export const CLAUDE_4096: CacheRule = Object.freeze({ ...CLAUDE_CACHE, minimum: 4096 })
