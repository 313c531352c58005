import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heldOutError } from './calibration.ts'

describe('TOK-5 the error of counts on calls that were not used for calibration', () => {
  it('TOK-5 one ratio from the first half, measured on the second; worked by hand', () => {
    const calls = [
      { counted: [100], input: 1000 },
      { counted: [200], input: 1250 },
      // Half of the calls: 250 for 200. From here on 1.25 per counted token.
      { counted: [400], input: 1800 },
      { counted: [80], input: null },
      { counted: [120], input: 2000 },
      { counted: [100], input: 4000 },
    ]
    // 1,250 + 500 = 1,750; + 250 = 2,000; + 125 = 2,125
    const errors = [50 / 1800, 0, 1875 / 4000]
    expect(heldOutError([{ calls, fitted: 2, start: {} }])).toEqual({
      calls: 3,
      median: errors[0],
      p95: errors[2],
      peak: (2125 - 4000) / 4000,
    })
  })

  it('TOK-5 a window that opens later begins with its first prompt, and an undone edit with the prompt after it', () => {
    const first = [
      { counted: [100], input: 1000 },
      { counted: [100], input: 1100 },
      { counted: [100], input: 300, edited: true },
      { counted: [100], input: 400 },
    ]
    const later = [
      { counted: [10], input: 9000 },
      { counted: [100], input: 9100 },
    ]
    expect(
      heldOutError([
        { calls: first, fitted: 2, start: {} },
        { calls: later, fitted: 0, start: {} },
      ]),
    ).toEqual({ calls: 2, median: 0, p95: 0, peak: 0 })
  })

  it('TOK-5 no error is given if the first half has no ratio, or nothing is left to compare', () => {
    const one = { counted: [10], input: 100 }
    expect(heldOutError([])).toBeNull()
    expect(heldOutError([{ calls: [one, one], fitted: 1, start: {} }])).toBeNull()
    expect(heldOutError([{ calls: [one, { counted: [10], input: 110 }], fitted: 2, start: {} }])).toBeNull()
  })

  it('TOK-5 texts that all cost the same have no error, whatever they cost', () => {
    const sizes = fc.array(fc.integer({ min: 40, max: 5000 }), { minLength: 4, maxLength: 30 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 2, max: 8 }), fc.nat(90_000), (steps, fourths, beside) => {
        let input = beside
        const calls = steps.map((size) => ({ counted: [size * 4], input: (input += size * fourths) }))
        const found = heldOutError([{ calls, fitted: Math.floor(steps.length / 2), start: {} }])
        expect(found?.p95).toBeLessThan(1e-9)
      }),
    )
  })
})
