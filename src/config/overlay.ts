import type { PartialConfig } from './config.ts'
import { isMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'

/** Whether a mapping is replaced as a whole, not merged: a cascade, and the weights of another policy. */
function isWhole(key: string, below: Mapping, over: Mapping): boolean {
  const { policy } = over
  return key === 'cascade' || (key === 'weights' && policy !== undefined && policy !== below['policy'])
}

/**
 * A config laid over another, key by key at every depth; lists, cascades and the weights of another policy are replaced
 * as a whole (CONF-4). Undefined values keep those of the other. Neither input is changed.
 */
export function overlaid(below: PartialConfig, over: PartialConfig): PartialConfig {
  return merged(below, over)
}

function merged(below: Mapping, over: Mapping): Mapping {
  const result = new Map(Object.entries(below))
  for (const [key, value] of Object.entries(over)) {
    if (value === undefined) continue
    const before = result.get(key)
    const deeper = isMapping(before) && isMapping(value) && !isWhole(key, below, over)
    result.set(key, deeper ? merged(before, value) : value)
  }
  return Object.fromEntries(result)
}

/** The smallest config that, laid over one, gives the other: both are complete. */
export function differing(below: PartialConfig, config: PartialConfig): PartialConfig {
  return remaining(below, config)
}

function remaining(below: Mapping, above: Mapping): Mapping {
  const kept = Object.entries(above).flatMap(([key, value]): [string, unknown][] => {
    const before = below[key]
    if (JSON.stringify(before) === JSON.stringify(value)) return []
    const deeper = isMapping(before) && isMapping(value) && !isWhole(key, below, above)
    return [[key, deeper ? remaining(before, value) : value]]
  })
  return Object.fromEntries(kept)
}
