import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isWellFormed } from '../../../testing/tiered-scene.ts'
import { ProblemError } from '../../core/problem.ts'
import { pageWithNotice, shorterPage, withoutPageNotice } from './stored-page.ts'
import { storedPage } from './reading-stored.ts'
import type { StoredRange } from './reading-stored.ts'

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
    expect(storedPage(text, range)).toEqual({
      text: page,
      unit: 'lines',
      from: range.offset ?? 1,
      next,
      size: 4,
    })
  })

  it.each<[StoredRange, string, number, number | null]>([
    [{ limit: 2 }, 'ab', 1, 3],
    // The third character has two code units: it is whole or left out.
    [{ offset: 3, limit: 1 }, '😀', 3, 5],
    [{ limit: 3 }, 'ab😀', 1, 5],
    [{ offset: 4, limit: 1 }, '😀', 3, 5],
    [{ offset: 5, limit: 9 }, 'c', 5, null],
  ])('TIER-1 characters %j', (range, page, from, next) => {
    const unit = 'characters'
    expect(storedPage('ab😀c', { ...range, unit })).toEqual({ text: page, unit, from, next, size: 5 })
  })

  it('TIER-1 a last line without a line break counts as a line', () => {
    expect(storedPage('a\nb', { offset: 2, limit: 1 })).toMatchObject({ text: 'b', next: null, size: 2 })
    expect(storedPage('')).toMatchObject({ text: '', next: null, size: 0 })
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

  it.each<[string, StoredRange, number, object]>([
    ['at a line break', {}, 12, { text: 'one\ntwo\n\n', unit: 'lines', from: 1, next: 4, size: 4 }],
    ['behind the offset', { offset: 2 }, 6, { text: 'two\n\n', unit: 'lines', from: 2, next: 4, size: 4 }],
    // Up to the line break it would be one of the four characters that fit.
    ['in a line', { offset: 3 }, 4, { text: '\nfou', unit: 'characters', from: 9, next: 13, size: 14 }],
    ['at its end', {}, 14, { text, unit: 'lines', from: 1, next: null, size: 4 }],
  ])('TIER-1 a page that is too long is cut %s', (_, range, end, page) => {
    expect(shorterPage(text, storedPage(text, range), end)).toEqual(page)
  })

  it('TIER-1 the notice is after its own line break, and can be removed', () => {
    const said = (range: StoredRange) => pageWithNotice('x.txt', storedPage(text, range))
    expect(said({ limit: 2 })).toBe('one\ntwo\n\n[Page of x.txt: lines 1 to 2 of 4. Read on with offset 3.]')
    expect(said({ offset: 4 })).toBe('four\n\n[Page of x.txt: lines 4 to 4 of 4.]')
    expect(said({ limit: 5, unit: 'characters' })).toBe(
      'one\nt\n[Page of x.txt: characters 1 to 5 of 14. Read on with unit "characters" and offset 6.]',
    )
    expect(pageWithNotice('x.txt', storedPage(''))).toBe('\n[Page of x.txt: it is empty.]')
    expect(withoutPageNotice('x.txt', said({ limit: 2 }))).toBe('one\ntwo\n')
    for (const other of [text, `${said({})}\nmore`, said({}).slice(0, -2)])
      expect(withoutPageNotice('x.txt', other)).toBe(other)
    expect(withoutPageNotice('y.txt', said({}))).toBe(said({}))
  })

  it('TIER-1 the joined pages are the original, byte for byte', () => {
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
      { numRuns: 200 },
    )
  })
})
