import { expect, test } from 'vitest'
import { AIMS, bestOf, isTooFew } from './best.ts'
import type { Aim } from './best.ts'
import type { SeedFigures } from './figures.ts'
import { summaryOf } from './summary.ts'

/** A run that costs so much and meets so many of ten needs, on a log of some size. */
const ran = (usd: number, met: number, fit = true): SeedFigures => ({
  cost: { top: usd, bottom: 1 },
  needed: { top: met, bottom: 10 },
  constraints: { top: 0, bottom: 0 },
  fit,
  reached: fit,
})

/** Twelve logs with the same figures: every difference is certain. */
const logs = (...lanes: readonly SeedFigures[]) => Array.from({ length: 12 }, () => lanes)

const best = (aim: Aim, of: readonly (readonly SeedFigures[])[], lost: readonly number[]) =>
  bestOf(of, summaryOf(of, 0), lost, 0, aim)

const three = logs(ran(10, 9), ran(8, 9), ran(4, 5), ran(7.95, 9))

test('UNC-3 each aim allows what its sentence says, worked by hand', () => {
  // Lane 2 is cheapest but misses 40 points; lane 3 is cheaper than lane 1 and loses a constraint.
  expect(best('safe', three, [0, 0, 0, 1])).toMatchObject({ lane: 1, verdict: 'better', rivals: [] })
  expect(best('tolerant', three, [0, 0, 0, 2])).toMatchObject({ lane: 3, verdict: 'better', rivals: [1] })
  expect(best('tolerant', three, [0, 0, 0, 3]).lane).toBe(1)
  expect(best('cheapest', three, [0, 0, 9, 0])).toMatchObject({ lane: 2, figure: 'cost' })
  const keeping = logs(ran(10, 8), ran(10, 9), ran(11, 10))
  expect(best('keeping', keeping, [0, 0, 0])).toMatchObject({ lane: 1, figure: 'needed', verdict: 'better' })
})

test('UNC-3 a lane that loses 13 points in the mean is not safe, however unclear a few logs make that', () => {
  const few = [10, 10, 10, 6, 7.5].map((met) => [ran(10, 10), ran(8, met), ran(9, 10)])
  expect(summaryOf(few, 0)[1]?.needed.difference).toMatchObject({ verdict: 'unclear' })
  expect(best('safe', few, [0, 0, 0]).lane).toBe(2)
  // Half a point is less than counts.
  const little = [10, 10, 10, 10, 9.75].map((met) => [ran(10, 10), ran(8, met), ran(9, 10)])
  expect(best('safe', little, [0, 0, 0]).lane).toBe(1)
})

test('UNC-3 the baseline stays if nothing allowed is ahead of it, and that is no clear difference', () => {
  const dearer = logs(ran(10, 9), ran(12, 10))
  expect(best('safe', dearer, [0, 0])).toMatchObject({ lane: 0, verdict: 'unclear' })
  const equal = logs(ran(10, 9), ran(10, 9))
  expect(best('safe', equal, [0, 0]).lane).toBe(0)
})

test('UNC-3 a lane that ends early is not best, and a few logs give no verdict', () => {
  const early = logs(ran(10, 9, false), ran(8, 9), ran(1, 9, false))
  expect(best('cheapest', early, [0, 0, 0]).lane).toBe(1)
  expect(best('safe', three.slice(0, 9), [0, 0, 0, 1])).toMatchObject({ lane: 1, verdict: 'unclear' })
})

test('UNC-3 a baseline that ended early costs little for that: it is best only if no lane that went on is allowed', () => {
  const early = logs(ran(1, 5, false), ran(8, 9), ran(9, 9.5))
  expect(best('safe', early, [0, 0, 0])).toMatchObject({ lane: 1, rivals: [] })
  expect(best('keeping', early, [0, 0, 0])).toMatchObject({ lane: 2, figure: 'needed' })
  expect(best('safe', early, [0, 1, 1])).toMatchObject({ lane: 0 })
  // A log's own client sent what it sent, over the limit of this window or not.
  const over = early.map(([base, ...others]) => [{ ...(base as SeedFigures), reached: true }, ...others])
  expect(best('safe', over, [0, 0, 0])).toMatchObject({ lane: 0 })
})

test('UNC-3 a lane that stops in most logs is not best, and one that stops in a few is compared without those', () => {
  // By hand: where the lane went on it costs as much as the client, where it stopped a tenth of that.
  const stops = (often: number) =>
    Array.from({ length: 29 }, (_, log) => [ran(10, 9), log < often ? ran(1, 9, false) : ran(10, 9)])
  for (const aim of ['safe', 'tolerant', 'cheapest'] as const)
    expect(best(aim, stops(25), [0, 0])).toMatchObject({ lane: 0, verdict: 'unclear' })
  expect(summaryOf(stops(3), 0)[1]?.cost.difference).toMatchObject({
    estimate: { value: 0, n: 26 },
    verdict: 'unclear',
  })
  expect(best('cheapest', stops(2), [0, 0]).lane).toBe(0)
  // 20 % cheaper in 13 logs that both finish: a window that one log does not fit hides nothing.
  const cheaper = Array.from({ length: 14 }, (_, log) => [
    ran(10, 9),
    log === 0 ? ran(1, 1, false) : ran(8, 9),
  ])
  expect(best('safe', cheaper, [0, 0])).toMatchObject({ lane: 1, verdict: 'better' })
  expect(summaryOf(cheaper, 0)[1]?.cost.difference?.estimate?.value).toBeCloseTo(-0.2, 12)
})

test('UNC-3 of a single log the cheapest lane that loses nothing loses nothing there, and no dearer lane rivals it', () => {
  // Lane 2 is cheapest and misses 40 points; lane 3 costs 10 % more than lane 1, lane 4 costs 1 % more.
  const one = logs(ran(10, 9), ran(8, 9), ran(4, 5), ran(8.8, 9), ran(8.08, 9)).slice(0, 1)
  expect(best('safe', one, [0, 0, 0, 0, 0])).toEqual({
    lane: 1,
    figure: 'cost',
    verdict: 'unclear',
    rivals: [4],
  })
  const keeping = logs(ran(10, 8), ran(10.1, 9), ran(12, 10)).slice(0, 1)
  expect(best('keeping', keeping, [0, 0, 0])).toMatchObject({ lane: 1, rivals: [] })
})

test('UNC-3 a lane is compared over the logs that have it and the baseline', () => {
  const some = [
    ...logs(ran(10, 9), ran(5, 9)).slice(0, 6),
    ...Array.from({ length: 6 }, () => [ran(90, 9), undefined]),
  ]
  const [, lane] = summaryOf(some, 0)
  expect(lane?.cost.difference?.estimate).toMatchObject({ value: -0.5, n: 6 })
})

test('UNC-3 nine conversations are too few for a verdict, ten are not, and none have no difference', () => {
  const over = (n: number) => ({ estimate: { value: 0, low: 0, high: 0, n } })
  expect([over(9), over(10), { estimate: null }].map(isTooFew)).toEqual([true, false, false])
})

test('UNC-3 a lane that leaves something to a provider that no log has is not best, and of two that do the same the one for more logs is', () => {
  const lacked = (one: SeedFigures): SeedFigures => ({ ...one, lackedBy: 'OpenAI' })
  const none = logs(ran(10, 9), ran(8, 9), lacked(ran(4, 9)))
  for (const aim of AIMS) expect(best(aim, none, [0, 0, 0])).toMatchObject({ lane: 1, rivals: [] })
  // Half of the logs are of a provider that has it.
  const mixed = none.map((lanes, at) => (at % 2 === 0 ? [...lanes.slice(0, 2), ran(4, 9)] : lanes))
  expect(best('safe', mixed, [0, 0, 0]).lane).toBe(2)
  expect(summaryOf(mixed, 0)[2]).toMatchObject({ offered: 6, lackedBy: ['OpenAI'] })
  const equal = logs(ran(10, 9), ran(8, 9), ran(8, 9))
  const tied = equal.map((lanes, at) => (at === 0 ? [ran(10, 9), lacked(ran(8, 9)), ran(8, 9)] : lanes))
  expect([best('safe', equal, [0, 0, 0]).lane, best('safe', tied, [0, 0, 0]).lane]).toEqual([1, 2])
})
