import fc from 'fast-check'
import { expect, it } from 'vitest'
import { run } from '../../sim/index.ts'
import type { Trace } from '../../sim/index.ts'
import { expectSame } from '../../testing/expect-equal.ts'
import { runsOnce } from '../../testing/once.ts'
import { arbitraryTrace } from '../../testing/trace.ts'
import { pointOf, POINTS, turnAt, turnOfTick, xAt, xOfTick } from './axis.ts'

const ran = runsOnce((trace: Trace) => run(trace, { max_context_tokens: 3000, strategy: 'evict' }))
const turns = arbitraryTrace().map((trace) => ran(trace).data.turns)

it('LED-3 the points of a turn have increasing positions, a quarter of a turn apart', () => {
  const xs = POINTS.map((point) => xAt(7, point))
  expect(xs).toEqual([7, 7.25, 7.5, 7.75])
})

it('finds the turn of every tick that a run recorded', () => {
  fc.assert(
    fc.property(turns, (records) => {
      for (const record of records) {
        const last = record.responded?.tick ?? record.points.sent.tick
        for (let tick = record.points.arrived.tick; tick <= last; tick++) {
          expectSame(turnOfTick(records, tick), record.turn)
        }
      }
    }),
    { numRuns: 40 },
  )
})

it('draws a change at the first point that includes it', () => {
  fc.assert(
    fc.property(turns, (records) => {
      const last = records.at(-1)
      const points = records.flatMap((record) =>
        POINTS.map((point) => ({ x: xAt(record.turn, point), at: pointOf(record, point) })),
      )
      for (let tick = 1; tick <= (last?.responded?.tick ?? last?.points.sent.tick ?? 0); tick++) {
        const first = points.find(({ at }) => at !== null && at.tick >= tick)
        expectSame(xOfTick(records, tick), first?.x)
      }
    }),
    { numRuns: 40 },
  )
})

it('limits a turn to the turns of the run', () => {
  expect([-3, 0, 0.9, 4.99, 5, 99].map((x) => turnAt(x, 5))).toEqual([0, 0, 0, 4, 4, 4])
  expect(turnAt(3, 0)).toBe(0)
})
