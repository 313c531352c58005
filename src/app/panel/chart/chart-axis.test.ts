import fc from 'fast-check'
import { expect, it } from 'vitest'
import { roundAbove, shareTicks, tokenTicks } from './chart-axis.ts'

it('the top of an axis is the next round number, and its half is written as it is', () => {
  for (const [value, top] of [
    [0, 10],
    [11, 20],
    [100, 100],
    [101, 200],
    [3661, 4000],
    [8001, 10_000],
    [21_000, 30_000],
  ] as const) {
    expect(roundAbove(value), String(value)).toBe(top)
  }
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 5_000_000 }), (value) => {
      const top = roundAbove(value)
      expect(top).toBeGreaterThanOrEqual(value)
      expect(top).toBeLessThanOrEqual(value * 2)
      const [, half] = tokenTicks(top)
      const written = Number.parseFloat(half?.text ?? '')
      const unit =
        half?.text.endsWith('M') === true ? 1_000_000 : half?.text.endsWith('K') === true ? 1000 : 1
      expect(written * unit).toBe(top / 2)
    }),
  )
})

it('LED-2 an axis of shares has few round figures, from nothing up to its top', () => {
  expect(shareTicks(1.04).map(({ text }) => text)).toEqual(['0 %', '50 %', '100 %'])
  expect(shareTicks(1.3).map(({ text }) => text)).toEqual(['0 %', '50 %', '100 %'])
  expect(shareTicks(2.4).map(({ text }) => text)).toEqual(['0 %', '100 %', '200 %'])
  expect(shareTicks(0.3).map(({ text }) => text)).toEqual(['0 %', '10 %', '20 %', '30 %'])
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 40, noNaN: true }), (top) => {
      const ticks = shareTicks(top)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.at(-1)?.value).toBeLessThanOrEqual(top * 1.0001)
    }),
  )
})
