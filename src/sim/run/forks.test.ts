import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4, driveSync, PROVIDERS, strategies, validate } from '../../engine/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { arbitraryTrace } from '../../testing/trace.ts'
import { decodeTimeline, encodeTimeline, entriesAt, run, takeIn, unmanagedPeak } from '../index.ts'
import { OPEN, reserveAt } from '../internal.ts'
import type { Intervention, Timeline, TimelineData, Trace } from '../index.ts'
import { resume, startBefore } from './replay/resume.ts'

const whole = scenario('axios-migration', 5)
/** Its first turns, a third of them after the forks. */
const trace: Trace = { ...whole, turns: whole.turns.slice(0, 34) }
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
const own: Readonly<Record<string, PartialConfig>> = {
  pipeline: { pipeline: ['summarize_arrivals', 'evict', 'clip'] },
  context_editing: { context_editing: { compact: { enabled: true } } },
}
const laneOf = (strategy: string): PartialConfig => ({ strategy, max_context_tokens, ...own[strategy] })

/** The record of a run before a turn. */
function before(data: TimelineData, turn: number): string {
  const turns = data.turns.slice(0, turn)
  const tick = Math.max(0, ...turns.map(({ points, responded }) => (responded ?? points.sent).tick))
  const { spans } = data
  const rows = Array.from({ length: spans.length }, (_, row) => row).filter(
    (row) => (spans.fromTick[row] ?? OPEN) <= tick,
  )
  const of = (column: Int32Array | Uint8Array | Float64Array) => rows.map((row) => column[row])
  const until = (end: number | null) => (end === null || end >= turn ? null : end)
  const asks = data.asks.filter((ask) => ask.turn < turn)
  return JSON.stringify({
    turns,
    spans: [
      spans.block,
      spans.version,
      spans.window,
      spans.state,
      spans.order,
      spans.tokens,
      spans.content,
    ].map(of),
    to: of(spans.toTick).map((end) => ((end ?? OPEN) > tick ? OPEN : end)),
    from: of(spans.fromTick),
    edits: data.edits.filter((edit) => edit.turn < turn),
    needs: data.needs.filter((need) => need.turn < turn),
    asks: asks.map((ask) => ({ ...ask, said: data.contents[ask.answer ?? -1] })),
    checkpoints: data.checkpoints.filter((one) => one.turn < turn),
    notes: data.notes.filter(({ from }) => from < turn).map((note) => ({ ...note, to: until(note.to) })),
    snapshots: data.snapshots.filter((one) => one.turn <= turn),
  })
}

/** LED-1, PAIR-1 and VALID-1, after any manual action. */
function holdLaws(timeline: Timeline): void {
  const { data } = timeline
  for (const edit of data.edits) expectSame(edit.before - edit.freed + edit.added, edit.after)
  for (const turn of data.turns) {
    const entries = entriesAt(data.spans, turn.points.sent.tick, turn.window)
    expectSame(
      entries.reduce((sum, entry) => sum + entry.tokens, 0),
      turn.used,
    )
    expectSame(turn.used + reserveAt(data, turn.turn) + turn.free, data.limit)
  }
}

const TURN = 22
/** A result and a reply from before the turn of the forks. */
const result = intake.blocks.findLast(({ type, turn }) => type === 'tool_result' && turn < TURN)?.id ?? -1
const reply =
  intake.blocks.findLast(({ type, turn }) => type === 'assistant_response' && turn < TURN)?.id ?? -1
const FORKS: Readonly<Record<string, readonly Intervention[]>> = {
  pin: [{ turn: TURN, kind: 'pin', block: result }],
  unpin: [{ turn: TURN, kind: 'unpin', block: reply }],
  compact: [{ turn: TURN, kind: 'compact' }],
  reset: [{ turn: TURN, kind: 'reset' }],
  edit: [
    { turn: TURN, kind: 'edit', block: result, text: 'nothing was found' },
    { turn: TURN, kind: 'edit', block: reply, text: 'so be it '.repeat(300) },
  ],
  set: [
    {
      turn: TURN,
      kind: 'set',
      config: {
        pressure: { thresholds: { yellow: 0.2, orange: 0.3, red: 0.4 } },
        eviction: { target: 0.2, policy: 'fifo', placeholders: false },
        compression: { cascade: { '0.3': ['progressive', 'conversation_compaction'] } },
        budget: { allocations: { output_reserved: 0.2, message_history: 0.25 } },
        cross_window: { new_window: false },
        atomic_window: { max_messages: 8 },
        token_trim: { reserve: 0.6 },
        tiered: { budget_from: 0.1, budget_characters: 200 },
        tiered_full: { collapse_from: 0.2 },
        rolling_summary: { keep_recent_exchanges: 0 },
        context_editing: { clear_tool_uses: { trigger_type: 'tool_uses', trigger: 1, keep: 1 } },
      },
    },
  ],
}

describe.each(Object.keys(strategies))('a run with an intervention: %s', (strategy) => {
  const pinned: Intervention = { turn: 8, kind: 'pin', block: reply }
  const base = run(trace, laneOf(strategy), { intake, interventions: [pinned] })

  it('EDIT-4 every fork equals its base before its own turn, and its ledger balances', () => {
    if (base.ended !== null && base.ended.turn < TURN) return
    const known = before(base.data, TURN)
    const differing: string[] = []
    for (const [name, interventions] of Object.entries(FORKS)) {
      const fork = run(trace, laneOf(strategy), { intake, interventions: [pinned, ...interventions] })
      expectSame(before(fork.data, TURN) === known, true, name)
      holdLaws(fork)
      const at = fork.data.turns[TURN]
      if (at?.points.sent.used !== base.data.turns[TURN]?.points.sent.used) differing.push(name)
    }
    for (const name of ['reset', 'edit']) expect(differing).toContain(name)
  })
})

it('EDIT-4 a fork of a fork equals that fork before its own turn', () => {
  const first = FORKS['set'] ?? []
  const second: Intervention[] = [
    ...first,
    { turn: 30, kind: 'edit', block: result, text: 'else' },
    { turn: 30, kind: 'set', config: { eviction: { target: 0.5 } } },
  ]
  const of = (interventions: readonly Intervention[]) =>
    run(trace, laneOf('managed'), { intake, interventions })
  expect(before(of(second).data, 30)).toBe(before(of(first).data, 30))
})

/** Any manual action, at any turn of a trace. */
const arbitraryCase = fc
  .tuple(
    arbitraryTrace(),
    fc.integer({ min: 30, max: 110 }),
    fc.constantFrom('evict', 'managed', 'tiered', 'rolling_summary', 'context_editing', 'atomic_window'),
    fc.array(
      fc.record({
        kind: fc.constantFrom('pin', 'unpin', 'compact', 'reset', 'edit', 'edit', 'set'),
        turn: fc.nat(),
        block: fc.nat(),
        text: fc.constantFrom('no', 'the cause is in src/api/client.ts:12 ', 'lorem ipsum '.repeat(200)),
        config: fc.constantFrom<PartialConfig>(
          { eviction: { policy: 'fifo', target: 0.3 } },
          { pressure: { thresholds: { yellow: 0.3, orange: 0.4, red: 0.5 } } },
          { budget: { allocations: { output_reserved: 0.15, message_history: 0.3 } } },
          { eviction: { placeholders: false }, compression: { notes: false } },
        ),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  )
  .map(([made, percent, strategy, wishes]) => {
    const taken = takeIn(made, chars4)
    const text = new Set(['user_message', 'assistant_response', 'tool_result', 'system_prompt'])
    const editable = taken.blocks.filter(
      ({ id, type }) => text.has(type) && !['image', 'document'].includes(taken.part(id)?.type ?? ''),
    )
    const interventions = wishes.map((wish): Intervention => {
      const turn = wish.turn % made.turns.length
      const block = wish.block % taken.blocks.length
      if (wish.kind === 'set') return { turn, kind: 'set', config: wish.config }
      if (wish.kind === 'pin' || wish.kind === 'unpin') return { turn, kind: wish.kind, block }
      if (wish.kind !== 'edit') return { turn, kind: wish.kind }
      const chosen = editable[wish.block % editable.length]?.id ?? 0
      return { turn, kind: 'edit', block: chosen, text: wish.text }
    })
    const limit = Math.max(2000, Math.floor((unmanagedPeak(taken) * percent) / 100))
    return { trace: made, config: { strategy, max_context_tokens: limit }, interventions }
  })

describe('any interventions', () => {
  it('LED-1 PAIR-1 VALID-1 EDIT-3 keep ledger, pairs and requests valid, and the run depends only on its spec', () => {
    fc.assert(
      fc.property(arbitraryCase, (one) => {
        const timeline = run(one.trace, one.config, { interventions: one.interventions })
        holdLaws(timeline)
        const found = timeline.turns.flatMap(({ violations }) => violations)
        expectEqual(
          found.filter(({ origin }) => origin === 'strategy'),
          [],
        )
        for (const { turn } of timeline.turns) {
          for (const provider of PROVIDERS)
            expectEqual(validate(timeline.messagesAt(turn, provider), provider), [])
        }
        const bytes = encodeTimeline(timeline.data)
        const { config, interventions } = decodeTimeline(bytes).spec
        expectSame(encodeTimeline(run(one.trace, config, { interventions }).data), bytes)
        // By a replay from the first turn on, with all manual actions.
        const replay = resume(timeline, startBefore(timeline, 0), false)
        for (const { turn, points } of timeline.turns) {
          const outcome = driveSync(replay.step(turn), replay.answer)
          replay.finish(outcome)
          expectEqual(outcome.points, points)
        }
      }),
      { numRuns: 10 },
    )
  })
})
