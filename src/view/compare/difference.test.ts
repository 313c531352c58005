import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MetricId, MetricKind, MetricRow } from '../../sim/index.ts'
import { metricTable, differenceText, shownDifference } from './comparison.ts'
import { forkFigures } from './fork-figures.ts'

/** A figure in steps of its last digit, read from its text: 93.9 % is 939, −1,200 is −1200. */
function steps(text: string): number {
  const digits = text.replace(/[^\d]/gu, '')
  return (/^[−-]/u.test(text) ? -1 : 1) * Number(digits)
}

function row(id: string, kind: MetricKind, value: number, text: string): MetricRow {
  return {
    id: id as MetricId,
    label: id,
    value,
    of: null,
    unit: '',
    kind,
    direction: 'up',
    text,
  }
}

describe('FIG a difference is the difference of the shown figures', () => {
  it.each([
    // By hand: 93.9 − 91.8, although 0.93851 − 0.91849 is 2.002 points.
    [0.93851, 0.91849, '+2.1 points'],
    // 49.0 − 48.9, although they differ by 0.006 points.
    [0.48955, 0.48949, '+0.1 points'],
    // 50.0 − 50.0, although they differ by 0.088 points.
    [0.50044, 0.49956, '±0 points'],
    [0.25, 0.24, '+1.0 point'],
    [0.24, 0.25, '−1.0 point'],
  ])('%d compared with %d is %s', (value, base, text) => {
    expect(differenceText(shownDifference(value, base, 'share'), 'share')).toBe(text)
  })

  it('in the metric table and for forks, the shown difference is what a reader gets by subtracting the shown figures', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b) => {
          const shares = [a, b].map((value) =>
            row('need-hit-rate', 'share', value, `${(value * 100).toFixed(1)} %`),
          )
          const rates = [a, b].map((value) =>
            row('evicted-blocks', 'rate', value * 40, (value * 40).toFixed(2)),
          )
          const [base, other] = [0, 1].map((lane) => ({
            name: `${lane}`,
            label: '',
            rows: [shares, rates].flatMap((rows) => rows[lane] ?? []),
          }))
          if (base === undefined || other === undefined) throw new Error('no lanes')
          const figures = forkFigures(base, other)
          for (const { id, cells } of metricTable([base, other])) {
            const [first, second] = cells
            const expected = steps(second?.text ?? '') - steps(first?.text ?? '')
            expect(steps(second?.differenceText ?? '')).toBe(expected + 0)
            expect(second?.differenceText.startsWith('±0')).toBe(expected === 0)
            expect(second?.verdict === 'same').toBe(expected === 0)
            const fork = figures.find((one) => one.id === id)
            expect(fork?.difference).toBe(second?.differenceText)
            expect(fork?.same).toBe(expected === 0)
          }
        },
      ),
    )
  })
})
