import { ProblemError } from '../problem.ts'
import type { Tokens } from '../units.ts'

/** Names of the counters that a config or a link can name: the estimate, and those that count a text as OpenAI's tokenizers do. */
export const COUNTER_NAMES = Object.freeze(['chars4', 'o200k_base', 'cl100k_base'] as const)
export type CounterName = (typeof COUNTER_NAMES)[number]

/**
 * How a provider counts the tokens of a picture (TOK-3). Rules are data supplied by the caller; those of known models
 * are in `llm/models`, with source and date. `unknown` is the charge if the pixel size is unknown: the maximum cost of
 * a picture, if the rule has a maximum.
 */
export type ImageRule =
  | {
      /** Shrunk until its longer edge fits, then one token for each patch that it touches, up to a maximum. */
      readonly kind: 'patches'
      /** Side of a patch, and the maximum length of an edge, in pixels. */
      readonly patch: number
      readonly edge: number
      readonly cap: Tokens
      readonly unknown: Tokens
    }
  | {
      /**
       * Shrunk until it fits a square and its shorter edge fits a length, then `base` plus a charge for each tile that
       * it touches.
       */
      readonly kind: 'tiles'
      readonly square: number
      readonly shorter: number
      readonly tile: number
      readonly base: Tokens
      readonly each: Tokens
      readonly unknown: Tokens
    }
  | {
      /**
       * Shrunk until its longer edge fits and a maximum number of patches covers it, each of which costs `factor`
       * tokens. The limits are those of its detail; `auto` is what a picture without one has.
       */
      readonly kind: 'budget'
      readonly patch: number
      readonly factor: number
      readonly low: ImageLimits
      readonly high: ImageLimits
      readonly original: ImageLimits
      readonly auto: 'high' | 'original'
      readonly unknown: Tokens
    }
  | {
      /**
       * One charge up to a small size; above it the same charge for each tile, whose side is a share of the shorter edge
       * and has from `least` to `tile` pixels.
       */
      readonly kind: 'grid'
      readonly small: number
      readonly share: number
      readonly least: number
      readonly tile: number
      readonly each: Tokens
      readonly unknown: Tokens
    }
  | { readonly kind: 'flat'; readonly unknown: Tokens }

/** The longest edge in pixels, and the most patches. */
export interface ImageLimits {
  readonly edge: number
  readonly most: number
}

/**
 * Counts the tokens of a text. Counting is a pure function of the text: same text, same count, on every machine. A
 * counter is loaded before a run, so the engine never has to wait.
 */
export interface TokenCounter {
  readonly name: CounterName
  /**
   * Whether it counts a text exactly as its tokenizer does; false for an estimate, which is shown with ≈ and the counter's
   * name. A model's own count of a whole request differs by a factor, which a log's usage gives, or its model's family.
   */
  readonly exact: boolean
  /** Tokens that every message costs besides its parts (role markers and separators). */
  readonly messageOverhead: Tokens
  /** How pictures are counted; missing: by the rule for unknown models (TOK-3). */
  readonly images?: ImageRule
  /** Tokens of `text`; 0 for the empty string. Linear in the text's length for every input. */
  count(text: string): Tokens
}

/**
 * Four UTF-16 code units per token, rounded up, so that a non-empty text is never free.
 *
 * The cheapest estimate. Compared with o200k_base it is about right on English prose and low by a third or more on
 * JSON, base64 and Chinese. A trace with recorded usage is calibrated instead.
 */
export const chars4: TokenCounter = Object.freeze({
  name: 'chars4',
  exact: false,
  messageOverhead: 4,
  count: (text: string) => Math.ceil(text.length / 4),
})

/**
 * Refuses a counter that gives no numbers, such as one whose counts have to be awaited.
 *
 * @throws ProblemError with the field and what is there
 */
export function mustBeCounter(counter: TokenCounter): void {
  const given = ((counter as unknown) ?? {}) as Readonly<Record<keyof TokenCounter, unknown>>
  if (typeof given.count !== 'function') throw notACounter('counter.count', 'a function', given.count)
  for (const [field, value] of [
    ['messageOverhead', given.messageOverhead],
    ["count('')", counter.count('') as unknown],
  ] as const)
    if (!isCount(value)) throw notACounter(`counter.${field}`, 'a number from 0 up', value)
}

/**
 * A counter that refuses its own counts that are no numbers, with the beginning of the text.
 *
 * @throws ProblemError at once as `mustBeCounter`, later from `count`
 */
export function checkedCounter(counter: TokenCounter): TokenCounter {
  mustBeCounter(counter)
  const { name, exact, messageOverhead, images } = counter
  return {
    name,
    exact,
    messageOverhead,
    ...(images === undefined ? {} : { images }),
    count(text) {
      const tokens = counter.count(text)
      if (isCount(tokens)) return tokens
      throw notACounter(`counter.count(${JSON.stringify(text.slice(0, 60))})`, 'a number from 0 up', tokens)
    },
  }
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity
}

function notACounter(place: string, expected: string, value: unknown): ProblemError {
  const kind = Object.prototype.toString.call(value).slice(8, -1)
  const found = value === undefined ? 'missing' : typeof value === 'number' ? String(value) : kind
  const message = `${place} has to be ${expected}, but is ${found}`
  return new ProblemError([{ severity: 'error', code: 'not-a-counter', message, expected, found }])
}
