/** An error in a value: its place, what belongs there, and what was found. */
export interface Wrong {
  /** Keys and indices from the outside in. */
  readonly at: readonly (string | number)[]
  readonly expected: string
  readonly found: unknown
}

/** Lengths of the lists that indices elsewhere in the value refer to, by name. */
export type Lengths = Readonly<Record<string, number>>

/**
 * Checks whether a value read from JSON is a `T`: returns the first error, or null. `T` is only for the compiler: a
 * shape is declared for a type, and a field that the type has and the shape lacks does not compile.
 */
export interface Shape<T> {
  (value: unknown, lengths: Lengths): Wrong | null
  readonly of?: T
}

function shape<T>(expected: string, is: (value: unknown, lengths: Lengths) => boolean): Shape<T> {
  return (value, lengths) => (is(value, lengths) ? null : { at: [], expected, found: value })
}

export const text: Shape<string> = shape('a text', (value) => typeof value === 'string')
export const flag: Shape<boolean> = shape('true or false', (value) => typeof value === 'boolean')
/** JSON can contain 1e999, which is not a number that could be written again. */
export const number: Shape<number> = shape('a number', Number.isFinite)
export const whole: Shape<number> = shape('a whole number', Number.isSafeInteger)
export const count: Shape<number> = shape(
  'a whole number from 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
)
/** As many as fit into a column of 32 bits. */
export const narrow: Shape<number> = shape(
  'a whole number of 32 bits',
  (value) => typeof value === 'number' && (value | 0) === value,
)
/** Any JSON; its reader checks it. */
export const anything: Shape<unknown> = () => null

/** An index into a list elsewhere in the value, or −1 if `orNone`; a missing list is an error. */
export function within(list: string, orNone: 'or none' | null = null): Shape<number> {
  const least = orNone === null ? 0 : -1
  return (value, lengths) => {
    const length = lengths[list] ?? Infinity
    return typeof value === 'number' && Number.isInteger(value) && value >= least && value < length
      ? null
      : { at: [], expected: `a whole number from ${least}, below the ${length} of ${list}`, found: value }
  }
}

export function only<T extends string | number | true | null>(one: T): Shape<T> {
  return shape(JSON.stringify(one), (value) => value === one)
}

export function oneOf<T extends string>(words: readonly T[]): Shape<T> {
  const known: ReadonlySet<unknown> = new Set(words)
  return shape(`one of ${words.join(', ')}`, (value) => known.has(value))
}

/** The words of a union that exists only as a type: the compiler checks that none is missing. */
export function wordOf<T extends string>(words: Readonly<Record<T, true>>): Shape<T> {
  return oneOf(Object.keys(words) as T[])
}

export function nullable<T>(inner: Shape<T>): Shape<T | null> {
  return (value, lengths) => (value === null ? null : inner(value, lengths))
}

/** A field that may be missing. */
export function optional<T>(inner: Shape<T>): Shape<T | undefined> {
  return (value, lengths) => (value === undefined ? null : inner(value, lengths))
}

export function list<T>(inner: Shape<T>): Shape<readonly T[]> {
  return (value, lengths) => {
    if (!Array.isArray(value)) return { at: [], expected: 'a list', found: value }
    for (let nth = 0; nth < value.length; nth++) {
      const wrong = inner(value[nth], lengths)
      if (wrong !== null) return below(nth, wrong)
    }
    return null
  }
}

/** A list whose items have their own index under a key. */
export function numbered<T>(key: keyof T & string, inner: Shape<T>): Shape<readonly T[]> {
  const items = list(inner)
  return (value, lengths) => {
    const wrong = items(value, lengths)
    if (wrong !== null) return wrong
    const rows = value as readonly Readonly<Record<string, unknown>>[]
    const nth = rows.findIndex((row, at) => row[key] !== at)
    return nth < 0 ? null : { at: [nth, key], expected: `${nth}, its position`, found: rows[nth]?.[key] }
  }
}

export function pair<A, B>(first: Shape<A>, second: Shape<B>): Shape<readonly [A, B]> {
  return (value, lengths) => {
    if (!Array.isArray(value) || value.length !== 2)
      return { at: [], expected: 'a list of two', found: value }
    const [a, b] = value as readonly unknown[]
    const wrong = first(a, lengths)
    if (wrong !== null) return below(0, wrong)
    const other = second(b, lengths)
    return other === null ? null : below(1, other)
  }
}

type FieldsOf<T> = {
  readonly [K in keyof T]-?: Partial<Pick<T, K>> extends Pick<T, K> ? Shape<T[K] | undefined> : Shape<T[K]>
}

/** An object with these fields. Further fields are kept: a later engine may write more. */
export function fields<T extends object>(shapes: NoInfer<FieldsOf<T>>): Shape<T> {
  const entries = Object.entries<Shape<unknown>>(shapes)
  return (value, lengths) => {
    if (!isFields(value)) return { at: [], expected: 'an object', found: value }
    for (const [key, inner] of entries) {
      const wrong = inner(Object.hasOwn(value, key) ? value[key] : undefined, lengths)
      if (wrong !== null) return below(key, wrong)
    }
    return null
  }
}

/** An object with the same shape under each of these keys. */
export function table<K extends string, T>(
  keys: readonly K[],
  inner: Shape<T>,
): Shape<Readonly<Record<K, T>>> {
  return fields<Record<K, T>>(
    Object.fromEntries(keys.map((key) => [key, inner])) as unknown as FieldsOf<Record<K, T>>,
  )
}

/** The same where any of the keys may be missing. */
export function someOf<K extends string, T>(
  keys: readonly K[],
  inner: Shape<T>,
): Shape<Readonly<Partial<Record<K, T>>>> {
  return table(keys, optional(inner)) as Shape<Readonly<Partial<Record<K, T>>>>
}

type Variant<T, K extends keyof T, V> = T extends unknown ? (V extends T[K] ? Omit<T, K> : never) : never

/** An object with the same shape under every name. */
export function named<T>(inner: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return (value, lengths) => {
    if (!isFields(value)) return { at: [], expected: 'an object', found: value }
    return firstWrong(Object.entries(value), inner, lengths)
  }
}

export function map<K, V>(keys: Shape<K>, values: Shape<V>): Shape<ReadonlyMap<K, V>> {
  return (value, lengths) => {
    if (!(value instanceof Map)) return { at: [], expected: 'a map', found: value }
    return (
      firstWrong([...value.keys()].entries(), keys, lengths) ?? firstWrong(value.entries(), values, lengths)
    )
  }
}

function firstWrong<T>(
  entries: Iterable<readonly [unknown, unknown]>,
  inner: Shape<T>,
  lengths: Lengths,
): Wrong | null {
  for (const [key, one] of entries) {
    const wrong = inner(one, lengths)
    if (wrong !== null) return below(typeof key === 'number' ? key : String(key), wrong)
  }
  return null
}

/** An object of a kind that a key says. Only the listed kinds are checked: a later page may write others. */
export function ofKind(
  key: string,
  shapes: Readonly<Record<string, Shape<unknown>>>,
): Shape<Readonly<Record<string, unknown>>> {
  return (value, lengths) => {
    if (!isFields(value)) return { at: [], expected: 'an object', found: value }
    const kind = value[key]
    if (typeof kind !== 'string') return { at: [key], expected: 'a text', found: kind }
    return (Object.hasOwn(shapes, kind) ? shapes[kind]?.(value, lengths) : null) ?? null
  }
}

/** One of several kinds of objects, told apart by a key. */
export function variants<T extends object, K extends keyof T & string>(
  key: K,
  shapes: { readonly [V in T[K] & string]: Shape<Variant<T, K, V>> },
): Shape<T> {
  const known = new Map<unknown, Shape<unknown>>(Object.entries<Shape<unknown>>(shapes))
  const expected = `one of ${[...known.keys()].join(', ')}`
  return (value, lengths) => {
    if (!isFields(value)) return { at: [], expected: 'an object', found: value }
    const inner = known.get(value[key])
    return inner === undefined ? { at: [key], expected, found: value[key] } : inner(value, lengths)
  }
}

/** Both: an object that combines two shapes. */
export function both<A, B>(first: Shape<A>, second: Shape<B>): Shape<A & B> {
  return (value, lengths) => first(value, lengths) ?? second(value, lengths)
}

/** The first one that fits; if none does, the error of the last. */
export function either<A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> {
  return (value, lengths) => (first(value, lengths) === null ? null : second(value, lengths))
}

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function below(key: string | number, { at, ...rest }: Wrong): Wrong {
  return { at: [key, ...at], ...rest }
}
