import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shrunk } from './shrink.ts'

function smallest(items: readonly number[], shows: (part: readonly number[]) => boolean): readonly number[] {
  const steps = shrunk(items, shows)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Every part of a list, the small ones first. */
function partsOf(items: readonly number[]): readonly (readonly number[])[] {
  return Array.from({ length: 2 ** items.length }, (_, bits) =>
    items.filter((__, at) => (bits >> at) & 1),
  ).toSorted((a, b) => a.length - b.length)
}

test('where some items are needed together, exactly these are left, as trying every part finds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1023 }), (length, bits) => {
      const items = Array.from({ length }, (_, at) => at)
      const shows = (part: readonly number[]): boolean =>
        items.every((item) => ((bits >> item) & 1) === 0 || part.includes(item))
      expect(smallest(items, shows)).toEqual(partsOf(items).find(shows))
    }),
  )
})

test('whatever shows it, no single item of what is left could be left out', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }),
      fc.array(fc.integer({ min: 0, max: 255 })),
      (length, parts) => {
        const items = Array.from({ length }, (_, at) => at)
        const codeOf = (part: readonly number[]): number => part.reduce((sum, item) => sum + 2 ** item, 0)
        const shows = (part: readonly number[]): boolean =>
          part.length === length || parts.includes(codeOf(part))
        const left = smallest(items, shows)
        expect(shows(left)).toBe(true)
        for (const item of left) expect(shows(left.filter((one) => one !== item))).toBe(false)
      },
    ),
  )
})
