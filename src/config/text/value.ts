import { parse } from 'yaml'

/** Maximum number of nodes that all aliases together may expand to: too few to fill the memory. */
const ALIASED = 10_000

/**
 * The value of a YAML text that is no config, as `JSON.parse` would give it; bytes stay in base64. Undefined if it has
 * none.
 */
export function yamlValue(text: string): unknown {
  try {
    const value: unknown = parse(text, {
      maxAliasCount: ALIASED,
      resolveKnownTags: false,
      logLevel: 'error',
    })
    // a date or a value of JavaScript alone becomes what JSON has for it
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}
