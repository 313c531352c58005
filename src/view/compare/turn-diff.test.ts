import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { turnDiff } from './turn-diff.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const limit = Math.floor(unmanagedPeak(intake) / 2)

function runOf(config: PartialConfig): TimelineData {
  return run(trace, { max_context_tokens: limit, ...config }, { intake }).data
}

const hybrid = runOf({ strategy: 'evict', eviction: { policy: 'hybrid' } })
const fifo = runOf({ strategy: 'evict', eviction: { policy: 'fifo' } })
const compacting = runOf({
  strategy: 'managed',
  compression: { cascade: { '0.5': 'conversation_compaction' } },
})
const turn = fc.nat(trace.turns.length - 1)

function diff(one: TimelineData, a: number, two: TimelineData, b: number) {
  const found = turnDiff(one, a, two, b)
  if (found === null) throw new Error(`no turn ${a} or ${b}`)
  return found
}

describe('the difference of two prompts', () => {
  it.each([
    ['of one run', hybrid, hybrid],
    ['of a run that compacts', compacting, compacting],
    ['of two runs', fifo, hybrid],
    ['of two runs that make blocks', compacting, hybrid],
  ])('LED-1 %s: removed, added and grown explain the difference', (_, one, two) => {
    fc.assert(
      fc.property(turn, turn, (a, b) => {
        const { before, after, removed, added, grown, rows, sameBeginning } = diff(one, a, two, b)
        expectSame(before, one.turns[a]?.points.sent.used)
        expectSame(after, two.turns[b]?.points.sent.used)
        expectSame(before - removed + added + grown, after)
        expect(sameBeginning).toBeLessThanOrEqual(Math.min(before, after))
        // Every entry of either prompt is in exactly one row.
        const keys = rows.map(({ block, change }) => `${block} ${change === 'removed' ? 'a' : 'b'}`)
        expectSame(new Set(keys).size, keys.length)
      }),
    )
  })

  it('a prompt does not differ from itself', () => {
    for (const data of [hybrid, compacting]) {
      const { rows, before, sameBeginning } = diff(data, 30, data, 30)
      expectSame(
        rows.every(({ change }) => change === 'same'),
        true,
      )
      expectSame(sameBeginning, before)
    }
  })

  it('prompts of the same run made twice do not differ', () => {
    for (const [data, again] of [
      [hybrid, runOf({ strategy: 'evict', eviction: { policy: 'hybrid' } })],
      [
        compacting,
        runOf({ strategy: 'managed', compression: { cascade: { '0.5': 'conversation_compaction' } } }),
      ],
    ] as const) {
      const { rows, before, sameBeginning } = diff(data, 50, again, 50)
      expectSame(
        rows.every(({ change }) => change === 'same'),
        true,
      )
      expectSame(sameBeginning, before)
    }
  })

  it('a placeholder that the other run lacks is listed as changed or removed', () => {
    const bare = runOf({ strategy: 'evict', eviction: { policy: 'hybrid', placeholders: false } })
    const { rows } = diff(hybrid, 50, bare, 50)
    const stood = new Map(rows.map((row) => [row.block, row] as const))
    const replaced = rows.filter(({ before }) => before?.state === 'placeholder')
    expect(replaced.length).toBeGreaterThan(0)
    for (const { block } of replaced) expect(['removed', 'changed']).toContain(stood.get(block)?.change)
  })

  it('in the opposite direction, added and removed are exchanged', () => {
    fc.assert(
      fc.property(turn, turn, (a, b) => {
        const [there, back] = [diff(hybrid, a, hybrid, b), diff(hybrid, b, hybrid, a)]
        expectEqual([there.added, there.removed, there.grown], [back.removed, back.added, 0 - back.grown])
      }),
    )
  })

  it('a turn that was not reached has no prompt', () => {
    expect(turnDiff(hybrid, 0, hybrid, trace.turns.length)).toBeNull()
  })
})
