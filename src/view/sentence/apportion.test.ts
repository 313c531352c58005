import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundedToSum, decimal } from './format.ts'

it('gives the rest of the rounding to the largest remainders', () => {
  // Thirds to two digits: 0.33 + 0.33 + 0.34, where plain rounding would say 0.99.
  expect(roundedToSum([1 / 3, 1 / 3, 1 / 3], 2)).toEqual(['0.34', '0.33', '0.33'])
  expect(roundedToSum([0.0004, 0.0004, 0.0004], 3)).toEqual(['0.001', '0.000', '0.000'])
  expect(roundedToSum([], 3)).toEqual([])
})

it('EVI-1 the shown figures add up to the shown sum, and each is less than one last digit off', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (values) => {
      const written = roundedToSum(values, 3)
      const sum = values.reduce((total, value) => total + value, 0)
      const shown = written.reduce((total, text) => total + Math.round(Number(text) * 1000), 0)
      expect(shown).toBe(Math.round(Number(decimal(sum, 3)) * 1000))
      written.forEach((text, index) => {
        expect(Math.abs(Number(text) - (values[index] ?? 0))).toBeLessThan(0.001 + 1e-12)
      })
    }),
  )
})
