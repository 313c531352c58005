import { LOWER_CLASS, NEWLINE, NUMBER, SPACE, UPPER_CLASS, kindAt, widthOf } from './character-kinds.ts'
import { contractionEnd, numberEnd, spaceEnd, symbolsEnd } from './scanner.ts'

const SPACE_BAR = 0x20
const SLASH = 0x2f

/**
 * The pieces of o200k_base. With U for `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]`, W for `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`,
 * P for `[^\r\n\p{L}\p{N}]` and C for `('s|…|'d)?`:
 * `P?U*W+C | P?U+W*C | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+`
 *
 * A mark may stand for P as well as for U and W; all three readings end at the same place.
 */
export function scanO200k(text: string, start: number): number {
  const kind = kindAt(text, start)
  if ((kind & (UPPER_CLASS | LOWER_CLASS)) !== 0) return contractionEnd(text, wordEnd(text, start))
  if ((kind & NUMBER) !== 0) return numberEnd(text, start)

  const next = start + widthOf(kind)
  if ((kind & NEWLINE) === 0) {
    const end = wordEnd(text, next)
    if (end > next) return contractionEnd(text, end)
  }
  if ((kind & SPACE) === 0) return lineEndsAndSlashesEnd(text, symbolsEnd(text, next))
  if (text.charCodeAt(start) === SPACE_BAR) {
    const end = symbolsEnd(text, next)
    if (end > next) return lineEndsAndSlashesEnd(text, end)
  }
  return spaceEnd(text, start)
}

/**
 * End of `U*W+|U+W*`; `start` itself if neither matches. U* first takes all it can. If no lower case follows, it gives
 * back down to the last character that W matches too, and W+ matches only that one; if there is none, the first
 * alternative fails and the second takes the capitals.
 */
function wordEnd(text: string, start: number): number {
  let at = start
  let lastShared = -1
  let kind = kindAt(text, at)
  while ((kind & UPPER_CLASS) !== 0) {
    at += widthOf(kind)
    if ((kind & LOWER_CLASS) !== 0) lastShared = at
    kind = kindAt(text, at)
  }
  if ((kind & LOWER_CLASS) === 0) return lastShared < 0 ? at : lastShared
  do {
    at += widthOf(kind)
    kind = kindAt(text, at)
  } while ((kind & LOWER_CLASS) !== 0)
  return at
}

/** End of `[\r\n/]*`. */
function lineEndsAndSlashesEnd(text: string, start: number): number {
  let at = start
  while ((kindAt(text, at) & NEWLINE) !== 0 || text.charCodeAt(at) === SLASH) at++
  return at
}
