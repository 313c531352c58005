/** What a part of a JSON is: a kind of value, a list of one shape, or an object with at least these keys. */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'object'
  | readonly [Shape]
  | { readonly [key: string]: Shape }

/** The first place where a value has another shape: `logs[0].lanes must be a list, but is missing`; null for none. */
export function wrongIn(value: unknown, shape: Shape, place: string): string | null {
  const wrong = (what: string): string =>
    `${place} must be ${what}, but is ${value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40)}`
  if (shape === 'text') return typeof value === 'string' ? null : wrong('a text')
  if (shape === 'number') return typeof value === 'number' ? null : wrong('a number')
  if (shape === 'flag') return typeof value === 'boolean' ? null : wrong('true or false')
  if (isList(shape)) {
    if (!Array.isArray(value)) return wrong('a list')
    return firstOf(value.map((one, at) => () => wrongIn(one, shape[0], `${place}[${at}]`)))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('an object')
  if (shape === 'object') return null
  return firstOf(
    Object.entries(shape).map(
      ([key, own]) =>
        () =>
          wrongIn((value as Readonly<Record<string, unknown>>)[key], own, `${place}.${key}`),
    ),
  )
}

function firstOf(checks: readonly (() => string | null)[]): string | null {
  for (const check of checks) {
    const found = check()
    if (found !== null) return found
  }
  return null
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape)
}

/** Parts of the figures of a run. */
const PART = { top: 'number', bottom: 'number' } as const
export const STUDY = { cost: PART, needed: PART, constraints: PART, fit: 'flag' } as const
