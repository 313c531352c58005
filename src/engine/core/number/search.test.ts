import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstFor } from './search.ts'

it('finds where a condition begins to hold, as looking at every number does', () => {
  const number = fc.integer({ min: -30, max: 30 })
  fc.assert(
    fc.property(number, fc.nat(40), number, (low, length, begin) => {
      const numbers = Array.from({ length }, (_, at) => low + at)
      const asked: number[] = []
      const found = firstFor(low, low + length, (at) => {
        asked.push(at)
        return at >= begin
      })
      expect(found).toBe(numbers.find((at) => at >= begin) ?? low + length)
      expect(numbers).toEqual(expect.arrayContaining(asked))
      expect(asked.length).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)))
    }),
  )
})
