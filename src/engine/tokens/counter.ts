import type { Tokens } from '../units.ts'
import type { ImageRule } from './media.ts'

/** Names of the counters that a config or a link may ask for. */
export const COUNTER_NAMES = Object.freeze(['chars4', 'o200k_base', 'cl100k_base'] as const)
export type CounterName = (typeof COUNTER_NAMES)[number]

/**
 * Counts the tokens of a text. Counting is a pure function of the text: same text, same count, on
 * every machine. A counter is loaded before a run, so that nothing in the engine waits.
 */
export interface TokenCounter {
  readonly name: CounterName
  /** False for an estimate; estimates are shown with ≈ and the counter's name. */
  readonly exact: boolean
  /** Tokens that every message costs besides its parts (role markers and separators). */
  readonly messageOverhead: Tokens
  /** How pictures are counted; missing: by the rule for a model that nobody knows (TOK-3). */
  readonly images?: ImageRule
  /** Tokens of `text`; 0 for the empty string. Linear in the text's length for every input. */
  count(text: string): Tokens
}
