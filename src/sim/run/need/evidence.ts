import { isDigit, isWordCode } from '../../../engine/internal.ts'
import type { BlockId, Ratio } from '../../../engine/index.ts'
import { atOnce } from '../../trace/at-once.ts'

/** Which blocks hold which evidence, found in one pass over every text (NEED-4). */
export interface EvidenceIndex {
  /** Blocks whose original text contains the string as whole words, ascending. */
  holders(evidence: string): readonly BlockId[]
  /** The wanted strings in a block's original text. */
  heldBy(block: BlockId): readonly string[]
  /** The wanted strings that a text contains, once each. Linear in the text. */
  foundIn(text: string): readonly string[]
}

const WORDS = /[a-z0-9_]{2,}/g

/**
 * The form in which texts and evidence are compared: case and the amount of white space are ignored (NEED-2), and so are
 * the backslashes that quote in JSON; those of a path are slashes. Only ASCII letters, because the lower case of other
 * alphabets depends on the Unicode version of the machine.
 */
export function normalised(text: string): string {
  // All ASCII in a row at once: word by word takes three times as long.
  let lower = text.replace(/[\0-\x7f]+/g, (ascii) => ascii.toLowerCase())
  if (lower.includes('\\')) lower = lower.replace(/\\+(?=["'])/g, '').replace(/\\+/g, '/')
  // Most white space is single spaces, which stay.
  return lower.replace(/\s{2,}|[^\S ]/g, ' ')
}

/** A text in the form in which it is compared, and its words. */
export interface Compared {
  readonly text: string
  readonly words: readonly string[]
}

export function comparedAs(whole: string): Compared {
  const text = normalised(whole)
  return { text, words: text.match(WORDS) ?? [] }
}

/** Separators between groups of three digits; white space of any kind is one space by now. */
const SEPARATORS = [',', '_', ' '] as const
/** Minimum number of digits for grouping: many write 1024 beside 65,535. */
const GROUPED_FROM = [4, 5] as const

/**
 * Whole numbers of four digits or more, grouped in threes or not. Not parts of a version, of an address (10.20.30.4000)
 * or of a name: those stay as they are written.
 */
const NUMBERS = /(?<![\w.])(?:\d{1,3}(?:([,_ ])\d{3})(?:\1\d{3})*|\d{4,})(?![\w]|[,_]\d|\.\d+\.)/g

/** Punctuation at the end of a sentence or a list, which is not part of the content. */
const CLOSING = /[\s.,;:!?]+$/

/**
 * The forms in which a text may contain the string, normalised (NEED-2). Closing punctuation is ignored. Numbers may be
 * grouped in any way (12000, 12,000, 12_000, 12 000), all numbers of the string in the same way; numbers of four digits
 * may stay ungrouped. The texts themselves are never rewritten: in `exit 1 200 ms` it is not known what belongs
 * together.
 */
export function formsOf(evidence: string): readonly string[] {
  const whole = normalised(evidence).trim()
  const normal = whole.replace(CLOSING, '') || whole
  const plain = normal.replace(NUMBERS, (number) => number.replace(/\D/g, ''))
  const grouped = SEPARATORS.flatMap((between) =>
    GROUPED_FROM.map((least) =>
      plain.replace(NUMBERS, (number) =>
        number.length < least ? number : number.replace(/\B(?=(?:\d{3})+$)/g, between),
      ),
    ),
  )
  return [...new Set([normal, plain, ...grouped])]
}

/** Consecutive words of a string by which it is looked up, at most. */
const KEY = 3

/**
 * Indexes the strings of needs in one pass. Each string is searched only in texts that contain its key: up to three
 * consecutive words, those that it shares with the fewest strings. So the work grows with the texts, not with texts ×
 * strings, even where few different words are used. The few strings without a word (Chinese, punctuation) are searched
 * everywhere.
 */
export function indexEvidence(
  wanted: Iterable<string>,
  texts: readonly (readonly [BlockId, string])[],
): EvidenceIndex {
  const compared = texts.map(([block, text]) => [block, () => comparedAs(text)] as const)
  return atOnce(indexEvidenceSteps(wanted, compared))
}

/** Texts between two steps. */
const STEP = 1024

/**
 * The same in steps, so that a worker can show progress and be cancelled: yields the part that is done, of which the
 * first half is that the caller read the texts.
 */
export function* indexEvidenceSteps(
  wanted: Iterable<string>,
  texts: readonly (readonly [BlockId, () => Compared])[],
): Generator<Ratio, EvidenceIndex, void> {
  const original = new Map<string, string[]>()
  for (const text of new Set(wanted)) {
    for (const form of formsOf(text)) addTo(original, form, text)
  }
  const forms = [...original.keys()]
  const sharing = new Map<string, number>()
  for (const form of forms)
    for (const key of new Set(keysOf(form))) sharing.set(key, (sharing.get(key) ?? 0) + 1)
  const byKey = new Map<string, string[]>()
  /** The first words of the keys. */
  const opens = new Set<string>()
  for (const form of forms) {
    const key = leastShared(form)
    addTo(byKey, key, form)
    opens.add(key.split(' ', 1)[0] ?? '')
  }
  const holders = new Map<string, BlockId[]>()
  const held = new Map<BlockId, readonly string[]>()
  let nth = 0
  for (const [block, compared] of forms.length > 0 ? texts : []) {
    if (nth++ % STEP === 0) yield (1 + nth / texts.length) / 2
    const found = find(compared())
    held.set(block, found)
    for (const evidence of found) addTo(holders, evidence, block)
  }
  return {
    holders: (evidence) => holders.get(evidence) ?? [],
    heldBy: (block) => held.get(block) ?? [],
    foundIn(text) {
      return forms.length === 0 ? [] : find(comparedAs(text))
    },
  }

  function find({ text, words }: Compared): readonly string[] {
    const found = new Set<string>()
    const tried = new Set<string>()
    const look = (key: string): void => {
      const list = byKey.get(key)
      if (list === undefined || tried.has(key)) return
      tried.add(key)
      for (const form of list)
        if (holds(text, form)) for (const one of original.get(form) ?? []) found.add(one)
    }
    look('')
    words.forEach((word, at) => {
      if (opens.has(word)) for (let length = 1; length <= KEY; length++) look(keyAt(words, at, length))
    })
    return [...found]
  }

  /** The first key of those that the fewest strings have; empty for a string without a word. */
  function leastShared(form: string): string {
    const of = (key: string): number => sharing.get(key) ?? 0
    return keysOf(form).toSorted((a, b) => of(a) - of(b))[0] ?? ''
  }
}

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** A text that contains a string as whole words has the words of the string in a row, so each run of them is a key. */
function keysOf(form: string): readonly string[] {
  const words = form.match(WORDS) ?? []
  const length = Math.min(KEY, words.length)
  return words.slice(length - 1).map((_, at) => keyAt(words, at, length))
}

function keyAt(words: readonly string[], at: number, length: number): string {
  return words.slice(at, at + length).join(' ')
}

/**
 * Whether a text contains a string as whole words and whole numbers: "port 4317" is not in "port 43170", nor "1.2" in
 * "1.2.3", nor "912,000" in "9,912,000".
 */
export function holds(text: string, evidence: string): boolean {
  const [opens, closes] = [OPENS_GROUPED.test(evidence), CLOSES_GROUPED.test(evidence)]
  for (let at = text.indexOf(evidence); at >= 0; at = text.indexOf(evidence, at + 1)) {
    const end = at + evidence.length
    const longer =
      (opens && text[at - 1] === ',' && isDigit(text.charCodeAt(at - 2))) ||
      (closes && text[end] === ',' && isDigit(text.charCodeAt(end + 1)))
    if (!longer && !joins(text, at) && !joins(text, end)) return true
  }
  return false
}

const OPENS_GROUPED = /^\d{1,3},\d{3}(?!\d)/
const CLOSES_GROUPED = /(?<!\d)\d{1,3}(?:,\d{3})+$/

/** Whether the characters around a place belong to one word, or to one version or decimal. */
function joins(text: string, at: number): boolean {
  const left = text.charCodeAt(at - 1)
  const right = text.charCodeAt(at)
  if (isWordCode(left))
    return isWordCode(right) || (isDigit(left) && right === DOT && isDigit(text.charCodeAt(at + 1)))
  return left === DOT && isDigit(right) && isDigit(text.charCodeAt(at - 2))
}

const DOT = 46
