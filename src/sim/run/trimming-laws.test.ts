import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import type { Block } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import {
  asksWithinBounds,
  balances,
  introducesNothing,
  keepsGuarded,
  keepsPairs,
  shrinks,
} from '../../testing/run-record.ts'
import { seed } from '../../testing/seed.ts'
import { encodeTimeline, entriesAt, explain, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Timeline, Trace } from '../index.ts'

const ATOMIC = { strategy: 'atomic_window' }
const TRIM = { strategy: 'token_trim' }
/** Guards that a lane turns off although they are on by default, by the names that the laws use. */
const loose = { gates: { task: false, current_user_message: false, running_results: false } }

const atomic: readonly (readonly [string, PartialConfig])[] = [
  ['25 messages', {}],
  ['8 messages', { atomic_window: { max_messages: 8, min_recent_keep: 2 } }],
  ['by tokens', { atomic_window: { token_aware: true, max_messages: 40, min_recent_keep: 3 } }],
  ['a summary', { atomic_window: { max_messages: 6, min_recent_keep: 2, on_drop: 'summarize' } }],
  [
    'a summary, by tokens',
    { atomic_window: { token_aware: true, on_drop: 'summarize', summary_tokens: 200 } },
  ],
  [
    'no task',
    {
      atomic_window: { max_messages: 5, min_recent_keep: 1, keep_task: false, keep_current: false },
      eviction: loose,
    },
  ],
]
const trim: readonly (readonly [string, PartialConfig])[] = [
  ['start', {}],
  ['middle', { token_trim: { direction: 'middle' } }],
  ['end', { token_trim: { direction: 'end' } }],
  ['rollback', { token_trim: { direction: 'end', rollback: true }, eviction: loose }],
]
const lanes = [
  ...atomic.map(([name, config]) => ({ name: `atomic: ${name}`, config: { ...ATOMIC, ...config } })),
  ...trim.map(([name, config]) => ({ name: `trim: ${name}`, config: { ...TRIM, ...config } })),
]

interface Case {
  readonly trace: Trace
  readonly limit: number
}

const intakeOf = intakesOnce()

const cases: fc.Arbitrary<Case> = fc
  .tuple(arbitraryHardTrace(40), fc.integer({ min: 15, max: 100 }))
  .map(([trace, percent]) => {
    const peak = unmanagedPeak(intakeOf(trace))
    return { trace, limit: Math.max(2000, Math.floor((peak * percent) / 100)) }
  })

const numRuns = Number(process.env['LAW_RUNS'] ?? 1)

function timelineOf({ trace, limit }: Case, config: PartialConfig, intake = intakeOf(trace)): Timeline {
  return run(trace, { max_context_tokens: limit, ...config }, { intake })
}

// Every lane has its own conversations: together they are many, although each has a few.
describe.each(lanes.map((lane, nth) => ({ ...lane, nth })))('$name', ({ name, config, nth }) => {
  const runs = { numRuns, seed: seed + nth }
  const known = runsOnce((one: Case) => timelineOf(one, config))

  it('LED-1 PAIR-2 VALID-3 EVI-3 every edit balances, pairs stay complete, and requests are valid, for any conversation', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        balances(timeline)
        keepsPairs(timeline)
        introducesNothing(timeline)
        keepsGuarded(timeline)
        asksWithinBounds(timeline)
        shrinks(timeline)
        keepsOrder(timeline)
        saysWhy(timeline)
      }),
      runs,
    )
  })

  it('EDIT-3 EDIT-4 the same run gives the same bytes, and earlier decisions do not depend on later turns', () => {
    fc.assert(
      fc.property(cases, fc.nat(60), (one, cut) => {
        const whole = known(one)
        // Another object with the same content, whose blocks are counted anew.
        const copy = JSON.parse(JSON.stringify(one)) as Case
        expectSame(
          encodeTimeline(timelineOf(copy, config, takeIn(copy.trace, chars4)).data),
          encodeTimeline(whole.data),
        )
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const part = timelineOf({ ...one, trace: { ...one.trace, turns } }, config)
        expectEqual(decided(part, turns.length), decided(whole, turns.length))
        // A replay from a snapshot, as the page makes it for one turn.
        const edited = whole.turns.findLast(({ edits }) => edits.length > 0)
        if (edited !== undefined) expectEqual(explain(whole, edited.turn).decisions, [])
      }),
      runs,
    )
  })

  it('ATOM-1 TRIM-1 edits nothing within every bound', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const many = { atomic_window: { ...config.atomic_window, max_messages: 10_000 } }
        const { data } = timelineOf({ ...one, limit: 30 * one.limit }, { ...config, ...many })
        expectEqual(
          data.edits.filter(({ stage }) => stage !== 'repair'),
          [],
        )
      }),
      runs,
    )
  })

  it.runIf(name.startsWith('trim'))('TRIM-1 a request fits its budget, or the reason is recorded', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { data, turns } = known(one)
        const room = Math.min(one.limit - Math.ceil(one.limit / 10 - 1e-9), one.limit - data.reserve)
        const told = createTold(data)
        for (const { used, turn } of turns) {
          const { notes, standing } = told.in(turn)
          const fits = used <= room
          const why = fits ? [] : [expect.stringMatching(/^(?:system_exceeds_budget|message_too_large)$/)]
          expectEqual({ turn, standing: fits ? [] : standing }, { turn, standing: why })
          // A request that fits needs no note, and a current reason is not repeated.
          if (fits) expectEqual({ turn, notes }, { turn, notes: [] })
        }
      }),
      runs,
    )
  })

  it.runIf(name.startsWith('atomic'))(
    'ATOM-1 a request has at most the allowed messages, or the reason is recorded',
    () => {
      fc.assert(
        fc.property(cases, (one) => {
          const timeline = known(one)
          const most = config.atomic_window?.max_messages ?? 25
          const told = createTold(timeline.data)
          for (const { turn } of timeline.turns) {
            const { standing } = told.in(turn)
            const count = messagesSent(timeline, turn)
            if (standing.length === 0) expectEqual({ turn, over: count > most }, { turn, over: false })
          }
        }),
        runs,
      )
    },
  )
})

it.each(['error', 'empty', 'timeout'] as const)(
  'COMP-3 with a model that always fails (%s), the window does not change',
  (kind) => {
    fc.assert(
      fc.property(cases, (one) => {
        const settings = { max_messages: 6, min_recent_keep: 2, on_drop: 'summarize' as const }
        const mock_llm = { failure_rate: 1, failures: [kind] }
        const { data } = timelineOf(one, { ...ATOMIC, atomic_window: settings, mock_llm })
        expectEqual(
          data.edits.filter(({ stage }) => stage === 'slide'),
          [],
        )
      }),
      { numRuns: 2 * numRuns },
    )
  },
)

/** Remaining blocks keep their order, and nothing returns. */
function keepsOrder(timeline: Timeline): void {
  const gone = new Set<number>()
  for (const { edits } of timeline.turns) {
    for (const at of edits) {
      for (const { block, verb } of timeline.edits[at]?.blocks ?? []) {
        if (verb === 'drop' || verb === 'absorb') gone.add(block)
      }
    }
  }
  for (const { turn } of timeline.turns) {
    const originals = sent(timeline, turn)
      .map(({ block }) => block)
      .filter((block) => (timeline.blocks[block] as Block).message >= 0)
    expectEqual(
      originals,
      originals.toSorted((a, b) => a - b),
    )
  }
  const last = timeline.turns.at(-1)
  if (last !== undefined)
    for (const { block } of sent(timeline, last.turn)) expectSame(gone.has(block), false)
}

/** EDIT-1: which size exceeded which limit. */
function saysWhy({ edits }: Timeline): void {
  for (const { stage, trigger, kept } of edits) {
    if (stage === 'repair') continue
    expect(trigger?.value).toBeGreaterThan(trigger?.allowed ?? Infinity)
    expect(kept).toBeDefined()
  }
}

function messagesSent(timeline: Timeline, turn: number): number {
  const messages = new Set<string>()
  for (const { block: id } of sent(timeline, turn)) {
    const { message, role, id: own } = timeline.blocks[id] as Block
    if (role !== 'system') messages.add(message < 0 ? `made ${own}` : String(message))
  }
  return messages.size
}

function sent({ data }: Timeline, turn: number) {
  const record = data.turns[turn]
  return record === undefined ? [] : entriesAt(data.spans, record.points.sent.tick, record.window)
}

function decided({ data, intake }: Timeline, turns: number): unknown {
  const originals = intake.blocks.length
  const named = (block: number): string => (block < originals ? `${block}` : `made ${block - originals}`)
  return data.edits
    .filter((edit) => edit.turn < turns)
    .map(({ turn, stage, before, after, trigger, blocks }) => ({
      turn,
      stage,
      before,
      after,
      trigger,
      blocks: blocks.map(({ block, verb }) => `${verb} ${named(block)}`),
    }))
}

/** The notes turn by turn. Each applies to its window until another note, or an edit. */
function createTold({ turns, edits }: Timeline['data']) {
  const standing = new Map<number, readonly string[]>()
  return {
    in(turn: number): { readonly notes: readonly string[]; readonly standing: readonly string[] } {
      const record = turns[turn]
      if (record === undefined) return { notes: [], standing: [] }
      const { window, events } = record
      const notes = events.flatMap((event) => (event.kind === 'note' ? [event.note.code] : []))
      const edited = record.edits.some((index) => edits[index]?.stage !== 'repair')
      if (notes.length > 0 || edited) standing.set(window, notes)
      return { notes, standing: standing.get(window) ?? [] }
    },
  }
}
