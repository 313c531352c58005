import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applied, beginsLine, columnOf, composed, lineEnd, nextLine, ordered, startOfLine } from './range.ts'
import type { TextChange } from './range.ts'

/** Changes to a text of a length: in order, apart, some of them empty. */
function changesTo(length: number): fc.Arbitrary<TextChange[]> {
  const places = fc.array(fc.nat(length), { maxLength: 8 }).map((list) => list.sort((a, b) => a - b))
  return fc
    .tuple(places, fc.array(fc.constantFrom('', 'X', 'YZ'), { minLength: 4, maxLength: 4 }))
    .map(([list, inserts]) =>
      inserts.flatMap((insert, index) => {
        const [from, to] = list.slice(2 * index, 2 * index + 2)
        return from === undefined || to === undefined ? [] : [{ from, to, insert }]
      }),
    )
}

describe('CONF-2 changes of a text', () => {
  test('two lists of changes, one after the other, are one list of changes to the first text', () => {
    const both = changesTo(12).chain((first) => {
      const between = applied('abcdefghijkl', first)
      return fc.record({ first: fc.constant(first), second: changesTo(between.length) })
    })
    fc.assert(
      fc.property(both, ({ first, second }) => {
        const text = 'abcdefghijkl'
        const whole = composed(first, second)
        expect(applied(text, whole)).toBe(applied(applied(text, first), second))
        expect(ordered(whole)).toEqual(whole)
      }),
    )
  })

  test('a change that touches none of the others leaves them as they are', () => {
    const first = [
      { from: 1, to: 2, insert: 'XYZ' },
      { from: 8, to: 10, insert: '' },
    ]
    // The text is aXYZcdefghkl then.
    expect(composed(first, [{ from: 6, to: 7, insert: '-' }])).toEqual([
      { from: 1, to: 2, insert: 'XYZ' },
      { from: 4, to: 5, insert: '-' },
      { from: 8, to: 10, insert: '' },
    ])
    // Next to one, it is merged with it.
    expect(composed(first, [{ from: 4, to: 5, insert: '-' }])).toEqual([
      { from: 1, to: 3, insert: 'XYZ-' },
      { from: 8, to: 10, insert: '' },
    ])
    expect(composed(first, [{ from: 2, to: 3, insert: '' }])).toEqual([
      { from: 1, to: 2, insert: 'XZ' },
      { from: 8, to: 10, insert: '' },
    ])
  })

  test('are sorted by their place, and refused if two would change the same', () => {
    const [a, b, c] = [
      { from: 4, to: 6, insert: '' },
      { from: 1, to: 4, insert: 'x' },
      { from: 1, to: 1, insert: 'y' },
    ]
    expect(ordered([a, b, c])).toEqual([c, b, a])
    expect(ordered([a, { from: 5, to: 8, insert: '' }])).toBeNull()
    expect(ordered([])).toEqual([])
  })

  test('the line of a place', () => {
    const text = 'ab\n  c\n'
    // Offsets: a 0, b 1, break 2, blanks 3 and 4, c 5, break 6, end 7.
    expect([0, 1, 3, 5, 7].map((at) => columnOf(text, at))).toEqual([0, 1, 0, 2, 0])
    expect([0, 2, 3, 7].map((at) => nextLine(text, at))).toEqual([3, 3, 7, 7])
    expect([1, 2, 3, 4].map((line) => startOfLine(text, line))).toEqual([0, 3, 7, 7])
    expect([0, 2, 3, 7].map((at) => lineEnd(text, at))).toEqual([2, 2, 6, 7])
    expect([0, 1, 3, 5, 6].map((at) => beginsLine(text, at))).toEqual([true, false, true, true, false])
  })
})
