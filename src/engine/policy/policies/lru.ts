import { lastReference } from '../signals/last-reference.ts'
import { definePolicy } from './policy.ts'

export const lru = definePolicy({
  name: 'lru',
  label: 'Least recently used',
  meaning: 'What nobody has referred to for the longest time goes first.',
  weights: { last_reference: 1 },
  signals: (scoring) => [lastReference(scoring)],
})
