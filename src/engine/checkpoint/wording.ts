import { normalText } from '../fidelity/text-index.ts'
import { strongTokens } from '../core/reference/token.ts'
import { eachWord } from '../core/reference/word.ts'

/** What a sentence says, apart from its form. */
export interface Wording {
  /** The whole in lower case with single spaces and without marks at its ends: the same text is the same item. */
  readonly plain: string
  /** Words that mean something, without their endings. */
  readonly words: ReadonlySet<string>
  /** Numbers, and apart from them paths and names: one of them exchanged is another statement. */
  readonly numbers: string
  readonly names: string
  readonly negated: boolean
}

/** How far two sentences are one statement. */
export type Likeness =
  /** The same statement, perhaps in another form. */
  | 'same'
  /** One of the two was made of the other: with another number, turned round, or with words more or less. */
  | 'revised'
  | 'other'

/** Of the words of the longer sentence, this share has to be in the shorter one that it is a revision of. */
const SHARED_WORDS = 0.75

export function wordingOf(text: string): Wording {
  const normal = normalText(text).replace(/n't(?!\p{L})/gu, ' not')
  const words = new Set<string>()
  let negated = false
  eachWord(normal, (start, end) => {
    const word = normal.slice(start, end)
    if (NEGATIONS.has(word)) negated = true
    else if (!STOP_WORDS.has(word) && !/^\d+$/.test(word)) words.add(stem(word))
  })
  return {
    plain: trimmed(normal),
    words,
    numbers: sorted(normal.match(/(?<![\p{L}\p{N}_])\d+(?:[.:]\d+)*/gu) ?? []),
    names: sorted(strongTokens(text).flatMap(({ kind, text: name }) => (kind === 'number' ? [] : [name]))),
    negated,
  }
}

/**
 * Two sentences are the same where they read the same but for case, spaces and marks at their ends; or where they have
 * the same words (but for small ones and for endings), numbers, paths and names, and both deny or neither does. With
 * the same paths and names, one is a revision of the other where all words of the shorter are in the longer, and at
 * least three quarters of the longer's in the shorter. A word in place of another makes another statement: whether it
 * is a synonym, nobody knows here.
 */
export function likeness(a: Wording, b: Wording): Likeness {
  if (a.plain === b.plain) return 'same'
  if (a.names !== b.names || a.words.size === 0) return 'other'
  const [few, many] = a.words.size <= b.words.size ? [a.words, b.words] : [b.words, a.words]
  if (few.size < SHARED_WORDS * many.size) return 'other'
  for (const word of few) if (!many.has(word)) return 'other'
  return few.size === many.size && a.numbers === b.numbers && a.negated === b.negated ? 'same' : 'revised'
}

/**
 * Of the words of a sentence so many, the rarest first, that whatever is like it has one of them: those that
 * have none need not be compared.
 */
export function tellingWords({ words }: Wording, count: (word: string) => number): readonly string[] {
  const most = Math.floor(words.size * (1 - SHARED_WORDS)) + 1
  return [...words].toSorted((a, b) => count(a) - count(b) || (a < b ? -1 : 1)).slice(0, most)
}

/** Without the endings that come and go as a sentence is put in other words; `logging` and `logs` are `log`. */
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

const NEGATIONS: ReadonlySet<string> = new Set(
  'never no not none nothing nor neither without cannot forbidden avoid'.split(' '),
)

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be been by ca do does for from had has have i in into is it its just must now of on or our ' +
    'please shall should so that the their them then there these this those to us was we were which will with wo would you your'
  ).split(' '),
)
