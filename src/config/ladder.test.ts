import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ladderOf, rungsOf, shareOf } from './ladder.ts'

const ORDER = ['a', 'b', 'c', 'd']

describe('shareOf', () => {
  test('COMP-2 a key is a plain number from 0 to 1', () => {
    const shares = ['0', '1', '.5', '0.5', '0.50', '1.0', '0.000001'].map(shareOf)
    expect(shares).toEqual([0, 1, 0.5, 0.5, 0.5, 1, 0.000001])
    for (const key of [
      '',
      '2',
      '1.5',
      '-0.1',
      '+0.5',
      '75%',
      '1e-1',
      '0,5',
      ' 0.5',
      '0.5 ',
      '0x1',
      'NaN',
      '.',
      '00.5',
    ]) {
      expect([key, shareOf(key)]).toEqual([key, null])
    }
  })

  test('COMP-2 an accepted key prints as it would be written, so that a share never gets an exponent', () => {
    const key = fc.nat(999_999).map((millionths) => `0.${String(millionths).padStart(6, '0')}`)
    fc.assert(
      fc.property(key, (key) => {
        const share = shareOf(key)
        expect(share).toBe(Number(key))
        expect(shareOf(String(share))).toBe(share)
      }),
    )
  })
})

describe('ladderOf and rungsOf', () => {
  const rungs = fc
    .uniqueArray(fc.constantFrom(...ORDER))
    .chain((steps) =>
      fc.tuple(...steps.map((step) => fc.constantFrom(0, 0.25, 0.5, 0.755, 1).map((at) => ({ at, step })))),
    )

  test('COMP-2 are inverse for any steps, which are sorted by share, then by cost', () => {
    fc.assert(
      fc.property(rungs, (rungs) => {
        const back = rungsOf(ladderOf(rungs, ORDER))
        const key = ({ at, step }: { at: number; step: string }) => at * 1000 + ORDER.indexOf(step)
        expect(back.map(key)).toEqual(rungs.map(key).toSorted((a, b) => a - b))
      }),
    )
  })

  test('EDIT-3 the same steps in any order are the same bytes', () => {
    fc.assert(
      fc.property(rungs, (rungs) => {
        expect(JSON.stringify(ladderOf(rungs.toReversed(), ORDER))).toBe(
          JSON.stringify(ladderOf(rungs, ORDER)),
        )
      }),
    )
  })
})
