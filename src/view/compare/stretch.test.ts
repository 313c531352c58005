import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { bornByType, bornIn, stretchFigures } from './stretch.ts'
import { turnTable } from '../layout/series.ts'
import { windowAt } from '../layout/window-at.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const limit = Math.floor(unmanagedPeak(intake) / 2)

function runOf(config: PartialConfig): TimelineData {
  return run(trace, { max_context_tokens: limit, ...config }, { intake }).data
}

const runs: Readonly<Record<string, TimelineData>> = {
  hybrid: runOf({ strategy: 'evict', eviction: { policy: 'hybrid' } }),
  compacting: runOf({
    strategy: 'managed',
    compression: { cascade: { '0.6': 'conversation_compaction' } },
  }),
  unmanaged: runOf({ strategy: 'unmanaged' }),
}
const turns = trace.turns.length

/** A naive twin: for each block the first turn whose window has it at some point. */
function birthsIn(data: TimelineData): ReadonlyMap<number, number> {
  const births = new Map<number, number>()
  for (const { turn, window, points, responded } of data.turns) {
    if (window !== 0) continue
    for (const point of [points.arrived, points.offered, points.sent, responded]) {
      if (point === null) continue
      for (const { block } of windowAt(data, point.tick, 0)) if (!births.has(block)) births.set(block, turn)
    }
  }
  return births
}

const stretches = fc
  .tuple(fc.nat(turns - 1), fc.nat(turns - 1))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))

describe.each(Object.entries(runs))('a range of turns of %s', (_, data) => {
  it('LED-1 tokens before + arrived − freed + added = tokens after', () => {
    fc.assert(
      fc.property(stretches, (stretch) => {
        const { before, came, freed, added, after } = stretchFigures(data, stretch)
        expectSame(before + came - freed + added, after)
        expect(came).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('LED-1 the figures of two adjacent ranges add up to those of the whole', () => {
    fc.assert(
      fc.property(stretches, fc.nat(turns - 1), ({ from, to }, cut) => {
        fc.pre(cut >= from && cut < to)
        const whole = stretchFigures(data, { from, to })
        const [first, second] = [
          stretchFigures(data, { from, to: cut }),
          stretchFigures(data, { from: cut + 1, to }),
        ]
        for (const key of ['turns', 'came', 'freed', 'added', 'sent', 'edits', 'needs', 'lost'] as const)
          expectSame(first[key] + second[key], whole[key], key)
        expectEqual([first.before, second.after], [whole.before, whole.after])
      }),
    )
  })

  it('agrees with the turn table', () => {
    const rows = turnTable(data)
    const whole = stretchFigures(data, { from: 0, to: turns - 1 })
    const sum = (of: (row: (typeof rows)[number]) => number): number =>
      rows.reduce((total, row) => total + of(row), 0)
    expect(whole.sent).toBe(sum(({ sent }) => sent))
    expect(whole.freed - whole.added).toBe(sum(({ freed }) => freed))
    expect([whole.edits, whole.needs, whole.lost]).toEqual([
      sum(({ edits }) => edits),
      sum(({ needs }) => needs),
      sum(({ lost }) => lost),
    ])
  })

  it('the blocks that first appeared in it and are still present are those in the last window', () => {
    const births = birthsIn(data)
    fc.assert(
      fc.property(stretches, (stretch) => {
        const born = bornIn(data, stretch)
        const last = data.turns.findLast(({ window }) => window === 0)
        const tick = (last?.responded ?? last?.points.sent)?.tick ?? 0
        const standing = windowAt(data, tick, 0)
        for (const entry of standing) {
          const turn = births.get(entry.block) ?? -1
          const expected = turn >= stretch.from && turn <= stretch.to
          const found = born.find(({ block }) => block === entry.block)
          expectSame(found !== undefined, expected, `block ${entry.block} of turn ${turn}`)
          if (found !== undefined) expectEqual([found.now, found.state], [entry.tokens, entry.state])
        }
        for (const { block, fate } of born)
          expectSame(
            fate === 'gone',
            standing.every((entry) => entry.block !== block),
          )
        const types = bornByType(born)
        expectSame(
          types.reduce((sum, { blocks }) => sum + blocks, 0),
          born.length,
        )
        expectSame(
          types.every(({ blocks, whole, changed, gone }) => blocks === whole + changed + gone),
          true,
        )
      }),
    )
  })
})

it('a run that ended has no figures for later turns', () => {
  const { unmanaged } = runs
  if (unmanaged === undefined || unmanaged.ended === null) throw new Error('the unmanaged run was to end')
  const after = { from: unmanaged.ended.turn + 1, to: turns - 1 }
  expect(bornIn(unmanaged, after)).toEqual([])
  expect(stretchFigures(unmanaged, after)).toMatchObject({ turns: 0, came: 0, sent: 0 })
})
