import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nearestName } from './wording.ts'

/** The same distance by trying every edit, straight from its definition. */
function naiveDistance(a: string, b: string): number {
  if (a === '' || b === '') return Math.max(a.length, b.length)
  const same = a.at(-1) === b.at(-1) ? 0 : 1
  const ways = [
    naiveDistance(a.slice(0, -1), b) + 1,
    naiveDistance(a, b.slice(0, -1)) + 1,
    naiveDistance(a.slice(0, -1), b.slice(0, -1)) + same,
  ]
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    ways.push(naiveDistance(a.slice(0, -2), b.slice(0, -2)) + 1)
  }
  return Math.min(...ways)
}

describe('nearestName', () => {
  const keys = ['policy', 'weights', 'target', 'type_ttl', 'gates']

  test.each([
    ['polciy', 'policy'],
    ['polcy', 'policy'],
    ['wieghts', 'weights'],
    ['gate', 'gates'],
    ['typettl', 'type_ttl'],
    ['foo', null],
    ['', null],
  ])('CONF-1 %s means %s', (name, meant) => {
    expect(nearestName(name, keys)).toBe(meant)
  })

  test('CONF-1 equals an exhaustive search: the least distance within a third, the first of equals', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 5 }), (name, known) => {
        const near = known
          .map((candidate, index) => ({ candidate, index, distance: naiveDistance(name, candidate) }))
          .filter(
            ({ candidate, distance }) =>
              distance <= Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3)),
          )
          .toSorted((a, b) => a.distance - b.distance || a.index - b.index)
        expect(nearestName(name, known)).toBe(near[0]?.candidate ?? null)
      }),
      { numRuns: 60 },
    )
  })
})
