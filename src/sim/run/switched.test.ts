import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4, driveSync, ProblemError, strategies } from '../../engine/index.ts'
import { strategyNamed } from '../../lessons/index.ts'
import { completeConfig, strategySettings } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import { balances, introducesNothing, keepsPairs } from '../../testing/run-record.ts'
import {
  decodeTimeline,
  encodeTimeline,
  explain,
  run,
  runAsync,
  savings,
  takeIn,
  unmanagedPeak,
} from '../index.ts'
import { configAt, clearedBefore, SNAPSHOT_EVERY, whyNotSet } from '../internal.ts'
import type { Intervention, Timeline, Trace } from '../index.ts'
import { resume, startBefore } from './replay/resume.ts'

const trace = scenario('axios-migration', 5)
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
type Name = NonNullable<PartialConfig['strategy']>
const into = (turn: number, strategy: Name): Intervention => ({ turn, kind: 'set', config: { strategy } })
const runOf = runsOnce(([config, interventions]: readonly [PartialConfig, readonly Intervention[]]) =>
  run(trace, { max_context_tokens, ...config }, { intake, interventions }),
)
const runWith = (strategy: Name, ...interventions: Intervention[]) => runOf([{ strategy }, interventions])

const intakes = intakesOnce()
const begun: Trace = { ...trace, turns: trace.turns.slice(0, 30) }
const begunIntake = takeIn(begun, chars4)

/** The error of a run that is refused: a ProblemError. */
function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof ProblemError) return error.message
    throw error
  }
  throw new Error('the run was not refused')
}

const NAMES = Object.keys(strategies)
/** Strategies that may have invalid requests before repair (VALID-3). */
const EXEMPT: ReadonlySet<string> = new Set(['unmanaged', 'pipeline', 'recorded'])
/** Strategies that another can replace in mid-run. */
const LEAVABLE = NAMES.filter((name) => name !== 'context_editing')

/** The decisions before a turn. */
const decided = ({ data }: Timeline, before: number) => ({
  edits: data.edits.filter(({ turn }) => turn < before),
  turns: data.turns.slice(0, before).map(({ points, events, byType }) => ({ points, events, byType })),
})

describe('a strategy changed at a turn', () => {
  it.each(NAMES)('EDIT-3 in the first turn, the run equals one of the new strategy: %s', (name) => {
    const from: Name = name === 'managed' ? 'evict' : 'managed'
    const [switched, own] = [[from, into(0, name)] as const, [name] as const].map(
      ([strategy, ...interventions]) =>
        run(begun, { max_context_tokens, strategy }, { intake: begunIntake, interventions }),
    ) as [Timeline, Timeline]
    expect(switched.edits.length > 0).toBe(!['unmanaged', 'recorded', 'pipeline'].includes(name))
    expect(decided(switched, begun.turns.length)).toEqual(decided(own, begun.turns.length))
    expect(switched.ended).toEqual(own.ended)
  })

  it.each<readonly [Name, Name]>([
    ['managed', 'tiered'],
    ['managed', 'atomic_window'],
    ['evict', 'managed'],
    ['tiered', 'managed'],
    ['unmanaged', 'handover'],
    ['handover', 'tiered_full'],
    ['rolling_summary', 'context_editing'],
  ])('EDIT-1 EDIT-4 MAN-1 %s continues as %s in the record, in replays and in explain', (first, second) => {
    const at = 24
    const timeline = runWith(first, into(at, second))
    const { data } = timeline
    expect([at - 1, at].map((turn) => configAt(data, turn).strategy)).toEqual([first, second])
    expect(decided(timeline, at)).toEqual(decided(runWith(first), at))
    expect(decided(timeline, 50)).not.toEqual(decided(runWith(first), 50))
    const stages = new Set(data.edits.filter(({ turn }) => turn >= at).map(({ stage }) => stage))
    const own = strategyNamed(second)?.stages(strategySettings(configAt(data, at))) ?? []
    for (const stage of stages) expect([...own.map(({ name }) => name), 'repair']).toContain(stage)
    expect(stages.size).toBeGreaterThan(0)
    balances(timeline)
    keepsPairs(timeline)
    const again = decodeTimeline(encodeTimeline(data))
    expect(encodeTimeline(again)).toBe(encodeTimeline(data))
    for (const { turn: from } of data.snapshots) {
      const replay = resume(timeline, startBefore(timeline, from), false)
      // Up to the next one and a little beyond it: from there on that one is checked.
      for (const { turn, points, events } of data.turns.slice(from, from + SNAPSHOT_EVERY + 4)) {
        const outcome = driveSync(replay.step(turn), replay.answer)
        replay.finish(outcome)
        expectEqual({ turn, ...outcome.points }, { turn, ...points })
        expectEqual(outcome.events, events)
      }
    }
    for (const { turn, decision } of data.edits.filter((edit) => edit.turn >= at).slice(0, 3)) {
      const told = explain(timeline, turn).decisions.map(({ victims }) => victims.map(({ block }) => block))
      if (decision !== null) expect(told).toContainEqual(decision.victims.map(({ block }) => block))
    }
  })

  it('VALID-2 later requests need no repair, and the strategy can be changed back', () => {
    const timeline = runWith(
      'managed',
      into(20, 'token_trim'),
      into(32, 'managed'),
      into(40, 'rolling_summary'),
    )
    expect([19, 31, 39, 50].map((turn) => configAt(timeline.data, turn).strategy)).toEqual([
      'managed',
      'token_trim',
      'managed',
      'rolling_summary',
    ])
    balances(timeline)
    for (const { turn } of timeline.turns) expectEqual(timeline.messagesAt(turn, 'anthropic').repairs, [])
  })

  it('LLM-1 with a model, the run has the bytes of one with the recorded answers', async () => {
    const cascade = { '0.5': 'conversation_compaction' } as const
    const over = { strategy: 'managed', compression: { cascade } } as const
    const interventions: Intervention[] = [{ turn: 24, kind: 'set', config: over }]
    const base = { max_context_tokens, strategy: 'rolling_summary' } as const
    const live = await runAsync(trace, base, {
      intake,
      interventions,
      llm: ({ turn }) => Promise.resolve({ text: `the answer of turn ${turn}` }),
    })
    expect(new Set(live.data.asks.map(({ turn }) => turn >= 24)).has(true)).toBe(true)
    const { answers } = live.data.spec
    const again = run(trace, base, { intake, interventions, answers })
    expect(encodeTimeline(again.data)).toBe(encodeTimeline(live.data))
  })

  it('LED-1 PAIR-2 VALID-3 EDIT-4 any strategy can follow any other at any turn', () => {
    let edits = 0
    fc.assert(
      fc.property(
        arbitraryHardTrace(24),
        fc.integer({ min: 20, max: 90 }),
        fc.constantFrom(...LEAVABLE),
        fc.constantFrom(...LEAVABLE),
        fc.constantFrom(...NAMES),
        fc.nat(),
        fc.nat(),
        (one: Trace, percent, first, second, third, a, b) => {
          const taken = intakes(one)
          const limit = Math.max(2000, Math.floor((unmanagedPeak(taken) * percent) / 100))
          const [at, later] = [a % one.turns.length, b % one.turns.length].toSorted((x, y) => x - y)
          const config = { strategy: first, max_context_tokens: limit }
          const interventions = [into(at ?? 0, second), into(later ?? 0, third)]
          const timeline = run(one, config, { intake: taken, interventions })
          balances(timeline)
          keepsPairs(timeline)
          if (![first, second, third].some((name) => EXEMPT.has(name))) introducesNothing(timeline)
          const before = run(one, config, { intake: taken, interventions: interventions.slice(0, 1) })
          expectEqual(decided(timeline, later ?? 0), decided(before, later ?? 0))
          edits += timeline.edits.filter(({ turn }) => turn >= (at ?? 0)).length
        },
      ),
      { numRuns: 10 * Number(process.env['LAW_RUNS'] ?? 1) },
    )
    expect(edits).toBeGreaterThan(4)
  })

  it('EDITAPI-1 before the first call nothing is cleared, so that another strategy may follow', () => {
    const [switched, own] = [runWith('context_editing', into(0, 'managed')), runWith('managed')]
    expect(decided(switched, trace.turns.length)).toEqual(decided(own, trace.turns.length))
  })

  it.each<readonly [Name, Name, string]>([
    [
      'context_editing',
      'managed',
      'managed would send again in full what the provider cleared for context_editing',
    ],
    ['managed', 'as_written_lru', 'must run in all turns or in none: as_written_lru'],
    ['as_written_lru', 'evict', 'must run in all turns or in none: as_written_lru'],
  ])('MAN-1 %s cannot be followed by %s, and the error says why', (first, second, message) => {
    expect(refusal(() => runWith(first, into(3, second)))).toContain(message)
  })
})

describe('content cleared by the provider stays cleared', () => {
  type Over = Omit<PartialConfig, 'max_context_tokens'>
  type Loose = NonNullable<NonNullable<PartialConfig['context_editing']>['clear_tool_uses']>
  const steps = (...stages: string[]): Over => ({ pipeline: stages.map((stage) => ({ stage })) })
  const setIn = (base: Over, turn: number, config: Over) => {
    return runOf([{ strategy: 'context_editing', ...base }, [{ turn, kind: 'set', config }]])
  }
  const off = (name: 'clear_tool_uses' | 'clear_thinking' | 'compact'): Over => ({
    context_editing: { [name]: { enabled: false } },
  })
  const compacting: Over = { context_editing: { compact: { enabled: true } } }

  it.each<readonly [string, Over, Over, string]>([
    ['clear_tool_uses', {}, off('clear_tool_uses'), 'clear_tool_uses_20250919'],
    ['clear_thinking', {}, off('clear_thinking'), 'clear_thinking_20251015'],
    [
      'thinking kept',
      {},
      { context_editing: { clear_thinking: { keep_turns: 0 } } },
      'clear_thinking_20251015',
    ],
    ['compact', compacting, off('compact'), 'compact_20260112'],
    [
      'a step of the pipeline',
      { strategy: 'pipeline', ...steps('clear_tool_uses', 'evict') },
      steps('evict'),
      'clear_tool_uses_20250919',
    ],
    [
      'a step that would have a condition',
      { strategy: 'pipeline', ...steps('clear_tool_uses') },
      { pipeline: [{ stage: 'clear_tool_uses', when: 'spike' }] },
      'clear_tool_uses_20250919',
    ],
  ])('EDITAPI-1 LED-4 an edit cannot be removed from later requests: %s', (_, base, over, type) => {
    expect(refusal(() => setIn(base, 20, over))).toContain(
      `the request would contain again what the provider cleared, because it is no longer asked for: ${type}`,
    )
    // Before the first call nothing was cleared.
    expect(configAt(setIn(base, 0, over).data, 0)).toMatchObject(over)
  })

  it('EDITAPI-1 an additional edit is asked for from its turn on', () => {
    const over: Over = { context_editing: { clear_tool_uses: { keep: 1 }, compact: { enabled: true } } }
    const timeline = setIn({}, 20, over)
    const asked = (turn: number) =>
      timeline.messagesAt(turn, 'anthropic').context_management?.edits.map(({ type }) => type)
    expect(asked(19)).toEqual(['clear_thinking_20251015', 'clear_tool_uses_20250919'])
    expect(asked(20)).toEqual(['clear_thinking_20251015', 'clear_tool_uses_20250919', 'compact_20260112'])
  })

  const uses = (over: Loose): Over => ({ context_editing: { clear_tool_uses: over } })
  const base = uses({ trigger_share: 0.3, keep: 3, clear_tool_inputs: true, clear_inputs_of: ['read_file'] })
  const editedBy = (stage: string): number =>
    setIn(base, 0, {}).edits.find((edit) => edit.stage === stage)?.turn ?? NaN

  it.each<readonly [string, Over]>([
    ['keep', uses({ keep: 4 })],
    ['trigger', uses({ trigger_share: 0.4 })],
    ['trigger', uses({ trigger_type: 'tool_uses' })],
    ['clear_at_least', uses({ clear_at_least: 500 })],
    ['exclude_tools', uses({ exclude_tools: ['grep_search'] })],
    ['clear_tool_inputs', uses({ clear_tool_inputs: false })],
    ['clear_tool_inputs', uses({ clear_inputs_of: ['run_shell'] })],
  ])('EDITAPI-1 LED-4 a setting that would restore cleared content is refused: %s', (parameter, over) => {
    const first = editedBy('clear_tool_uses')
    expect(first).toBeGreaterThan(1)
    const words = `it would bring back what it cleared before (clear_tool_uses_20250919: ${parameter})`
    expect(refusal(() => setIn(base, first + 1, over))).toContain(words)
    // Before it has cleared anything, any setting may be changed.
    expect(configAt(setIn(base, first, over).data, first)).toMatchObject(over)
    const begins = completeConfig({ strategy: 'context_editing', ...base })
    // Checking beforehand gives the same error as setting it.
    const { data } = setIn(base, 0, {})
    const refusedAt = (turn: number) => whyNotSet(begins, turn, over, clearedBefore(data, turn))
    expect(refusedAt(first + 1)).toContain(words)
    expect(refusedAt(data.turns.length + 9)).toContain(words)
    expect([refusedAt(first), refusedAt(0)]).toEqual([null, null])
  })

  it('EDITAPI-1 cleared thinking does not restrict the settings of tool uses, nor the other way round', () => {
    const [thinking, tools] = [editedBy('clear_thinking'), editedBy('clear_tool_uses')]
    expect(tools).toBeLessThan(thinking)
    const more: Over = { context_editing: { clear_thinking: { keep_turns: 2 } } }
    expect(() => setIn(base, thinking, more)).not.toThrow()
    expect(() => setIn(base, thinking, uses({ keep: 9 }))).toThrow('(clear_tool_uses_20250919: keep)')
    expect(() => setIn(base, thinking + 1, more)).toThrow('(clear_thinking_20251015: keep)')
    const late = { ...base, ...uses({ trigger: 1_000_000 }) }
    expect(() => setIn(late, thinking + 1, uses({ trigger: 1_000_000, keep: 9 }))).not.toThrow()
  })

  it.each<readonly [string, Over]>([
    ['fewer kept', uses({ keep: 1 })],
    ['a lower trigger', uses({ trigger_share: 0.2 })],
    ['at any number of uses that are not all kept', uses({ trigger_type: 'tool_uses', trigger: 3 })],
    ['arguments of all tools', uses({ clear_inputs_of: [] })],
    ['a later compaction', { context_editing: { compact: { enabled: true, trigger_share: 1 } } }],
  ])('EDITAPI-1 a setting that clears more is accepted at any time: %s', (_, over) => {
    const turn = editedBy('clear_tool_uses') + 1
    expect(configAt(setIn(base, turn, over).data, turn)).toMatchObject(over)
  })

  it('EDITAPI-1 EDIT-3 options that would have saved a block do not restore cleared content', () => {
    const timeline = setIn(base, 0, {})
    const turns = timeline.edits.filter(({ stage }) => stage === 'clear_tool_uses').map(({ turn }) => turn)
    const [first, second] = [turns[0] ?? NaN, turns[1] ?? NaN]
    const optionsAt = (turn: number) => {
      const edit = timeline.edits.find((one) => one.turn === turn && one.stage === 'clear_tool_uses')
      const steps = savings(timeline, edit?.blocks.at(-1)?.block ?? -1, turn)
      let step = steps.next()
      while (step.done !== true) step = steps.next()
      return step.value.options.map(({ path }) => path.join('.'))
    }
    expect(optionsAt(first)).toContain('context_editing.clear_tool_uses.keep')
    expect(optionsAt(second)).not.toContain('context_editing.clear_tool_uses.keep')
  })

  it('EDITAPI-1 an edit that was always off does not restrict its settings', () => {
    const base: Over = { context_editing: { clear_thinking: { enabled: false } } }
    const over: Over = { context_editing: { clear_thinking: { enabled: false, keep_turns: 0 } } }
    expect(configAt(setIn(base, 20, over).data, 20)).toMatchObject(over)
  })
})
