import type { AnthropicRequest, Tokens } from '../../engine/index.ts'
import type { CallUsage, ModelFacts, Price, Usd } from './model.ts'

const MILLION = 1_000_000

/**
 * What a call cost. A prompt above the model's long-prompt size is more expensive for every token of the call (COST-2).
 */
export function costOf(usage: CallUsage, facts: Pick<ModelFacts, 'price' | 'longPrompt'>): Usd {
  const price = priceAt(promptOfUsage(usage), facts)
  return (
    (usage.uncached * price.input +
      usage.cacheRead * price.cacheRead +
      usage.cacheWrite5m * price.cacheWrite5m +
      usage.cacheWrite1h * price.cacheWrite1h +
      usage.output * price.output) /
    MILLION
  )
}

/** How long a request asks for its prompt to be cached, at most. */
export type CacheTerm = 'none' | '5m' | '1h'

/**
 * The maximum cost of a future call: nothing is read from a cache, the whole prompt is written to one if the request
 * asks for it, and the reply has its maximum length.
 *
 * @param promptTokens an estimate that is too low makes the bound too low
 * @param term see `cacheTermOf`; default none
 */
export function upperCost(
  promptTokens: Tokens,
  maxTokens: Tokens,
  facts: ModelFacts,
  term: CacheTerm = 'none',
): Usd {
  const price = priceAt(promptTokens, facts)
  return (promptTokens * dearest(price, term) + maxTokens * price.output) / MILLION
}

/** Tokens of a prompt: all tokens billed as input, cached or not (TOK-2). */
export function promptOfUsage(usage: CallUsage): Tokens {
  return usage.uncached + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
}

/**
 * The longest term among the cache markers of a request: its own, and those of its system texts, tools, parts and
 * results.
 */
export function cacheTermOf(request: AnthropicRequest): CacheTerm {
  let found: CacheTerm = 'none'
  const marked: unknown[] = [request, ...(typeof request.system === 'string' ? [] : (request.system ?? []))]
  for (const tool of request.tools ?? []) marked.push(tool)
  for (const { content } of request.messages) {
    if (typeof content === 'string') continue
    for (const part of content) {
      marked.push(part)
      if (part.type === 'tool_result' && typeof part.content !== 'string')
        for (const inner of part.content) marked.push(inner)
    }
  }
  for (const one of marked) {
    const marker = fieldOf(one, 'cache_control')
    if (marker === undefined || marker === null) continue
    if (fieldOf(marker, 'ttl') === '1h') return '1h'
    found = '5m'
  }
  return found
}

/** The price of every token of a call with a prompt of that size (COST-2). */
export function priceAt(
  prompt: Tokens,
  { price, longPrompt }: Pick<ModelFacts, 'price' | 'longPrompt'>,
): Price {
  return longPrompt !== undefined && prompt > longPrompt.above ? longPrompt.price : price
}

/**
 * Cache writes are billed at the write price; if a custom table makes that cheaper than plain input, plain input is the
 * bound.
 */
function dearest(price: Price, term: CacheTerm): number {
  if (term === 'none') return price.input
  if (term === '5m') return Math.max(price.input, price.cacheWrite5m)
  return Math.max(price.input, price.cacheWrite5m, price.cacheWrite1h)
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
