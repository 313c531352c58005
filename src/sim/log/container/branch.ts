import type { Json } from '../../../engine/index.ts'
import { at } from '../json/guard.ts'

/** The branch that ends in a message, from its first one on. `before` says what a message follows, and may come round. */
export function branchTo(
  last: Json | undefined,
  before: (message: Json) => Json | undefined,
): readonly Json[] {
  const branch = new Set<Json>()
  for (let one = last; one !== undefined && !branch.has(one); one = before(one)) branch.add(one)
  return [...branch].reverse()
}

/**
 * Which message of a list each one follows, by their keys. If that one is missing in the list, what stands before is the
 * best guess; but where the first message of the list follows the same, a branch begins.
 */
export function followedIn(
  all: readonly Json[],
  key: string,
  parentKey: string,
): (message: Json) => Json | undefined {
  const byKey = new Map(all.map((message) => [at(message, key), message]))
  const root = at(all[0], parentKey)
  return (message) => {
    const parent = at(message, parentKey)
    if (typeof parent !== 'string') return undefined
    return byKey.get(parent) ?? (parent === root ? undefined : all[all.indexOf(message) - 1])
  }
}
