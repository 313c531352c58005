import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, share } from './calibration.ts'

describe('calibration', () => {
  it('TOK-2 growth between calls is shared among the blocks between them, worked by hand', () => {
    const result = calibrate([
      { counted: [100], input: 5130 },
      { counted: [60, 40], input: 5260 },
      { counted: [10, 20, 70], input: 5390 },
    ])
    // Both steps grew by 130 where 100 were counted: 1.3 tokens for each counted one.
    expect(result.ratio).toBeCloseTo(1.3, 12)
    expect(result.tokens).toEqual([[130], [78, 52], [13, 26, 91]])
    // The first call holds 5,000 tokens that the log shows nothing of.
    expect(result.unexplained).toBe(5000)
  })

  it('TOK-2 a prompt that shrank was edited, so its step takes the overall ratio and the next counts from there', () => {
    const result = calibrate([
      { counted: [100], input: 1000 },
      { counted: [100], input: 1200 },
      { counted: [100], input: 300 },
      { counted: [100], input: 500 },
    ])
    expect(result.ratio).toBe(2)
    expect(result.tokens).toEqual([[200], [200], [200], [200]])
  })

  it('TOK-2 calls without usage are settled together with the next one that has it', () => {
    const result = calibrate([
      { counted: [10], input: 10 },
      { counted: [10], input: null },
      { counted: [30], input: 50 },
    ])
    expect(result.tokens).toEqual([[10], [10], [30]])
  })

  it('TOK-2 without any usage the counts stay as they are', () => {
    const result = calibrate([
      { counted: [7, 8], input: null },
      { counted: [9], input: null },
    ])
    expect(result).toEqual({ tokens: [[7, 8], [9]], unexplained: 0, ratio: 1 })
  })

  it('TOK-2 shares are whole numbers that sum to the goal, none off its exact share by one or more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(10_000), { minLength: 1, maxLength: 20 }),
        fc.nat(100_000),
        (weights, goal) => {
          const whole = weights.reduce((a, b) => a + b, 0)
          const parts = share(weights, goal)
          if (whole === 0) return
          expect(parts.reduce((a, b) => a + b, 0)).toBe(goal)
          parts.forEach((part, index) => {
            expect(Math.abs(part - ((weights[index] ?? 0) * goal) / whole)).toBeLessThan(1)
          })
        },
      ),
    )
  })
})
