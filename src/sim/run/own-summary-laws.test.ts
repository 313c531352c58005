import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { chars4, validate } from '../../engine/index.ts'
import { inPrompt } from '../../engine/internal.ts'
import type { Answer } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import {
  balances,
  breaks,
  introducesNothing,
  keepsGuarded,
  keepsPairs,
  readsAgain,
} from '../../testing/run-record.ts'
import { seed } from '../../testing/seed.ts'
import {
  answersOf,
  appliedEdits,
  decodeTimeline,
  encodeTimeline,
  entriesAt,
  run,
  takeIn,
  unmanagedPeak,
} from '../index.ts'
import type { Intervention, RunOptions, Timeline, Trace } from '../index.ts'

interface Lane {
  readonly name: string
  readonly config: PartialConfig
  /** A provider's edits ignore guards. */
  readonly gated: boolean
}

const NO_GATES = {
  gates: {
    task: false,
    current_user_message: false,
    running_results: false,
    pinned: false,
    carried_state: false,
  },
}
const rolling = (
  name: string,
  settings: PartialConfig['rolling_summary'],
  more: PartialConfig = {},
): Lane => ({
  name: `rolling_summary: ${name}`,
  config: { strategy: 'rolling_summary', rolling_summary: settings ?? {}, ...more },
  gated: more.eviction === undefined,
})
const editing = (
  name: string,
  settings: PartialConfig['context_editing'],
  more: PartialConfig = {},
): Lane => ({
  name: `context_editing: ${name}`,
  config: { strategy: 'context_editing', context_editing: settings ?? {}, ...more },
  gated: false,
})
const uses = { trigger_share: 0.25, keep: 1 }

const lanes: readonly Lane[] = [
  rolling('default', {}),
  rolling('short summaries, two exchanges', {
    summary_tokens: 100,
    keep_recent_exchanges: 2,
    update: 'anchored',
  }),
  rolling('none kept, no guards', { keep_recent_exchanges: 0 }, { eviction: NO_GATES }),
  rolling('a model that often fails', {}, { mock_llm: { failure_rate: 0.5 } }),
  editing('default', {}),
  editing('tool uses alone', {
    clear_tool_uses: { ...uses, clear_tool_inputs: true },
    clear_thinking: { enabled: false },
  }),
  editing('counted by uses', {
    clear_tool_uses: { trigger_type: 'tool_uses', trigger: 3, keep: 2, clear_at_least: 50 },
    clear_thinking: { keep_turns: 2 },
  }),
  editing('everything', {
    clear_tool_uses: uses,
    compact: { enabled: true, trigger_share: 0.3, summary_tokens: 200 },
  }),
  editing(
    'a model that often fails',
    { clear_tool_uses: { enabled: false }, compact: { enabled: true, trigger_share: 0.3 } },
    { mock_llm: { failure_rate: 0.5 } },
  ),
]

interface Case {
  readonly trace: Trace
  readonly limit: number
  readonly interventions: readonly Intervention[]
}

const intakeOf = intakesOnce()

const cases: fc.Arbitrary<Case> = fc
  .tuple(
    arbitraryHardTrace(24),
    fc.integer({ min: 15, max: 100 }),
    fc.array(fc.tuple(fc.nat(60), fc.constantFrom('compact' as const, 'reset' as const)), { maxLength: 2 }),
  )
  .map(([trace, percent, wishes]) => {
    const peak = unmanagedPeak(intakeOf(trace))
    return {
      trace,
      limit: Math.max(2000, Math.floor((peak * percent) / 100)),
      interventions: wishes.map(([at, kind]) => ({ turn: at % trace.turns.length, kind })),
    }
  })
const numRuns = Number(process.env['LAW_RUNS'] ?? 1)

function timelineOf({ trace, limit }: Case, config: PartialConfig, options: RunOptions = {}): Timeline {
  return run(trace, { max_context_tokens: limit, ...config }, { intake: intakeOf(trace), ...options })
}

// Every lane has its own conversations: together they are many, although each has a few.
describe.each(lanes.map((lane, nth) => ({ ...lane, nth })))('$name', ({ config, gated, nth }) => {
  const runs = { numRuns, seed: seed + nth }
  const known = runsOnce((one: Case) => timelineOf(one, config, { interventions: one.interventions }))

  it('LED-1 PAIR-2 VALID-3 every edit balances, pairs stay complete, and requests are valid, for any conversation and interventions', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        balances(timeline)
        keepsPairs(timeline)
        introducesNothing(timeline)
        readsAgain(timeline)
        keepsOrder(timeline)
        sendsWhole(timeline)
        if (one.interventions.length > 0) return
        breaks(timeline)
        if (gated) keepsStanding(timeline)
      }),
      runs,
    )
  })

  it('EDIT-3 the same run gives the same bytes, also after decoding, and the same edits from the recorded answers', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { interventions } = one
        const timeline = known(one)
        const bytes = encodeTimeline(timeline.data)
        // Another object with the same content, whose blocks are counted anew.
        const copy = JSON.parse(JSON.stringify(one)) as Case
        const intake = takeIn(copy.trace, chars4)
        expectSame(encodeTimeline(timelineOf(copy, config, { interventions, intake }).data), bytes)
        expectSame(encodeTimeline(decodeTimeline(bytes)), bytes)
        const silent = (): Answer => {
          throw new Error('nobody is to be asked')
        }
        const again = timelineOf(one, config, {
          interventions,
          answers: answersOf(timeline.data),
          llm: silent,
        })
        expectEqual(again.data.edits, timeline.data.edits)
      }),
      runs,
    )
  })

  it('EDIT-4 earlier decisions do not depend on later turns', () => {
    fc.assert(
      fc.property(cases, fc.nat(60), (one, cut) => {
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const within = one.interventions.filter(({ turn }) => turn < turns.length)
        const whole = known(one)
        const part = timelineOf({ ...one, trace: { ...one.trace, turns } }, config, { interventions: within })
        const decided = ({ data }: Timeline) =>
          data.turns
            .slice(0, turns.length)
            .map(({ points, used, events, byType }) => ({ points, used, events, byType }))
        expectEqual(decided(part), decided(whole))
      }),
      runs,
    )
  })

  it('edits nothing below every trigger', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const quiet =
          config.strategy === 'context_editing'
            ? { ...config, context_editing: { clear_thinking: { keep_turns: 0 } } }
            : config
        const { data } = timelineOf({ ...one, limit: 30 * one.limit + 3_000_000 }, quiet)
        expectEqual(
          data.edits.filter(({ stage }) => stage !== 'repair'),
          [],
        )
      }),
      runs,
    )
  })
})

it('COMP-3 with a model that always fails nothing is edited, or only if the window shrinks', () => {
  fc.assert(
    fc.property(
      cases,
      fc.constantFrom('error' as const, 'empty' as const, 'timeout' as const, 'longer' as const),
      (one, kind) => {
        const failing = { mock_llm: { failure_rate: 1, failures: [kind] } }
        for (const config of [
          { strategy: 'rolling_summary' },
          {
            strategy: 'context_editing',
            context_editing: {
              clear_tool_uses: { enabled: false },
              clear_thinking: { enabled: false },
              compact: { enabled: true, trigger_share: 0.2 },
            },
          },
        ]) {
          const { data } = timelineOf(one, { ...config, ...failing })
          const edits = data.edits.filter(({ stage }) => stage !== 'repair')
          // A text longer than its sources may still be smaller than their pictures and message overhead.
          if (kind === 'longer') for (const { before, after } of edits) expect(after).toBeLessThan(before)
          else expectEqual(edits, [])
        }
      },
    ),
    { numRuns: 2 * numRuns },
  )
})

it('ROLL-1 there is at most one summary, and a refusal is noted once in a run in which nothing ever fits', () => {
  fc.assert(
    fc.property(cases, (one) => {
      const timeline = timelineOf(one, { strategy: 'rolling_summary', eviction: NO_GATES })
      const { data } = timeline
      const told = new Map<string, number>()
      for (const { turn, window, points, events } of data.turns) {
        const blocks = entriesAt(data.spans, points.sent.tick, window).map(({ block }) => data.blocks[block])
        const summaries = blocks.filter((block) => block?.type === 'summary')
        expect(summaries.length).toBeLessThanOrEqual(1)
        for (const event of events) {
          if (event.kind !== 'note' || event.note.code !== 'kept_exchanges_too_large') continue
          if (event.note.block === undefined) continue
          const key = `${window} ${event.note.block}`
          const edited = (data.turns[turn]?.edits.length ?? 0) > 0
          if (!edited) told.set(key, (told.get(key) ?? 0) + 1)
        }
      }
      const fitted = data.turns.some(({ used }) => used <= data.limit - data.reserve)
      for (const count of told.values()) if (!fitted) expectSame(count, 1)
    }),
    { numRuns: 2 * numRuns },
  )
})

it('EDITAPI-1 clear_tool_uses leaves at most as many large results as it keeps', () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: 0, max: 4 }), (one, keep) => {
      const config = {
        strategy: 'context_editing',
        context_editing: {
          clear_thinking: { enabled: false },
          clear_tool_uses: { keep, trigger_share: 0.3 },
        },
      }
      const { data } = timelineOf(one, config)
      for (const { edits, window, points } of data.turns) {
        if (!edits.some((edit) => data.edits[edit]?.stage === 'clear_tool_uses')) continue
        const standing = entriesAt(data.spans, points.sent.tick, window).filter(
          ({ block, state, tokens }) =>
            data.blocks[block]?.type === 'tool_result' && state === 'live' && tokens > 40,
        )
        // Every result longer than a placeholder is cleared, except the newest.
        expect(standing.length).toBeLessThanOrEqual(keep)
      }
    }),
    { numRuns: 5 * numRuns },
  )
})

/** Remaining blocks keep the order of their arrival. */
function keepsOrder({ data }: Timeline): void {
  for (const { window, points } of data.turns) {
    const ids = entriesAt(data.spans, points.sent.tick, window)
      .map(({ block }) => block)
      .filter((block) => (data.blocks[block]?.message ?? -1) >= 0)
    const moved = data.edits.some(({ blocks }) => blocks.some(({ verb }) => verb === 'move'))
    if (!moved)
      expectEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      )
  }
}

/** EVI-3, for the guards that are on. */
function keepsStanding(timeline: Timeline): void {
  const { data } = timeline
  const own = data.edits.map((edit) => ({
    ...edit,
    stage: edit.stage === 'rolling_summary' ? 'compact' : edit.stage,
  }))
  keepsGuarded({ ...timeline, edits: own, data: { ...data, edits: own } })
}

/** LED-4 The request has everything that the client has, the prompt equals the ledger, and both can be read. */
function sendsWhole(timeline: Timeline): void {
  const { data } = timeline
  const compacts = data.edits.some(({ stage }) => stage === 'server_compact')
  for (const { turn, window, points } of data.turns) {
    const { repairs: _, ...request } = timeline.messagesAt(turn, 'anthropic')
    expectEqual(validate(request, 'anthropic'), [])
    const editsProvider = data.spec.config.strategy === 'context_editing'
    expectSame('context_management' in request, editsProvider)
    const entries = entriesAt(data.spans, points.sent.tick, window)
    const cleared = entries.filter(({ state }) => state === 'server_cleared')
    if (!editsProvider) expectEqual(cleared, [])
    if (cleared.length === 0 && !compacts) {
      expectSame(timeline.promptAt(turn).messages.length, request.messages.length)
      expectEqual(appliedEdits(timeline, turn), [])
    }
    const kept = entries.filter((entry) => inPrompt(entry) && entry.tokens > 0)
    expectSame(
      kept.reduce((sum, { tokens }) => sum + tokens, 0),
      points.sent.used,
    )
    for (const edit of appliedEdits(timeline, turn)) expect(edit.cleared_input_tokens).toBeGreaterThan(0)
  }
}
