import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ZONES } from '../../engine/internal.ts'
import type { Verb } from '../../engine/index.ts'
import { run } from '../../sim/index.ts'
import type { EditRecord, TimelineData, Trace } from '../../sim/index.ts'
import { runsOnce } from '../../testing/once.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { pointOf, POINTS, xAt } from './axis.ts'
import {
  binRows,
  binSeries,
  turnTable,
  typeSeries,
  utilizationSeries,
  velocitySeries,
  zoneRuns,
} from './series.ts'

/** All laws meet the same conversations; each is run once. */
const ran = runsOnce(({ trace, limit }: { readonly trace: Trace; readonly limit: number }) =>
  run(trace, { max_context_tokens: limit, strategy: 'evict' }),
)
const timelines: fc.Arbitrary<TimelineData> = fc
  .tuple(arbitraryTrace(), fc.integer({ min: 2000, max: 8000 }))
  .map(([trace, limit]) => ran({ trace, limit }).data)

it('LED-3 the utilization line contains every point of every turn, and falls by what the edits freed', () => {
  fc.assert(
    fc.property(timelines, (data) => {
      const line = utilizationSeries(data)
      const expected = data.turns.flatMap((record) =>
        POINTS.flatMap((point) => {
          const at = pointOf(record, point)
          return at === null ? [] : [[xAt(record.turn, point), at.used]]
        }),
      )
      expect(line.map(({ x, tokens }) => [x, tokens])).toEqual(expected)
      for (const edit of data.edits) {
        const at = (point: string): number =>
          line.find((one) => one.turn === edit.turn && one.point === point)?.tokens ?? NaN
        const turnEdits = data.edits.filter((one) => one.turn === edit.turn)
        const change = turnEdits.reduce((sum, one) => sum + one.added - one.freed, 0)
        expect(at('sent') - at('arrived')).toBe(change)
      }
    }),
  )
})

it('LED-2 shares are relative to the limit', () => {
  const { data } = run(traceOf([{ role: 'user', content: 'x'.repeat(4000) }]), {
    max_context_tokens: 10000,
    strategy: 'evict',
  })
  const [first] = utilizationSeries(data)
  expect(first?.tokens).toBeGreaterThan(1000)
  expect(first?.share).toBe((first?.tokens ?? 0) / 10000)
})

it('LED-1 the tokens of all types add up to what was sent in each turn', () => {
  fc.assert(
    fc.property(timelines, (data) => {
      for (const row of typeSeries(data)) {
        expect(Object.values(row.byType).reduce((a, b) => a + b, 0)).toBe(row.used)
        expect(row.used).toBe(data.turns[row.turn]?.points.sent.used)
      }
    }),
  )
})

it('PRES-5 the zone ribbon changes exactly where the run recorded a zone change', () => {
  fc.assert(
    fc.property(timelines, (data) => {
      const runs = zoneRuns(data)
      const changes = runs.slice(1).map((one, index) => [one.from, runs[index]?.zone, one.zone])
      const recorded = data.turns.flatMap((record) =>
        record.events.flatMap((event) =>
          event.kind === 'zone'
            ? [[event.point === 'offered' ? record.turn : xAt(record.turn, 'sent'), event.from, event.to]]
            : [],
        ),
      )
      // A window begins in green; a run that begins in another zone records that, too.
      const opening = runs[0]?.zone === 'green' ? [] : [[0, 'green', runs[0]?.zone]]
      expect([...opening, ...changes]).toEqual(recorded)
      expect(runs[0]?.from).toBe(0)
      expect(runs.at(-1)?.to).toBe(data.turns.length)
    }),
  )
})

it('a shortened ribbon shows the worst zone of each bin', () => {
  fc.assert(
    fc.property(
      timelines,
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 0.9999, noNaN: true }),
      (data, most, place) => {
        const fine = zoneRuns(data, 0, Infinity)
        const coarse = zoneRuns(data, 0, most)
        expect(coarse.length).toBeLessThanOrEqual(Math.max(most, 1))
        const zoneAt = (runs: typeof fine, x: number): number =>
          ZONES.indexOf(runs.find((one) => one.from <= x && x < one.to)?.zone ?? 'green')
        const x = place * data.turns.length
        expect(zoneAt(coarse, x)).toBeGreaterThanOrEqual(zoneAt(fine, x))
        const worst = (runs: typeof fine): number => Math.max(...runs.map((one) => ZONES.indexOf(one.zone)))
        expect(worst(coarse)).toBe(worst(fine))
      },
    ),
  )
})

it('PRES-3 velocity points contain the recorded reading and mark spikes', () => {
  const quiet = Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: index === 8 ? 'x'.repeat(8000) : 'x'.repeat(400),
  }))
  const points = velocitySeries(run(traceOf(quiet), { max_context_tokens: 100000, strategy: 'evict' }).data)
  expect(points.map((point) => point.spike)).toEqual([false, false, false, false, true, false])
  // Each turn adds the user's message and the previous reply: 100, then 100 + 4 + 100 + 4 …
  const arrived = points.map((point) => point.arrived)
  const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length
  expect(points.map((point) => point.velocity)).toEqual(
    arrived.map((_, turn) => mean(arrived.slice(Math.max(0, turn - 4), turn + 1))),
  )
})

it('the turn table agrees with the ledger and the audit log', () => {
  fc.assert(
    fc.property(timelines, (data) => {
      const rows = turnTable(data)
      expect(rows.map((row) => row.turn)).toEqual(data.turns.map((turn) => turn.turn))
      for (const row of rows) expect(row.arrived - row.freed).toBe(row.sent)
      for (const { turn, edited, edits } of rows) {
        const own = data.edits.filter((edit) => edit.turn === turn)
        const changed = own.flatMap(({ blocks }) => blocks.filter(({ verb }) => verb !== 'insert'))
        expect(edited).toBe(new Set(changed.map(({ block }) => block)).size)
        expect(edits).toBe(own.filter(({ stage }) => stage !== 'repair').length)
      }
    }),
  )
})

it('EDIT-1 a turn counts each changed block once, none that an edit puts in, and no repair as an edit', () => {
  const { data } = run(traceOf([{ role: 'user', content: 'hello' }]), { max_context_tokens: 4000 })
  const [turn] = data.turns
  if (turn === undefined) throw new Error('the run is empty')
  type Part = readonly [block: number, verb: Verb, freed: number, added: number]
  const edit = (stage: string, ...parts: readonly Part[]) =>
    ({
      stage,
      freed: parts.reduce((sum, [, , freed]) => sum + freed, 0),
      added: parts.reduce((sum, [, , , added]) => sum + added, 0),
      blocks: parts.map(([block, verb, freed, added]) => ({ block, verb, freed, added })),
    }) as unknown as EditRecord
  const rowOf = (...edits: readonly EditRecord[]) =>
    turnTable({ ...data, edits, turns: [{ ...turn, edits: edits.map((_, index) => index) }] })[0]
  const summary = edit('compact', [1, 'absorb', 50, 0], [2, 'absorb', 50, 0], [9, 'insert', 0, 20])
  expect(rowOf(edit('evict', [1, 'replace', 80, 50]), summary)).toMatchObject({
    edits: 2,
    edited: 2,
    grew: false,
    freed: 110,
  })
  expect(rowOf(edit('carry_notes', [9, 'insert', 0, 20]))).toMatchObject({ edited: 0, freed: -20 })
  expect(rowOf(edit('rewrite', [1, 'rewrite', 10, 30]))).toMatchObject({ edited: 1, grew: true })
  expect(rowOf(edit('repair', [1, 'drop', 10, 0]))).toMatchObject({ edits: 0, edited: 1 })
})

it('binning keeps the first, last, smallest and largest point and the order, within the requested number', () => {
  const lists = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 500 })
  fc.assert(
    fc.property(lists, fc.integer({ min: 4, max: 60 }), (values, most) => {
      const points = values.map((value, index) => ({ value, index }))
      const kept = binSeries(points, (point) => point.value, most)
      expect(kept.length).toBeLessThanOrEqual(Math.max(most, 4))
      if (points.length <= most) expect(kept).toBe(points)
      expect(kept[0]).toBe(points[0])
      expect(kept.at(-1)).toBe(points.at(-1))
      const extremes = (list: typeof points): number[] => [
        Math.min(...list.map((one) => one.value)),
        Math.max(...list.map((one) => one.value)),
      ]
      expect(extremes([...kept])).toEqual(extremes(points))
      const order = kept.map((point) => point.index)
      expect(order).toEqual([...new Set(order)].sort((a, b) => a - b))
    }),
  )
})

it('binned type rows are rows of the run, and include its largest and smallest prompt', () => {
  fc.assert(
    fc.property(timelines, fc.integer({ min: 4, max: 12 }), (data, most) => {
      const rows = typeSeries(data)
      const kept = binRows(rows, most)
      expect(kept.length).toBeLessThanOrEqual(most)
      for (const row of kept) expect(rows).toContain(row)
      const used = (list: typeof kept): number[] => list.map((row) => row.used)
      expect(Math.max(...used(kept))).toBe(Math.max(...used(rows)))
      expect(Math.min(...used(kept))).toBe(Math.min(...used(rows)))
    }),
  )
})

it('binning keeps a single peak', () => {
  const points = Array.from({ length: 5000 }, (_, index) => (index === 3333 ? 1 : 0))
  expect(binSeries(points, (point) => point)).toContain(1)
  expect(binSeries(points, (point) => point).length).toBeLessThanOrEqual(300)
})
