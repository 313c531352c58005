/** Returns where a value has a wrong shape, with a path and what was found; null if it is right. */
export type Shape = (value: unknown, at: string) => string | null

/** Characters quoted of a wrong value. */
const TOLD = 60

export const text: Shape = (value, at) => (typeof value === 'string' ? null : wrong(value, at, 'a text'))
export const flag: Shape = (value, at) =>
  typeof value === 'boolean' ? null : wrong(value, at, 'true or false')
export const amount: Shape = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? null : wrong(value, at, 'a number')
/** An index, or a count. */
export const whole: Shape = (value, at) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? null : wrong(value, at, 'a whole number from 0 on')
export const anything: Shape = () => null

export function oneOf(...values: readonly unknown[]): Shape {
  return (value, at) => (values.includes(value) ? null : wrong(value, at, `one of ${values.join(', ')}`))
}

export function orNull(shape: Shape): Shape {
  return (value, at) => (value === null ? null : shape(value, at))
}

export function list(shape: Shape): Shape {
  return (value, at) => {
    if (!Array.isArray(value)) return wrong(value, at, 'a list')
    return first(value.entries(), ([place, one]) => shape(one, `${at}[${place}]`))
  }
}

export function map(keys: Shape, values: Shape): Shape {
  return (value, at) => {
    if (!(value instanceof Map)) return wrong(value, at, 'a map')
    return first(value, ([key, one]) => keys(key, `a key of ${at}`) ?? values(one, `${at}[${String(key)}]`))
  }
}

/** Values by arbitrary names. */
export function named(values: Shape): Shape {
  return (value, at) =>
    isRecord(value)
      ? first(Object.entries(value), ([name, one]) => values(one, `${at}.${name}`))
      : wrong(value, at, 'a record')
}

/** A record with at least these fields; those of `optional` may be missing. */
export function record(
  fields: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return (value, at) => {
    if (!isRecord(value)) return wrong(value, at, 'a record')
    const has = (name: string): boolean => Object.hasOwn(value, name) && value[name] !== undefined
    return (
      first(Object.entries(fields), ([name, shape]) => shape(value[name], `${at}.${name}`)) ??
      first(Object.entries(optional), ([name, shape]) =>
        has(name) ? shape(value[name], `${at}.${name}`) : null,
      )
    )
  }
}

/** A shape chosen by the value of one field; any record if that is unknown. */
export function byField(field: string, shapes: Readonly<Record<string, Shape>>): Shape {
  return (value, at) => {
    if (!isRecord(value)) return wrong(value, at, 'a record')
    const name = value[field]
    if (typeof name !== 'string') return wrong(name, `${at}.${field}`, 'a text')
    return Object.hasOwn(shapes, name) ? (shapes[name]?.(value, at) ?? null) : null
  }
}

/** The first of several shapes that fits; if none does, the error of the last one. */
export function either(...shapes: readonly Shape[]): Shape {
  return (value, at) => {
    let said: string | null = null
    for (const shape of shapes) {
      said = shape(value, at)
      if (said === null) return null
    }
    return said
  }
}

export function both(one: Shape, other: Shape): Shape {
  return (value, at) => one(value, at) ?? other(value, at)
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function first<One>(all: Iterable<One>, look: (one: One) => string | null): string | null {
  for (const one of all) {
    const said = look(one)
    if (said !== null) return said
  }
  return null
}

/** Describes what was found at a path instead of what is expected. */
export function wrong(value: unknown, at: string, what: string): string {
  const said = value === undefined ? 'nothing' : printed(value)
  return `${at} should be ${what}, and is ${said.length > TOLD ? `${said.slice(0, TOLD)}…` : said}`
}

function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value
  } catch {
    return typeof value
  }
}
