import { normalText } from '../fidelity/text-index.ts'
import { strongTokens } from '../core/reference/token.ts'
import { eachWord } from '../core/reference/word.ts'

/** The content of a sentence, apart from its form. */
export interface Wording {
  /**
   * The whole text in lower case, with single spaces and without punctuation at its ends. Equal texts are the same
   * item.
   */
  readonly plain: string
  /** Significant words, without their endings. */
  readonly words: ReadonlySet<string>
  /** The same words, numbers, signs and negations in the order of the sentence, which says who does what to whom. */
  readonly order: string
  readonly names: string
}

/** How similar two sentences are. */
export type Likeness =
  /** The same statement, perhaps worded differently. */
  | 'same'
  /** One is a revision of the other: with another number, negated, in another order, or with words added or removed. */
  | 'revised'
  | 'other'

/** A revision shares at least this share of the longer sentence's words. */
const SHARED_WORDS = 0.75

/**
 * Numbers, and signs that change what is said of one or of a name: below or above, a currency, `C` and `C++`. In scripts
 * without spaces a number may stand behind a letter.
 */
const VALUE =
  /(?:(?<![^\s(])-)?(?<![\p{N}_]|(?![\u3040-\u30ff\u3400-\u9fff])\p{L})\d+(?:[.:]\d+)*|[\p{Sc}\p{Sm}%#]/gu

export function wordingOf(text: string): Wording {
  const normal = normalText(text).replace(/n't(?!\p{L})/gu, ' not')
  const words = new Set<string>()
  const placed: { readonly at: number; readonly text: string }[] = []
  for (const { index, 0: value } of normal.matchAll(VALUE)) placed.push({ at: index, text: value })
  eachWord(normal, (start, end) => {
    const whole = normal.slice(start, end)
    // The unit of a number: `5mb` is `5 mb`.
    const word = whole.replace(/^\d+(?=\p{L})/u, '')
    if (word === 'from') placed.push({ at: start, text: word })
    if (NEGATIONS.has(word)) placed.push({ at: start, text: NOT })
    else if (!STOP_WORDS.has(word) && !/^\d+$/.test(word)) {
      words.add(stem(word))
      placed.push({ at: start, text: stem(word) })
    }
  })
  return {
    plain: trimmed(normal),
    words,
    order: placed
      .sort((a, b) => a.at - b.at)
      .map(({ text: each }) => each)
      .join(' '),
    names: sorted(strongTokens(text).flatMap(({ kind, text: name }) => (kind === 'number' ? [] : [name]))),
  }
}

/**
 * Two sentences are the same if they differ only in case, spaces and punctuation at their ends; or if they have the
 * same words (except for small words and endings), numbers, signs and negations in the same order, and the same paths
 * and names. With these, one is a revision of the other if the longer has all words of the shorter, and the shorter
 * at least three quarters of the longer's. Replacing a word makes a different statement, because synonyms are not known
 * here.
 */
export function likeness(a: Wording, b: Wording): Likeness {
  if (a.plain === b.plain) return 'same'
  if (a.names !== b.names || a.words.size === 0) return 'other'
  const [few, many] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words]
  if (few.size < SHARED_WORDS * many.size) return 'other'
  for (const word of few) if (!many.has(word)) return 'other'
  return a.order === b.order ? 'same' : 'revised'
}

/**
 * The rarest words of a sentence, as many as needed for every similar sentence to have one of them. Sentences with none
 * of them need not be compared.
 */
export function tellingWords({ words }: Wording, count: (word: string) => number): readonly string[] {
  const most = Math.floor(words.size * (1 - SHARED_WORDS)) + 1
  return [...words].toSorted((a, b) => count(a) - count(b) || (a < b ? -1 : 1)).slice(0, most)
}

/** Removes endings that change when a sentence is reworded; `logging` and `logs` become `log`. */
function stem(word: string): string {
  const ending = ['ing', 'ed', 'es', 's'].find((end) => word.endsWith(end) && word.length >= end.length + 3)
  if (ending === undefined) return word.length > 3 && word.endsWith('e') ? word.slice(0, -1) : word
  const bare = word.slice(0, -ending.length)
  const doubled = ending !== 's' && bare.length > 3 && bare.at(-1) === bare.at(-2)
  return doubled ? bare.slice(0, -1) : bare
}

function trimmed(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && MARKS.includes(text.charAt(start))) start++
  while (end > start && MARKS.includes(text.charAt(end - 1))) end--
  return text.slice(start, end)
}

const MARKS = ' .,;:!?-*"\'`()'

function sorted(items: readonly string[]): string {
  return [...new Set(items)].toSorted().join('\n')
}

const NOT = '!'

const NEGATIONS: ReadonlySet<string> = new Set(
  'never no not none nothing nor neither without cannot forbidden avoid'.split(' '),
)

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been by ca do does for from had has have i in into is it its just must now of on or our ' +
    'please shall should so that the their them then there these this those to us was we were which will with wo would you your'
  ).split(' '),
)
