import { invalid } from './refusal.ts'

/** Checks a value at a place in the body, and throws the provider's error. */
export type Check = (value: unknown, path: string) => void

export type Fields = Readonly<Record<string, Check>>

export const text: Check = (value, path) => {
  if (typeof value !== 'string') throw invalid(`${path}: Input should be a valid string`)
}

export const flag: Check = (value, path) => {
  if (typeof value !== 'boolean') throw invalid(`${path}: Input should be a valid boolean`)
}

export const anything: Check = () => undefined

/** A text that matches a pattern; the error quotes the pattern. */
export function matching(pattern: RegExp): Check {
  return (value, path) => {
    text(value, path)
    if (!pattern.test(String(value)))
      throw invalid(`${path}: String should match pattern '${pattern.source}'`)
  }
}

/** A whole number of at least `least`. */
export function integer(least: number): Check {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      throw invalid(`${path}: Input should be a valid integer`)
    }
    if (value < least) throw invalid(`${path}: Input should be greater than or equal to ${least}`)
  }
}

/** One of a few texts. */
export function choice(...values: readonly string[]): Check {
  const told = values.map((value) => `'${value}'`)
  const list = told.length === 1 ? told[0] : `${told.slice(0, -1).join(', ')} or ${told.at(-1)}`
  return (value, path) => {
    if (typeof value !== 'string' || !values.includes(value)) {
      throw invalid(`${path}: Input should be ${list}`)
    }
  }
}

export function orNull(check: Check): Check {
  return (value, path) => {
    if (value !== null) check(value, path)
  }
}

export function listOf(item: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw invalid(`${path}: Input should be a valid list`)
    for (const [index, each] of value.entries()) item(each, `${path}.${index}`)
  }
}

/** A text, or a list. */
export function textOr(list: Check): Check {
  return (value, path) => {
    if (typeof value !== 'string') list(value, path)
  }
}

/** A mapping with all required fields, any optional ones, and no others. */
export function object(required: Fields, optional: Fields = {}): Check {
  const known = new Map([...Object.entries(required), ...Object.entries(optional)])
  return (value, path) => {
    const given = mapping(value, path)
    for (const name of Object.keys(required)) {
      if (given[name] === undefined) throw invalid(`${under(path, name)}: Field required`)
    }
    for (const [name, each] of Object.entries(given)) {
      const check = known.get(name)
      if (check === undefined) throw invalid(`${under(path, name)}: Extra inputs are not permitted`)
      check(each, under(path, name))
    }
  }
}

/** A mapping whose `type` decides its fields. The type is part of the paths in its errors. */
export function tagged(variants: Fields): Check {
  const known = new Map(Object.entries(variants))
  const told = [...known.keys()].map((name) => `'${name}'`).join(', ')
  return (value, path) => {
    const { type: given } = mapping(value, path)
    if (given === undefined) throw invalid(`${path}.type: Field required`)
    const type = typeof given === 'string' ? given : JSON.stringify(given)
    const check = known.get(type)
    if (check === undefined) {
      throw invalid(
        `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags: ${told}`,
      )
    }
    check(value, `${path}.${type}`)
  }
}

/** A value as a mapping. */
export function mapping(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid(`${path}: Input should be a valid dictionary`)
  }
  return value as Readonly<Record<string, unknown>>
}

function under(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
