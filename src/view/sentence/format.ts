/** Numbers for people, written the same on every machine: no `Intl`, no locale. */

/** Shown for a value that does not apply or is unknown. Zero is never shown as a dash. */
export const dash = '–'
/** U+2212, as wide as a plus sign; a hyphen is not. */
const MINUS = '\u2212'
const PLUS_OR_MINUS_ZERO = '±0'

/** Marks a figure as estimated. */
interface Estimated {
  /** False puts ≈ before the figure: the counter estimates (TOK-5). Default true. */
  readonly exact?: boolean
}

/** A count with commas between thousands: 12345 → `12,345`. Null is a dash. */
export function whole(value: number | null): string {
  if (value === null || !Number.isFinite(value)) return dash
  const rounded = Math.round(Math.abs(value))
  return (value < 0 && rounded !== 0 ? MINUS : '') + grouped(String(rounded))
}

/** A count of tokens: 12345 → `12,345`, with ≈ for an estimating counter: `≈ 12,345`. */
export function tokens(value: number | null, { exact = true }: Estimated = {}): string {
  return value === null ? dash : estimated(whole(value), exact)
}

/** A count of tokens in four or five characters, for axes: 950, `1.2K`, `12K`, `1.2M`. */
export function tokensShort(value: number): string {
  const size = Math.abs(value)
  // The next unit begins where rounding would give 1000 of the smaller one.
  if (size < 999.5) return whole(value)
  if (size < 999_500) return scaled(value, 1000, 'K')
  return scaled(value, 1_000_000, 'M')
}

function scaled(value: number, unit: number, letter: string): string {
  const text = fixed(Math.abs(value) / unit, Math.abs(value) < 9.95 * unit ? 1 : 0)
  return (value < 0 ? MINUS : '') + (text.endsWith('.0') ? text.slice(0, -2) : text) + letter
}

/** A share in percent with one digit: 0.742 → `74.2 %`, with ≈ where its tokens are estimates. */
export function share(value: number | null, { exact = true }: Estimated = {}): string {
  if (value === null || !Number.isFinite(value)) return dash
  return estimated(`${signed(value * 100, 1, '')} %`, exact)
}

/** A number with `digits` after the point: 3.14159 → `3.14`. */
export function decimal(value: number | null, digits = 2): string {
  return value === null || !Number.isFinite(value) ? dash : signed(value, digits, '')
}

/** A difference with its sign: 1200 → `+1,200`, −3 → `−3`, 0 → `±0`; null is a dash. */
export function delta(value: number | null, digits = 0): string {
  if (value === null || !Number.isFinite(value)) return dash
  const text = fixed(Math.abs(value), digits)
  return Number(text) === 0 ? PLUS_OR_MINUS_ZERO : signed(value, digits, '+')
}

/** `turn 23`; turns count from 0 everywhere, also in the placeholders that a model reads. */
export function turnName(turn: number): string {
  return `turn ${whole(turn)}`
}

/** 1 → `1st`, 12 → `12th`, 23 → `23rd`. */
export function ordinal(value: number): string {
  const [ten, one] = [Math.floor(value / 10) % 10, value % 10]
  const ending = ten === 1 ? 'th' : one === 1 ? 'st' : one === 2 ? 'nd' : one === 3 ? 'rd' : 'th'
  return whole(value) + ending
}

/** `1 block`, `2 blocks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${whole(count)} ${count === 1 ? one : many}`
}

/** `56 turns (0 to 55)`: how many there are, and that their numbers begin at 0. */
export function turnsWithNumbers(count: number): string {
  return count < 2 ? counted(count, 'turn') : `${counted(count, 'turn')} (0 to ${whole(count - 1)})`
}

function estimated(text: string, exact: boolean): string {
  return exact ? text : `≈ ${text}`
}

function signed(value: number, digits: number, plus: string): string {
  const text = fixed(Math.abs(value), digits)
  const [integer = '0', fraction] = text.split('.')
  const sign = Number(text) === 0 ? '' : value < 0 ? MINUS : plus
  return sign + grouped(integer) + (fraction === undefined ? '' : `.${fraction}`)
}

/** `toFixed` is the same everywhere, but uses exponents from 1e21 on; no count is that large. */
function fixed(value: number, digits: number): string {
  return value.toFixed(digits)
}

function grouped(digits: string): string {
  let text = ''
  for (let end = digits.length; end > 0; end -= 3) {
    const part = digits.slice(Math.max(0, end - 3), end)
    text = text === '' ? part : `${part},${text}`
  }
  return text
}

/**
 * Rounds figures so that they sum to the rounded sum: the largest remainders get the digits left over. No figure is off
 * by more than one in its last digit.
 *
 * @param values from 0 up
 */
export function roundedToSum(values: readonly number[], digits: number): readonly string[] {
  let unit = 1
  for (let digit = 0; digit < digits; digit++) unit *= 10
  const scaled = values.map((value) => value * unit)
  const floors = scaled.map((value) => Math.floor(value))
  const total = Math.round(scaled.reduce((sum, value) => sum + value, 0))
  const missing = total - floors.reduce((sum, value) => sum + value, 0)
  const byRemainder = scaled
    .map((value, index) => ({ index, remainder: value - (floors[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return floors.map((floor, index) => decimal((floor + (raised.has(index) ? 1 : 0)) / unit, digits))
}

/** Maximum characters shown of a name from a log; the tooltip has the whole name. */
const MOST = 48
/** How many of them are from its end, where similar names often differ. */
const END = 14

/** Control characters, and characters that change the text direction or are invisible; not what joins two pictures. */
const UNSEEN =
  /(?!(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Letters of right-to-left scripts. */
const LEFTWARDS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** Begin and end of text with its own direction. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069']

/**
 * A name from a log or a file (a tool, a file, a title, a model) as part of our sentence: shortened in the middle if
 * long, with invisible characters written out, and isolated from the text around it.
 *
 * @param most maximum characters shown
 */
export function shownName(name: string, most: number = MOST): string {
  const letters = [...name.slice(0, 2 * most), ...(name.length > 2 * most ? name.slice(-2 * END) : '')]
  const cut =
    letters.length <= most && name.length <= 2 * most
      ? name
      : `${letters.slice(0, most - END - 1).join('')}…${letters.slice(-END).join('')}`
  const seen = cut.replace(
    UNSEEN,
    (unseen) => `\\u${(unseen.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
  return LEFTWARDS.test(seen) ? `${ISOLATE}${seen}${END_OF_ISOLATE}` : seen
}
