import type { ImageRule, Tokens } from '../../engine/index.ts'

/** US dollars. */
export type Usd = number

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** Written to a cache that is kept for five minutes, or for an hour. */
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** A price that holds from a size of the prompt on, for every token of the request. */
export interface LongPrompt {
  /** Prompts with more tokens than this. */
  readonly above: Tokens
  readonly price: Price
}

/** Facts about a model. Dated data; no code depends on a model's name (COST-1). */
export interface KnownModel {
  /** As the API calls it. */
  readonly id: string
  readonly label: string
  /** Most tokens of prompt and reply together. */
  readonly window: Tokens
  /** How it counts pictures (TOK-3); missing where no source tells. */
  readonly images?: ImageRule
  /** The name of the tokenizer that it shares with others, which `families` holds factors for; missing where no log tells. */
  readonly family?: string
  /** Where the figures come from, for people. */
  readonly source: string
  /** Day on which they held, as 2026-11-21. */
  readonly dated: string
}

/** A model with its prices, all of which a person can overwrite. */
export interface ModelFacts extends Omit<KnownModel, 'images' | 'family'> {
  /** Most tokens that a reply can have; null where not known. */
  readonly maxOutput: Tokens | null
  readonly price: Price
  readonly longPrompt?: LongPrompt
}

/** How a provider keeps the beginning of a prompt from call to call (COST-2). */
export interface CacheRule {
  /** `marked`: what is kept ends where the request has a mark. `automatic`: every beginning of a prompt is kept. */
  readonly kind: 'marked' | 'automatic'
  /** Shorter prompts are not kept. */
  readonly minimum: Tokens
  /** What is read is a multiple of this many tokens. */
  readonly step: Tokens
  /** Blocks before a mark at which an earlier end is looked for; null where every one is. */
  readonly lookBack: number | null
  /** Minutes without use after which it is gone, where the request asks for no other term. */
  readonly minutes: number
  readonly source: string
}

/** A model with its price and the rule of its prompt cache. */
export interface PricedModel {
  /** As `KnownModel`. */
  readonly id: string
  readonly label: string
  readonly price: Price
  readonly longPrompt?: LongPrompt
  readonly cache: CacheRule
  readonly source: string
  readonly dated: string
}

/** What a call was billed for. The prompt is the sum of the first four (TOK-2). */
export interface CallUsage {
  /** Input that was neither read from a cache nor written to one. */
  readonly uncached: Tokens
  readonly cacheRead: Tokens
  readonly cacheWrite5m: Tokens
  readonly cacheWrite1h: Tokens
  readonly output: Tokens
}
