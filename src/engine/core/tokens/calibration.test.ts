import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, fittedTokens, sentRatios } from './calibration.ts'

describe('calibration', () => {
  it('TOK-2 growth between calls is shared among the blocks between them, worked by hand', () => {
    const result = calibrate([
      { counted: [100], input: 5130 },
      { counted: [60, 40], input: 5260 },
      { counted: [10, 20, 70], input: 5390 },
    ])
    // Both steps grew by 130 tokens for 100 counted ones: a ratio of 1.3.
    expect(result.ratio).toBeCloseTo(1.3, 12)
    // Nothing is known before the first call, so its block keeps its count.
    expect(result.tokens).toEqual([[100], [78, 52], [13, 26, 91]])
    expect(result.ratios).toEqual([1, 1, 1.3])
    // The first call has 5,030 tokens that no text of the log explains.
    expect(result.unexplained).toBe(5030)
  })

  it('TOK-2 if the first call is known completely, its prompt fits its blocks and nothing is unexplained', () => {
    const calls = [
      { counted: [300, 100], input: 600 },
      { counted: [100], input: 730 },
    ]
    const result = calibrate(calls, { whole: true })
    expect(result.tokens).toEqual([[450, 150], [130]])
    expect(result.unexplained).toBe(0)
    expect(result.ratios).toEqual([1, 1.5])
    // A prompt much larger than its blocks contains something else.
    expect(calibrate([{ counted: [300, 100], input: 6000 }], { whole: true }).tokens).toEqual([[300, 100]])
  })

  it('TOK-2 a prompt that shrank was edited, so its step uses the previous ratio and the next step starts from there', () => {
    const result = calibrate([
      { counted: [100], input: 1000 },
      { counted: [100], input: 1200 },
      { counted: [100], input: 300 },
      { counted: [100], input: 500 },
    ])
    expect(result.ratio).toBe(2)
    expect(result.tokens).toEqual([[100], [200], [200], [200]])
  })

  it('TOK-2 a step that grew more than its texts can cost lost nothing, whatever few words before it cost; worked by hand', () => {
    const result = calibrate([
      { counted: [2000], input: 2000 },
      // Ids and names around two short blocks: seven tokens for each counted one.
      { counted: [10, 10], input: 2140 },
      // At that ratio it would be 1,400 of 600, which is above 2.5 × 200 + 64.
      { counted: [200], input: 2740 },
    ])
    expect(result.tokens).toEqual([[2000], [70, 70], [600]])
    expect(result.adjustments).toEqual([0, 0, 0])
    expect(result.growth).toEqual([0, 0, 0])
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
    expect(result).toMatchObject({ tokens: [[7, 8], [9]], unexplained: 0, ratios: [1, 1], ratio: 1 })
    expect([result.growth, result.adjustments]).toEqual([
      [0, 0],
      [0, 0],
    ])
  })

  it('TOK-2 tokens that texts cannot explain are growth, a loss is an adjustment, and later growth reduces it; worked by hand', () => {
    const result = calibrate([
      { counted: [100], input: 5100 },
      // 1,300 for 1,000: from here on the ratio is known.
      { counted: [600, 400], input: 6400 },
      // 100 counted tokens are 130 at that ratio. Their maximum is 1.6 times as much, and 64 around the block: 272.
      { counted: [100], input: 6400 + 272 },
      { counted: [100], input: 6672 + 273 + 500 },
      // 130 arrived, and 1,000 are missing.
      { counted: [100], input: 7445 + 130 - 1000 },
      // 400 of the missing ones come back, with 130 for the text.
      { counted: [100], input: 6575 + 530 },
      { counted: [100], input: 7105 + 130 + 700 },
    ])
    expect(result.tokens.slice(0, 3)).toEqual([[100], [780, 520], [272]])
    // The third step changed the ratio to 1,572 / 1,100.
    const text = Math.round((100 * 1572) / 1100)
    expect(result.tokens.slice(3)).toEqual([[text], [text], [text], [text]])
    const owed = 130 - 1000 - text
    expect(result.adjustments).toEqual([0, 0, 0, 0, owed, 530 - text, -(owed + 530 - text)])
    expect(result.growth).toEqual([0, 0, 0, 773 - text, 0, 0, 830 - text + owed + 530 - text])
    expect(result.unexplained).toBe(5000)
  })

  it('TOK-2 the sum of blocks, growth and adjustments is the recorded usage of each call, whatever that is', () => {
    const call = fc.record({
      counted: fc.array(fc.nat(500), { maxLength: 3 }),
      input: fc.option(fc.nat(20_000)),
    })
    const start = fc.record({
      whole: fc.boolean(),
      prior: fc.option(fc.double({ min: 0.5, max: 2, noNaN: true }), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(call, { maxLength: 12 }), start, (calls, { whole, prior }) => {
        const result = calibrate(calls, { whole, ...(prior !== undefined && { prior }) })
        let sum = 0
        let owed = 0
        calls.forEach(({ input }, index) => {
          for (const tokens of result.tokens[index] ?? []) {
            expect(Number.isInteger(tokens) && tokens >= 0).toBe(true)
            sum += tokens
          }
          owed += result.adjustments[index] ?? 0
          expect(owed).toBeLessThanOrEqual(0)
          expect(result.growth[index]).toBeGreaterThanOrEqual(0)
          sum += (result.growth[index] ?? 0) + (result.adjustments[index] ?? 0)
          if (input !== null) expect(sum + result.unexplained).toBe(input)
        })
      }),
    )
  })

  it('EDIT-4 the first calls are calibrated the same whether or not more calls follow', () => {
    const call = fc.record({
      counted: fc.array(fc.nat(500), { minLength: 1, maxLength: 3 }),
      input: fc.option(fc.nat(20_000)),
    })
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 12 }), fc.nat(11), (calls, cut) => {
        // Calls settled together end with one that has usage, and so does the prefix.
        const end = calls.findIndex((one, index) => index >= cut % calls.length && one.input !== null)
        if (end < 0) return
        const whole = calibrate(calls)
        const part = calibrate(calls.slice(0, end + 1))
        expect(part.tokens).toEqual(whole.tokens.slice(0, end + 1))
        expect(part.ratios).toEqual(whole.ratios.slice(0, end + 1))
        expect(part.unexplained).toBe(whole.unexplained)
        expect(part.growth).toEqual(whole.growth.slice(0, end + 1))
        expect(part.adjustments).toEqual(whole.adjustments.slice(0, end + 1))
      }),
    )
  })
})

describe('a conversation whose requests were counted when they were sent', () => {
  it('TOK-2 the ratio is that of the previous steps; a call’s own step counts for later ones; worked by hand', () => {
    const ratios = sentRatios([
      { counted: null, input: null },
      // 700 more than counted, for the tools. This is not a step, so nothing is known yet.
      { counted: 1000, input: 1900 },
      { counted: 2000, input: 3100 },
      // 100 for 1,000, and 4,000 for 1,000, cannot be a tokenizer's difference: something else was billed.
      { counted: 3000, input: 3200 },
      { counted: 4000, input: 7200 },
      { counted: 4500, input: null },
      // Removed, and billed less: 1,300 for 1,000.
      { counted: 3000, input: 5900 },
      // Removed, and billed more.
      { counted: 2000, input: 6000 },
      { counted: 2000, input: 6100 },
    ])
    expect(ratios.before).toEqual([1, 1, 1, 1.2, 1.2, 1.2, 1.2, 1.25, 1.25])
    expect(ratios.after).toEqual([1, 1, 1.2, 1.2, 1.2, 1.2, 1.25, 1.25, 1.25])
    expect(ratios.ratio).toBe(1.25)
    expect(sentRatios([{ counted: 10, input: 12 }])).toEqual({ before: [1], after: [1], ratio: null })
  })

  it('TOK-2 tokens billed in addition to the texts do not affect the ratio', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }), { minLength: 2, maxLength: 12 }),
        fc.nat(5000),
        fc.integer({ min: 2, max: 9 }),
        (sizes, beside, fourths) => {
          const calls = sizes.map((size) => ({ counted: size * 4, input: beside + size * fourths }))
          expect(sentRatios(calls).ratio).toBeCloseTo(fourths / 4, 12)
        },
      ),
    )
  })

  it('EDIT-4 no call changes earlier results, and the last part is known without its usage', () => {
    const call = fc.record({ counted: fc.option(fc.nat(20_000)), input: fc.option(fc.nat(40_000)) })
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 12 }), fc.nat(11), (calls, cut) => {
        const end = cut % calls.length
        const whole = sentRatios(calls)
        const part = sentRatios([...calls.slice(0, end), { counted: null, input: null }])
        expect(part.before).toEqual(whole.before.slice(0, end + 1))
        expect(part.after.slice(0, end)).toEqual(whole.after.slice(0, end))
      }),
    )
  })

  it('TOK-3 the blocks of a message and its overhead sum to the calibrated message', () => {
    expect(fittedTokens(100, 4, 1)).toBe(100)
    // 104 counted are 130; they include the 4 that the window counts separately.
    expect(fittedTokens(100, 4, 1.25)).toBe(126)
    expect(fittedTokens(100, 0, 1.25)).toBe(125)
    expect(fittedTokens(0, 4, 0.5)).toBe(0)
  })
})
