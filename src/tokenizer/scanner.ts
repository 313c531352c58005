import { END, LETTER, NEWLINE, NUMBER, SPACE, kindAt, widthOf } from './character-kinds.ts'

/**
 * Splits a text into the pieces that are tokenized one by one: returns the end of the piece of `text` that starts at
 * `start`, where `start` is 0 or the end of the previous piece. Every character belongs to a piece.
 *
 * A scanner implements an encoding's regular expression. It is written by hand because the engines' regular expressions
 * fail on a piece of ten million characters. No character is read more than a fixed number of times.
 */
export type Scanner = (text: string, start: number) => number

/** End of `\p{N}{1,3}`, the number at `start` being there. */
export function numberEnd(text: string, start: number): number {
  let at = start
  for (let taken = 0; taken < 3; taken++) {
    const kind = kindAt(text, at)
    if ((kind & NUMBER) === 0) break
    at += widthOf(kind)
  }
  return at
}

/** End of `[^\s\p{L}\p{N}]*`. */
export function symbolsEnd(text: string, start: number): number {
  let at = start
  for (;;) {
    const kind = kindAt(text, at)
    if ((kind & (SPACE | LETTER | NUMBER | END)) !== 0) return at
    at += widthOf(kind)
  }
}

/**
 * End of `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last line end of the white space, else all of it at the end of the text,
 * else all but its last character, which may be the prefix of the next piece.
 */
export function spaceEnd(text: string, start: number): number {
  let at = start
  let lineEnd = -1
  for (;;) {
    const kind = kindAt(text, at)
    if ((kind & SPACE) === 0) {
      if (lineEnd >= 0) return lineEnd
      return kind === END || at === start + 1 ? at : at - 1
    }
    at++
    if ((kind & NEWLINE) !== 0) lineEnd = at
  }
}

/** End of `'s|'t|'m|'d|'re|'ve|'ll` in either case; `start` itself if there is none. */
export function contractionEnd(text: string, start: number): number {
  if (text.charCodeAt(start) !== 0x27) return start
  switch (text.charCodeAt(start + 1) | 0x20) {
    case 0x73: // s
    case 0x74: // t
    case 0x6d: // m
    case 0x64: // d
      return start + 2
    case 0x72: // re
    case 0x76: // ve
      return (text.charCodeAt(start + 2) | 0x20) === 0x65 ? start + 3 : start
    case 0x6c: // ll
      return (text.charCodeAt(start + 2) | 0x20) === 0x6c ? start + 3 : start
    default:
      return start
  }
}
