import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { costOfRun, metricMeaning, metrics, run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { cacheColumns } from '../../sim/internal.ts'
import type { TimelineData } from '../../sim/index.ts'
import { expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { conversation } from '../../testing/conversation.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { invalidations } from './series.ts'
import type { Invalidation } from './series.ts'
import { windowAt } from './window-at.ts'

const timelines: fc.Arbitrary<TimelineData> = fc
  .record({
    trace: arbitraryTrace(),
    percent: fc.integer({ min: 20, max: 100 }),
    policy: fc.constantFrom('fifo', 'lru', 'priority', 'hybrid'),
    placeholders: fc.boolean(),
    gates: fc.boolean(),
  })
  .map(({ trace, percent, policy, placeholders, gates }) => {
    const peak = unmanagedPeak(takeIn(trace, chars4))
    return run(trace, {
      max_context_tokens: Math.max(2000, Math.floor((peak * percent) / 100)),
      strategy: 'evict',
      eviction: { policy, placeholders, gates: { task: gates, current_user_message: gates } },
    }).data
  })

/** The invalidations of a run's main window. */
function found(data: TimelineData): readonly Invalidation[] {
  return invalidations({ data, cache: cacheColumns(data) })
}

describe('cache invalidations', () => {
  it.each(['axios-migration', 'long-coding'])(
    'LED-1 COST-3 of %s agree with the cost calculation and the metrics',
    (name) => {
      const trace = scenario(name, 7, name === 'long-coding' ? { turns: 90, spread: 10 } : {})
      const limit = Math.floor(unmanagedPeak(takeIn(trace, chars4)) / 4)
      for (const policy of ['fifo', 'hybrid']) {
        const { data } = run(trace, { max_context_tokens: limit, eviction: { policy } })
        const { calls, missed, wasted } = costOfRun(data)
        const all = data.windows.flatMap(({ id }) => invalidations({ data, cache: cacheColumns(data) }, id))
        expect(all.length).toBeGreaterThan(3)
        for (const { turn, tokens, low, high } of all)
          expect([tokens, low, high]).toEqual([
            calls[turn]?.missed.edit,
            calls[turn]?.read,
            data.turns[turn]?.used,
          ])
        const sum = all.reduce((total, { tokens }) => total + tokens, 0)
        expect(sum).toBe(missed.edit)
        const rows = new Map(metrics({ data }).map((row) => [row.id, row.value]))
        expect([rows.get('rewritten-tokens'), rows.get('edit-cost')]).toEqual([sum, wasted.edit])
      }
    },
  )

  it('do not include edits on an expired cache, and the description of the metric “edits” says “may”', () => {
    const trace = scenario('axios-migration', 7)
    const hourly = { ...trace, turns: trace.turns.map((turn, at) => ({ ...turn, time: at * 3_600_000 })) }
    const { data } = run(hourly, { max_context_tokens: 20_000, eviction: { policy: 'lru' } })
    expect(data.edits.length).toBeGreaterThan(0)
    expect(found(data)).toEqual([])
    expect(metricMeaning('edits')).toContain("each one may break the provider's prompt cache")
  })

  it('span from before the edit to the next point, and lie within the sent prompt', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        for (const { turn, from, to, low, high, tokens } of found(data)) {
          const record = data.turns[turn]
          expectSame(from, turn + 0.25)
          expectSame(to, record?.responded === null ? turn + 1 : turn + 0.75)
          expectSame(high, record?.points.sent.used)
          expect(low + tokens).toBeLessThanOrEqual(high)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('a run without edits has none', () => {
    const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 500000 })
    expect(found(data)).toEqual([])
  })

  it('worked by hand: they cover what was sent before, from the last cache mark before the first placeholder on', () => {
    // The third read fills the window above orange, and the earlier two become placeholders.
    const text = conversation(`
      user: 8000 chars
      assistant: call a read_file {"path":"src/a.ts"}
      result a: 9600 chars
      assistant: call b read_file {"path":"src/b.ts"}
      result b: 9600 chars
      assistant: call c read_file {"path":"src/c.ts"}
      result c: 9600 chars
      assistant: done`)
    const { data } = run(traceOf(text), { max_context_tokens: 14_000, eviction: { policy: 'fifo' } })
    const [edit] = data.edits
    const turn = edit?.turn ?? -1
    const prompt = windowAt(data, data.turns[turn]?.points.sent.tick ?? -1, 0)
    const { used: first = 0 } = data.turns[0] ?? {}
    // The request of turn 0 ended with the user's message; later requests ended after the first read.
    const old = prompt.filter(
      (entry) =>
        entry.offset >= first &&
        entry.state !== 'placeholder' &&
        // The call of the previous turn and its result are new.
        (data.blocks[entry.block]?.turn ?? turn) < turn &&
        !(data.blocks[entry.block]?.response === true && data.blocks[entry.block]?.turn === turn - 1),
    )
    expect(old.map(({ block }) => data.blocks[block]?.type)).toEqual(['tool_call', 'tool_call'])
    expect(found(data)).toEqual([
      {
        turn,
        from: turn + 0.25,
        to: turn + 0.75,
        low: first,
        high: data.turns[turn]?.used,
        tokens: old.reduce((sum, entry) => sum + entry.tokens, 0),
      },
    ])
  })
})
