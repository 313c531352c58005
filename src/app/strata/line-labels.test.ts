import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LimitLine } from '../../view/index.ts'
import { isUnderLabel, lineLabels } from './line-labels.ts'
import { scaleOf } from './scale.ts'

function pictureOf(limit: number, yellow: number, orange: number, red: number, reserve: number) {
  const zone = (name: 'yellow' | 'orange' | 'red', share: number): LimitLine => ({
    key: `pressure.thresholds.${name}`,
    zone: name,
    share,
    tokens: share * limit,
  })
  return {
    lines: [
      zone('yellow', yellow),
      zone('orange', orange),
      zone('red', red),
      { key: 'max_context_tokens', zone: null, share: 1, tokens: limit },
    ],
    reserve: { low: limit * (1 - reserve), high: limit },
  }
}

const usual = pictureOf(40_000, 0.5, 0.75, 0.9, 0.05)

describe('labels of lines', () => {
  it('say the key and the value, each on its line', () => {
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 40_000)
    const labels = lineLabels(usual, scale)
    expect(labels.map(({ text }) => text)).toEqual([
      'max_context_tokens 40,000',
      'budget.allocations.output_reserved 2,000',
      'pressure.thresholds.red 90 % · 36,000',
      'pressure.thresholds.orange 75 % · 30,000',
      'pressure.thresholds.yellow 50 % · 20,000',
    ])
    expect(labels.slice(2).map(({ y }) => y)).toEqual([20, 50, 100])
  })

  it('are shorter in a narrow plot, and in full in their titles', () => {
    const scale = scaleOf({ width: 390, left: 40, right: 10, from: 0, to: 50 }, 200, 40_000)
    const red = lineLabels(usual, scale).find(({ key }) => key.endsWith('red'))
    expect(red).toMatchObject({ text: '…red 90 % · 36,000', title: 'pressure.thresholds.red 90 % · 36,000' })
  })

  it('leave out lines above the picture', () => {
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 25_000)
    expect(lineLabels(usual, scale).map(({ key }) => key)).toEqual(['pressure.thresholds.yellow'])
  })

  it('never cover one another, however close the lines are', () => {
    const share = fc.double({ min: 0.05, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        share,
        share,
        share,
        fc.integer({ min: 130, max: 400 }),
        fc.integer({ min: 300, max: 1600 }),
        (a, b, c, height, width) => {
          const scale = scaleOf({ width, left: 40, right: 10, from: 0, to: 50 }, height, 40_000)
          const labels = lineLabels(pictureOf(40_000, a, b, c, 0.1), scale)
          expect(labels).toHaveLength(5)
          for (const [index, one] of labels.entries())
            for (const other of labels.slice(index + 1)) {
              const beside = one.end <= other.x || other.end <= one.x
              expect(beside || Math.abs(one.y - other.y) >= 10.99).toBe(true)
            }
        },
      ),
    )
  })

  it('keep letters from under them', () => {
    const scale = scaleOf({ width: 900, left: 40, right: 10, from: 0, to: 50 }, 200, 40_000)
    const labels = lineLabels(usual, scale)
    expect(isUnderLabel(labels, { x: 100, y: 52 })).toBe(true)
    expect(isUnderLabel(labels, { x: 600, y: 52 })).toBe(false)
    expect(isUnderLabel(labels, { x: 100, y: 75 })).toBe(false)
  })
})
