import { expect, it } from 'vitest'
import type { LaneChoice } from '../choice/choices.ts'
import { placeAfter } from './open.ts'

const fifo: LaneChoice = { policy: 'fifo', gates: 'naive' }
const hybrid: LaneChoice = { policy: 'hybrid', gates: 'on' }
const lru: LaneChoice = { policy: 'lru', gates: 'on' }

it('the panel follows a moved lane', () => {
  expect(placeAfter(0, [fifo, hybrid, lru], [hybrid, lru, fifo])).toBe(2)
})

it('a lane whose settings change keeps its place', () => {
  expect(placeAfter(1, [fifo, hybrid], [fifo, { ...hybrid, policy: 'tiered' }])).toBe(1)
})

it('removing an earlier lane moves it, and removing its own lane closes the panel', () => {
  expect(placeAfter(1, [fifo, hybrid], [hybrid])).toBe(0)
  expect(placeAfter(1, [fifo, hybrid, lru], [fifo, lru])).toBeNull()
})
