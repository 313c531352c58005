import { isDigit, isWordCode } from '../core/reference/token.ts'

/**
 * A text prepared for many questions: lower case, single spaces, digit groups joined (12,000 is 12000). Made once per
 * text, in linear time; nothing is cut off.
 */
export interface TextIndex {
  readonly normal: string
}

export function textIndex(text: string): TextIndex {
  return { normal: normalText(text) }
}

/** The same index for lines of texts that are in normal form already. */
export function indexOfLines(normal: readonly string[]): TextIndex {
  return { normal: normal.filter((line) => line !== '').join(' ') }
}

/** The normal form in which evidence and texts are compared. Applying it twice changes nothing. */
export function normalText(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[‘’]/g, "'")
      .replace(/[“”]/g, '"')
      .replace(/\d+,[\d,]*/g, joinedDigits)
      // Most white space is single spaces, which stay.
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim()
  )
}

/**
 * Positions at which `needle`, in normal form, occurs as a whole word, path or number; ascending.
 *
 * @param from lowest position to look at
 * @param to highest position to look at
 */
export function placesOf({ normal }: TextIndex, needle: string, from = 0, to = normal.length): number[] {
  const places: number[] = []
  if (needle === '') return places
  const kind = kindOf(needle)
  const start = Math.max(0, from)
  // A piece, so that a search ends with it.
  const within = normal.slice(start, to + needle.length)
  for (let at = within.indexOf(needle); at >= 0; at = within.indexOf(needle, at + 1))
    if (standsAlone(normal, start + at, start + at + needle.length, kind)) places.push(start + at)
  return places
}

/** True if the text contains `evidence` (in any form) as a whole word, path or number. */
export function says(index: TextIndex, evidence: string): boolean {
  return placesOf(index, normalText(evidence)).length > 0
}

function joinedDigits(run: string): string {
  let end = run.length
  while (run.charAt(end - 1) === ',') end--
  const digits = run.slice(0, end)
  return /^\d{1,3}(?:,\d{3})+$/.test(digits) ? digits.replaceAll(',', '') + run.slice(end) : run
}

type EvidenceKind = 'path' | 'number' | 'word'

function kindOf(needle: string): EvidenceKind {
  if (/^[-+]?\d[\d.,]*$/.test(needle)) return 'number'
  return !needle.includes(' ') && /[\w\\/][./\\]\w|^[./\\]/.test(needle) ? 'path' : 'word'
}

/**
 * Whether a match is not part of something longer: `yes` in yesterday, `app.ts` in src/app.ts, `42` in 142, 4.2 or 42
 * %.
 */
function standsAlone(text: string, start: number, end: number, kind: EvidenceKind): boolean {
  if (isWordAt(text, start) && isWordAt(text, start - 1)) return false
  if (isWordAt(text, end - 1) && isWordAt(text, end)) return false
  const before = text.charAt(start - 1)
  const after = text.charAt(end)
  if (kind === 'path') {
    if (before === '/' || before === '\\') return isHere(text, start)
    if ((before === '.' || before === '-' || before === '@') && isWordAt(text, start - 2)) return false
    if (after === '/' || after === '\\') return false
    return !((after === '.' || after === '-') && isWordAt(text, end + 1))
  }
  if (kind === 'number') {
    if ((before === '.' || before === ',') && isDigitAt(text, start - 2)) return false
    if (before === '-' && !isWordAt(text, start - 2)) return false
    if ((after === '.' || after === ',') && isDigitAt(text, end + 1)) return false
    return after !== '%' && !(after === ' ' && text.charAt(end + 1) === '%')
  }
  return true
}

/** `./src/app.ts` is src/app.ts; `lib/src/app.ts` is another file. */
function isHere(text: string, start: number): boolean {
  return (
    text.charAt(start - 2) === '.' &&
    !isWordAt(text, start - 3) &&
    !'./\\'.includes(text.charAt(start - 3) || ' ')
  )
}

function isDigitAt(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at))
}

const WORD = /[\p{L}\p{N}]/u
/** Scripts without spaces between words, in which a word has no visible boundary. */
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x80) return isWordCode(code)
  const char = text.charAt(at)
  return char !== '' && WORD.test(char) && !UNSPACED.test(char)
}
