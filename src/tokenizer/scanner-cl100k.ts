import { LETTER, NEWLINE, NUMBER, SPACE, kindAt, widthOf } from './character-kinds.ts'
import { contractionEnd, numberEnd, spaceEnd, symbolsEnd } from './scanner.ts'

const SPACE_BAR = 0x20

/**
 * The pieces of cl100k_base:
 * `'s|…|'d | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+`
 */
export function scanCl100k(text: string, start: number): number {
  const kind = kindAt(text, start)
  if ((kind & LETTER) !== 0) return lettersEnd(text, start)
  if ((kind & NUMBER) !== 0) return numberEnd(text, start)

  const contracted = contractionEnd(text, start)
  if (contracted > start) return contracted

  const next = start + widthOf(kind)
  if ((kind & NEWLINE) === 0) {
    const end = lettersEnd(text, next)
    if (end > next) return end
  }
  if ((kind & SPACE) === 0) return lineEndsEnd(text, symbolsEnd(text, next))
  if (text.charCodeAt(start) === SPACE_BAR) {
    const end = symbolsEnd(text, next)
    if (end > next) return lineEndsEnd(text, end)
  }
  return spaceEnd(text, start)
}

/** End of `\p{L}*`. */
function lettersEnd(text: string, start: number): number {
  let at = start
  for (;;) {
    const kind = kindAt(text, at)
    if ((kind & LETTER) === 0) return at
    at += widthOf(kind)
  }
}

/** End of `[\r\n]*`. */
function lineEndsEnd(text: string, start: number): number {
  let at = start
  while ((kindAt(text, at) & NEWLINE) !== 0) at++
  return at
}
