import { duplication } from '../signals/duplication.ts'
import { recency } from '../signals/recency.ts'
import { definePolicy } from './policy.ts'

/**
 * The order in which blocks leave when merging near-duplicates was not enough (EVI-6; “Agent Context Window Management”
 * names the policy and gives it no scorer). Uniqueness counts more than twice as much as age: what a newer block
 * repeats to the last word has at most .3 and goes before whatever repeats less than four sevenths of another.
 */
export const semanticMerge = definePolicy({
  name: 'semantic_merge',
  label: 'Merge near-duplicates',
  meaning: 'Near-duplicates are merged into the newest of them; then what a newer block repeats goes first.',
  weights: { duplication: 0.7, recency: 0.3 },
  signals: (scoring) => [duplication, recency(scoring.recencyDecay)],
})
