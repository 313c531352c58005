import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormed } from '../../testing/tiered-scene.ts'
import { ProblemError } from '../problem.ts'
import { storedPage } from './stored-page.ts'
import type { StoredRange } from './stored-page.ts'

describe('TIER-1 a stored result is read in pages', () => {
  const text = 'one\ntwo\n\nfour\n'

  it.each<[StoredRange, string, number | null]>([
    [{}, text, null],
    [{ limit: 2 }, 'one\ntwo\n', 3],
    [{ offset: 3, limit: 1 }, '\n', 4],
    [{ offset: 4, limit: 1 }, 'four\n', null],
    [{ offset: 2, limit: 100 }, 'two\n\nfour\n', null],
    [{ offset: 3 }, '\nfour\n', null],
  ])('TIER-1 lines %j', (range, page, next) => {
    expect(storedPage(text, range)).toEqual({ text: page, next, size: 4 })
  })

  it.each<[StoredRange, string, number | null]>([
    [{ limit: 2 }, 'ab', 3],
    // The third character has two units: it comes whole, or not.
    [{ offset: 3, limit: 1 }, '😀', 5],
    [{ limit: 3 }, 'ab😀', 5],
    [{ offset: 4, limit: 1 }, '😀', 5],
    [{ offset: 5, limit: 9 }, 'c', null],
  ])('TIER-1 characters %j', (range, page, next) => {
    expect(storedPage('ab😀c', { ...range, unit: 'characters' })).toEqual({ text: page, next, size: 5 })
  })

  it('TIER-1 without a line break at the end the last line is one all the same', () => {
    expect(storedPage('a\nb', { offset: 2, limit: 1 })).toEqual({ text: 'b', next: null, size: 2 })
    expect(storedPage('')).toEqual({ text: '', next: null, size: 0 })
  })

  it.each<[StoredRange, string]>([
    [{ offset: 5 }, 'the stored result has 4 lines, so that offset cannot be 5'],
    [{ offset: 0 }, 'offset is a whole number from 1 on, not 0'],
    [{ limit: 0 }, 'limit is a whole number from 1 on, not 0'],
    [{ limit: 1.5 }, 'limit is a whole number from 1 on, not 1.5'],
    [{ offset: NaN }, 'offset is a whole number from 1 on, not NaN'],
    [{ offset: 15, unit: 'characters' }, 'the stored result has 14 characters, so that offset cannot be 15'],
  ])('TIER-1 %j is refused', (range, message) => {
    expect(() => storedPage(text, range)).toThrow(message)
    expect(() => storedPage(text, range)).toThrow(ProblemError)
  })

  it('TIER-1 what is read page by page and joined is the original, byte for byte', () => {
    const any = fc
      .array(fc.constantFrom('a', 'é', '漢', '😀', '\n', '\r\n'), { maxLength: 60 })
      .map((pieces) => pieces.join(''))
    const unit = fc.constantFrom('lines' as const, 'characters' as const)
    fc.assert(
      fc.property(
        any,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        unit,
        (whole, limits, of) => {
          const pages: string[] = []
          for (let offset: number | null = 1, nth = 0; offset !== null; nth += 1) {
            const page = storedPage(whole, { offset, limit: limits[nth % limits.length] ?? 1, unit: of })
            expect(isWellFormed(page.text)).toBe(true)
            expect(page.next === null || page.next > offset).toBe(true)
            pages.push(page.text)
            offset = page.next
          }
          expect(Buffer.from(pages.join(''))).toEqual(Buffer.from(whole))
        },
      ),
      { numRuns: 500 },
    )
  })
})
