import { describe, expect, it } from 'vitest'
import type { LaneChoice } from './choices.ts'
import { placesOf } from './lane-place.ts'

const lane = (policy: string, gates: 'on' | 'naive' = 'on'): LaneChoice => ({ policy, gates })
const fifo = lane('fifo', 'naive')
const indexes = (shown: readonly string[], chosen: readonly LaneChoice[]) =>
  placesOf(shown, chosen).map((place) => place?.index ?? null)

describe('the index of a shown lane among those chosen', () => {
  it('is the one at its place while nothing runs', () => {
    expect(indexes(['naive_fifo', 'hybrid', 'hybrid_2'], [fifo, lane('hybrid'), lane('hybrid')])).toEqual([
      0, 1, 2,
    ])
  })

  it('is the one that took its place while another policy runs', () => {
    expect(indexes(['naive_fifo', 'hybrid'], [lane('lru'), lane('hybrid')])).toEqual([0, 1])
    expect(placesOf(['naive_fifo'], [lane('lru')])[0]?.choice.policy).toBe('lru')
  })

  it('follows a lane that was moved', () => {
    expect(indexes(['naive_fifo', 'hybrid'], [lane('hybrid'), fifo])).toEqual([1, 0])
  })

  it('is null for a removed lane, and the next lane closes up', () => {
    expect(indexes(['naive_fifo', 'lru', 'hybrid'], [fifo, lane('hybrid')])).toEqual([0, null, 1])
  })

  it('ignores a lane that was added', () => {
    expect(indexes(['naive_fifo'], [fifo, lane('lru')])).toEqual([0])
  })

  it('is the same object as before if nothing about it changed', () => {
    const [hybrid, lru] = [lane('hybrid'), lane('lru')]
    const before = placesOf(['hybrid', 'lru'], [hybrid, lru])
    const after = placesOf(['hybrid', 'lru'], [{ ...hybrid, byHand: {} }, lru])
    expect(after[1]).toBe(before[1])
    expect(after[0]).not.toBe(before[0])
    expect(placesOf(['lru', 'hybrid'], [lru, hybrid])[0]).toEqual({ choice: lru, index: 0, count: 2 })
  })
})
