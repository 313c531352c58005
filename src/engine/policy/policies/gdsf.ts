import { worthPerToken } from '../signals/worth-per-token.ts'
import { definePolicy } from './policy.ts'

export const gdsf = definePolicy({
  name: 'gdsf',
  label: 'Greedy dual, size and frequency',
  meaning: 'What is little used, cheap to get back and large goes first.',
  weights: { worth_per_token: 1 },
  signals: () => [worthPerToken],
})
