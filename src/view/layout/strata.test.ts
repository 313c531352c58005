import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import type { BlockId } from '../../engine/index.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { TimelineData, Trace } from '../../sim/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { runsOnce } from '../../testing/once.ts'
import { arbitraryTrace, traceOf } from '../../testing/trace.ts'
import { pointOf, POINTS, xAt } from './axis.ts'
import { edgesAt, hitTest } from './hit.ts'
import { bandsOf, landmarks, outlineOf, smallestDrawn, strata } from './strata.ts'
import type { Band, Strata } from './strata.ts'
import { windowAt } from './window-at.ts'

const policies = ['fifo', 'lru', 'priority', 'hybrid'] as const

/** Cascades with different first steps, and a strategy that only evicts. */
const plans = [
  { strategy: 'evict' },
  { strategy: 'managed' },
  { strategy: 'managed', compression: { cascade: { '0.4': 'conversation_compaction' } } },
  { strategy: 'managed', compression: { cascade: { '0.4': 'sub_agent' }, delegation: { min_calls: 2 } } },
  { strategy: 'managed', compression: { cascade: { '0.4': 'progressive' } } },
] as const

/** All laws use the same conversations and settings; each is run once. */
const ran = runsOnce(({ trace, config }: { readonly trace: Trace; readonly config: PartialConfig }) =>
  run(trace, config),
)

/** Runs of all policies, with limits from a fifth of the peak on, with and without guards and placeholders. */
const timelines: fc.Arbitrary<TimelineData> = fc
  .record({
    trace: arbitraryTrace(),
    percent: fc.integer({ min: 20, max: 110 }),
    policy: fc.constantFrom(...policies),
    plan: fc.constantFrom(...plans),
    placeholders: fc.boolean(),
    task: fc.boolean(),
  })
  .map(({ trace, percent, policy, plan, placeholders, task }) => {
    const peak = unmanagedPeak(takeIn(trace, chars4))
    const config = {
      max_context_tokens: Math.max(2000, Math.floor((peak * percent) / 100)),
      ...plan,
      eviction: { policy, placeholders, gates: { task, current_user_message: task } },
    }
    return ran({ trace, config }).data
  })

interface Column {
  readonly x: number
  readonly tick: number
}

function columnsOf(data: TimelineData): Column[] {
  return data.turns.flatMap((record) =>
    POINTS.flatMap((point) => {
      const at = pointOf(record, point)
      return at === null ? [] : [{ x: xAt(record.turn, point), tick: at.tick }]
    }),
  )
}

/** The bands that have a height at x, bottom first. */
function standingAt(picture: Strata, x: number): { band: Band; low: number; high: number }[] {
  return picture.bands
    .filter((band) => (band.x[0] ?? 0) <= x && x <= (band.x.at(-1) ?? 0))
    .map((band) => ({ band, ...edgesAt(band, x) }))
    .filter(({ low, high }) => high > low)
}

describe('the stacked context', () => {
  it('LED-3 at every point of every turn, each band has the position of its block in the window', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        const picture = strata(data)
        for (const { x, tick } of columnsOf(data)) {
          const drawn = standingAt(picture, x).map(({ band, low, high }) => [band.blocks, low, high])
          const expected = windowAt(data, tick, 0)
            .filter((entry) => entry.tokens > 0)
            .map((entry) => [[entry.block], entry.offset, entry.offset + entry.tokens])
          expectEqual(drawn, expected)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('LED-1 between the points, bands fill the window without gap or overlap, merged or not', () => {
    fc.assert(
      fc.property(
        timelines,
        fc.nat(400),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (data, small, places) => {
          const picture = strata(data, { smallerThan: small })
          for (const place of places) {
            const x = picture.from + place * (picture.to - picture.from)
            let edge = 0
            for (const { low, high } of standingAt(picture, x)) {
              expect(low).toBeCloseTo(edge, 6)
              edge = high
            }
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('merging small neighbours changes no height, and never merges the blocks to keep', () => {
    // With this seed a block comes and goes between two points: no prompt has it.
    for (const own of [{}, { seed: 9 }])
      fc.assert(
        fc.property(
          timelines,
          fc.integer({ min: 1, max: 2000 }),
          fc.array(fc.nat(80)),
          (data, small, kept) => {
            const keep = new Set<BlockId>(kept)
            const picture = strata(data, { smallerThan: small, keep })
            const alone = strata(data)
            expectEqual(
              picture.bands.flatMap((band) => band.blocks),
              alone.bands.flatMap((band) => band.blocks),
            )
            for (const band of picture.bands) {
              if (band.blocks.some((block) => keep.has(block))) expect(band.blocks).toHaveLength(1)
            }
            for (const { x, tick } of columnsOf(data)) {
              const tokens = new Map(windowAt(data, tick, 0).map((entry) => [entry.block, entry.tokens]))
              for (const { band, low, high } of standingAt(picture, x)) {
                const total = band.blocks.reduce((sum, block) => sum + (tokens.get(block) ?? 0), 0)
                expectSame(high - low, total)
              }
            }
          },
        ),
        { numRuns: 25, ...own },
      )
  })

  it('draws no more bands than requested, apart from the blocks to keep', () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 3, max: 12 }), (data, maxBands) => {
        const keep = landmarks(data)
        // Each kept block can split one group in two.
        const picture = strata(data, { maxBands, keep })
        expect(picture.bands.length).toBeLessThanOrEqual(maxBands + 2 * keep.size)
      }),
      { numRuns: 20 },
    )
  })

  it('segments have the state that the block has in the window', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        const picture = strata(data)
        for (const { x, tick } of columnsOf(data)) {
          for (const entry of windowAt(data, tick, 0)) {
            const band = bandsOf(picture, entry.block)[0]
            // At a shared vertex the later segment applies.
            const segment = band?.segments.findLast((one) => (band.x[one.from] ?? 0) <= x)
            expectSame(segment?.state, entry.state)
          }
        }
        for (const band of picture.bands) {
          expectSame(band.segments[0]?.from, 0)
          expectSame(band.segments.at(-1)?.to, band.x.length - 1)
          band.segments.slice(1).forEach((one, index) => expect(one.from).toBe(band.segments[index]?.to))
        }
      }),
      { numRuns: 25 },
    )
  })

  it('EVI-4 every block that an edit removed has one final cap, as high as the block was', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        const picture = strata(data)
        // Of several edits in a row the last may evict what the first shortened: the cap has the height before all of
        // them.
        const dropped = data.edits.flatMap((edit) => {
          const { arrived, offered } = data.turns[edit.turn]?.points ?? {}
          const before = edit.tick <= (offered?.tick ?? 0) ? arrived : offered
          const stood = new Map(
            windowAt(data, before?.tick ?? 0, 0).map((entry) => [entry.block, entry.tokens]),
          )
          return edit.blocks
            .filter((part) => part.to === 'gone' && stood.has(part.block))
            .map((part) => [edit.edit, part.block, stood.get(part.block)])
        })
        const caps = picture.caps
          .filter((cap) => cap.final)
          .map((cap) => [cap.edit, cap.block, cap.high - cap.low])
        const order = (a: (number | undefined)[], b: (number | undefined)[]): number =>
          (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
        expectEqual(caps.sort(order), dropped.sort(order))
        for (const cap of picture.caps) expectEqual(picture.bands[cap.band]?.blocks, [cap.block])
      }),
      { numRuns: 25 },
    )
  })

  it('a merged band has one cap for all changes of an edit, and counts every one of them', () => {
    fc.assert(
      fc.property(timelines, fc.integer({ min: 1, max: 2000 }), (data, small) => {
        const byEdit = (picture: Strata): Map<number, number> => {
          const counts = new Map<number, number>()
          for (const cap of picture.caps) counts.set(cap.edit, (counts.get(cap.edit) ?? 0) + cap.count)
          return counts
        }
        const merged = strata(data, { smallerThan: small })
        expectSame(
          [...byEdit(merged).values()].reduce((a, b) => a + b, 0),
          strata(data).caps.length,
        )
        for (const cap of merged.caps) {
          expect(merged.bands[cap.band]?.blocks).toContain(cap.block)
          expect(cap.low).toBeLessThan(cap.high)
        }
      }),
      { numRuns: 20 },
    )
  })

  it('EDIT-1 at a decision the picture is at least as high as the recorded tokens of its trigger', () => {
    fc.assert(
      fc.property(timelines, (data) => {
        const picture = strata(data)
        for (const edit of data.edits) {
          if (edit.decision === null) continue
          const tall = standingAt(picture, xAt(edit.turn, 'offered')).at(-1)?.high
          // A second edit of the turn starts where the first ended, below the tokens that were offered.
          expect(tall).toBeGreaterThanOrEqual(edit.decision.trigger.used)
        }
      }),
      { numRuns: 25 },
    )
  })

  it('a hit test finds the block that the window has at that offset', () => {
    fc.assert(
      fc.property(
        timelines,
        fc.array(fc.double({ min: 0, max: 1.2, noNaN: true }), { minLength: 5 }),
        (data, heights) => {
          const picture = strata(data)
          const hit = hitTest(picture)
          for (const { x, tick } of columnsOf(data)) {
            for (const part of heights) {
              const y = part * data.limit
              const entry = windowAt(data, tick, 0).find(
                (one) => one.offset <= y && y < one.offset + one.tokens,
              )
              const found = hit(x, y)
              expectEqual(found?.band.blocks, entry === undefined ? undefined : [entry.block])
              if (found !== null) expectSame(found.turn, Math.floor(x))
            }
          }
          expect(hit(-1, 10)).toBeNull()
          expect(hit(picture.to + 1, 10)).toBeNull()
          expect(hit(0, -1)).toBeNull()
        },
      ),
      { numRuns: 15 },
    )
  })

  it('draws lines at the scaled thresholds of the run, and the reserve below the limit', () => {
    const { data } = run(traceOf([{ role: 'user', content: 'hello' }]), {
      max_context_tokens: 10000,
      strategy: 'evict',
    })
    const picture = strata(data)
    expect(picture.lines.map(({ key }) => key)).toEqual([
      'pressure.thresholds.yellow',
      'pressure.thresholds.orange',
      'pressure.thresholds.red',
      'max_context_tokens',
      'budget.allocations.output_reserved',
      'eviction.target',
    ])
    // A quarter of 10,000 is reserved, so 3/4 is usable and thresholds are multiplied by .75/.95.
    expect(picture.reserve).toEqual({ high: 10000, steps: [{ from: 0, low: 7500 }] })
    expect(picture.lines[1]?.share).toBeCloseTo((0.75 * 0.75) / 0.95, 12)
    expect(picture.lines[3]).toMatchObject({
      key: 'max_context_tokens',
      kind: 'limit',
      share: 1,
      tokens: 10000,
    })
    expect(picture.lines[4]?.tokens).toBe(7500)
    expect(picture.lines[5]?.share).toBeCloseTo((0.6 * 0.75) / 0.95, 12)
  })

  it('is as high as the largest window if that exceeded the limit', () => {
    const messages = Array.from({ length: 12 }, (_, index) => ({
      role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
      content: 'word '.repeat(index === 10 ? 4000 : 100),
    }))
    const { data } = run(traceOf(messages), { max_context_tokens: 2000, strategy: 'unmanaged' })
    const most = Math.max(...data.turns.map((turn) => turn.points.arrived.used))
    expect(data.ended).not.toBeNull()
    expect(most).toBeGreaterThan(2000)
    expect(strata(data).top).toBe(most)
  })

  it('draws nothing for a window without turns', () => {
    const { data } = run(traceOf([{ role: 'user', content: 'hello' }]), { max_context_tokens: 10000 })
    const picture = strata(data, { window: 7 })
    expect([picture.bands, picture.caps, picture.from, picture.to]).toEqual([[], [], 0, 0])
    expect(hitTest(picture)(0, 1)).toBeNull()
  })
})

it('an outline follows the lower edge, then the upper edge backwards', () => {
  const band: Band = {
    index: 0,
    blocks: [0],
    type: 'user_message',
    x: [1, 2, 3],
    low: [0, 0, 5],
    high: [10, 10, 9],
    segments: [{ state: 'live', from: 0, to: 2 }],
  }
  expect(outlineOf(band)).toEqual([1, 0, 2, 0, 3, 5, 3, 9, 2, 10, 1, 10])
  expect(outlineOf(band, 1, 2)).toEqual([2, 0, 3, 5, 3, 9, 2, 10])
})

describe('landmarks', () => {
  const text = 'DO_NOT_EVICT the port is 4317'
  const trace = traceOf([
    { role: 'user', content: 'fix the parser' },
    { role: 'assistant', content: 'on it' },
    { role: 'user', content: text },
    { role: 'assistant', content: 'noted' },
    { role: 'user', content: 'go on' },
  ])
  const config = { max_context_tokens: 100000 }

  it('EVI-3 are the task, marked blocks, and blocks that a person ever pinned', () => {
    const plain = run(trace, config).data
    const typeOf = (block: BlockId): unknown[] => [plain.blocks[block]?.type, plain.blocks[block]?.turn]
    expect([...landmarks(plain)].map(typeOf)).toEqual([
      ['user_message', 0],
      ['user_message', 1],
    ])
    const reply = plain.blocks.find((block) => block.type === 'assistant_response')?.id ?? -1
    const pinned = run(trace, config, {
      interventions: [
        { turn: 1, kind: 'pin', block: reply },
        { turn: 2, kind: 'unpin', block: reply },
      ],
    }).data
    expect([...landmarks(pinned)].sort((a, b) => a - b)).toEqual(
      [...landmarks(plain), reply].sort((a, b) => a - b),
    )
  })

  it('belong to one window, and are never merged', () => {
    const { data } = run(trace, config)
    expect(landmarks(data, 3).size).toBe(0)
    const keep = landmarks(data)
    const picture = strata(data, { keep, smallerThan: 100000 })
    for (const block of keep)
      expectEqual(
        bandsOf(picture, block).map((band) => band.blocks),
        [[block]],
      )
    expect(picture.bands.some((band) => band.blocks.length > 1)).toBe(true)
  })

  it('looking up bands by a block finds the same bands as a search through all bands', () => {
    fc.assert(
      fc.property(timelines, fc.nat(2000), (data, smallerThan) => {
        const picture = strata(data, { smallerThan })
        for (const { id } of data.blocks) {
          expectEqual(
            bandsOf(picture, id),
            picture.bands.filter((band) => band.blocks.includes(id)),
          )
        }
        expectEqual(bandsOf(picture, -1), [])
      }),
      { numRuns: 10 },
    )
  })
})

it('the smallest drawn block is two pixels high', () => {
  expect(smallestDrawn(128000, 400)).toBe(640)
  expect(smallestDrawn(128000, 0)).toBe(0)
})
