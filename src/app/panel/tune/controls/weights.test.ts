import { expect, test } from 'vitest'
import { policyOf } from '../../../../engine/index.ts'
import { completeConfig } from '../../../../config/index.ts'
import { equalWeights, leastWeight, weightRows } from './weights.ts'

const rowsOf = (policy: string, weights: Readonly<Record<string, number>> | null) =>
  weightRows(completeConfig({ eviction: { policy, weights } }))

test('EVI-2 the parts of the score are the shares that the engine ranks by', () => {
  const weights = { recency: 3, priority: 1, type_ttl: 0, reference_freq: 0.5, semantic_duplication: 0.5 }
  const rows = rowsOf('hybrid', weights)
  expect(rows.map(({ share }) => share)).toEqual([0.6, 0.2, 0, 0.1, 0.1])
  const terms = policyOf('hybrid', weights).terms.map(({ signal, weight }) => [signal.name, weight])
  expect(rows.filter(({ share }) => share > 0).map(({ name, share }) => [name, share])).toEqual(terms)
})

test('EVI-2 without written weights, they are the policy’s own', () => {
  expect(rowsOf('semantic_merge', null).map(({ name, weight, share }) => [name, weight, share])).toEqual([
    ['duplication', 0.7, 0.7],
    ['recency', 0.3, 0.3],
  ])
  expect(rowsOf('fifo', null)).toEqual([])
})

test('equal weights are one share each, and the last weight above 0 stays above it', () => {
  const rows = rowsOf('hybrid', null)
  expect(equalWeights(rows).map(({ value }) => value)).toEqual([0.2, 0.2, 0.2, 0.2, 0.2])
  expect(leastWeight(rows, 'recency')).toBe(0)
  const one = rowsOf('semantic_merge', { duplication: 0, recency: 1 })
  expect(leastWeight(one, 'recency')).toBeGreaterThan(0)
  expect(leastWeight(one, 'duplication')).toBe(0)
})
