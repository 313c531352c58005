import type { Problem } from '../../../engine/index.ts'

/** An object as JSON has it. */
export type Plain = Readonly<Record<string, unknown>>

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Characters quoted of a value. */
const QUOTED = 60

/** A value as people see it in a message. */
export function quoted(value: unknown): string {
  if (value === undefined) return 'missing'
  let text: string
  try {
    text = JSON.stringify(value) ?? typeof value
  } catch {
    text = typeof value
  }
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text
}

/** Collects what is wrong in a document, each with its place and value. */
export class Findings {
  readonly problems: Problem[] = []

  /** @param instead what happens, as a main clause: `the page’s own turn is used` */
  wrong(at: string, value: unknown, expected: string, instead: string): void {
    const found = quoted(value)
    this.problems.push({
      severity: 'warning',
      code: 'state-value',
      message: `${at} should be ${expected}; ${instead}: ${found}`,
      expected,
      found,
    })
  }

  /** @param instead what happens, as a main clause */
  lacks(at: string, instead: string): void {
    this.problems.push({
      severity: 'warning',
      code: 'state-no-text',
      message: `a link holds no text that was written into a block by hand, so ${instead} (${at})`,
    })
  }

  /** Fields that this version does not know. */
  unknown(value: Plain, known: readonly string[], at: string): void {
    for (const [name, one] of Object.entries(value)) {
      if (known.includes(name)) continue
      this.problems.push({
        severity: 'warning',
        code: 'state-unknown',
        message: `${at === '' ? name : `${at}.${name}`} is unknown here and is ignored: ${quoted(one)}`,
        found: quoted(one),
      })
    }
  }

  /** The value if `fits`; else `fallback`. A missing value is no mistake. */
  take<Value, Else>(
    value: unknown,
    at: string,
    fits: (value: unknown) => value is Value,
    expected: string,
    fallback: Else,
    instead: string,
  ): Value | Else {
    if (value === undefined) return fallback
    if (fits(value)) return value
    this.wrong(at, value, expected, instead)
    return fallback
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** A whole number from 0 on. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export function isOneOf<const Name extends string>(
  names: readonly Name[],
): (value: unknown) => value is Name {
  return (value): value is Name => typeof value === 'string' && (names as readonly string[]).includes(value)
}

/** Depth of the deepest data that is read. */
const DEEPEST = 12

/** A copy of plain data without keys that mean something to JavaScript; undefined if it is too deep, or no JSON. */
export function plainCopy(value: unknown, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (depth > DEEPEST || typeof value !== 'object') return undefined
  if (Array.isArray(value)) return value.map((one: unknown) => plainCopy(one, depth + 1) ?? null)
  const kept = Object.entries(value).flatMap(([key, one]): [string, unknown][] => {
    const copy = plainCopy(one, depth + 1)
    return copy === undefined || key === '__proto__' ? [] : [[key, copy]]
  })
  return Object.fromEntries(kept)
}

/** Characters of the longest name, and of the longest text of a config. */
const LONGEST_NAME = 300
export const LONGEST_TEXT = 400_000

export function isName(value: unknown): value is string {
  return isText(value) && value !== '' && value.length <= LONGEST_NAME
}

export function orNull<Value>(
  value: unknown,
  at: string,
  fits: (value: unknown) => value is Value,
  expected: string,
  found: Findings,
): Value | null {
  return value === null ? null : found.take(value, at, fits, expected, null, 'it is ignored')
}

export function listOf(value: unknown, at: string, found: Findings): readonly unknown[] {
  return found.take(
    value,
    at,
    (one): one is readonly unknown[] => Array.isArray(one),
    'a list',
    [],
    'it is ignored',
  )
}
