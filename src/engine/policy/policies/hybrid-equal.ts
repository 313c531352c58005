import { hybridSignals } from './hybrid.ts'
import { definePolicy } from './policy.ts'

export const hybridEqual = definePolicy({
  name: 'hybrid_equal',
  label: 'Hybrid, equal weights',
  meaning: 'The terms of hybrid, each counting a fifth: the place to start tuning from.',
  weights: { recency: 0.2, priority: 0.2, type_ttl: 0.2, reference_freq: 0.2, semantic_duplication: 0.2 },
  signals: hybridSignals,
})
