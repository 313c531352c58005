import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleOf } from './track.ts'

test('an even scale has its values at even places', () => {
  const scale = scaleOf(0.3, 0.98, 0.01)
  expect(scale.log).toBe(false)
  expect(scale.valueAt(0.5)).toBe(0.64)
  expect(scale.placeOf(0.64)).toBeCloseTo(0.5, 9)
  expect(scale.next(0.97, 5)).toBe(0.98)
})

test('a range wider than a hundredfold is laid out by magnitude', () => {
  const scale = scaleOf(8_000, 1_000_000, 10_000)
  expect(scale.log).toBe(true)
  // The middle is the geometric mean: sqrt(8,000 x 1,000,000) = 89,443.
  expect(scale.valueAt(0.5)).toBe(89_000)
  expect([scale.valueAt(0), scale.valueAt(1)]).toEqual([8_000, 1_000_000])
  expect(scale.next(89_000, 1)).toBe(90_000)
})

test('0 has a place of its own, and keys leave it', () => {
  const scale = scaleOf(0, 20_000, 100)
  expect(scale.log).toBe(true)
  expect(scale.placeOf(0)).toBe(0)
  expect(scale.valueAt(0)).toBe(0)
  expect(scale.next(0, 1)).toBe(1)
  expect(scale.next(1_500, 1)).toBe(1_600)
})

test('a value taken from a place is at that place, and values rise with places', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        scaleOf(0, 1, 0.01),
        scaleOf(1, 60, 1),
        scaleOf(8_000, 1_000_000, 10_000),
        scaleOf(0, 20_000, 200),
      ),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (scale, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        expect(scale.valueAt(low)).toBeLessThanOrEqual(scale.valueAt(high))
        // Two digits: off by at most 5 % of the value, or half a step.
        const value = scale.valueAt(a)
        expect(scale.valueAt(scale.placeOf(value))).toBeCloseTo(value, 6)
      },
    ),
  )
})
