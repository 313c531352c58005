import type { BlockId, Turn } from '../units.ts'
import { codesOf, namedNumbers, pathsOf } from './artifact.ts'
import written from './fact.json' with { type: 'json' }

/** Kinds of statements worth keeping from a conversation, in the order of their sections. */
export const FACT_KINDS = Object.freeze([
  'goal',
  'constraint',
  'decision',
  'done',
  'current',
  'next',
  'file',
  'number',
  'error',
  'fix',
  'open',
  'learning',
] as const)
export type FactKind = (typeof FACT_KINDS)[number]

/** One statement taken from a block, without a model. */
export interface Fact {
  readonly kind: FactKind
  /** One line of at most 240 characters, in the block's own words. */
  readonly text: string
  /**
   * The subject, which a newer statement of the same kind replaces: a path, the name of a number, the words of a plan.
   */
  readonly key: string
  readonly block: BlockId
  readonly turn: Turn
}

/** The name of the summary section in which statements of a kind are written. */
export const SECTION_OF: Readonly<Record<FactKind, string>> = Object.freeze(written)

/** The label of an item in a section that holds several kinds, so that it can be read back. */
export const ITEM_LABELS: Readonly<Partial<Record<FactKind, string>>> = Object.freeze({
  done: 'Done: ',
  current: 'Now: ',
  next: 'Next: ',
  fix: 'Fixed: ',
})

/**
 * The subject of a statement: of two with the same kind and key, the newer one holds. Equal texts have equal keys
 * wherever they are read, so items of a summary are replaced like the original.
 */
export function factKey(kind: FactKind, text: string): string {
  switch (kind) {
    case 'file':
      return pathsOf(text)[0] ?? text
    case 'number':
      return numberKey(text)
    case 'error':
      return errorKey(text)
    default:
      return wordsKey(text)
  }
}

function numberKey(text: string): string {
  const names = namedNumbers(text).map(({ name }) => name)
  return names.length > 0 ? names.join(' ') : (codesOf(text)[0] ?? wordsKey(text))
}

/** Words that do not identify the subject of a statement. */
export const EMPTY: ReadonlySet<string> = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does for from had has have here i if in ' +
    'into is it its just let me more must my never no not now of on one only or our out please shall should so some ' +
    'than that the their them then there these they this those to too up us was we were what when where which who ' +
    'will with without would yet you your always don t s ll re ve'
  ).split(' '),
)

/** Words for a value, which changes while the subject stays. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set(
  (
    'zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion'
  ).split(' '),
)

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu
/**
 * The subject of a statement without its numbers: its significant words, in lower case. `Retry at most 3 times` and
 * `retry at most five times` share a key, so the later one replaces the other.
 */
function wordsKey(text: string): string {
  const words: string[] = []
  for (const [word] of text.matchAll(WORD)) {
    const lower = word.toLowerCase()
    if (EMPTY.has(lower) || NUMBER_WORDS.has(lower)) continue
    words.push(lower)
  }
  return words.length === 0 ? text.toLowerCase().trim() : words.join(' ')
}

/** A failure message without the parts that differ between runs: numbers, addresses, quoted text. */
function errorKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/0x[0-9a-f]+|\d+/g, '#')
    .replace(/\s+/g, ' ')
    .slice(0, 120)
    .trim()
}

/** Tools that only read. */
const LOOKS = /^(?:read|view|open|cat|list|ls|grep|search|find|glob|get|fetch|show|browse)/i

/** A call: the tool's name and the path. */
const CALL = /^[\w.-]{1,80} \S{1,240}$/

/** Whether a file was changed by a call, as far as the tool's name tells. */
export function isChange({ kind, text }: Pick<Fact, 'kind' | 'text'>): boolean {
  return kind === 'file' && CALL.test(text) && !LOOKS.test(text)
}

/**
 * The facts that still hold, in order: for each kind and key only the newest, at its position. A file that was only
 * read again keeps the record of its last change.
 */
export function newestFacts(facts: readonly Fact[]): readonly Fact[] {
  const held = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.kind} ${fact.key}`
    const before = held.get(key)
    if (before !== undefined && fact.kind === 'file' && LOOKS.test(fact.text) && !LOOKS.test(before.text))
      continue
    held.delete(key)
    held.set(key, fact)
  }
  return [...held.values()]
}
