import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedOf, frontOf, halved, isBest, roundsOf, searched, spreadPoint } from './search.ts'
import type { Found, Point } from './search.ts'

const points = fc.array(
  fc.record({ cost: fc.integer({ min: 0, max: 9 }), needed: fc.integer({ min: 0, max: 9 }) }),
  { minLength: 1, maxLength: 12 },
)

/** Cheaper and as good, or better for as little. */
const beats = (one: Point, other: Point): boolean =>
  one.cost <= other.cost && one.needed >= other.needed && (one.cost < other.cost || one.needed > other.needed)

test('a point is among the best if none beats it', () => {
  fc.assert(
    fc.property(points, (all) => {
      for (const point of all) expect(isBest(point, all)).toBe(!all.some((other) => beats(other, point)))
    }),
  )
})

test('halving keeps as many as asked: all of the best if there is room, and otherwise nothing else', () => {
  fc.assert(
    fc.property(points, fc.integer({ min: 1, max: 12 }), (all, keep) => {
      const kept = halved(all, keep)
      expect(kept).toHaveLength(Math.min(keep, all.length))
      expect(new Set(kept).size).toBe(kept.length)
      const best = all.flatMap((point, at) => (isBest(point, all) ? [at] : []))
      if (best.length <= keep) expect(kept).toEqual(expect.arrayContaining(best))
      else expect(best).toEqual(expect.arrayContaining([...kept]))
    }),
  )
})

test('of a front that is too long both ends stay', () => {
  const front = [1, 2, 3, 4, 5].map((cost) => ({ cost, needed: cost }))
  expect(halved(front, 3)).toEqual([0, 2, 4])
  expect(halved(front, 2)).toEqual([0, 4])
})

test('the points of a sequence fill a line, and each axis of a cube, without wide gaps', () => {
  for (const dimensions of [1, 2, 5])
    for (let axis = 0; axis < dimensions; axis++) {
      const along = Array.from({ length: 64 }, (_, nth) => spreadPoint(nth, dimensions)[axis] ?? 0)
      const sorted = [0, ...along.toSorted((a, b) => a - b), 1]
      const gaps = sorted.slice(1).map((value, at) => value - (sorted[at] ?? 0))
      // Random points leave a gap of about ln(64) / 64 = 0.065 on average, and often more.
      expect(Math.max(...gaps)).toBeLessThan(dimensions === 1 ? 0.04 : 0.065)
    }
})

test('the rounds halve the candidates and double the logs, and the last has every log', () => {
  expect(roundsOf(64, 40)).toEqual([
    { every: 8, candidates: 64 },
    { every: 4, candidates: 32 },
    { every: 2, candidates: 16 },
    { every: 1, candidates: 8 },
  ])
  expect(roundsOf(32, 4)).toEqual([
    { every: 4, candidates: 32 },
    { every: 2, candidates: 16 },
    { every: 1, candidates: 8 },
  ])
  expect(roundsOf(32, 1)).toEqual([{ every: 1, candidates: 32 }])
  expect(roundsOf(5, 40)).toEqual([{ every: 1, candidates: 5 }])
})

/** What a search keeps of a run that costs so much, and comes to its end or not. */
const found = (usd: number, fit: boolean): Found => ({
  study: {
    cost: { top: usd, bottom: 1 },
    needed: { top: 1, bottom: 1 },
    constraints: { top: 0, bottom: 0 },
    fit,
    reached: fit,
  },
  lost: 0,
})

test('a log that no lane comes through is left out of a search; a lane that stops where another does not is no bargain', async () => {
  // Log 2 is too large for every lane; lane b stops in log 1, too; d is the cheapest of those that come through the others.
  const costs: Readonly<Record<string, number>> = { base: 5, a: 4, b: 1, c: 3, d: 2 }
  const finalists = await searched('base', ['a', 'b', 'c', 'd'], 3, (sources, lanes) =>
    Promise.resolve(
      sources.map((log) =>
        lanes.map((lane) => found(costs[lane] ?? 0, log !== 2 && (lane !== 'b' || log !== 1))),
      ),
    ),
  )
  const compared = comparedOf(finalists)
  expect(frontOf(compared)).toEqual([{ lane: 'd', cost: 2, needed: 1, lost: 0, reached: 2 }])
  expect(compared.every(({ figures }) => figures.length === 2)).toBe(true)
})

test('the halving of a search goes by figures although one log fits no lane', async () => {
  // 32 candidates, the last ones cheapest; the first log, which every round has, fits none.
  const candidates = Array.from({ length: 32 }, (_, at) => String(32 - at))
  const finalists = await searched('99', candidates, 8, (sources, lanes) =>
    Promise.resolve(sources.map((log) => lanes.map((lane) => found(Number(lane), log !== 0)))),
  )
  expect(frontOf(comparedOf(finalists)).map(({ lane }) => lane)).toEqual(['1'])
})

test('EDITAPI-1 a candidate whose edits no log’s provider has is no find of a search', async () => {
  const costs: Readonly<Record<string, number>> = { base: 5, edits: 1, own: 3 }
  const finalists = await searched('base', ['edits', 'own'], 2, (sources, lanes) =>
    Promise.resolve(
      sources.map(() =>
        lanes.map((lane) => {
          const one = found(costs[lane] ?? 0, true)
          return lane === 'edits' ? { ...one, study: { ...one.study, lackedBy: 'OpenAI' } } : one
        }),
      ),
    ),
  )
  expect(frontOf(finalists).map(({ lane }) => lane)).toEqual(['own'])
})
