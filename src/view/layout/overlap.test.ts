import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { ORIGINAL } from '../../engine/internal.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { OPEN } from '../../sim/internal.ts'
import type { TimelineData, Trace } from '../../sim/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { xAt } from './axis.ts'
import { overlapSeries } from './overlap.ts'
import { windowAt } from './window-at.ts'

const lane = fc.record({
  policy: fc.constantFrom('fifo', 'lru', 'hybrid', 'random'),
  placeholders: fc.boolean(),
  gates: fc.boolean(),
  strategy: fc.constantFrom('evict', 'evict', 'evict', 'unmanaged'),
})

function runLane(
  trace: Trace,
  one: typeof lane extends fc.Arbitrary<infer Lane> ? Lane : never,
  limit: number,
) {
  return run(trace, {
    max_context_tokens: limit,
    strategy: one.strategy,
    eviction: {
      policy: one.policy,
      placeholders: one.placeholders,
      gates: { task: one.gates, current_user_message: one.gates, running_results: one.gates },
    },
  }).data
}

const pairs: fc.Arbitrary<readonly [TimelineData, TimelineData]> = fc
  .tuple(arbitraryTrace(), lane, lane, fc.integer({ min: 20, max: 90 }))
  .map(([trace, a, b, percent]) => {
    const limit = Math.max(2000, Math.floor((unmanagedPeak(takeIn(trace, chars4)) * percent) / 100))
    return [runLane(trace, a, limit), runLane(trace, b, limit)]
  })

/**
 * The blocks of a prompt, with the text that an edit gave them. Blocks of the conversation are identified by number, and
 * what a run fetched again by the block of which it is a copy.
 */
function sent(data: TimelineData, turn: number): { readonly key: string; readonly tokens: number }[] {
  const tick = data.turns[turn]?.points.sent.tick ?? -1
  return windowAt(data, tick, 0).map(({ block, state, content, tokens }) => {
    const made = (data.blocks[block]?.message ?? 0) < 0 && content !== ORIGINAL
    const text = content === ORIGINAL ? null : data.contents[content]
    const { type, again = null } = data.blocks[block] ?? {}
    return { key: JSON.stringify([again, made ? type : again === null ? block : null, state, text]), tokens }
  })
}

/** Looks for a partner of every entry, one after the other. */
function bruteForce(a: TimelineData, b: TimelineData, turn: number): readonly number[] {
  const left = sent(b, turn)
  const [all, others] = [sent(a, turn), sent(b, turn)].map((list) =>
    list.reduce((sum, { tokens }) => sum + tokens, 0),
  )
  let both = 0
  for (const entry of sent(a, turn)) {
    const at = left.findIndex(({ key }) => key === entry.key)
    const [partner] = at < 0 ? [] : left.splice(at, 1)
    both += Math.min(entry.tokens, partner?.tokens ?? 0)
  }
  return [both, (all ?? 0) - both, (others ?? 0) - both]
}

describe('the overlap of two prompts', () => {
  it('LED-1 in every turn, shared and unshared tokens add up to what each lane sent', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const points = overlapSeries(a, b)
        expectEqual(
          points.map((point) => point.turn),
          Array.from({ length: Math.min(a.turns.length, b.turns.length) }, (_, turn) => turn),
        )
        for (const { turn, x, both, onlyFirst, onlySecond } of points) {
          expectSame(x, xAt(turn, 'sent'))
          expectSame(both + onlyFirst, a.turns[turn]?.points.sent.used)
          expectSame(both + onlySecond, b.turns[turn]?.points.sent.used)
          expect(Math.min(both, onlyFirst, onlySecond)).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('agrees with a search for every entry of one prompt in the other', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        for (const { turn, both, onlyFirst, onlySecond } of overlapSeries(a, b)) {
          expectEqual([both, onlyFirst, onlySecond], bruteForce(a, b, turn))
        }
      }),
      { numRuns: 30 },
    )
  })

  it.each(['axios-migration', 'long-coding'])('agrees with that search on the scenario %s, too', (name) => {
    // The naive twin takes quadratic time in the turns.
    const trace = scenario(name, 7, name === 'long-coding' ? { turns: 90 } : {})
    const limit = Math.floor(unmanagedPeak(takeIn(trace, chars4)) / 3)
    const off = { task: false, current_user_message: false, running_results: false, pinned: false }
    const [a, b] = [
      run(trace, { max_context_tokens: limit, eviction: { policy: 'fifo', gates: off } }).data,
      run(trace, { max_context_tokens: limit, eviction: { policy: 'hybrid' } }).data,
    ]
    const points = overlapSeries(a, b)
    expect(points.some((point) => point.onlyFirst > 0 && point.onlySecond > 0)).toBe(true)
    for (const point of points) {
      expectEqual([point.both, point.onlyFirst, point.onlySecond], bruteForce(a, b, point.turn))
    }
  })

  it('a lane shares everything with itself, and exchanging the lanes exchanges the sides', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        for (const point of overlapSeries(a, a)) expectEqual([point.onlyFirst, point.onlySecond], [0, 0])
        // The order of the kinds does not matter.
        expectEqual(
          overlapSeries(b, a),
          overlapSeries(a, b).map((point) => ({
            ...point,
            onlyFirst: point.onlySecond,
            onlySecond: point.onlyFirst,
          })),
        )
      }),
      { numRuns: 15 },
    )
  })

  it('matches blocks made by a run by their text, not by their numbers', () => {
    const { data } = run(traceOf([{ role: 'user', content: 'hello there' }]), { max_context_tokens: 9000 })
    const [used, block] = [data.turns[0]?.used ?? 0, data.blocks[0]]
    if (block === undefined) throw new Error('the run is empty')
    /** The run with its own blocks replaced by ones of ten tokens with these texts. */
    const saying = (skipped: number, ...words: string[]): TimelineData => {
      const length = data.spans.length + words.length
      const more = (value: (word: number) => number): number[] => words.map((_, word) => value(word))
      const grown = (column: Int32Array, value: (word: number) => number): Int32Array =>
        Int32Array.from([...column, ...more(value)])
      const { spans } = data
      const first = data.blocks.length + skipped
      const made = Array.from({ length: skipped + words.length }, (_, index) => {
        return { ...block, id: data.blocks.length + index, type: 'user_message' as const, message: -1 }
      })
      const turns = data.turns.map((turn) => {
        const total = used + 10 * words.length
        return {
          ...turn,
          used: total,
          points: { ...turn.points, sent: { ...turn.points.sent, used: total } },
        }
      })
      return {
        ...data,
        blocks: [...data.blocks, ...made],
        contents: words,
        turns,
        spans: {
          length,
          block: grown(spans.block, (word) => first + word),
          version: grown(spans.version, () => 0),
          window: grown(spans.window, () => 0),
          fromTick: grown(spans.fromTick, () => 1),
          toTick: grown(spans.toTick, () => OPEN),
          state: Uint8Array.from([...spans.state, ...more(() => 0)]),
          order: Float64Array.from([...spans.order, ...more((word) => first + word)]),
          tokens: grown(spans.tokens, () => 10),
          content: grown(spans.content, (word) => word),
        },
      }
    }
    const overlap = (a: TimelineData, b: TimelineData): unknown =>
      overlapSeries(a, b).map((point) => [point.both - used, point.onlyFirst, point.onlySecond])
    expect(overlap(saying(0, 'stub'), saying(3, 'stub'))).toEqual([[10, 0, 0]])
    expect(overlap(saying(0, 'stub'), saying(0, 'other'))).toEqual([[0, 10, 10]])
    expect(overlap(saying(0, 'stub', 'stub', 'end'), saying(1, 'stub'))).toEqual([[10, 20, 0]])
  })

  it('is empty for a window that neither lane has', () => {
    const { data } = run(scenario('axios-migration', 7), { max_context_tokens: 30000 })
    expect(overlapSeries(data, data, 5)).toEqual([])
  })
})
