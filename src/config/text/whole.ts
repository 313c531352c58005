import { policies } from '../../engine/index.ts'
import { named, weightsSetting } from '../../engine/internal.ts'
import type { Setting } from '../../engine/index.ts'
import { isMapping } from '../mapping.ts'
import type { Mapping } from '../mapping.ts'
import { parseConfig } from '../parse.ts'
import { completeConfig } from '../complete.ts'
import { readSource } from '../source.ts'
import { dataAt } from './declared.ts'

/**
 * Content that a missing mapping needs besides the key inserted into it. Cascades are read as a whole, and weights
 * follow a change of the policy only if they are complete.
 */
export function unwritten(setting: Setting, path: readonly string[], yaml: string): Mapping {
  if (setting.kind === 'numbers') return isWeights(path) && path.length === 2 ? (setting.default ?? {}) : {}
  if (setting.kind !== 'ladder') return {}
  const { compression } = parseConfig(yaml).config ?? completeConfig({})
  return compression.cascade
}

/** Whether the written weights belong to another policy, so that none of them applies. */
export function isLeftBehind(setting: Setting, path: readonly string[], written: unknown): boolean {
  if (setting.kind !== 'numbers' || !isWeights(path) || !isMapping(written)) return false
  return Object.keys(written).some((name) => !Object.hasOwn(setting.choices, name))
}

function isWeights(path: readonly string[]): boolean {
  return path.at(-1) === 'weights' && path.at(-2) === 'eviction'
}

/**
 * A changed policy ignores its old weights, which are recognized only if they are complete: the edits that write the
 * missing ones.
 */
export function completedWeights(
  yaml: string,
  { path, value }: { readonly path: readonly string[]; readonly value: unknown },
): readonly { readonly path: readonly string[]; readonly value: unknown }[] {
  if (path.join('.') !== 'eviction.policy') return []
  const { config } = parseConfig(yaml)
  const data = readSource(yaml).value
  const written = dataAt(data, ['eviction', 'weights'])
  if (config === null || !isMapping(written)) return []
  const { policy, weights } = config.eviction
  const next = typeof value === 'string' ? named(policies, value) : undefined
  const fits =
    next === undefined ||
    Object.keys(written).every((name) => Object.hasOwn(weightsSetting(next).choices, name))
  if (fits || weights === null || policy === value) return []
  return Object.entries(weights)
    .filter(([name]) => !Object.hasOwn(written, name))
    .map(([name, weight]) => ({ path: ['eviction', 'weights', name], value: weight }))
}
