import type { ScoringSettings } from '../signals/scoring.ts'
import type { Policy } from '../signals/signal.ts'
import { fifo } from './fifo.ts'
import { gdsf } from './gdsf.ts'
import { hybrid } from './hybrid.ts'
import { hybridEqual } from './hybrid-equal.ts'
import { hybridScorers } from './hybrid-scorers.ts'
import { lru } from './lru.ts'
import type { PolicyEntry } from './policy.ts'
import { priority } from './priority.ts'
import { random } from './random.ts'
import { s3fifo } from './s3fifo.ts'
import { semanticMerge } from './semantic-merge.ts'
import { superseded } from './superseded.ts'
import { typeBased } from './type-based.ts'

/** Every policy by the name a config has for it (EVI-2). */
export const policies: Readonly<Record<string, PolicyEntry>> = Object.freeze({
  fifo,
  lru,
  priority,
  type_based: typeBased,
  semantic_merge: semanticMerge,
  hybrid,
  hybrid_scorers: hybridScorers,
  hybrid_equal: hybridEqual,
  random,
  gdsf,
  s3fifo,
  superseded,
})

/**
 * A policy by its name, with weights of its own or the given ones.
 *
 * @throws RangeError for an unknown name, and where `PolicyEntry.create` does
 */
export function policyOf(
  name: string,
  weights: Readonly<Record<string, number>> | null = null,
  scoring?: ScoringSettings,
): Policy {
  const entry = Object.hasOwn(policies, name) ? policies[name] : undefined
  if (entry === undefined)
    throw new RangeError(`the eviction policies are ${Object.keys(policies).join(', ')}, but not ${name}`)
  return entry.create({ weights, scoring })
}
