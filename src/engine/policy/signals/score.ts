import type { Block } from '../../core/message/block.ts'
import type { Policy, SignalContext } from './signal.ts'

/** A policy's scores of some blocks; every array is in the order of the blocks. */
export interface Scores {
  /** Raw value of each signal, 0…1, in the order of the policy's terms. */
  readonly values: readonly Float64Array[]
  /** Σ weight × value, added in the order of the terms; 1 = keep. */
  readonly scores: Float64Array
  /** What to rank by, lowest first: for a policy of one signal that signal's own keys, else the scores. */
  readonly keys: Float64Array
}

/** Scores blocks for an eviction (EVI-1). Calls each signal once for all of them. */
export function score(policy: Policy, blocks: readonly Block[], context: SignalContext): Scores {
  const values: Float64Array[] = []
  const scores = new Float64Array(blocks.length)
  for (const { signal, weight } of policy.terms) {
    const column = signal.values(blocks, context)
    values.push(column)
    for (let i = 0; i < scores.length; i++) scores[i] = (scores[i] as number) + weight * (column[i] as number)
  }
  const [only, ...others] = policy.terms
  const keys = only !== undefined && others.length === 0 ? only.signal.keys?.(blocks, context) : undefined
  return { values, scores, keys: keys ?? scores }
}
