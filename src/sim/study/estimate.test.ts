import { expect, it } from 'vitest'
import fc from 'fast-check'
import { stream } from '../../engine/internal.ts'
import { estimateOf } from './estimate.ts'
import type { Part } from './estimate.ts'

const mean = (values: readonly number[]): Part[] => values.map((top) => ({ top, bottom: 1 }))

it('UNC-1 two seeds resample to the lower, the middle and the upper value, so the interval is both', () => {
  // By hand: of the four resamples of (2, 6), one is (2, 2) and one is (6, 6), each far above 2.5 %.
  expect(estimateOf(mean([2, 6]))).toEqual({ value: 4, low: 2, high: 6, n: 2 })
})

it('UNC-1 a ratio is one of sums: a conversation with many needs weighs more', () => {
  const parts = [
    { top: 1, bottom: 1 },
    { top: 0, bottom: 9 },
  ]
  // The mean of the ratios would be 0.5.
  expect(estimateOf(parts)).toEqual({ value: 0.1, low: 0, high: 1, n: 2 })
})

it('UNC-1 equal seeds have an interval without width, no seeds and no needs have none', () => {
  expect(estimateOf(mean([3, 3, 3]))).toEqual({ value: 3, low: 3, high: 3, n: 3 })
  expect(estimateOf([])).toBeNull()
  expect(estimateOf([{ top: 0, bottom: 0 }])).toBeNull()
})

it('UNC-1 the interval is that of all possible resamples, written out', () => {
  const four = fc.array(
    fc.record({ top: fc.integer({ min: -9, max: 9 }), bottom: fc.integer({ min: 1, max: 9 }) }),
    {
      minLength: 4,
      maxLength: 4,
    },
  )
  fc.assert(
    fc.property(four, (parts) => {
      const all = everyResample(parts)
      const found = estimateOf(parts)
      // 2,000 of the 256 equally likely resamples: their 2.5 % point is between the 1.2 % and the 4.2 % point.
      const between = (value: number, from: number, to: number): void => {
        expect(value).toBeGreaterThanOrEqual(all[Math.floor(all.length * from)] ?? NaN)
        expect(value).toBeLessThanOrEqual(all[Math.ceil(all.length * to) - 1] ?? NaN)
      }
      between(found?.low ?? NaN, 0.012, 0.042)
      between(found?.high ?? NaN, 0.958, 0.988)
    }),
    { numRuns: 25 },
  )
})

it('UNC-1 the interval of 30 seeds covers the true mean in about 94 of 100 studies, of 10 in about 90', () => {
  const random = stream(1, 'coverage')
  const covered = (n: number, studies: number): number => {
    let count = 0
    for (let study = 0; study < studies; study++) {
      const found = estimateOf(mean(Array.from({ length: n }, () => random.normal())))
      if (found !== null && found.low <= 0 && found.high >= 0) count += 1
    }
    return count / studies
  }
  const [many, few] = [covered(30, 200), covered(10, 200)]
  // Of 200 studies: within three deviations.
  expect(many).toBeGreaterThan(0.89)
  expect(many).toBeLessThan(0.99)
  expect(few).toBeGreaterThan(0.82)
  expect(few).toBeLessThan(0.96)
})

/** The ratios of all 4⁴ resamples of four parts, in order. */
function everyResample(parts: readonly Part[]): number[] {
  const ratios: number[] = []
  for (const a of parts)
    for (const b of parts)
      for (const c of parts)
        for (const d of parts)
          ratios.push((a.top + b.top + c.top + d.top) / (a.bottom + b.bottom + c.bottom + d.bottom))
  return ratios.sort((one, other) => one - other)
}
