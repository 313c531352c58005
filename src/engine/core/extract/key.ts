import { codesOf, namedNumbers, pathsOf } from './artifact.ts'
import type { FactKind } from './fact.ts'

/**
 * What a statement of a kind is about: of two with the same kind and key, the newer one holds. The same
 * text has the same key wherever it is read, so that a summary's items are replaced like the original.
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

/** Words that say nothing about what a statement is about. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'a about all also am an and any are as at be been but by can could did do does for from had has have here i if in ' +
    'into is it its just let me more must my never no not now of on one only or our out please shall should so some ' +
    'than that the their them then there these they this those to too up us was we were what when where which who ' +
    'will with without would yet you your always don t s ll re ve'
  ).split(' '),
)

const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu
/** Words looked at. Two long statements that begin alike are taken for one with another ending. */
const MOST = 8

/**
 * What a statement is about, whatever its numbers: its first eight words that mean something, in lower
 * case. `Retry at most 3 times` and `retry at most 5 times` share a key, so the later one replaces the other.
 */
function wordsKey(text: string): string {
  const words: string[] = []
  for (const [word] of text.matchAll(WORD)) {
    const lower = word.toLowerCase()
    if (EMPTY.has(lower)) continue
    words.push(lower)
    if (words.length === MOST) break
  }
  return words.length === 0 ? text.toLowerCase().trim() : words.join(' ')
}

/** A message of a failure without what differs from run to run: numbers, addresses, what is quoted. */
function errorKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/0x[0-9a-f]+|\d+/g, '#')
    .replace(/\s+/g, ' ')
    .slice(0, 120)
    .trim()
}
