import { describe, expect, it } from 'vitest'
import { DOT, placed, roundDollars, ticksOf } from './trade-range.ts'

describe('the axes of cost and needed context', () => {
  it.each([
    [[1, 2], Infinity, [0.5, 1, 1.5, 2, 2.5]],
    // The axis spans at least a tenth of the largest value, so that lanes with nearly equal cost are near each other.
    [[1, 1.001], Infinity, [0.9, 0.95, 1, 1.05, 1.1]],
    [[0.9, 0.99], 1, [0.85, 0.9, 0.95, 1]],
    [[0.0213, 0.0219], Infinity, [0.02, 0.021, 0.022, 0.023]],
    [[0, 0], Infinity, [0, 0.5, 1]],
  ])('of %j up to %d have the ticks %j', (values, most, ticks) => {
    expect(ticksOf(values, most)).toEqual(ticks)
  })

  it.each([
    [
      [1.25, 1.3, 1.35],
      ['$1.25', '$1.30', '$1.35'],
    ],
    [
      [0.5, 1, 1.5],
      ['$0.50', '$1.00', '$1.50'],
    ],
    [
      [1, 2],
      ['$1', '$2'],
    ],
    [
      [0.02, 0.021],
      ['$0.020', '$0.021'],
    ],
  ])('name %j as %j, with equally many decimals', (ticks, names) => {
    expect(ticks.map(roundDollars(ticks))).toEqual(names)
  })
})

describe('the names of the dots', () => {
  const dot = (label: string, cost: number, present: number) => ({
    lane: label,
    label,
    cost,
    present,
    unfit: null,
    isWhole: true,
    isBest: true,
  })
  const place = (points: ReturnType<typeof dot>[]) =>
    placed(points, [0, 1], [0, 1], { width: 600, height: 150 })

  it('are to the right of their dot, to the left before another dot, and at the end of the plot', () => {
    expect(place([dot('a', 0.2, 0.5)])).toMatchObject([{ isLeft: false, down: 0 }])
    expect(place([dot('long name', 0.2, 0.5), dot('b', 0.23, 0.5)])).toMatchObject([
      { label: 'b', isLeft: false, down: 0 },
      { label: 'long name', isLeft: true, down: 0 },
    ])
    expect(place([dot('long name', 0.98, 0.5)])).toMatchObject([{ isLeft: true, down: 0 }])
  })

  it('never overlap', () => {
    const points = Array.from({ length: 6 }, (_, at) => dot(`lane number ${at}`, 0.3 + at * 0.003, 0.6))
    const boxes = place(points).map(({ label, cost, isLeft, down }) => {
      const x = cost * 600
      const long = label.length * 6.5
      return { from: isLeft ? x - DOT - long : x + DOT, to: isLeft ? x - DOT : x + DOT + long, y: down }
    })
    for (const [at, a] of boxes.entries())
      for (const b of boxes.slice(at + 1))
        expect(a.from >= b.to || b.from >= a.to || Math.abs(a.y - b.y) >= 13).toBe(true)
  })
})
