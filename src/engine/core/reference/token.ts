import { absorb, mix } from '../number/hash.ts'

/**
 * Strong tokens: strings rare enough to show that one text knows of another (REF-1). Paths and addresses, snake_case
 * and camelCase names, hexadecimal of 7 characters or more with a digit, numbers of 4 digits or more.
 *
 * Not accepted: a round number (1000, 30000) and a year (1900–2099), which can be written without having read it
 * anywhere; anything longer than 256 characters, which is data and not a name.
 */
export type TokenKind = 'path' | 'name' | 'hex' | 'number'

export interface StrongToken {
  readonly kind: TokenKind
  /** As in the text, without `.//` in front and punctuation behind. */
  readonly text: string
  readonly start: number
}

/** The strong tokens of a text in order, including repetitions. */
export function strongTokens(text: string): StrongToken[] {
  const tokens: StrongToken[] = []
  eachStrongToken(text, (start, end, kind) => tokens.push({ kind, text: text.slice(start, end), start }))
  return tokens
}

type TokenVisitor = (start: number, end: number, kind: TokenKind) => void

/** Calls `visit` with the bounds of every strong token. Linear in the text, for every input. */
export function eachStrongToken(text: string, visit: TokenVisitor): void {
  const { length } = text
  for (let i = 0; i < length;) {
    const start = i++
    let all = KINDS[text.charCodeAt(start)] as number
    if (all === 0 || all >= INSIDE) continue
    for (; i < length; i++) {
      const kind = KINDS[text.charCodeAt(i)] as number
      if (kind === 0 || (kind === INSIDE && !joins(text, start, i))) break
      all |= kind
    }
    // Most words are of letters of one case.
    if (all > UPPER && i - start <= LONGEST) classify(text, start, i, all, visit)
  }
}

/** Whether the word at these bounds is a strong token by itself (never a path). */
export function isStrongWord(text: string, start: number, end: number): boolean {
  return wordKind(text, start, end) !== null
}

const LONGEST = 256
/** Longer words are base64, minified code and the like, where any shape occurs by chance. */
const LONGEST_WORD = 64

const SLASH = 47
const BACKSLASH = 92
const DOT = 46
const COLON = 58
const COMMA = 44
const UNDERSCORE = 95

/**
 * Kinds of the characters of a chunk: a run of word characters and of those that join them in a path, address or
 * number. The last are not at its start.
 */
const LOWER = 1
const UPPER = 2
const DIGIT = 4
const LINE = 8
const OF_WORD = 15
const OF_PATH = 16
const INSIDE = 32

/** The kinds by code unit. */
const KINDS = kinds()

function kinds(): Uint8Array {
  const table = new Uint8Array(65536)
  const ranges = {
    az: LOWER,
    AZ: UPPER,
    '09': DIGIT,
    __: LINE,
    './': OF_PATH,
    '\\\\': OF_PATH,
    '~~': OF_PATH,
    '%%': INSIDE,
    ',-': INSIDE,
    '::': INSIDE,
    '@@': INSIDE,
  }
  for (const [range, kind] of Object.entries(ranges))
    table.fill(kind, range.charCodeAt(0), range.charCodeAt(1) + 1)
  return table
}

/**
 * File extensions that make a bare `name.ext` a path; for others a dot may just as well be an attribute or the end of a
 * sentence.
 */
const ENDINGS: ReadonlySet<string> = new Set(
  (
    'c cc cfg conf cpp cs css csv db env go gz h hpp html ini ipynb java jpg js json jsonl jsx kt lock log ' +
    'lua md mjs pdf php pl png proto py pyi rb rs rst scss sh sql svelte svg swift tar toml ts tsx txt vue ' +
    'wasm xlsx xml yaml yml zip'
  ).split(' '),
)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const ONE_NUMBER = /^[0-9]{1,3}(?:,[0-9]{3})*(?:\.[0-9]+)?$|^[0-9]+(?:\.[0-9]+)?$/
const NAME_AND_ENDING = /[^./\\]\.([A-Za-z][A-Za-z0-9]{0,7})$/
const ROUND_OR_YEAR = /^(?:[1-9]0+|19[0-9][0-9]|20[0-9][0-9])$/

/** An ASCII digit. */
export function isDigit(code: number): boolean {
  return KINDS[code] === DIGIT
}

/** An ASCII letter or digit, or `_`. */
export function isWordCode(code: number): boolean {
  return ((KINDS[code] as number) & OF_WORD) !== 0
}

/**
 * Whether a character is inside a chunk. The colon of `https://` and of `C:\` is, not that of `file.ts:12`; and the
 * comma of `84,312`, with a digit before it and exactly three after it.
 */
function joins(text: string, start: number, at: number): boolean {
  const code = (offset: number): number => text.charCodeAt(at + offset)
  if (code(0) === COMMA) return [-1, 1, 2, 3].every((offset) => isDigit(code(offset))) && !isDigit(code(4))
  if (code(0) !== COLON || (code(1) === SLASH && code(2) === SLASH)) return true
  const isDrive = at === start + 1 && ((KINDS[code(-1)] as number) & (LOWER | UPPER)) !== 0
  return isDrive && (code(1) === BACKSLASH || code(1) === SLASH)
}

/** @param all the kinds of its characters */
function classify(text: string, from: number, to: number, all: number, visit: TokenVisitor): void {
  let start = from
  let end = to
  while (end > start && !isWordCode(text.charCodeAt(end - 1))) end--
  while (text.charCodeAt(start) === DOT && text.charCodeAt(start + 1) === SLASH && start < end) start += 2
  // Most chunks are words, and neither a path nor a UUID nor a number.
  const chunk = all > OF_WORD || all === DIGIT ? text.slice(start, end) : ''
  if ((all & OF_PATH) !== 0 && isPath(chunk)) visit(start, end, 'path')
  else if (UUID.test(chunk)) visit(start, end, 'hex')
  else if (ONE_NUMBER.test(chunk)) {
    if (isStrongNumber(chunk)) visit(start, end, 'number')
  } else eachChunkWord(text, start, end, visit)
}

/**
 * Three parts, or two if the first character or the extension shows that the slash does not mean "and/or". A bare name
 * needs a known file extension.
 */
function isPath(chunk: string): boolean {
  if (chunk.length < 4) return false
  const parts = chunk.split(/[/\\]+/).filter((part) => part !== '')
  const ending = NAME_AND_ENDING.exec(chunk)?.[1]
  if (parts.length <= 1) return ending !== undefined && ENDINGS.has(ending.toLowerCase())
  if (parts.length >= 3 || ending !== undefined) return /[A-Za-z]/.test(chunk)
  return /^[/\\~.]|^[A-Za-z]:/.test(chunk)
}

function isStrongNumber(chunk: string): boolean {
  const digits = chunk.replace(/,/g, '')
  return digits.replace('.', '').length >= 4 && !ROUND_OR_YEAR.test(digits)
}

function eachChunkWord(text: string, from: number, to: number, visit: TokenVisitor): void {
  let i = from
  while (i < to) {
    if (!isWordCode(text.charCodeAt(i))) {
      i++
      continue
    }
    let start = i
    while (i < to && isWordCode(text.charCodeAt(i))) i++
    let end = i
    while (start < end && text.charCodeAt(start) === UNDERSCORE) start++
    while (end > start && text.charCodeAt(end - 1) === UNDERSCORE) end--
    const kind = wordKind(text, start, end)
    if (kind !== null) visit(start, end, kind)
  }
}

function wordKind(text: string, start: number, end: number): TokenKind | null {
  const length = end - start
  if (length < 4 || length > LONGEST_WORD) return null
  let letters = 0
  let digits = 0
  let hex = 0
  let joined = false
  let camel = false
  let previous = 0
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (isDigit(code)) digits++
    else if (isWordCode(code) && code !== UNDERSCORE) {
      letters++
      if (code <= 90 && previous >= 97) camel = true
      if ((code | 32) <= 102) hex++
    } else if (i > start && i < end - 1) joined = true
    previous = code
  }
  if (joined && letters > 0) return 'name'
  if (letters === 0) return digits === length && isStrongNumber(text.slice(start, end)) ? 'number' : null
  if (digits > 0 && length >= 7 && hex + digits === length) return 'hex'
  return camel ? 'name' : null
}

/**
 * A 32-bit hash of a token that `eachStrongToken` found; `lane` 1 and 2 are independent. `84,312` hashes as `84312`,
 * and a path with backslashes, single or doubled, as with slashes; `C:` as `c:`.
 */
export function tokenHash(text: string, start: number, end: number, kind: TokenKind, lane: number): number {
  let h = lane
  let previous = 0
  for (let i = start; i < end; i++) {
    let code = text.charCodeAt(i)
    if (kind === 'number' && code === COMMA) continue
    if (kind === 'path' && code === BACKSLASH) code = SLASH
    if (kind === 'path' && i === start && text.charCodeAt(i + 1) === COLON) code |= 32
    if (kind !== 'path' || code !== SLASH || previous !== SLASH) h = absorb(h, code)
    previous = code
  }
  return mix(h) | 0
}
