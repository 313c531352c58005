import runs from './unicode-17.json' with { type: 'json' }

/**
 * Kind of every code point in Unicode 17.0, as runs from U+0000 upwards: a letter for the kind, then how many code
 * points in a row have it (1 if no number follows).
 *
 * u = Lu or Lt, l = Ll, b = Lm or Lo, m = M, n = N, r = carriage return or line feed, s = other white space as in
 * JavaScript's \s, o = everything else, including unassigned code points.
 *
 * The table is fixed, instead of asking the engine with \p{L}, so that a text has the same count in every browser. The
 * test beside it writes the table again from \p{…} and reports where the two differ.
 */
export const UNICODE_17_RUNS = runs.join('')

/**
 * What the splitting patterns can distinguish about a character, as bits, because their classes overlap: a mark is in
 * both of o200k_base's case classes and yet not a letter.
 */
export const UPPER_CLASS = 1 // [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]
export const LOWER_CLASS = 2 // [\p{Ll}\p{Lm}\p{Lo}\p{M}]
export const LETTER = 4 // \p{L}
export const NUMBER = 8 // \p{N}
export const SPACE = 16 // \s
export const NEWLINE = 32 // [\r\n], always together with SPACE
const SURROGATE = 64 // half of a pair: ask for the code point
const WIDE_SHIFT = 7
const WIDE = 1 << WIDE_SHIFT // the character takes two code units
/** The kind of the position after the last character. */
export const END = 256

const BITS: Readonly<Record<string, number>> = {
  u: UPPER_CLASS | LETTER,
  l: LOWER_CLASS | LETTER,
  b: UPPER_CLASS | LOWER_CLASS | LETTER,
  m: UPPER_CLASS | LOWER_CLASS,
  n: NUMBER,
  r: SPACE | NEWLINE,
  s: SPACE,
  o: 0,
}

/** Kind of the character of `text` that starts at `at`, END past the text; `widthOf` gives its length. */
export function kindAt(text: string, at: number): number {
  if (at >= text.length) return END
  const kind = KINDS[text.charCodeAt(at)]!
  return kind === SURROGATE ? pairKindAt(text, at) : kind
}

/** UTF-16 code units of a character of this kind: 1, or 2 for a surrogate pair. */
export function widthOf(kind: number): number {
  return 1 + ((kind & WIDE) >>> WIDE_SHIFT)
}

/** A lone half is not a letter, number or space, as with the patterns' u flag. */
function pairKindAt(text: string, at: number): number {
  const codePoint = text.codePointAt(at)!
  return codePoint < 0x10000 ? 0 : KINDS[codePoint]! | WIDE
}

/** Kind by code point; a megabyte of address space of which the few pages in use become memory. */
const KINDS = kindsOf(UNICODE_17_RUNS)

function kindsOf(runs: string): Uint8Array {
  const kinds = new Uint8Array(0x110000)
  let start = 0
  for (const [, letter, count] of runs.matchAll(/([a-z])(\d*)/g)) {
    const end = start + (count === '' ? 1 : Number(count))
    const bits = BITS[letter!]!
    if (bits !== 0) kinds.fill(bits, start, end)
    start = end
  }
  return kinds.fill(SURROGATE, 0xd800, 0xe000)
}
