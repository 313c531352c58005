import { describe, expect, it } from 'vitest'
import { reserveHatch } from './Lines.tsx'
import { scaleOf } from '../plot/scale.ts'

/** Ten pixels per turn from 40 on, a pixel per hundred tokens. */
const scale = scaleOf({ width: 550, left: 40, right: 10, from: 0, to: 50 }, 100, 10_000)
const stepped = {
  high: 10_000,
  steps: [
    { from: 0, low: 9000 },
    { from: 20, low: 7500 },
    { from: 30, low: 8000 },
  ],
}

describe('BUD-3 the hatch of the reserve for the reply', () => {
  it('is one outline whose lower edge steps where the reserve was set', () => {
    expect(reserveHatch(stepped, scale)).toEqual([
      [40, 0, 540, 0, 540, 20, 340, 20, 340, 25, 240, 25, 240, 10, 40, 10],
    ])
  })

  it('goes from one end of the plot to the other, whatever turns are in sight', () => {
    const of = (from: number, to: number) =>
      reserveHatch(stepped, scaleOf({ width: 550, left: 40, right: 10, from, to }, 100, 10_000))
    expect(of(0, 10)).toEqual([[40, 0, 540, 0, 540, 10, 40, 10]])
    expect(of(20, 30)).toEqual([[40, 0, 540, 0, 540, 25, 40, 25]])
    expect(of(35, 60)).toEqual([[40, 0, 540, 0, 540, 20, 40, 20]])
    expect(of(25, 35)).toEqual([[40, 0, 540, 0, 540, 20, 290, 20, 290, 25, 40, 25]])
  })

  it('hangs from the upper edge of a picture that ends in it, and is not drawn in one that ends below it', () => {
    const upTo = (top: number) =>
      reserveHatch(stepped, scaleOf({ width: 550, left: 40, right: 10, from: 0, to: 50 }, 100, top))
    // In a picture up to 8,000 tokens, the lowest 500 of the turn's reserve of 2,500 are visible.
    expect(upTo(8000)).toEqual([[40, 0, 540, 0, 540, 0, 340, 0, 340, 6.3, 240, 6.3, 240, 0, 40, 0]])
    expect(upTo(7000)).toEqual([])
  })
})
