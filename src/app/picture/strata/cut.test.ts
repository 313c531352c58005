import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edgesAt } from '../../../view/index.ts'
import type { Band } from '../../../view/index.ts'
import { around, cutter } from './cut.ts'
import { scaleOf, sightOf } from '../plot/scale.ts'

function bandOf(points: readonly (readonly [x: number, low: number, high: number])[]): Band {
  return {
    index: 0,
    blocks: [0],
    type: 'tool_result',
    x: points.map(([x]) => x),
    low: points.map(([, low]) => low),
    high: points.map(([, , high]) => high),
    segments: [{ state: 'live', from: 0, to: points.length - 1 }],
  }
}

/** Ten turns over 100 of the 108 pixels; four pixels on either side are drawn, too. */
const frame = { width: 108, left: 4, right: 4, from: 10, to: 20 }
const scale = scaleOf(frame, 100, 100)

describe('a band clipped to the visible range', () => {
  it('is whole if all of it is visible', () => {
    const cut = cutter(scale)(
      bandOf([
        [12, 10, 10],
        [12, 10, 30],
        [15, 10, 30],
      ]),
    )
    expect(cut).toEqual({ x: [24, 24, 54], low: [90, 90, 90], high: [90, 70, 70] })
  })

  it('ends at the borders with the edges it has there', () => {
    const cut = cutter(scale)(
      bandOf([
        [0, 0, 100],
        [40, 40, 100],
      ]),
    )
    expect(cut?.x.map(Math.abs)).toEqual([0, 108])
    // The lower edge rises by 40 tokens over 40 turns; the picture shows turns 9.6 to 20.4.
    expect(cut?.low).toEqual([90.4, 79.6])
    expect(cut?.high).toEqual([0, 0])
  })

  it('is empty if it is outside on either side', () => {
    expect(
      cutter(scale)(
        bandOf([
          [0, 0, 10],
          [9, 0, 10],
        ]),
      ),
    ).toBeNull()
    expect(
      cutter(scale)(
        bandOf([
          [21, 0, 10],
          [30, 0, 10],
        ]),
      ),
    ).toBeNull()
  })

  it('goes along the lower edge and back along the upper one', () => {
    expect(around({ x: [1, 2], low: [9, 8], high: [5, 4] })).toEqual([1, 9, 2, 8, 2, 4, 1, 5])
  })

  it('follows the edges of the whole band at every turn in sight', () => {
    const steps = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 50 }),
      ),
      { minLength: 2, maxLength: 30 },
    )
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 40 }),
        (list, from, length) => {
          let x = 0
          const band = bandOf(list.map(([step, low, tall]) => [(x += step), low, low + tall] as const))
          const own = scaleOf({ ...frame, from, to: from + length }, 1000, 100)
          const cut = cutter(own)(band)
          const { from: first, to: last } = sightOf(own)
          const hidden = (band.x[0] ?? 0) > last || (band.x.at(-1) ?? 0) < first
          expect(cut === null).toBe(hidden)
          if (cut === null) return
          for (let vertex = 0; vertex < cut.x.length; vertex++) {
            const turn = own.turnOf(cut.x[vertex] ?? 0)
            expect(turn).toBeGreaterThanOrEqual(first - 0.2)
            expect(turn).toBeLessThanOrEqual(last + 0.2)
            // At a vertical edge both sides are correct.
            if (band.x.some((one) => Math.abs(one - turn) < 0.6)) continue
            const { low, high } = edgesAt(band, turn)
            expect(Math.abs(own.tokensOf(cut.low[vertex] ?? 0) - low)).toBeLessThan(9)
            expect(Math.abs(own.tokensOf(cut.high[vertex] ?? 0) - high)).toBeLessThan(9)
          }
        },
      ),
    )
  })
})
