import { absorb, mix } from '../number/hash.ts'
import { isStrongWord } from './token.ts'
import { eachWord, isKana, lower } from './word.ts'

/** Words of a shingle. Five in a row are hardly ever equal by chance. */
export const SHINGLE_WORDS = 5

/**
 * Words that any two texts share. A shingle needs two words that are longer than three letters and not in this list.
 */
export const COMMON_WORDS =
  'about after again also because been before being between both could does done each even ' +
  'every first from have here into just know let like look make many more most much must need now only other ' +
  'over please same should since some such sure take than that their them then there these they this ' +
  'those through under until used using very want well were what when where which while will with would your'

const COMMON = new Set(COMMON_WORDS.split(' ').map(plainHash))

function plainHash(word: string): number {
  let h = 1
  for (let i = 0; i < word.length; i++) h = absorb(h, word.charCodeAt(i))
  return h
}

/** Called with the bounds of a shingle and two hashes of it, each 32 bits. */
type ShingleVisitor = (
  start: number,
  end: number,
  high: number,
  low: number,
  telling: boolean,
  strong: boolean,
) => void

/**
 * Visits every run of five words. Text joined by `/ \ . : - @` without a space is one word, so no path is a shingle of
 * its own. Case and the amount of white space are ignored; other punctuation between the words counts, so that a
 * matching shingle can be found in both texts. None spans a NUL.
 *
 * `telling` is false if fewer than two words are significant (`that is what we`), `strong` is true if one of them is a
 * strong token. Linear in the text.
 */
export function eachShingle(text: string, visit: ShingleVisitor): void {
  const ring = new Ring(text, visit)
  eachWord(text, (start, end, pair) => ring.word(start, end, pair))
  ring.finishWord()
}

/** The last five words of a text, with their hashes and those of the gaps before them. */
class Ring {
  readonly #text: string
  readonly #visit: ShingleVisitor
  readonly #starts = new Int32Array(SHINGLE_WORDS)
  readonly #highs = new Int32Array(SHINGLE_WORDS)
  readonly #lows = new Int32Array(SHINGLE_WORDS)
  readonly #gaps = new Int32Array(SHINGLE_WORDS)
  readonly #telling = new Uint8Array(SHINGLE_WORDS)
  readonly #strong = new Uint8Array(SHINGLE_WORDS)
  /** Words since the text or the last break began, including the current one. */
  #count = 0
  #end = 0
  #pair = false

  constructor(text: string, visit: ShingleVisitor) {
    this.#text = text
    this.#visit = visit
  }

  word(start: number, end: number, pair: boolean): void {
    if (this.#count > 0 && !pair && !this.#pair && this.#joins(start)) {
      this.#extend(start, end)
      return
    }
    this.finishWord()
    const gap = start < this.#end ? OVERLAP : gapHash(this.#text, this.#end, start)
    if (gap === BROKEN) this.#count = 0
    const at = this.#count++ % SHINGLE_WORDS
    this.#gaps[at] = gap
    this.#starts[at] = start
    this.#highs[at] = 1
    this.#lows[at] = 2
    this.#telling[at] = 0
    this.#strong[at] = 0
    this.#pair = pair
    this.#extend(start, end)
  }

  #joins(start: number): boolean {
    return start === this.#end + 1 && JOINERS.includes(this.#text.charAt(this.#end))
  }

  /** Adds the characters between these bounds, and a joiner before them, to the current word. */
  #extend(start: number, end: number): void {
    const at = (this.#count - 1) % SHINGLE_WORDS
    let high = this.#highs[at] as number
    let low = this.#lows[at] as number
    for (let i = start === this.#starts[at] ? start : start - 1; i < end; i++) {
      const code = lower(this.#text.charCodeAt(i))
      high = absorb(high, code)
      low = absorb(low, code)
    }
    this.#highs[at] = high
    this.#lows[at] = low
    this.#end = end
    if (this.#pair) this.#telling[at] = isKana(this.#text, start, end) ? 0 : 1
    else if (isStrongWord(this.#text, start, end)) this.#strong[at] = this.#telling[at] = 1
    else if (end - start > 3 && !COMMON.has(high)) this.#telling[at] = 1
  }

  /** The current word is complete: visits the shingle that ends with it. */
  finishWord(): void {
    if (this.#count < SHINGLE_WORDS) return
    let high = 17
    let low = 29
    let telling = 0
    let strong = 0
    const first = this.#count % SHINGLE_WORDS
    for (let i = 0; i < SHINGLE_WORDS; i++) {
      const at = (first + i) % SHINGLE_WORDS
      if (i > 0) {
        high = absorb(high, this.#gaps[at] as number)
        low = absorb(low, this.#gaps[at] as number)
      }
      high = absorb(high, this.#highs[at] as number)
      low = absorb(low, this.#lows[at] as number)
      telling += this.#telling[at] as number
      strong += this.#strong[at] as number
    }
    this.#visit(
      this.#starts[first] as number,
      this.#end,
      mix(high) | 0,
      mix(low) | 0,
      telling >= 2,
      strong > 0,
    )
  }
}

const JOINERS = '/\\.:-@'
const OVERLAP = 1
const BROKEN = 0

/** Any amount of white space counts as one space; backslashes are skipped, because quoting within JSON adds them. */
function gapHash(text: string, start: number, end: number): number {
  let h = 3
  let space = false
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code === 0) return BROKEN
    if (code === 92) continue
    const white = code <= 32 || code === 0xa0 || code === 0x3000
    if (!white) h = absorb(h, code)
    else if (!space) h = absorb(h, 32)
    space = white
  }
  return h
}
