import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import { guards, policies, strategies } from '../../engine/index.ts'
import { ORIGINAL } from '../../engine/internal.ts'
import type { Block, BlockId, Ranked } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import { balances, introducesNothing, keepsPairs } from '../../testing/run-record.ts'
import { arbitraryTrace } from '../../testing/trace.ts'
import { encodeTimeline, entriesAt, explain, run, unmanagedPeak } from '../index.ts'
import type { RunOptions, Timeline, Trace } from '../index.ts'

/**
 * Strategies that add blocks of their own, or call a model, have their own tests: `managed-laws.test.ts`,
 * `tiered-laws.test.ts`, and so on.
 */
const elsewhere = [
  'managed',
  'handover',
  'atomic_window',
  'token_trim',
  'tiered',
  'tiered_full',
  'rolling_summary',
  'context_editing',
  'recorded',
  'pipeline',
]

/** Every policy of the list, with and without placeholders, with and without the optional guards. */
const switchable = Object.values(guards).filter((guard) => !guard.always)
const off = Object.fromEntries(switchable.map((guard) => [guard.name, false]))
const protectedLanes = ['fifo', 'hybrid'].map((policy) => ({
  name: `${policy}, thinking and replies protected`,
  config: {
    strategy: 'evict',
    eviction: { policy, protected_types: ['system_prompt', 'thinking', 'assistant_response'] },
  },
}))
const lanes = Object.keys(policies).flatMap((policy) => [
  { name: policy, config: { strategy: 'evict', eviction: { policy } } },
  {
    name: `${policy}, no placeholders`,
    config: { strategy: 'evict', eviction: { policy, placeholders: false } },
  },
  { name: `unprotected ${policy}`, config: { strategy: 'evict', eviction: { policy, gates: off } } },
  {
    name: `unprotected ${policy}, no placeholders`,
    config: { strategy: 'evict', eviction: { policy, gates: off, placeholders: false } },
  },
])
const every = [...lanes, ...protectedLanes, { name: 'unmanaged', config: { strategy: 'unmanaged' } }]

interface Case {
  readonly trace: Trace
  readonly limit: number
}

const intakeOf = intakesOnce()

/** Conversations with limits from a fifth of their peak to more than they need. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(arbitraryTrace(), fc.integer({ min: 20, max: 120 }))
  .map(([trace, percent]) => {
    const peak = unmanagedPeak(intakeOf(trace))
    return { trace, limit: Math.max(2000, Math.floor((peak * percent) / 100)) }
  })

/** Maximum tokens of the marker for a user message: its overhead, and `[Evicted: user message of turn 12.]`. */
const MARKER = 20

function timelineOf(one: Case, config: object, options: RunOptions = {}): Timeline {
  return run(one.trace, { max_context_tokens: one.limit, ...config }, options)
}

function sentBlocks(timeline: Timeline, turn: number): BlockId[] {
  const record = timeline.turns[turn]
  if (record === undefined) return []
  return entriesAt(timeline.data.spans, record.points.sent.tick, record.window).map((entry) => entry.block)
}

it('CONF-3 the law tests cover every strategy', () => {
  const covered = new Set([...every.map((lane) => lane.config.strategy), ...elsewhere])
  expect([...covered].sort()).toEqual(Object.keys(strategies).sort())
})

/** Every lane has its own conversations: together they are many, although each has a few. */
const { seed: first = 0 } = fc.readConfigureGlobal()
const seeded = every.map(({ name, config }, nth) => ({ name, config, seed: first + nth }))

describe.each(seeded)('$name', ({ config, seed }) => {
  const known = runsOnce((one: Case) => timelineOf(one, config, { intake: intakeOf(one.trace) }))

  it('LED-1 PAIR-2 VALID-3 MSG-1 EVI-3 EVI-4 EDIT-1 every edit balances, requests are valid and in order, protected blocks stay, and evictions keep to their table', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        balances(timeline)
        keepsPairs(timeline)
        introducesNothing(timeline)
        for (const { turn, violations } of timeline.turns) {
          expectEqual(violations, [])
          const ids = sentBlocks(timeline, turn)
          expectEqual(
            ids,
            ids.toSorted((a, b) => a - b),
          )
        }
        if (!('eviction' in config)) return
        keepsProtected(timeline, config.eviction)
        reachesTarget(timeline)
        agreesWithExplain(timeline)
      }),
      { numRuns: 2, seed },
    )
  })

  it('EDIT-3 EDIT-4 MSG-2 the same run gives the same bytes and does not change its trace, and earlier decisions do not depend on later turns', () => {
    fc.assert(
      fc.property(cases, fc.nat(40), (one, cut) => {
        // The known run is of another object with the same content: results do not depend on object identity.
        const before = JSON.stringify(one.trace)
        const whole = known(JSON.parse(JSON.stringify(one)) as Case)
        expectSame(encodeTimeline(timelineOf(one, config).data), encodeTimeline(whole.data))
        expectSame(JSON.stringify(one.trace), before)
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const last = turns.at(-1)
        const messages = one.trace.messages.slice(
          0,
          1 + Math.max(...(last?.inputs ?? [0]), last?.response ?? 0),
        )
        const part = timelineOf({ ...one, trace: { ...one.trace, turns, messages } }, config)
        const decided = (timeline: Timeline): unknown =>
          timeline.turns.slice(0, part.turns.length).map((turn) => ({
            points: turn.points,
            events: turn.events,
            edits: turn.edits.map((index) => ({ ...timeline.edits[index], repairs: null })),
          }))
        expectSame(JSON.stringify(decided(part)), JSON.stringify(decided(whole)))
      }),
      { numRuns: 1, seed },
    )
  })
})

/** EVI-3 Protected blocks stay unchanged. */
function keepsProtected(timeline: Timeline, config: NonNullable<PartialConfig['eviction']>): void {
  const gated = config.gates === undefined
  const task = timeline.blocks.find((block) => block.type === 'user_message') as Block
  for (const record of timeline.turns) {
    // A block that is a placeholder or clipped does not count as present.
    const entries = entriesAt(timeline.data.spans, record.points.sent.tick, record.window)
    const sent = new Set(
      entries.flatMap(({ block, state, content }) =>
        state === 'live' && content === ORIGINAL ? [block] : [],
      ),
    )
    const system = timeline.blocks.filter((block) => block.type === 'system_prompt')
    for (const block of system) expectSame(sent.has(block.id), true)
    if (config.protected_types !== undefined) {
      const { protected_types: types } = config
      for (const block of timeline.blocks) {
        if (types.includes(block.type) && block.turn < record.turn) expectSame(sent.has(block.id), true)
      }
    }
    if (!gated) continue
    for (const block of timeline.blocks) {
      const arrived = block.turn < record.turn || (block.turn === record.turn && !block.response)
      if (arrived && block.doNotEvict) expectSame(sent.has(block.id), true)
      if (block.message === task.message) expectSame(sent.has(block.id), true)
    }
    const asked = timeline.blocks.filter(
      (block) => block.type === 'user_message' && block.turn <= record.turn,
    )
    const current = asked.filter((block) => block.message === asked.at(-1)?.message)
    for (const block of current) expectSame(sent.has(block.id), true)
  }
}

/** EVI-4 An eviction reaches its target, or records by how much it missed. */
function reachesTarget(timeline: Timeline): void {
  for (const edit of timeline.edits) {
    const { decision } = edit
    if (edit.stage !== 'evict' || decision === null) continue
    expectSame(decision.freed, edit.before - edit.after)
    expectSame(decision.shortfall, Math.max(0, edit.after - decision.trigger.target))
    // If the reserve leaves less than .95 of the window, shares are scaled (PRES-1).
    const { limit, reserve } = timeline.data
    const scale = Math.min(1, (limit - reserve) / limit / 0.95)
    expect(Math.abs(decision.trigger.target - 0.6 * scale * limit)).toBeLessThanOrEqual(1)
    // Above the aim, nothing that could leave is left. Exception: the markers at both ends of a list whose first
    // and last request may leave. A batch grows at most four times by the tokens of its markers, and the markers
    // of the last growth may be missing from its freed tokens. What the user said leaves only until the request fits.
    if (edit.after > decision.trigger.aim + 2 * MARKER) {
      const others = decision.survivors.filter(({ block }) => timeline.blocks[block]?.type !== 'user_message')
      expectEqual(others, [])
      if (decision.survivors.length > 0) expect(edit.after).toBeLessThanOrEqual(limit - reserve)
    }
    expect(edit.after).toBeLessThan(edit.before)
  }
}

/** EDIT-1 The recorded victims are the lowest ranks of the full table from explain. */
function agreesWithExplain(timeline: Timeline): void {
  for (const edit of timeline.edits.slice(-2)) {
    if (edit.stage !== 'evict' || edit.decision === null) continue
    const full = explain(timeline, edit.turn).decisions.find((decision) => decision.stage === 'evict')
    // The full table adds the measurements of the signals; the record has only their values.
    expectEqual(full?.victims.map(recorded), edit.decision.victims)
    expectEqual(
      full?.survivors.slice(0, edit.decision.survivors.length).map(recorded),
      edit.decision.survivors,
    )
    for (const row of [...(full?.victims ?? []), ...(full?.survivors ?? [])]) {
      const sum = row.values.reduce((total, value, index) => {
        return total + value * (full?.terms[index]?.weight ?? 0)
      }, 0)
      expect(row.score).toBeCloseTo(sum, 12)
    }
  }
}

function recorded({ inputs: _inputs, ...row }: Ranked): Ranked {
  return row
}
