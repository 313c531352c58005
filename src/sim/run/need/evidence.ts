import type { BlockId } from '../../../engine/index.ts'

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
 * The form in which texts and evidence are compared: case and the amount of white space are ignored (NEED-2). Only
 * ASCII letters, because the lower case of other alphabets depends on the Unicode version of the machine.
 */
export function normalised(text: string): string {
  // All ASCII in a row at once: word by word takes three times as long.
  const lower = text.replace(/[\0-\x7f]+/g, (ascii) => ascii.toLowerCase())
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

/**
 * Indexes the strings of needs in two passes. Each string is searched only in texts that contain its rarest word, so
 * the work grows with the texts, not with texts × strings. The few strings without a word (Chinese, punctuation) are
 * searched everywhere.
 */
export function indexEvidence(
  wanted: Iterable<string>,
  texts: readonly (readonly [BlockId, string])[],
): EvidenceIndex {
  const steps = indexEvidenceSteps(
    wanted,
    texts.map(([block, text]) => [block, () => comparedAs(text)] as const),
  )
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** Texts between two steps. */
const STEP = 1024

/** The same in steps, so that a worker can show progress and be cancelled. */
export function* indexEvidenceSteps(
  wanted: Iterable<string>,
  texts: Iterable<readonly [BlockId, () => Compared]>,
): Generator<void, EvidenceIndex, void> {
  const byWord = new Map<string, string[]>()
  const everywhere: string[] = []
  const original = new Map<string, string[]>()
  for (const text of new Set(wanted)) {
    for (const form of formsOf(text)) {
      const list = original.get(form)
      if (list === undefined) original.set(form, [text])
      else list.push(text)
    }
  }
  const forms = [...original.keys()]
  /** The words of the wanted strings, with how often each occurs in the texts read so far. */
  const counts = new Map<string, number>()
  for (const form of forms) for (const [word] of form.matchAll(WORDS)) counts.set(word, 0)
  const plain: { readonly block: BlockId; readonly text: string; readonly words: readonly string[] }[] = []
  for (const [block, compared] of texts) {
    if (forms.length === 0) break
    if (plain.length % STEP === 0) yield
    const { text, words } = compared()
    plain.push({ block, text, words: wantedOf(words, 1) })
  }
  for (const form of forms) {
    const word = rarestOf(form)
    if (word === null) everywhere.push(form)
    else {
      const list = byWord.get(word)
      if (list === undefined) byWord.set(word, [form])
      else list.push(form)
    }
  }
  const holders = new Map<string, BlockId[]>()
  const held = new Map<BlockId, readonly string[]>()
  for (const [nth, { block, text, words }] of plain.entries()) {
    if (nth % STEP === 0) yield
    const found = find(text, words)
    if (found.length > 0) held.set(block, found)
    for (const evidence of found) {
      const list = holders.get(evidence)
      if (list === undefined) holders.set(evidence, [block])
      else list.push(block)
    }
  }
  return {
    holders: (evidence) => holders.get(evidence) ?? [],
    heldBy: (block) => held.get(block) ?? [],
    foundIn(text) {
      if (forms.length === 0) return []
      const compared = comparedAs(text)
      return find(compared.text, wantedOf(compared.words, 0))
    },
  }

  function find(text: string, words: readonly string[]): readonly string[] {
    const found = everywhere.filter((form) => holds(text, form))
    for (const word of words)
      for (const form of byWord.get(word) ?? []) if (holds(text, form)) found.push(form)
    return [...new Set(found.flatMap((form) => original.get(form) ?? []))]
  }

  /** Those words that are wanted, each once, in order of their first occurrence; `by` is added to their counts. */
  function wantedOf(words: readonly string[], by: 0 | 1): readonly string[] {
    const found = new Set<string>()
    for (const word of words) {
      const count = counts.get(word)
      if (count === undefined) continue
      found.add(word)
      counts.set(word, count + by)
    }
    return [...found]
  }

  /** The rarest word of a string in the texts, the first of equals; null if it has no word. */
  function rarestOf(form: string): string | null {
    let rarest: string | null = null
    let least = Infinity
    for (const [word] of form.matchAll(WORDS)) {
      const count = counts.get(word) ?? 0
      if (count >= least) continue
      least = count
      rarest = word
    }
    return rarest
  }
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
  if (isWord(left))
    return isWord(right) || (isDigit(left) && right === DOT && isDigit(text.charCodeAt(at + 1)))
  return left === DOT && isDigit(right) && isDigit(text.charCodeAt(at - 2))
}

const DOT = 46

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

function isWord(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122)
}
