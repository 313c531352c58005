import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { metricList, run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { conversation } from '../../testing/conversation.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { invalidations } from './series.ts'
import type { Invalidation } from './series.ts'
import { windowAt } from './window-at.ts'
import type { WindowEntry } from './window-at.ts'

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

function alike(a: WindowEntry | undefined, b: WindowEntry | undefined): boolean {
  return a?.block === b?.block && a?.state === b?.state && a?.content === b?.content
}

/** Compares the windows of every turn with edits block by block. */
function bruteForce(data: TimelineData): Omit<Invalidation, 'from' | 'to'>[] {
  let last: readonly WindowEntry[] = []
  return data.turns.flatMap(({ turn, points, edits }) => {
    const before = windowAt(data, points.arrived.tick, 0)
    const prompt = windowAt(data, points.sent.tick, 0)
    const known = last
    last = prompt
    const [edit] = edits
    let same = 0
    while (
      same < Math.min(before.length, prompt.length) &&
      alike(before[same], prompt[same]) &&
      before[same]?.tokens === prompt[same]?.tokens
    )
      same++
    const sum = (list: readonly WindowEntry[]): number => list.reduce((all, entry) => all + entry.tokens, 0)
    const anew = prompt.slice(same).filter((entry) => known.some((one) => alike(one, entry)))
    if (edit === undefined || anew.length === 0) return []
    return [{ turn, low: sum(prompt.slice(0, same)), high: sum(prompt), tokens: sum(anew), edit }]
  })
}

describe('invalidations', () => {
  it('agree with comparing the windows before and after block by block', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        const found = invalidations(data).map(({ from: _from, to: _to, ...rest }) => rest)
        expectEqual(found, bruteForce(data))
      }),
      { numRuns: 60 },
    )
  })

  it.each(['axios-migration', 'long-coding'])('agree with it on the scenario %s too', (name) => {
    // The naive twin takes as long as the square of the turns.
    const trace = scenario(name, 7, name === 'long-coding' ? { turns: 90 } : {})
    const limit = Math.floor(unmanagedPeak(takeIn(trace, chars4)) / 4)
    for (const policy of ['fifo', 'hybrid']) {
      const { data } = run(trace, { max_context_tokens: limit, eviction: { policy } })
      const found = invalidations(data).map(({ from: _from, to: _to, ...rest }) => rest)
      expect(found.length).toBeGreaterThan(3)
      expectEqual(found, bruteForce(data))
    }
  })

  it('are not there for every edit, and the table of metrics does not say so', () => {
    const trace = scenario('axios-migration', 7)
    const intake = takeIn(trace, chars4)
    const quiet = [0.15, 0.3, 0.5].flatMap((share) => {
      const max_context_tokens = Math.round(share * unmanagedPeak(intake))
      const { data } = run(trace, { max_context_tokens, eviction: { policy: 'lru' } }, { intake })
      const turns = new Set(invalidations(data).map(({ turn }) => turn))
      return data.edits.filter(({ turn }) => !turns.has(turn))
    })
    expect(quiet.length).toBeGreaterThan(0)
    const meaning = metricList.find(({ id }) => id === 'edits')?.meaning
    expect(meaning).toContain("each one may break the provider's prompt cache")
  })

  it('span from before the edit to the next point, and lie within the prompt that was sent', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        for (const { turn, from, to, low, high, tokens, edit } of invalidations(data)) {
          const record = data.turns[turn]
          expectSame(from, turn + 0.25)
          expectSame(to, record?.responded === null ? turn + 1 : turn + 0.75)
          expectSame(high, record?.points.sent.used)
          expect(low + tokens).toBeLessThanOrEqual(high)
          expectSame(data.edits[edit]?.turn, turn)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('a run without edits has none', () => {
    const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 500000 })
    expect(invalidations(data)).toEqual([])
  })

  it('worked by hand: all above the first placeholder that had been sent before', () => {
    // Limit 2,100: the third read brings the window over orange, and the first read becomes a placeholder.
    const text = conversation(`
      user: fix the bug in the parser
      assistant: call a read_file {"path":"src/a.ts"}
      result a: 1600 chars
      assistant: call b read_file {"path":"src/b.ts"}
      result b: 1600 chars
      assistant: call c read_file {"path":"src/c.ts"}
      result c: 1600 chars
      assistant: done`)
    const { data } = run(traceOf(text), {
      max_context_tokens: 2100,
      eviction: { policy: 'fifo' },
    })
    const [edit] = data.edits
    const turn = edit?.turn ?? -1
    const prompt = windowAt(data, data.turns[turn]?.points.sent.tick ?? -1, 0)
    const held = prompt.find((entry) => entry.state === 'placeholder')
    expect(held).toBeDefined()
    const old = prompt.filter(
      (entry) =>
        entry.offset > (held?.offset ?? 0) &&
        // The call of the turn before and what arrived now are new.
        (data.blocks[entry.block]?.turn ?? turn) < turn &&
        !(data.blocks[entry.block]?.response === true && data.blocks[entry.block]?.turn === turn - 1),
    )
    expect(invalidations(data)).toEqual([
      {
        turn,
        from: turn + 0.25,
        to: turn + 0.75,
        low: held?.offset,
        high: data.turns[turn]?.used,
        tokens: old.reduce((sum, entry) => sum + entry.tokens, 0),
        edit: 0,
      },
    ])
    expect(old.length).toBeGreaterThan(0)
  })
})
