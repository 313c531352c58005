import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLines } from './source.ts'

describe('createLines', () => {
  test('CONF-1 lines and columns count from 1, a line break ends its own line', () => {
    const lines = createLines('ab\n\nc')
    expect([0, 2, 3, 4, 5].map((offset) => lines.placeOf(offset))).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 3, column: 2 },
    ])
    expect(lines.placeOf(99)).toEqual({ line: 3, column: 2 })
    expect(lines.placeOf(-1)).toEqual({ line: 1, column: 1 })
    expect([1, 2, 3, 4].map((number) => lines.line(number))).toEqual(['ab', '', 'c', ''])
  })

  test('CONF-1 agrees with splitting the text before the offset', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '\u2028'), maxLength: 30 })
    fc.assert(
      fc.property(text, fc.nat(30), (text, nat) => {
        const offset = Math.min(nat, text.length)
        const before = text.slice(0, offset).split('\n')
        const place = { line: before.length, column: (before.at(-1) ?? '').length + 1 }
        expect(createLines(text).placeOf(offset)).toEqual(place)
        expect(createLines(text).line(place.line)).toBe(text.split(/\r?\n/)[place.line - 1])
      }),
    )
  })
})
