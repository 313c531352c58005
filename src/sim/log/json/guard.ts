import type { Json, Problem } from '../../../engine/index.ts'

export type JsonRecord = { readonly [key: string]: Json }

/** True for a JSON object, not for lists and null. */
export function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** An object, empty for every other value. */
export function recordOf(value: Json | undefined): JsonRecord {
  return isRecord(value) ? value : {}
}

/** `Array.isArray` would widen a read-only list to `any[]`. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The value of an object's own key, undefined if the value is not an object. */
export function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let found = value
  for (const key of keys) found = isRecord(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

/** A non-empty text, else undefined. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A count as logs write it, else null; negative numbers and fractions are not counts. */
export function countOf(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
}

/** A value as a problem shows it: short, on one line, and never walked in depth. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return JSON.stringify(cut(value))
  if (isList(value)) return value.length === 0 ? '[]' : `a list of ${value.length}`
  if (isRecord(value)) {
    const keys = Object.keys(value)
    if (keys.length === 0) return '{}'
    const named = keys.slice(0, 8).map((key) => cut(key, 24))
    return `{ ${named.join(', ')}${keys.length > named.length ? ', …' : ''} }`
  }
  return String(value)
}

/** The path of a key below a path; '' is the path of the record itself. */
export function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

/** The beginning of a text. */
export function cut(text: string, length = 60): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}

/** Limits for reading. A log above one of them is refused with both numbers, never read in part. */

/**
 * Maximum characters (UTF-16 code units) of a log. A page has the text, its values and the trace in memory at once:
 * about six times this.
 */
export const MAX_CHARACTERS = 50_000_000

/**
 * Maximum nesting of brackets. Real logs stay below 20; 200 keeps every recursive walk far from the end of the stack.
 */
export const MAX_DEPTH = 200

/** Maximum records (lines of a JSONL) and messages of a log. The longest agent sessions known have some 10,000. */
export const MAX_MESSAGES = 200_000

/** What to do with a log that is too large: a beginning of any length can be read. */
export const CUT_IT = 'Cut it: head -c 20000000 log.jsonl > part.jsonl keeps a beginning that can be read.'

/** Maximum number of listed problems; the rest is counted. */
export const MAX_LISTED = 1_000

/** Maximum conversations of a file; every one names all others as its siblings. */
export const MAX_CONVERSATIONS = 1_000

/** Maximum content blocks of a conversation; a hostile text can contain a block in three characters. */
export const MAX_PARTS = 1_000_000

/** Why a log of this length is not read. */
export function tooLarge(characters: number): Problem {
  return {
    severity: 'error',
    code: 'text-too-large',
    message: `a log may be ${MAX_CHARACTERS} characters long, but is ${characters}`,
    expected: `at most ${MAX_CHARACTERS} characters`,
    found: `${characters} characters`,
    fix: CUT_IT,
  }
}
