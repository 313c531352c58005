import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completeConfig, presetConfig } from '../../../config/index.ts'
import { linesOfConfig, tokensAt } from '../../../view/index.ts'
import type { LimitLine } from '../../../view/index.ts'
import { movedTo, stepOf, valueAfter, valueAt, valueAtEnd, valueOf } from './line-value.ts'

const LIMIT = 34_406
const lines = linesOfConfig(completeConfig(presetConfig('hybrid')), LIMIT)

function lineOf(id: string, all: readonly LimitLine[] = lines): LimitLine {
  const found = all.find((line) => line.id === id)
  if (found === undefined) throw new Error(`no line is ${id}`)
  return found
}

const red = lineOf('pressure.thresholds.red')
const orange = lineOf('pressure.thresholds.orange')

describe('the value under a finger', () => {
  it('PRES-1 is the whole percent whose scaled line is nearest, up to the neighbours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: LIMIT }), (tokens) => {
        const value = valueAt(orange, lines, tokens, 0.01)
        expect(value).toBe(Math.round(value * 100) / 100)
        const miss = Math.abs(tokensAt(orange, value) - tokens)
        for (let percent = 61; percent <= 89; percent++)
          expect(miss).toBeLessThanOrEqual(Math.abs(tokensAt(orange, percent / 100) - tokens) + 1e-6)
        expect(value >= 0.61 && value <= 0.89).toBe(true)
      }),
    )
  })

  it('puts the line where it is said to be', () => {
    const moved = movedTo(red, 0.95, LIMIT)
    expect(moved).toMatchObject({ written: 0.95, tokens: tokensAt(red, 0.95) })
    expect(moved.share * LIMIT).toBeCloseTo(moved.tokens, 9)
  })

  it('stops where no allowed value reaches the line', () => {
    expect(valueAt(red, lines, LIMIT * 2, 0.01)).toBe(1)
    expect(valueAt(orange, lines, LIMIT, 0.01)).toBe(0.89)
    expect(valueAt(orange, lines, 0, 0.01)).toBe(0.61)
    expect(valueAtEnd(red, lines, 'min', 0.01)).toBe(0.76)
  })

  it('has tenths of a percent on request', () => {
    expect(stepOf(red, LIMIT, true)).toBe(0.001)
    expect(valueAt(red, lines, tokensAt(red, 0.8234), 0.001)).toBe(0.823)
  })

  it('is a round number of tokens for the window', () => {
    const limit = lineOf('max_context_tokens')
    expect(stepOf(limit, LIMIT, false)).toBe(100)
    expect(valueAt(limit, lines, 20_049, 100)).toBe(20_000)
    expect(valueAt(limit, lines, 5, 100)).toBe(2000)
  })
})

describe('the value after a key', () => {
  it('goes by a percent, or by five, and no further than the neighbours', () => {
    expect(valueAfter(red, lines, 1, 0.01)).toBe(0.91)
    expect(valueAfter(red, lines, -5, 0.01)).toBe(0.85)
    expect(valueAfter(orange, lines, 50, 0.01)).toBe(0.89)
  })

  it('BUD-3 for a reserve below its minimum begins at the effective reserve', () => {
    const reserve = lineOf('budget.allocations.output_reserved')
    expect(reserve.written).toBe(0.05)
    expect(valueOf(reserve)).toBeCloseTo(4096 / LIMIT, 9)
  })

  it('ROLL-1 for a budget that means the whole window begins there', () => {
    const all = linesOfConfig(completeConfig(presetConfig('rolling_summary')), LIMIT)
    const budget = lineOf('rolling_summary.max_input_tokens', all)
    expect(budget.written).toBe(0)
    expect(valueOf(budget)).toBe(LIMIT - 4096)
  })
})
