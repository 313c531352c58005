import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inRange } from './axis.ts'

const place = fc.integer({ min: -5, max: 25 }).map((x) => x / 4)
const rising = fc
  .array(place, { maxLength: 40 })
  .map((list) => list.sort((a, b) => a - b).map((x) => ({ x })))

it('keeps the points inside the range, ends included, and one neighbour on each side', () => {
  fc.assert(
    fc.property(rising, place, place, (points, a, b) => {
      const range = { from: Math.min(a, b), to: Math.max(a, b) }
      const inside = (index: number): boolean => {
        const x = points[index]?.x ?? NaN
        return range.from <= x && x <= range.to
      }
      const before = points.findLastIndex((point) => point.x < range.from)
      const after = points.findIndex((point) => point.x > range.to)
      const expected = points.filter((_, index) => inside(index) || index === before || index === after)
      expect(inRange(points, range)).toEqual(expected)
    }),
  )
})

it('returns the same array if all points are kept, so that nothing is drawn again', () => {
  const points = [{ x: 0 }, { x: 1 }, { x: 2 }]
  expect(inRange(points, { from: -1, to: 9 })).toBe(points)
  expect(inRange(points, { from: 0.5, to: 1.5 })).toBe(points)
  expect(inRange(points, { from: 1.2, to: 1.4 })).toEqual([{ x: 1 }, { x: 2 }])
  expect(inRange([], { from: 0, to: 1 })).toEqual([])
})
