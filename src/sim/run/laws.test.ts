import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guards, policies, strategies, validate } from '../../engine/index.ts'
import { ORIGINAL } from '../../engine/internal.ts'
import type { Block, BlockId, Ranked } from '../../engine/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
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
  const runs = { numRuns: 3, seed }
  /** Laws that need a second run use fewer cases. */
  const again = { numRuns: 2, seed }
  const known = runsOnce((one: Case) => timelineOf(one, config, { intake: intakeOf(one.trace) }))

  it('LED-1 every edit balances, and at every point the blocks add up to the recorded size', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { data } = known(one)
        for (const edit of data.edits) expectSame(edit.before - edit.freed + edit.added, edit.after)
        for (const turn of data.turns) {
          for (const point of [turn.points.arrived, turn.points.offered, turn.points.sent]) {
            const entries = entriesAt(data.spans, point.tick, turn.window)
            expectSame(
              entries.reduce((sum, entry) => sum + entry.tokens, 0),
              point.used,
            )
          }
          expectSame(
            Object.values(turn.byType).reduce((a, b) => a + b, 0),
            turn.used,
          )
          expectSame(
            Object.values(turn.byComponent).reduce((a, b) => a + b, 0),
            turn.used,
          )
          expectSame(turn.used + data.reserve + turn.free, data.limit)
          expectSame(turn.points.sent.used, turn.used)
        }
      }),
      runs,
    )
  })

  it('PAIR-2 no call is without its result, and no result without its call', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        for (const record of timeline.turns) {
          const calls = new Map<string, number>()
          const results = new Map<string, number>()
          for (const id of sentBlocks(timeline, record.turn)) {
            const block = timeline.blocks[id] as Block
            const side = block.type === 'tool_call' ? calls : block.type === 'tool_result' ? results : null
            if (side !== null && block.call !== null) side.set(block.call.id, id)
          }
          expectEqual([...results.keys()].sort(), [...calls.keys()].sort())
        }
      }),
      runs,
    )
  })

  it('VALID-3 introduces no violation, and the request of every turn is valid for both providers', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        for (const record of timeline.turns) {
          expectEqual(record.violations, [])
          for (const provider of ['anthropic', 'openai'] as const) {
            const { repairs: _, ...request } = timeline.messagesAt(record.turn, provider)
            expectEqual(validate(request, provider), [])
          }
        }
      }),
      runs,
    )
  })

  it('EDIT-3 the same run gives the same bytes, and MSG-2 does not change its trace', () => {
    fc.assert(
      fc.property(cases, (one) => {
        // The known run is of another object with the same content: results do not depend on object identity.
        const before = JSON.stringify(one.trace)
        expectSame(encodeTimeline(timelineOf(one, config).data), encodeTimeline(known(one).data))
        expectSame(JSON.stringify(one.trace), before)
      }),
      again,
    )
  })

  it('EDIT-4 earlier decisions do not depend on later turns', () => {
    fc.assert(
      fc.property(cases, fc.nat(40), (one, cut) => {
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const last = turns.at(-1)
        const messages = one.trace.messages.slice(
          0,
          1 + Math.max(...(last?.inputs ?? [0]), last?.response ?? 0),
        )
        const prefix = { ...one, trace: { ...one.trace, turns, messages } }
        const whole = known(one)
        const part = timelineOf(prefix, config)
        const reached = part.turns.length
        const decided = (timeline: Timeline): unknown =>
          timeline.turns.slice(0, reached).map((turn) => ({
            points: turn.points,
            events: turn.events,
            edits: turn.edits.map((index) => ({ ...timeline.edits[index], repairs: null })),
          }))
        expectSame(JSON.stringify(decided(part)), JSON.stringify(decided(whole)))
      }),
      again,
    )
  })

  it('MSG-1 blocks keep their order of arrival', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        for (const record of timeline.turns) {
          const ids = sentBlocks(timeline, record.turn)
          expectEqual(
            ids,
            [...ids].sort((a, b) => a - b),
          )
        }
      }),
      runs,
    )
  })

  if (!('eviction' in config)) return

  it('EVI-3 protected blocks stay unchanged', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        const gated = !('gates' in config.eviction)
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
          if ('protected_types' in config.eviction) {
            const { protected_types: types } = config.eviction
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
      }),
      runs,
    )
  })

  it('EVI-4 an eviction reaches its target, or records by how much it missed', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
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
          // of the last growth may be missing from its freed tokens.
          if (edit.after > decision.trigger.aim + 2 * MARKER) expectEqual(decision.survivors, [])
          expect(edit.after).toBeLessThan(edit.before)
        }
      }),
      runs,
    )
  })

  it('EDIT-1 the recorded victims are the lowest ranks of the full table from explain', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
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
      }),
      runs,
    )
  })
})

function recorded({ inputs: _inputs, ...row }: Ranked): Ranked {
  return row
}
