import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stream, uniformOf } from './random.ts'

const DRAWS = 50_000

function moments(draw: () => number): { mean: number; variance: number } {
  let sum = 0
  let squares = 0
  for (let i = 0; i < DRAWS; i++) {
    const x = draw()
    sum += x
    squares += x * x
  }
  const mean = sum / DRAWS
  return { mean, variance: squares / DRAWS - mean * mean }
}

describe('EDIT-3 random numbers', () => {
  it('EDIT-3 the numbers are pinned', () => {
    const random = stream(42, 'sizes')
    expect([random.uniform(), random.integer(1, 6), random.normal(), random.lognormal(60, 1)]).toEqual([
      0.7942247828706749, 3, 0.18236607215373413, 140.2745807333753,
    ])
    expect([random.geometric(2), random.pick(['a', 'b', 'c']), random.shuffle([1, 2, 3, 4, 5])]).toEqual([
      8,
      'b',
      [2, 3, 1, 4, 5],
    ])
    expect([uniformOf(1, 0), uniformOf(1, 1), uniformOf(2 ** 40, 1)]).toEqual([
      0.3147814471185907, 0.027142750362454393, 0.28106690964342596,
    ])
  })

  it('EDIT-3 same seed and name: same numbers; drawing from one stream leaves another alone', () => {
    fc.assert(
      fc.property(fc.integer(), fc.string(), fc.nat(20), (seed, name, extra) => {
        const one = stream(seed, name)
        const other = stream(seed, `${name}!`)
        for (let i = 0; i < extra; i++) other.uniform()
        const twin = stream(seed, name)
        for (let i = 0; i < 5; i++) expect(one.uniform()).toBe(twin.uniform())
      }),
    )
  })

  it('EDIT-3 streams of other names and of neighbouring seeds are uncorrelated', () => {
    const pairs = [
      [stream(1, 'sizes'), stream(1, 'gaps')],
      [stream(1, 'sizes'), stream(2, 'sizes')],
    ] as const
    for (const [a, b] of pairs) {
      let sum = 0
      for (let i = 0; i < DRAWS; i++) sum += (a.uniform() - 0.5) * (b.uniform() - 0.5)
      expect(Math.abs((12 * sum) / DRAWS)).toBeLessThan(0.02)
    }
  })

  it('EDIT-3 each distribution has the mean and variance its definition says', () => {
    const random = stream(7, 'moments')
    const uniform = moments(() => random.uniform())
    expect(uniform.mean).toBeCloseTo(1 / 2, 2)
    expect(uniform.variance).toBeCloseTo(1 / 12, 2)
    const normal = moments(() => random.normal())
    expect(Math.abs(normal.mean)).toBeLessThan(0.02)
    expect(Math.abs(normal.variance - 1)).toBeLessThan(0.03)
    const geometric = moments(() => random.geometric(2))
    expect(Math.abs(geometric.mean - 2)).toBeLessThan(0.03)
    expect(Math.abs(geometric.variance - 2)).toBeLessThan(0.15)
    // The mean of a lognormal is median · e^(sigma²/2).
    const lognormal = moments(() => random.lognormal(100, 0.5))
    expect(Math.abs(lognormal.mean / (100 * Math.exp(0.125)) - 1)).toBeLessThan(0.02)
    const die = moments(() => random.integer(1, 6))
    expect(Math.abs(die.mean - 3.5)).toBeLessThan(0.04)
    expect(Math.abs(die.variance - 35 / 12)).toBeLessThan(0.06)
  })

  it('EDIT-3 the normal has the right shape, not only the right moments', () => {
    const random = stream(3, 'shape')
    let within1 = 0
    let within2 = 0
    for (let i = 0; i < DRAWS; i++) {
      const x = Math.abs(random.normal())
      if (x < 1) within1++
      if (x < 2) within2++
    }
    expect(Math.abs(within1 / DRAWS - 0.6827)).toBeLessThan(0.01)
    expect(Math.abs(within2 / DRAWS - 0.9545)).toBeLessThan(0.01)
  })

  it('EDIT-3 a shuffle keeps every item, leaves its input alone, and reaches all orders alike', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (list, seed) => {
        const before = list.slice()
        const shuffled = stream(seed, 'order').shuffle(list)
        expect(list).toEqual(before)
        expect(shuffled.slice().sort((a, b) => a - b)).toEqual(before.sort((a, b) => a - b))
      }),
    )
    const random = stream(5, 'order')
    const orders = new Map<string, number>()
    for (let i = 0; i < 6000; i++) {
      const order = random.shuffle(['a', 'b', 'c']).join('')
      orders.set(order, (orders.get(order) ?? 0) + 1)
    }
    expect(orders.size).toBe(6)
    for (const count of orders.values()) expect(Math.abs(count - 1000)).toBeLessThan(120)
  })

  it('EDIT-3 uniformOf is even over ids and over seeds, and unrelated between seeds', () => {
    const byId = new Array<number>(10).fill(0)
    const bySeed = new Array<number>(10).fill(0)
    let product = 0
    for (let i = 0; i < DRAWS; i++) {
      const a = uniformOf(1, i)
      const b = uniformOf(i, 1)
      byId[Math.floor(a * 10)] = (byId[Math.floor(a * 10)] ?? 0) + 1
      bySeed[Math.floor(b * 10)] = (bySeed[Math.floor(b * 10)] ?? 0) + 1
      product += (a - 0.5) * (uniformOf(2, i) - 0.5)
    }
    for (const count of [...byId, ...bySeed]) expect(Math.abs(count / (DRAWS / 10) - 1)).toBeLessThan(0.06)
    expect(Math.abs((12 * product) / DRAWS)).toBeLessThan(0.02)
  })

  it('EDIT-3 invalid arguments are refused with their value', () => {
    const random = stream(1, 'edges')
    expect(random.integer(5, 5)).toBe(5)
    expect(random.geometric(1)).toBe(1)
    expect(random.lognormal(10, 0)).toBe(10)
    expect(() => random.integer(6, 1)).toThrow('6 to 1')
    expect(() => random.integer(0.5, 1)).toThrow('0.5 to 1')
    expect(() => random.geometric(0.5)).toThrow('not 0.5')
    expect(() => random.lognormal(0, 1)).toThrow('not 0 and 1')
    expect(() => random.pick([])).toThrow('a list of 0')
    expect(() => stream(NaN, 'x')).toThrow('not NaN')
  })
})
