import type { Unmoved } from '../sim/index.ts'
import { keyOf } from './hint.ts'
import type { Hint } from './hint.ts'
import { changesNothingMessage } from './hint-words.ts'

/** A hint at a number that changed no decision at any value that was tried; null where one did, or none could be. */
export function unmovedHint({ path, from, tried, same, recorded }: Unmoved): Hint | null {
  if (!same) return null
  const weight = path[0] === 'eviction' && path[1] === 'weights'
  const message = changesNothingMessage({ weight, from, tried, recorded: recorded === true })
  return { key: rowOf(path), path, code: 'changes_nothing', severity: 'hint', message }
}

/** Weights and lifetimes are one row each, with their names below it. */
function rowOf(path: readonly string[]): string {
  const [section, second] = path
  if (section === 'eviction' && (second === 'weights' || second === 'type_ttl')) return `eviction.${second}`
  return keyOf(path)
}
