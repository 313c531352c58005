import { describe, expect, it } from 'vitest'
import type { OverlapPoint } from '../../../view/index.ts'
import { scaleOf } from '../plot/scale.ts'
import { deltaPaths, mostApart } from './Ribbon.tsx'

function point(turn: number, onlyFirst: number, onlySecond: number): OverlapPoint {
  return { x: turn + 0.5, turn, both: 1000, onlyFirst, onlySecond }
}

/** A turn is ten pixels wide. */
const scale = scaleOf({ width: 100, left: 0, right: 0, from: 0, to: 10 }, 22, 1)

describe('the ribbon of differences', () => {
  it('is empty for lanes that send the same', () => {
    const points = Array.from({ length: 10 }, (_, turn) => point(turn, 0, 0))
    expect(deltaPaths(points, scale, 0, 11)).toEqual({ here: '', there: '' })
    expect(mostApart([points])).toBe(0)
  })

  it('rises for what only this lane has and falls for what only the first has', () => {
    const points = [point(0, 0, 0), point(1, 100, 50), point(2, 0, 100), point(3, 0, 0)]
    expect(mostApart([points])).toBe(100)
    expect(deltaPaths(points, scale, 100, 10)).toEqual({
      here: 'M10 10V5H20V0H30V10Z',
      there: 'M10 10V20H20V10Z',
    })
  })

  it('shows the smallest difference', () => {
    expect(deltaPaths([point(4, 0, 1)], scale, 100_000, 11).here).toBe('M40 11V10H50V11Z')
  })

  it('keeps the largest of the turns that share a pixel', () => {
    const many = Array.from({ length: 1000 }, (_, turn) => point(turn, 0, turn === 503 ? 900 : 1))
    const narrow = scaleOf({ width: 100, left: 0, right: 0, from: 0, to: 1000 }, 22, 1)
    const { here } = deltaPaths(many, narrow, 900, 11)
    expect(here).toContain('V0H')
    expect(here.match(/H/g)?.length).toBeLessThanOrEqual(120)
  })

  it('draws only the visible turns', () => {
    const zoomed = scaleOf({ width: 100, left: 0, right: 0, from: 4, to: 6 }, 22, 1)
    const points = Array.from({ length: 10 }, (_, turn) => point(turn, 0, turn === 1 ? 5 : 0))
    expect(deltaPaths(points, zoomed, 10, 11).here).toBe('')
  })
})
