import type { Json } from '../../../engine/index.ts'
import { valueOf } from './parse.ts'

/** What is whole of a JSON text that ends too early. */
export interface WholeOfCut {
  readonly value: Json
  /** Where what was left out begins. */
  readonly end: number
}

/**
 * Reads a JSON text that was cut off, up to the last whole element of its outermost list that has any: what stands
 * after it in the same record is left out, so that no element is read in part. Null where no list has a whole element.
 * O(characters).
 */
export function wholeOfCut(text: string): WholeOfCut | null {
  /** What closes the brackets that are open, the innermost last. */
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
