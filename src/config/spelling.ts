import type { InCamelCase } from '../engine/index.ts'

/** A section in the engine's spelling: keys in camel case, at every depth; values and lists are copied unchanged. */
export function inEngineWords<Section extends object>(section: Section): InCamelCase<Section> {
  return translated(section) as InCamelCase<Section>
}

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return [...(value as readonly unknown[])]
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelCase(key), translated(inner)]))
}

/** Each name of a setting as the engine has it, once it was asked for: every run asks for all of them. */
const known = new Map<string, string>()

function camelCase(key: string): string {
  if (!key.includes('_')) return key
  let made = known.get(key)
  if (made === undefined) {
    made = key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    known.set(key, made)
  }
  return made
}
