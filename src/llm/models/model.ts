import type { ImageRule, Tokens } from '../../engine/index.ts'

/** US dollars. */
export type Usd = number

/** US dollars per million tokens. */
export interface Price {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  /** Writing to a cache that is kept for five minutes, or for an hour. */
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
}

/** A price for prompts above a size, for every token of the request. */
export interface LongPrompt {
  /** Prompts with more tokens than this. */
  readonly above: Tokens
  readonly price: Price
}

/** Facts about a model. Dated data; no code depends on a model's name (COST-1). */
export interface KnownModel {
  /** Its id in the API. */
  readonly id: string
  readonly label: string
  /** Maximum tokens of prompt and reply together. */
  readonly window: Tokens
  /** Who made it, and what its API is called after. */
  readonly provider: string
  /** How it counts pictures (TOK-3); missing if no source says. */
  readonly images?: ImageRule
  /** The name of its tokenizer family, which `familyOf` knows; missing if no log has been measured. */
  readonly family?: string
  /** Where the figures come from, for people. */
  readonly source: string
  /** Date of the figures, such as 2026-11-21. */
  readonly dated: string
}

/** A model with its prices, all of which a person can overwrite. */
export interface ModelFacts extends Omit<KnownModel, 'provider' | 'images' | 'family'> {
  /** Maximum tokens of a reply; null if unknown. */
  readonly maxOutput: Tokens | null
  readonly price: Price
  readonly longPrompt?: LongPrompt
}

/** How a provider caches the beginning of a prompt between calls (COST-2). */
export interface CacheRule {
  /** Whose rule it is. Models of one provider count a text alike, those of another differently (TOK-5). */
  readonly provider: 'Anthropic' | 'OpenAI' | 'Google' | 'DeepSeek'
  /** `marked`: cached content ends where the request has a mark. `automatic`: every beginning of a prompt is cached. */
  readonly kind: 'marked' | 'automatic'
  /** Shorter prompts are not cached. */
  readonly minimum: Tokens
  /** Reads are multiples of this many tokens. */
  readonly step: Tokens
  /**
   * Positions at which an earlier end is looked for, the mark's own being the first; null for all. A position is a block,
   * or calls in a row, or results in a row.
   */
  readonly lookBack: number | null
  /**
   * Only whole requests are cached, without marks: what is read ends where an earlier request ended. Missing: it does with
   * marks, and any beginning is read without.
   */
  readonly wholeRequests?: true
  /** Minutes without use after which it expires, if the request asks for no other term. */
  readonly minutes: number
  /** A cache belongs to a reasoning effort, too: another one reads nothing of it. Missing: it does not, or nobody says. */
  readonly byEffort?: true
  readonly source: string
}

/** A model with its price and the rule of its prompt cache. */
export interface PricedModel {
  /** As `KnownModel`. */
  readonly id: string
  readonly label: string
  readonly price: Price
  readonly longPrompt?: LongPrompt
  /** What sound in a prompt costs; missing: as text, or no source says. */
  readonly audio?: Pick<Price, 'input' | 'cacheRead'>
  /** What a call costs times this in priority processing, in all its parts; missing: no source says. */
  readonly priority?: number
  readonly cache: CacheRule
  readonly source: string
  readonly dated: string
}

/** A row of a table of prices; its key is the id of a known model, which has the label. */
export type PriceRow = Omit<PricedModel, 'id' | 'label'>

/** The billed usage of a call. The prompt is the sum of the first four (TOK-2). */
export interface CallUsage {
  /** Input that was neither read from a cache nor written to one. */
  readonly uncached: Tokens
  readonly cacheRead: Tokens
  readonly cacheWrite5m: Tokens
  readonly cacheWrite1h: Tokens
  readonly output: Tokens
}
