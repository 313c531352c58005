import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smallestChange } from './saving-search.ts'
import type { TriedValue } from './saving-search.ts'

const RANGE = { least: 0, most: 100, step: 1, zero: true }

/** Searches a number from 0 to 100 for a value at which something holds. */
function searched(value: number, holds: (value: number) => boolean, moves = true) {
  const tried: number[] = []
  const steps = smallestChange({ value, range: RANGE }, function* (given): Generator<
    void,
    TriedValue<string>
  > {
    tried.push(Number(given))
    yield
    return holds(Number(given)) ? { result: `at ${given}`, moved: true } : { result: null, moved: moves }
  })
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return { found: step.value, tried }
}

describe('EVI-4 the nearest value at which something holds', () => {
  it('EVI-4 is in the nearer direction, and the lower one of two that are as near', () => {
    expect(searched(40, (value) => value <= 20 || value >= 50).found).toEqual({
      value: 50,
      share: 0.1,
      result: 'at 50',
    })
    expect(searched(40, (value) => value <= 35 || value >= 50).found?.value).toBe(35)
    expect(searched(40, (value) => value <= 30 || value >= 50).found?.value).toBe(30)
    expect(searched(40, (value) => value >= 100).found?.value).toBe(100)
    expect(searched(40, () => false).found).toBeNull()
  })

  it('EVI-4 is that of trying all values one by one, in a few tries of which none is made twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer(), fc.integer(), (own, a, b) => {
        const [low, high] = [own - 1 - (Math.abs(a) % 110), own + 1 + (Math.abs(b) % 110)]
        const holds = (value: number): boolean => value <= low || value >= high
        const { found, tried } = searched(own, holds)
        const all = Array.from({ length: 101 }, (_, value) => value).filter(holds)
        const [nearest] = all.toSorted((x, y) => Math.abs(x - own) - Math.abs(y - own) || x - y)
        expect(found?.value).toBe(nearest)
        expect(new Set(tried).size).toBe(tried.length)
        expect(tried.length).toBeLessThan(24)
      }),
      { numRuns: 300 },
    )
  })

  it('EVI-4 is not searched for if neither end changes anything', () => {
    const { found, tried } = searched(40, (value) => value === 41, false)
    expect([found, tried.length]).toEqual([null, 2])
  })

  it('EVI-4 of a switch is its other position', () => {
    const steps = smallestChange<string>({ value: true, range: null }, function* (given) {
      yield
      return { result: given === false ? 'off' : null, moved: true }
    })
    steps.next()
    expect(steps.next().value).toEqual({ value: false, share: 1, result: 'off' })
  })
})
