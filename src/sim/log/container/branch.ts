import type { Json } from '../../../engine/index.ts'
import { at, textOf } from '../json/guard.ts'

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
 * The branch of a list in which each message says by its keys which one it follows; all of the list, if none does. If
 * that one is missing, what stands before is the best guess; but where the first message follows the same, a branch begins.
 *
 * @param last where the branch ends. Default: with the list.
 */
export function branchIn(
  all: readonly Json[],
  key: string,
  parentKey: string,
  last = all.at(-1),
): readonly Json[] {
  const byKey = new Map(all.map((message) => [at(message, key), message]))
  const parentOf = (message: Json | undefined) => textOf(at(message, parentKey))
  if (!all.some((message) => byKey.has(parentOf(message) ?? null))) return all
  const root = parentOf(all[0])
  return branchTo(last, (message) => {
    const parent = parentOf(message)
    if (parent === undefined) return undefined
    return byKey.get(parent) ?? (parent === root ? undefined : all[all.indexOf(message) - 1])
  })
}
