import { random as chance } from '../signals/random.ts'
import { definePolicy } from './policy.ts'

export const random = definePolicy({
  name: 'random',
  label: 'Random',
  meaning: 'Chance decides, the same for the same seed: what any policy must beat.',
  weights: { random: 1 },
  signals: () => [chance],
})
