import { typeTtl } from '../signals/type-ttl.ts'
import { definePolicy } from './policy.ts'

export const typeBased = definePolicy({
  name: 'type_based',
  label: 'Lifetime of types',
  meaning: 'Each type of block has a lifetime; what has least of it left goes first.',
  weights: { type_ttl: 1 },
  signals: () => [typeTtl],
})
