import { explicit } from '../signals/explicit.ts'
import { recency } from '../signals/recency.ts'
import { reuse } from '../signals/reuse.ts'
import { semantic } from '../signals/semantic.ts'
import { source } from '../signals/source.ts'
import { definePolicy } from './policy.ts'

export const priority = definePolicy({
  name: 'priority',
  label: 'Priority',
  meaning: 'Five signs of importance are weighed: age, likeness to the task, author, use, a mark.',
  weights: { recency: 0.3, semantic: 0.25, source: 0.2, reuse: 0.15, explicit: 0.1 },
  signals: (scoring) => [recency(scoring.recencyDecay), semantic, source, reuse(scoring.reuseFull), explicit],
})
