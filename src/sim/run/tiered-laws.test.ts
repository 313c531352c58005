import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { strategyNamed } from '../../lessons/index.ts'
import type { BlockId } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import { balances, breaks, introducesNothing, keepsPairs, shrinks } from '../../testing/run-record.ts'
import { seed } from '../../testing/seed.ts'
import { encodeTimeline, entriesAt, run, takeIn, unmanagedPeak } from '../index.ts'
import type { RunOptions, Timeline, Trace } from '../index.ts'

/** Limits at which conversations of a few thousand tokens keep every stage busy. */
const early = {
  tiered: {
    persist_above_bytes: 400,
    preview_bytes: 200,
    cut_above_characters: 300,
    budget_from: 0.2,
    budget_characters: 250,
    tight_budget_from: 0.4,
    tight_budget_characters: 120,
    snip_from: 0.2,
    snip_tools: ['read_file', 'run', 'search', 'grep'],
    snip_keep_per_tool: 1,
    keep_results: 1,
    auto_compact_from: 0.3,
    least_messages: 2,
    summary_tokens: 300,
  },
}
const earlyFull = {
  tiered_full: {
    tool_result_characters: 400,
    preview_bytes: 150,
    snip_from: 0.2,
    snip_tools: ['read_file', 'run', 'search', 'grep'],
    snip_keep_per_tool: 1,
    keep_results: 1,
    clear_from: 0.25,
    collapse_from: 0.3,
    collapse_keep_messages: 2,
    compact_share: 0.5,
    summary_tokens: 300,
    restore_file_tokens: 200,
  },
}
const failing = { failure_rate: 1, failures: ['error', 'empty', 'timeout', 'longer'] as const }

const lanes: readonly { readonly name: string; readonly config: PartialConfig }[] = [
  { name: 'tiered', config: { strategy: 'tiered' } },
  { name: 'tiered, everything early', config: { strategy: 'tiered', ...early } },
  {
    name: 'tiered, cut instead of stored',
    config: { strategy: 'tiered', tiered: { ...early.tiered, persist_above_bytes: 100_000_000 } },
  },
  { name: 'tiered, the model fails', config: { strategy: 'tiered', ...early, mock_llm: failing } },
  { name: 'tiered_full', config: { strategy: 'tiered_full' } },
  { name: 'tiered_full, everything early', config: { strategy: 'tiered_full', ...earlyFull } },
  {
    name: 'tiered_full, no collapse',
    config: { strategy: 'tiered_full', tiered_full: { ...earlyFull.tiered_full, collapse: false } },
  },
  {
    name: 'tiered_full, the model fails',
    config: { strategy: 'tiered_full', ...earlyFull, mock_llm: failing },
  },
]

interface Case {
  readonly trace: Trace
  readonly limit: number
}

const MINUTE = 60_000

/** A hard conversation with a clock, and pauses after which the cache has expired. */
const intakeOf = intakesOnce()

const cases: fc.Arbitrary<Case> = fc
  .tuple(
    arbitraryHardTrace(26),
    fc.integer({ min: 15, max: 100 }),
    fc.infiniteStream(fc.constantFrom(0, 0, 1, 6, null)) as fc.Arbitrary<Iterator<number | null>>,
  )
  .map(([trace, percent, pauses]) => {
    let time = 0
    const turns = trace.turns.map((turn) => {
      const pause = pauses.next().value as number | null
      time += (pause ?? 0) * MINUTE
      return { ...turn, time: pause === null ? null : time }
    })
    const peak = unmanagedPeak(intakeOf(trace))
    return { trace: { ...trace, turns }, limit: Math.max(2000, Math.floor((peak * percent) / 100)) }
  })

const numRuns = Number(process.env['LAW_RUNS'] ?? 1)

function timelineOf({ trace, limit }: Case, config: PartialConfig, options: RunOptions = {}): Timeline {
  return run(trace, { max_context_tokens: limit, ...config }, { intake: intakeOf(trace), ...options })
}

function sent({ data }: Timeline, turn: number) {
  const record = data.turns[turn]
  return record === undefined ? [] : entriesAt(data.spans, record.points.sent.tick, record.window)
}

/** System prompt, marked and pinned blocks, and the newest request are unchanged; open calls stay. */
function keepsHeld(timeline: Timeline, pinned: ReadonlySet<BlockId> = new Set()): void {
  for (const { turn, window } of timeline.turns) {
    const states = new Map(sent(timeline, turn).map(({ block, state }) => [block, state]))
    const there = timeline.blocks.filter(
      (block) => block.window === window && (block.turn < turn || (block.turn === turn && !block.response)),
    )
    const asked = there.filter(({ type, message }) => type === 'user_message' && message >= 0)
    const current = asked.at(-1)?.message
    const answered = new Set(
      there.flatMap(({ type, call }) => (type === 'tool_result' && call !== null ? [call.id] : [])),
    )
    for (const block of there) {
      if (
        block.type === 'system_prompt' ||
        (block.message >= 0 && block.doNotEvict && block.type !== 'tool_result') ||
        pinned.has(block.id)
      ) {
        expectEqual([turn, block.id, states.get(block.id)], [turn, block.id, 'live'])
      }
      if (block.type === 'user_message' && block.message >= 0 && block.message === current)
        expectSame(states.get(block.id), 'live')
      if (block.type === 'tool_call' && block.turn < turn && !answered.has(block.call?.id ?? ''))
        expectSame(states.has(block.id), true)
    }
  }
}

/** Blocks of the log keep the order of their arrival, whatever is inserted between them. */
function keepsOrder(timeline: Timeline): void {
  const originals = timeline.intake.blocks.length
  const moved = new Set(
    timeline.edits.flatMap(({ blocks }) =>
      blocks.flatMap(({ block, verb }) => (verb === 'move' ? [block] : [])),
    ),
  )
  for (const { turn } of timeline.turns) {
    const ids = sent(timeline, turn)
      .map(({ block }) => block)
      .filter((block) => block < originals && !moved.has(block))
    expectEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    )
  }
}

// Every lane has its own conversations: together they are many, although each has a few.
describe.each(lanes.map((lane, nth) => ({ ...lane, nth })))('$name', ({ config, nth }) => {
  const runs = { numRuns, seed: seed + nth }
  const known = runsOnce((one: Case) => timelineOf(one, config))

  it('LED-1 PAIR-2 VALID-3 COMP-3 every edit balances, pairs stay complete, and requests are valid, for any conversation', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        balances(timeline)
        keepsPairs(timeline)
        introducesNothing(timeline)
        keepsHeld(timeline)
        keepsOrder(timeline)
        shrinks(timeline)
        breaks(timeline)
        for (const { stage, trigger, before, after } of timeline.edits) {
          if (stage === 'repair') continue
          expect(trigger).toBeDefined()
          expect(trigger?.value).toBeGreaterThanOrEqual(trigger?.allowed ?? Infinity)
          expect(after).toBeLessThan(before)
        }
      }),
      runs,
    )
  })

  it('EDIT-3 the same run gives the same bytes, and MSG-2 does not change its trace', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const before = JSON.stringify(one.trace)
        const bytes = encodeTimeline(known(one).data)
        expectSame(JSON.stringify(one.trace), before)
        // Another object with the same content, whose blocks are counted anew.
        const copy = JSON.parse(JSON.stringify(one)) as Case
        const intake = takeIn(copy.trace, chars4)
        expectSame(encodeTimeline(timelineOf(copy, config, { intake }).data), bytes)
      }),
      runs,
    )
  })

  it('EDIT-4 earlier decisions do not depend on later turns', () => {
    fc.assert(
      fc.property(cases, fc.nat(60), (one, cut) => {
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const decided = ({ data }: Timeline) => ({
          turns: data.turns.slice(0, turns.length).map(({ points, events }) => ({ points, events })),
          edits: data.edits
            .filter(({ turn }) => turn < turns.length)
            .map(({ stage, freed, added, trigger, blocks }) => ({
              stage,
              freed,
              added,
              trigger,
              verbs: blocks.map(({ verb }) => verb),
            })),
        })
        const part = timelineOf({ ...one, trace: { ...one.trace, turns } }, config)
        expectEqual(decided(part), decided(known(one)))
      }),
      runs,
    )
  })

  it('EVI-3 a pinned block stays whole', () => {
    fc.assert(
      fc.property(cases, fc.nat(100), (one, lot) => {
        const first = intakeOf(one.trace).blocks.filter(({ turn, response }) => turn === 0 && !response)
        const block = first[lot % first.length]
        if (block === undefined) return
        const interventions = [{ turn: 0, kind: 'pin', block: block.id } as const]
        keepsHeld(timelineOf(one, config, { interventions }), new Set([block.id]))
      }),
      runs,
    )
  })

  it('TIER-2 a compaction by hand shrinks the window in its turn, and requests stay valid', () => {
    fc.assert(
      fc.property(cases, fc.nat(60), (one, lot) => {
        const turn = lot % one.trace.turns.length
        const timeline = timelineOf({ ...one, limit: one.limit * 4 }, config, {
          interventions: [{ turn, kind: 'compact' }],
        })
        balances(timeline)
        keepsPairs(timeline)
        introducesNothing(timeline)
        keepsHeld(timeline)
        const byHand = timeline.edits.filter(({ stage }) => stage.startsWith('manual_compact'))
        expectSame(
          byHand.every((edit) => edit.turn === turn && edit.after < edit.before),
          true,
        )
      }),
      runs,
    )
  })
})

it.each(['tiered', 'tiered_full'])('TIER-1 TIER-3 %s edits nothing below every threshold', (strategy) => {
  fc.assert(
    fc.property(cases, ({ trace, limit }) => {
      // Without a clock no pause is known, and no result has 30 KB.
      const turns = trace.turns.map((turn) => ({ ...turn, time: null }))
      const large = trace.messages.some(({ content }) => JSON.stringify(content).length > 28_000)
      fc.pre(!large)
      const { data } = timelineOf({ trace: { ...trace, turns }, limit: 30 * limit + 3_000_000 }, { strategy })
      expectEqual(
        data.edits.filter(({ stage }) => stage !== 'repair'),
        [],
      )
    }),
    { numRuns: 2 },
  )
})

/** A `longer` answer may still be smaller than the pictures that it replaces. */
const silent = { failure_rate: 1, failures: ['error', 'empty', 'timeout'] as const }

it.each([
  ['tiered', early, ['auto_compact', 'manual_compact']],
  ['tiered_full', earlyFull, ['collapse', 'compact_session', 'manual_compact_session']],
] as const)('COMP-3 %s: a model that always fails leaves no summary', (strategy, config, stages) => {
  fc.assert(
    fc.property(cases, (one) => {
      const { data } = timelineOf(one, { strategy, ...config, mock_llm: silent })
      expectEqual(
        data.edits.filter(({ stage }) => (stages as readonly string[]).includes(stage)),
        [],
      )
    }),
    { numRuns: 2 * numRuns },
  )
})

it('EDIT-1 only tiered strategies report cache breaks, each with a shorter cached prefix', () => {
  fc.assert(
    fc.property(cases, (one) => {
      for (const strategy of ['managed', 'evict', 'tiered', 'tiered_full']) {
        const { data } = timelineOf(one, { strategy, ...early, ...earlyFull })
        const breaks_ = data.turns.flatMap(({ events }) =>
          events.filter(({ kind }) => kind === 'cache_break'),
        )
        if (!strategy.startsWith('tiered')) expectEqual(breaks_, [])
        for (const event of breaks_) {
          if (event.kind !== 'cache_break') continue
          expect(event.after).toBeLessThan(0.95 * event.before)
          if (event.cause.of === 'pause') expect(event.cause.idle).toBeGreaterThan(event.cause.life)
        }
      }
      expect(strategyNamed('tiered')).toBeDefined()
    }),
    { numRuns: 2 * numRuns },
  )
})
