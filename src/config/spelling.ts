/**
 * The YAML has `max_tokens` for the engine's `maxTokens`; sections that differ only in spelling are translated here.
 */

type SnakeKey<Key extends string> = Key extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeKey<Rest>}`
    : `_${Lowercase<First>}${SnakeKey<Rest>}`
  : Key

/** Settings of the engine as in a section of the YAML. */
export type InYaml<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value as Key extends string ? SnakeKey<Key> : never]: InYaml<Value[Key]> }
    : Value

/** A section in the engine's spelling: keys in camel case, at every depth; values and lists are copied unchanged. */
export function inEngineWords<Settings extends object>(section: InYaml<Settings>): Settings {
  return translated(section) as Settings
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
