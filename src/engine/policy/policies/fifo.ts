import { recency } from '../signals/recency.ts'
import { definePolicy } from './policy.ts'

export const fifo = definePolicy({
  name: 'fifo',
  label: 'First in, first out',
  meaning: 'The oldest block goes first, whatever it says.',
  weights: { recency: 1 },
  signals: (scoring) => [recency(scoring.fifoDecay)],
})
