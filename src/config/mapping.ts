import type { Setting, SettingsSpec } from '../engine/index.ts'

/** Plain data with keys: what a mapping of the YAML becomes. */
export type Mapping = Readonly<Record<string, unknown>>

export function isMapping(value: unknown): value is Mapping {
  // Checks the tag instead of the prototype: objects of another realm are accepted, a Map or a Date is not.
  return Object.prototype.toString.call(value) === '[object Object]'
}

/** The name of a key in a mapping: its own, or its alias if only that is there. */
export function nameIn(value: Mapping, key: string, setting: Setting): string {
  const alias = aliasOf(setting)
  return alias !== undefined && Object.hasOwn(value, alias) && !Object.hasOwn(value, key) ? alias : key
}

/** Whether a key is another name of a declared one. */
export function isAlias(key: string, spec: SettingsSpec): boolean {
  return Object.values(spec).some((setting) => aliasOf(setting) === key)
}

function aliasOf(setting: Setting): string | undefined {
  return setting.kind === 'number' ? setting.alias : undefined
}

/** Whether two plain values mean the same; the order of keys and floating-point noise are ignored. */
export function sameData(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return a === b || Math.abs(a - b) <= 1e-11 * Math.abs(a)
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, at) => sameData(item, b[at]))
    )
  }
  if (!isMapping(a) || !isMapping(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameData(a[key], b[key]))
  )
}
