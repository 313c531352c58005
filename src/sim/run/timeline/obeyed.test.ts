import { describe, expect, it } from 'vitest'
import { chars4, driveSync, ProblemError } from '../../../engine/index.ts'
import { reserveOf, scaledThresholds } from '../../../engine/internal.ts'
import type { Decision } from '../../../engine/index.ts'
import { completeConfig, overlaid } from '../../../config/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { expectEqual, expectSame } from '../../../testing/expect-equal.ts'
import { runsOnce } from '../../../testing/once.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import {
  budgetsOf,
  decodeTimeline,
  encodeTimeline,
  explain,
  healthsOf,
  run,
  takeIn,
  unmanagedPeak,
} from '../../index.ts'
import { configAt, reserveAt, SNAPSHOT_EVERY, thresholdsAt } from '../../internal.ts'
import type { Intervention, Timeline, Trace } from '../../index.ts'
import { resume, startBefore } from '../replay/resume.ts'

const whole = scenario('axios-migration', 5)
/** Its first turns, with a snapshot after half of them. */
const trace: Trace = { ...whole, turns: whole.turns.slice(0, 46) }
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
const set = (turn: number, config: PartialConfig): Intervention => ({ turn, kind: 'set', config })
/** Its first turns alone, for what only the settings of a turn say. */
const begun: Trace = { ...whole, turns: whole.turns.slice(0, 4) }
const begunWith = (config: PartialConfig, ...interventions: Intervention[]) =>
  run(begun, { max_context_tokens, ...config }, { interventions })
const runOf = runsOnce(([config, interventions]: readonly [PartialConfig, readonly Intervention[]]) =>
  run(trace, { max_context_tokens, ...config }, { intake, interventions }),
)
const runWith = (config: PartialConfig, ...interventions: Intervention[]) => runOf([config, interventions])
/** Everything that was decided, as text. The name of a run and its initial settings may differ. */
const decided = ({ data }: Timeline) => {
  const config = completeConfig({})
  const { thresholds } = config.pressure
  const { set: _, ...own } = data
  const spec = { ...data.spec, config, interventions: [] }
  return encodeTimeline({ ...own, spec, hash: '', snapshots: [], thresholds, reserve: 0 })
}

/** A change that affects each of these strategies. */
const CHANGES: readonly (readonly [string, PartialConfig, PartialConfig])[] = [
  ['managed', {}, { pressure: { thresholds: { yellow: 0.2, orange: 0.3, red: 0.4 } } }],
  ['managed', {}, { eviction: { policy: 'fifo', target: 0.4 } }],
  ['managed', { eviction: { weights: { recency: 1 } } }, { eviction: { policy: 'lru' } }],
  ['managed', {}, { compression: { compaction_utilization_threshold: 0.75, notes: false } }],
  ['managed', {}, { budget: { allocations: { output_reserved: 0.2, message_history: 0.25 } } }],
  ['managed', {}, { mock_llm: { failure_rate: 1 } }],
  ['evict', { eviction: { placeholders: true } }, { eviction: { placeholders: false, policy: 'fifo' } }],
  ['atomic_window', {}, { atomic_window: { max_messages: 12 } }],
  ['token_trim', {}, { token_trim: { reserve: 0.5, direction: 'middle' } }],
  ['rolling_summary', {}, { rolling_summary: { keep_recent_exchanges: 0, summary_tokens: 400 } }],
  ['tiered', {}, { tiered: { budget_from: 0.2, budget_characters: 500 } }],
  ['context_editing', {}, { context_editing: { clear_tool_uses: { keep: 6 } } }],
  [
    'pipeline',
    { pipeline: ['evict'] },
    { pipeline: ['summarize_arrivals', { stage: 'evict', when: 'used > 0.5' }, 'clip'] },
  ],
]

/** Half of them are set before the second snapshot, the others after it. */
const SET_IN = [20, 34].flatMap((turn, half) =>
  CHANGES.filter((_, index) => index % (2 + 2 * half) === 0).map((change) => [turn, ...change] as const),
)

describe('settings changed at a turn', () => {
  it.each(CHANGES)(
    'EDIT-3 in the first turn, the run equals one with these settings: %s %j %j',
    (strategy, base, over) => {
      const from = runWith({ strategy, ...base }, set(0, over))
      const laid = overlaid(completeConfig({ max_context_tokens, strategy, ...base }), over)
      const { compaction_utilization_threshold: at } = { ...over.compression }
      // A complete config states its cascade, and then the separate key has no effect (COMP-2).
      const own = at === undefined ? laid : { max_context_tokens, strategy, ...base, ...over }
      expect(decided(from)).toBe(decided(runWith(own)))
      // Each of them changes some decision.
      expect(decided(from)).not.toBe(decided(runWith({ strategy, ...base })))
    },
  )

  it.each(SET_IN)(
    'EDIT-1 EDIT-3 in turn %i, replays from every snapshot and explain use them: %s %j %j',
    (at, strategy, base, over) => {
      const timeline = runWith({ strategy, ...base }, set(at, over))
      const { data } = timeline
      expect(data.turns[at]).toBeDefined()
      const again = decodeTimeline(encodeTimeline(data))
      expect(encodeTimeline(again)).toBe(encodeTimeline(data))
      const { config, interventions } = again.spec
      expect(decided(run(trace, config, { intake, interventions }))).toBe(decided(timeline))
      expect(data.snapshots.map(({ turn }) => turn > at)).toEqual([false, at < SNAPSHOT_EVERY])
      for (const first of data.snapshots) {
        const replay = resume(timeline, startBefore(timeline, first.turn), false)
        for (const { turn, points, events, byType } of data.turns.slice(first.turn, first.turn + 10)) {
          const outcome = driveSync(replay.step(turn), replay.answer)
          replay.finish(outcome)
          expectEqual({ turn, ...outcome.points }, { turn, ...points })
          expectEqual(outcome.events, events)
          expectEqual(outcome.ledger.byType, byType)
        }
      }
      for (const turn of [at, at + 1, at + 7]) {
        const recorded = (data.turns[turn]?.edits ?? []).flatMap((edit) => data.edits[edit]?.decision ?? [])
        const told = (decisions: readonly Decision[]) =>
          decisions.map(({ policy, victims, trigger, cut }) => [
            policy,
            victims.map(({ block, score }) => [block, score]),
            trigger,
            cut,
          ])
        expectEqual(told(explain(timeline, turn).decisions), told(recorded))
      }
      for (const record of data.turns) {
        expectSame(record.used + reserveAt(data, record.turn) + record.free, data.limit)
      }
      expect(budgetsOf(data)).toHaveLength(data.turns.length)
      expect(healthsOf(data)).toHaveLength(data.turns.length)
    },
  )

  it.each<readonly [string, PartialConfig]>([
    ['managed', {}],
    ['handover', {}],
    ['atomic_window', {}],
    ['rolling_summary', {}],
    ['tiered', { tiered: { budget_characters: 2000 } }],
    ['tiered_full', {}],
    ['context_editing', {}],
    ['pipeline', { pipeline: ['take_notes', 'progressive', 'evict', 'carry_notes'] }],
  ])('EDIT-4 to the same value, the run and the memory of its stages stay the same: %s', (strategy, own) => {
    const base = { strategy, ...own }
    const { target } = completeConfig({ max_context_tokens, ...base }).eviction
    const again = Array.from({ length: 20 }, (_, index) => set(2 * index + 1, { eviction: { target } }))
    // As a boolean, because a diff of hundreds of pages would be unreadable.
    expect(decided(runWith(base, ...again)) === decided(runWith(base))).toBe(true)
  })

  it('are applied in order, also within one turn, and can be read for each turn', () => {
    const { data } = runWith(
      {},
      set(9, { eviction: { target: 0.4 } }),
      set(5, { eviction: { target: 0.5, policy: 'fifo' } }),
      set(9, { pressure: { thresholds: { orange: 0.6 } }, eviction: { placeholders: false } }),
    )
    const told = (turn: number) => {
      const { eviction, pressure } = configAt(data, turn)
      return [eviction.policy, eviction.target, eviction.placeholders, pressure.thresholds.orange]
    }
    const first = ['hybrid', 0.6, true, 0.75]
    expect([0, 4].map(told)).toEqual([first, first])
    expect([5, 8].map(told)).toEqual([1, 2].map(() => ['fifo', 0.5, true, 0.75]))
    expect([9, 45].map(told)).toEqual([1, 2].map(() => ['fifo', 0.4, false, 0.6]))
    expect(thresholdsAt(data, 8)).toEqual(data.thresholds)
    expect(thresholdsAt(data, 9)).toEqual(
      scaledThresholds({ ...completeConfig({}).pressure.thresholds, orange: 0.6 }, data.limit, data.reserve),
    )
  })

  it('BUD-3 a larger reserve is in effect from its turn on', () => {
    const { data } = begunWith(
      {},
      set(3, { budget: { allocations: { output_reserved: 0.2, message_history: 0.25 } } }),
    )
    expect([2, 3].map((turn) => reserveAt(data, turn))).toEqual([
      reserveOf(max_context_tokens, 0.05),
      reserveOf(max_context_tokens, 0.2),
    ])
    expect(reserveOf(max_context_tokens, 0.2)).toBeGreaterThan(reserveOf(max_context_tokens, 0.05))
  })

  it('MOCK-2 a failure rate of the built-in model is in effect from its turn on', () => {
    const early = { compression: { cascade: { '0.5': 'conversation_compaction' as const } } }
    const { data } = runWith(early, set(30, { mock_llm: { failure_rate: 1, failures: ['timeout'] } }))
    const failed = (ask: { failure: string | null }) => ask.failure !== null
    const [before, after] = [
      data.asks.filter(({ turn }) => turn < 30),
      data.asks.filter(({ turn }) => turn >= 30),
    ]
    expect([before.length > 0, after.length > 0]).toEqual([true, true])
    expect([before.some(failed), after.every(failed)]).toEqual([false, true])
  })

  it.each<readonly [PartialConfig, string]>([
    [{ strategy: 'as_written_lru' }, 'as_written_lru'],
    [{ max_context_tokens: 4000 }, 'cannot become 4000 in a later turn'],
    [{ eviction: { policy: 'newest' } }, 'newest'],
    [{ eviction: { target: 7 } }, '7'],
  ])('CONF-4 %j is refused with an error that names the value', (config, message) => {
    expect(() => begunWith({}, set(3, config))).toThrow(ProblemError)
    expect(() => begunWith({}, set(3, config))).toThrow(message)
  })

  it('a whole config is accepted if its window size is that of the run', () => {
    const complete = completeConfig({ max_context_tokens, eviction: { policy: 'fifo' } })
    expect(configAt(begunWith({}, set(3, complete)).data, 3)).toEqual(complete)
  })

  it('COMP-2 the threshold of compaction moves its cascade step, unless the cascade has it elsewhere', () => {
    const cascadeAfter = (base: PartialConfig) =>
      configAt(begunWith(base, set(0, { compression: { compaction_utilization_threshold: 0.7 } })).data, 0)
        .compression.cascade
    const plain = completeConfig({ compression: { compaction_utilization_threshold: 0.7 } }).compression
      .cascade
    expect(cascadeAfter({})).toEqual(plain)
    expect(cascadeAfter({ compression: { cascade: { '0.8': 'conversation_compaction' } } })).toEqual({
      '0.8': 'conversation_compaction',
    })
    expect(
      cascadeAfter({
        compression: {
          compaction_utilization_threshold: 0.8,
          cascade: { '0.7': 'sub_agent', '0.8': ['conversation_compaction', 'progressive'] },
        },
      }),
    ).toEqual({ '0.7': ['conversation_compaction', 'sub_agent'], '0.8': 'progressive' })
  })
})
