import type { Json, Place } from '../../../engine/index.ts'
import { MAX_DEPTH, cut } from './guard.ts'
import { depthOf, endOfBrackets, findFault, skipSpace } from './fault.ts'

/** A text that is not valid JSON; `offset` counts from the beginning of that text. */
export interface Refusal {
  readonly code: 'invalid-json' | 'nested-too-deep'
  readonly offset: number
  readonly message: string
  readonly expected: string
  readonly found: string
}

export type Parsed =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly refusal: Refusal }

/**
 * `JSON.parse` that returns its error instead of throwing it. Nesting is measured first: the parser itself survives any
 * depth, but code that walks its value would not.
 */
export function parseJson(text: string): Parsed {
  const value = valueOf(text)
  return value === undefined ? { ok: false, refusal: refusalOf(text) } : { ok: true, value }
}

/** `parseJson` for callers that do not need the error: undefined if there is one. */
export function valueOf(text: string): Json | undefined {
  return depthOf(text) > MAX_DEPTH ? undefined : tryParse(text)
}

/** A value and where it begins in the text it was read from. */
export interface Located {
  readonly value: Json
  readonly offset: number
}

/** Reads bracketed values separated only by white space; stops at the first text that is not one. */
export function parseSeveral(text: string): { readonly values: readonly Located[]; readonly rest: number } {
  const values: Located[] = []
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const char = text.charAt(at)
    const end = char === '{' || char === '[' ? endOfBrackets(text, at) : -1
    if (end < 0) break
    const value = valueOf(text.slice(at, end))
    if (value === undefined) break
    values.push({ value, offset: at })
    at = skipSpace(text, end)
  }
  return { values, rest: at }
}

/** Line and column, from 1, of an offset; a line ends with \n, \r\n or \r. Columns count UTF-16 code units. */
export function placeOf(text: string, offset: number): Place {
  return placesOf(text, [offset])[0] ?? { line: 1, column: 1 }
}

/** `placeOf` for many offsets: the text is walked once. */
export function placesOf(text: string, offsets: readonly number[]): readonly Place[] {
  const places = new Map<number, Place>()
  let line = 1
  let start = 0
  let at = 0
  for (const offset of offsets.toSorted((a, b) => a - b)) {
    for (; at < offset && at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
        line += 1
        start = at + 1
      }
    }
    places.set(offset, { line, column: offset - start + 1 })
  }
  return offsets.map((offset) => places.get(offset) ?? { line: 1, column: 1 })
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return NOT_NUMBERS.test(text) ? withoutNaN(text) : undefined
  }
}

/** Python writes numbers that JSON does not have. */
const NOT_NUMBERS = /[:,[]\s*-?(?:NaN|Infinity)\s*[,\]}]/
/** A string that the text is cut off in ends with it: from each of its quotes, one that has to end would be sought in vain. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\b(?:NaN|Infinity)\b/g

function withoutNaN(text: string): Json | undefined {
  try {
    return JSON.parse(
      text.replace(STRING_OR_NUMBER, (found) => (found.startsWith('"') ? found : 'null')),
    ) as Json
  } catch {
    return undefined
  }
}

function refusalOf(text: string): Refusal {
  const depth = depthOf(text)
  if (depth > MAX_DEPTH) return tooDeep(depth)
  const fault = findFault(text) ?? { offset: text.length, expected: 'JSON' }
  const found =
    fault.offset >= text.length
      ? 'the end'
      : JSON.stringify(cut(text.slice(fault.offset, fault.offset + 21), 20))
  return {
    code: 'invalid-json',
    offset: fault.offset,
    message: `not valid JSON: expected ${fault.expected}, found ${found}`,
    expected: fault.expected,
    found,
  }
}

function tooDeep(depth: number): Refusal {
  return {
    code: 'nested-too-deep',
    offset: 0,
    message: `brackets may be nested ${MAX_DEPTH} deep, but are nested ${depth} deep`,
    expected: `at most ${MAX_DEPTH} levels`,
    found: `${depth} levels`,
  }
}
