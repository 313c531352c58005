import type { Json } from '../engine/index.ts'

/** A field of any value from a provider; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

/** A text field; '' for everything else. */
export function textAt(value: unknown, name: string): string {
  const found = fieldOf(value, name)
  return typeof found === 'string' ? found : ''
}

/** A count; null for everything else. */
export function countAt(value: unknown, name: string): number | null {
  const found = fieldOf(value, name)
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? found : null
}

/** A list field; empty for everything else. */
export function listAt(value: unknown, name: string): readonly unknown[] {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : []
}

export function isObject(value: unknown): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
