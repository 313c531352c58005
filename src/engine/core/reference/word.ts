/**
 * Words of a text, for shingles and vectors. Chinese and Japanese text, which has no spaces, is split into overlapping
 * character pairs. Character classes come from fixed code-point ranges instead of the engine's Unicode tables, which
 * grow with every version: so words are the same in every engine (EDIT-3).
 */

/** Calls `visit` with the bounds of every word, first to last. Linear in the text. */
export function eachWord(text: string, visit: (start: number, end: number, pair: boolean) => void): void {
  const length = text.length
  let i = 0
  while (i < length) {
    const kind = CLASS[text.charCodeAt(i)] as number
    if (kind === LETTER) {
      const start = i++
      while (i < length && CLASS[text.charCodeAt(i)] === LETTER) i++
      visit(start, i, false)
    } else if (kind === PAIRED || kind === PAIRED_HIGH) {
      i = visitPairs(text, i, visit)
    } else i++
  }
}

/** True for a pair of two hiragana, which is usually only grammar. */
export function isKana(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code < 0x3041 || code > 0x309f) return false
  }
  return true
}

/** A code unit with A–Z in lower case; other capitals stay, because their lower case depends on the engine's tables. */
export function lower(code: number): number {
  return code >= 65 && code <= 90 ? code + 32 : code
}

const LETTER = 1
const PAIRED = 2
/** First half of a character of planes 2 and 3 (rare Chinese characters). */
const PAIRED_HIGH = 3

const LETTERS = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xaa, 0xaa],
  [0xb5, 0xb5],
  [0xba, 0xba],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  // Between them U+1680, the Ogham space.
  [0xf8, 0x167f],
  [0x1681, 0x1fff],
  [0x2c00, 0x2dff],
  [0xa000, 0xd7ff],
  [0xfb00, 0xfdff],
  [0xfe70, 0xfefe],
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  [0xff41, 0xff5a],
] as const

/** Kana, Chinese characters and their iteration marks. */
const PAIRS = [
  [0x3005, 0x3007],
  [0x3041, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
] as const

const CLASS = classes()

function classes(): Uint8Array {
  const table = new Uint8Array(65536)
  for (const [first, last] of LETTERS) table.fill(LETTER, first, last + 1)
  for (const [first, last] of PAIRS) table.fill(PAIRED, first, last + 1)
  table.fill(PAIRED_HIGH, 0xd840, 0xd8c0)
  return table
}

/** Visits the overlapping pairs of the run at `start` (one character alone counts as a word) and returns its end. */
function visitPairs(
  text: string,
  start: number,
  visit: (start: number, end: number, pair: boolean) => void,
): number {
  let previous = -1
  let current = start
  let pairs = 0
  while (current < text.length) {
    const kind = CLASS[text.charCodeAt(current)]
    if (kind !== PAIRED && kind !== PAIRED_HIGH) break
    const next = Math.min(text.length, current + (kind === PAIRED_HIGH ? 2 : 1))
    if (previous >= 0) {
      visit(previous, next, true)
      pairs++
    }
    previous = current
    current = next
  }
  if (pairs === 0) visit(start, current, true)
  return current
}
