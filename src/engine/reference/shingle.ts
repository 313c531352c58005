import { absorb, mix } from '../number/hash.ts'
import { isStrongWord } from './token.ts'
import { eachWord, isKana, lower } from './word.ts'

/** Words of a shingle. Five in a row are hardly ever equal by chance. */
export const SHINGLE_WORDS = 5

/** Words that any two texts share. A shingle needs two that are longer than three letters and not among them. */
const COMMON_WORDS =
  'about after again also because been before being between both could does done each even ' +
  'every first from have here into just know let like look make many more most much must need now only other ' +
  'over please same should since some such sure take than that their them then there these they this ' +
  'those through under until used using very want well were what when where which while will with would your'

const COMMON = new Set(COMMON_WORDS.split(' ').map((word) => wordHash(word, 0, word.length, 1)))

/**
 * Visits every run of five words with two 32-bit hashes. Case and the amount of white space do not count;
 * the punctuation between the words does, so that a shingle that matches is found again in both texts.
 *
 * `telling` is false where fewer than two words say anything (`that is what we`), `strong` is true where one
 * of them is a strong token.
 */
export function eachShingle(
  text: string,
  visit: (start: number, end: number, high: number, low: number, telling: boolean, strong: boolean) => void,
): void {
  const size = SHINGLE_WORDS
  // The last five words, as a ring: where each began, its two hashes, the hashes of the gap before it.
  const starts = new Int32Array(size)
  const highs = new Int32Array(size)
  const lows = new Int32Array(size)
  const gaps = new Int32Array(size)
  const telling = new Uint8Array(size)
  const strong = new Uint8Array(size)
  let count = 0
  let previousEnd = 0

  eachWord(text, (start, end, pair) => {
    const at = count % size
    starts[at] = start
    const high = wordHash(text, start, end, 1)
    highs[at] = high
    lows[at] = wordHash(text, start, end, 2)
    gaps[at] = start < previousEnd ? 1 : gapHash(text, previousEnd, start)
    strong[at] = !pair && isStrongWord(text, start, end) ? 1 : 0
    if (pair) telling[at] = isKana(text, start, end) ? 0 : 1
    else telling[at] = strong[at] || (end - start > 3 && !COMMON.has(high)) ? 1 : 0
    previousEnd = end
    count++
    if (count < size) return
    let a = 17
    let b = 29
    let tellingWords = 0
    let strongWords = 0
    for (let back = size - 1; back >= 0; back--) {
      const word = (count - 1 - back) % size
      if (back < size - 1) {
        a = absorb(a, gaps[word] as number)
        b = absorb(b, gaps[word] as number)
      }
      a = absorb(a, highs[word] as number)
      b = absorb(b, lows[word] as number)
      tellingWords += telling[word] as number
      strongWords += strong[word] as number
    }
    visit(starts[count % size] as number, end, mix(a) | 0, mix(b) | 0, tellingWords >= 2, strongWords > 0)
  })
}

function wordHash(text: string, start: number, end: number, lane: number): number {
  let h = lane
  for (let i = start; i < end; i++) h = absorb(h, lower(text.charCodeAt(i)))
  return mix(h) | 0
}

/** White space of any amount is one space; backslashes are left out, as quoting within JSON adds them. */
function gapHash(text: string, start: number, end: number): number {
  let h = 3
  let space = false
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i)
    const white = code <= 32 || code === 0xa0 || code === 0x3000
    if (code === 92) continue
    if (!white) h = absorb(h, code)
    else if (!space) h = absorb(h, 32)
    space = white
  }
  return h
}
