import { describe, expect, it } from 'vitest'
import { growthExponent, interleaved, median } from './statistics.ts'

describe('median', () => {
  it('is the middle, or between the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([10, 2, 4, 100])).toBe(7)
    expect(median([3])).toBe(3)
  })

  it('leaves the numbers as they were, and needs one', () => {
    const numbers = Object.freeze([3, 1, 2])
    expect(median(numbers)).toBe(2)
    expect(() => median([])).toThrow('not 0')
  })
})

describe('growthExponent', () => {
  it('finds the exponent of a power', () => {
    const sizes = [1000, 2000, 4000, 16_000]
    for (const exponent of [0.5, 1, 2, 3])
      expect(growthExponent(sizes.map((size) => [size, 0.003 * size ** exponent]))).toBeCloseTo(exponent, 10)
  })

  it('is the least-squares line by hand: logs (0,0), (1,1), (2,3) have slope 1.5', () => {
    expect(
      growthExponent([
        [1, 1],
        [Math.E, Math.E],
        [Math.E ** 2, Math.E ** 3],
      ]),
    ).toBeCloseTo(1.5, 10)
  })

  it('is unknown from one size', () => {
    expect(growthExponent([[1000, 5]])).toBeNaN()
    expect(growthExponent([])).toBeNaN()
  })
})

describe('interleaved', () => {
  it('runs every task once a round, each round from another one, and keeps their results apart', async () => {
    const order: string[] = []
    const task = (name: string) => (round: number) => {
      order.push(name + round)
      return name === 'b' ? Promise.resolve(name + round) : name + round
    }
    expect(await interleaved([task('a'), task('b'), task('c')], 3)).toEqual([
      ['a0', 'a1', 'a2'],
      ['b0', 'b1', 'b2'],
      ['c0', 'c1', 'c2'],
    ])
    expect(order).toEqual(['a0', 'b0', 'c0', 'b1', 'c1', 'a1', 'c2', 'a2', 'b2'])
  })
})
