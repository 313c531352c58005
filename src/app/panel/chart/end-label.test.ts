import fc from 'fast-check'
import { expect, it } from 'vitest'
import { placeLabels } from './EndLabels.tsx'

function label(key: string, y: number, x = 100) {
  return { key, text: key, look: 'other-1', x, y }
}

it('a label stands below the end of its line', () => {
  expect(placeLabels([label('a', 50)], 180, 80)).toEqual([label('a', 60)])
})

it('labels side by side make room, labels far apart do not', () => {
  const near = placeLabels([label('a', 50), label('b', 52)], 180, 80)
  expect(near.map(({ y }) => y)).toEqual([60, 72])
  const far = placeLabels([label('a', 50, 10), label('b', 52, 300)], 180, 80)
  expect(far.map(({ y }) => y)).toEqual([60, 62])
})

it('six labels anywhere stay in the picture and apart', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 200 }), { minLength: 1, maxLength: 6 }), (heights) => {
      const placed = placeLabels(
        heights.map((y, index) => label(String(index), y)),
        180,
        80,
      )
      expect(placed).toHaveLength(heights.length)
      const ys = placed.map(({ y }) => y).sort((a, b) => a - b)
      expect(Math.min(...ys)).toBeGreaterThanOrEqual(6)
      expect(Math.max(...ys)).toBeLessThanOrEqual(174)
      const apart = ys.slice(1).map((y, index) => y - (ys[index] ?? 0))
      expect(Math.min(12, ...apart)).toBe(12)
    }),
  )
})
