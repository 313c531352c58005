import { expect, it } from 'vitest'
import { differenceOf } from './verdict.ts'
import type { Part } from './estimate.ts'

const costs = (values: readonly number[]): Part[] => values.map((top) => ({ top, bottom: 1 }))
const kept = (values: readonly number[]): Part[] => values.map((top) => ({ top, bottom: 100 }))

it('UNC-2 a lane that is 5 % cheaper in every conversation is better, however much the conversations differ', () => {
  const baseline = [1, 10, 100, 3, 7]
  const found = differenceOf(costs(baseline.map((usd) => usd * 0.95)), costs(baseline), 'relative', 'down')
  expect(found.verdict).toBe('better')
  for (const value of Object.values(found.estimate ?? {}).slice(0, 3)) expect(value).toBeCloseTo(-0.05)
  const turned = differenceOf(costs(baseline), costs(baseline.map((usd) => usd * 0.95)), 'relative', 'down')
  expect(turned.verdict).toBe('worse')
})

it('UNC-2 a certain difference that is too small to matter is not called better', () => {
  const baseline = [1, 10, 100]
  expect(
    differenceOf(costs(baseline.map((usd) => usd * 0.985)), costs(baseline), 'relative', 'down').verdict,
  ).toBe('unclear')
  // Half a point of the needed context, in every conversation.
  expect(differenceOf(kept([50.5, 60.5]), kept([50, 60]), 'share', 'up').verdict).toBe('unclear')
  expect(differenceOf(kept([52, 62]), kept([50, 60]), 'share', 'up').verdict).toBe('better')
})

it('UNC-2 a large difference whose interval includes zero is not called better, and says how many seeds would settle it', () => {
  const found = differenceOf(kept([90, 40, 60, 50]), kept([50, 50, 50, 50]), 'share', 'up')
  expect(found.verdict).toBe('unclear')
  expect(found.estimate?.value).toBeCloseTo(0.1)
  expect(found.seedsToSettle).toBeGreaterThan(4)
})

it('UNC-2 no more is said of that number than is known', () => {
  // A mean of 2 points more, whose interval reaches far below 0.
  const found = differenceOf(kept([90, 13, 71, 34]), kept([50, 50, 50, 50]), 'share', 'up')
  const { value, low, n } = found.estimate ?? { value: 0, low: 0, n: 0 }
  const exact = n * ((value - low) / value) * ((value - low) / value)
  const told = found.seedsToSettle ?? 0
  expect(exact).toBeGreaterThan(100)
  expect(String(told)).toMatch(/^\d\d0+$/)
  expect(told).toBeGreaterThanOrEqual(exact)
  expect(told).toBeLessThan(1.1 * exact)
})

it('UNC-2 one seed settles nothing', () => {
  const found = differenceOf(costs([1]), costs([2]), 'relative', 'down')
  expect(found).toMatchObject({ verdict: 'unclear', seedsToSettle: null })
})

it('UNC-2 lanes without the same seeds cannot be compared', () => {
  expect(() => differenceOf(costs([1]), costs([1, 2]), 'relative', 'down')).toThrow(
    'paired seeds need as many of both, not 1 and 2',
  )
})

it('UNC-2 the difference of two shares is that of the two figures, where one lane leaves needs out as unknown', () => {
  const part = (top: number, bottom: number): Part => ({ top, bottom })
  const found = differenceOf([part(23, 30), part(23, 30)], [part(10, 20), part(9, 20)], 'share', 'up')
  // 46 of 60 and 19 of 40; a resample has the first seed of both, the second of both, or one of each.
  expect(found.estimate?.value).toBeCloseTo(46 / 60 - 19 / 40, 12)
  expect(found.estimate?.low).toBeCloseTo(46 / 60 - 20 / 40, 12)
  expect(found.estimate?.high).toBeCloseTo(46 / 60 - 18 / 40, 12)
  expect(differenceOf([part(23, 30)], [part(0, 0)], 'share', 'up').estimate).toBeNull()
})
