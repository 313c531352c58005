import { score } from '../signals/score.ts'
import type { Policy, Signal } from '../signals/signal.ts'

/** A policy's score as one signal of another policy, under the policy's name. */
export function nested(policy: Policy): Signal {
  return Object.freeze({
    name: policy.name,
    label: policy.label,
    meaning: policy.meaning,
    terms: policy.terms,
    // Weights that were scaled to 1 may sum to a last bit more.
    values: (blocks, context) => score(policy, blocks, context).scores.map((value) => Math.min(1, value)),
  } satisfies Signal)
}
