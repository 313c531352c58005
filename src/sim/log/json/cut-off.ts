import type { Json } from '../../../engine/index.ts'
import { valueOf } from './parse.ts'

/** The complete part of a JSON text that ends too early. */
export interface WholeOfCut {
  readonly value: Json
  /** Offset from which the text was left out. */
  readonly end: number
}

/**
 * Reads a JSON text that was cut off, up to the last complete element of the outermost list that has any. The rest of
 * the record is left out, so no element is read in part. Null if no list has a complete element. O(characters).
 */
export function wholeOfCut(text: string): WholeOfCut | null {
  /** Closing brackets for those still open, the innermost last. */
  const open: string[] = []
  let best: { readonly end: number; readonly depth: number; readonly closing: string } | null = null
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{') open.push('}')
    else if (char === '[') open.push(']')
    else if (char === '}' || char === ']') {
      if (open.pop() !== char) return null
      if (open.at(-1) === ']' && (best === null || open.length <= best.depth))
        best = { end: at + 1, depth: open.length, closing: open.toReversed().join('') }
    }
  }
  if (best === null) return null
  const value = valueOf(text.slice(0, best.end) + best.closing)
  return value === undefined ? null : { value, end: best.end }
}
