import type { ScoringSettings } from '../signals/scoring.ts'
import { duplication } from '../signals/duplication.ts'
import { recency } from '../signals/recency.ts'
import { reuse } from '../signals/reuse.ts'
import { typeTtl } from '../signals/type-ttl.ts'
import type { Signal } from '../signals/signal.ts'
import { nested } from './nested.ts'
import { definePolicy, renamed } from './policy.ts'
import { priority } from './priority.ts'

/** The five terms of the formula of “Agent Context Window Management”, under the names that its YAML has for them. */
export function hybridSignals(scoring: ScoringSettings): readonly Signal[] {
  return [
    recency(scoring.recencyDecay),
    nested(priority.create({ scoring })),
    typeTtl,
    renamed(reuse(scoring.reuseFull), 'reference_freq'),
    renamed(duplication, 'semantic_duplication'),
  ]
}

export const hybrid = definePolicy({
  name: 'hybrid',
  label: 'Hybrid',
  meaning:
    'Age, priority, lifetime of the type, use and uniqueness, weighed as “Agent Context Window Management” advises.',
  weights: { recency: 0.3, priority: 0.25, type_ttl: 0.2, reference_freq: 0.15, semantic_duplication: 0.1 },
  signals: hybridSignals,
})
