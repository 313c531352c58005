import fc from 'fast-check'
import { describe, it } from 'vitest'
import type { PartialConfig } from '../../config/index.ts'
import type { Answer, Ask, BlockId } from '../../engine/index.ts'
import { createMock } from '../../llm/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { doubtful } from '../../testing/least-request.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import {
  asksWithinBounds,
  balances,
  breaks,
  introducesNothing,
  keepsGuarded,
  keepsPairs,
  readsAgain,
  shrinks,
  staysBelow,
} from '../../testing/run-record.ts'
import { answersOf, encodeTimeline, explain, run, runAsync, unmanagedPeak } from '../index.ts'
import type { RunOptions, Timeline, TimelineData, Trace } from '../index.ts'

const STEPS = ['tool_result_summarization', 'progressive', 'conversation_compaction', 'sub_agent'] as const
const eager = { summarization_threshold_tokens: 60, delegation: { min_calls: 2 } }
const windows = { new_window: true, bootstrap_tokens: 400 }

/** Each step alone, at a share that is reached before eviction. */
const alone = STEPS.flatMap((step) =>
  ([0.3, 0.6] as const).map((at) => ({
    name: `${step} alone at ${at}`,
    config: { compression: { ...eager, cascade: { [at]: step } }, eviction: { target: 0.28 } },
  })),
)

/** All thresholds are low, so that each stage acts. */
const early = {
  compression: {
    ...eager,
    cascade: Object.fromEntries(STEPS.map((step, index) => [`0.${3 + index}`, step])),
    overflow_threshold: 0.8,
    keep_messages: 2,
  },
  eviction: { target: 0.28 },
  cross_window: windows,
}

const failing = (['error', 'empty', 'timeout', 'longer'] as const).flatMap((kind) =>
  [1, 0.5].map((rate) => ({
    name: `the model fails: ${kind} at rate ${rate}`,
    config: { ...early, mock_llm: { failure_rate: rate, failures: [kind] } },
  })),
)

const lanes: readonly { readonly name: string; readonly config: PartialConfig }[] = [
  { name: 'default', config: {} },
  { name: 'everything early', config: early },
  ...alone,
  {
    name: 'on arrival',
    config: { compression: { summarization_threshold_tokens: 60, tool_results: 'on_arrival' } },
  },
  { name: 'component budgets', config: { compression: eager, budget: { enforce: 'per_component' } } },
  { name: 'semantic merge', config: { eviction: { policy: 'semantic_merge', merge_similarity: 0.6 } } },
  ...failing,
  {
    name: 'regenerated summaries',
    config: { ...early, compression: { ...early.compression, update: 'regenerate' } },
  },
  {
    name: 'progressive from the level before',
    config: {
      compression: { cascade: { 0.3: 'progressive' }, progressive: { from: 'current' } },
      eviction: { target: 0.2 },
    },
  },
  {
    name: 'new windows alone',
    config: { strategy: 'handover', compression: { overflow_threshold: 0.8 }, cross_window: windows },
  },
  { name: 'no new windows', config: { ...early, cross_window: { new_window: false } } },
  { name: 'no notes', config: { ...early, compression: { ...early.compression, notes: false } } },
  {
    name: 'emergencies',
    config: {
      pressure: { thresholds: { yellow: 0.5, orange: 0.97, red: 0.98 }, preemptive: false },
      compression: { cascade: { 0.99: 'conversation_compaction' } },
      eviction: { target: 0.3 },
      health_monitoring: { alerts: { utilization_critical: 0.35 } },
    },
  },
  { name: 'subtasks ahead', config: { compression: { delegation: { ahead: true, min_calls: 1 } } } },
  {
    name: 'no task guard',
    config: { ...early, eviction: { target: 0.28, gates: { task: false, current_user_message: false } } },
  },
  {
    name: 'no guards',
    config: {
      ...early,
      eviction: {
        target: 0.28,
        policy: 'fifo',
        placeholders: false,
        gates: {
          task: false,
          current_user_message: false,
          running_results: false,
          pinned: false,
          carried_state: false,
        },
      },
    },
  },
]

interface Case {
  readonly trace: Trace
  readonly limit: number
}

const intakeOf = intakesOnce()

const cases: fc.Arbitrary<Case> = fc
  .tuple(arbitraryHardTrace(24), fc.integer({ min: 15, max: 100 }))
  .map(([trace, percent]) => {
    const peak = unmanagedPeak(intakeOf(trace))
    return { trace, limit: Math.max(2000, Math.floor((peak * percent) / 100)) }
  })

const numRuns = Number(process.env['LAW_RUNS'] ?? 1)
/** Every lane has its own conversations: together they are many, although each has a few. */
const { seed: first = 0 } = fc.readConfigureGlobal()
const seeded = lanes.map(({ name, config }, nth) => ({ name, config, seed: first + nth }))

function timelineOf({ trace, limit }: Case, config: PartialConfig, options: RunOptions = {}): Timeline {
  return run(trace, { max_context_tokens: limit, ...config }, options)
}

describe.each([
  ['managed', {}],
  ['evict', { strategy: 'evict' }],
] as const)('requests over the limit: %s', (_, config) => {
  it('EVI-4 STRAT-1 contain nothing that the rules allow to evict', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = timelineOf(one, config, { intake: intakeOf(one.trace) })
        expectEqual(doubtful(timeline), [])
      }),
      { numRuns: 4 * numRuns },
    )
  })
})

describe.each(seeded)('managed: $name', ({ config, seed }) => {
  // Some laws are checked in every second lane, with other seeds in the others.
  const isEven = seed % 2 === 0
  const known = runsOnce((one: Case) => timelineOf(one, config, { intake: intakeOf(one.trace) }))

  it('LED-1 PAIR-2 VALID-3 COMP-3 every edit balances, pairs stay complete, and requests are valid, for any conversation', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        balances(timeline)
        keepsPairs(timeline)
        introducesNothing(timeline)
        keepsGuarded(timeline)
        asksWithinBounds(timeline)
        shrinks(timeline)
        staysBelow(timeline)
        breaks(timeline)
        readsAgain(timeline)
      }),
      { numRuns, seed },
    )
  })

  it('EDIT-3 LLM-1 the same run gives the same bytes, also from the recorded answers without a model', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const timeline = known(one)
        const bytes = encodeTimeline(unsigned(timeline.data))
        if (isEven) {
          const answers = answersOf(timeline.data)
          const silent = (): Answer => {
            throw new Error('nobody is to be asked')
          }
          const replayed = timelineOf(one, config, { answers, llm: silent, intake: intakeOf(one.trace) })
          expectSame(encodeTimeline(unsigned(replayed.data)), bytes)
          expectEqual(replayed.data.spec.answers, answers)
          return
        }
        // Another object with the same content, whose blocks are counted anew: results do not depend on identity.
        const copy = JSON.parse(JSON.stringify(one)) as Case
        const live = await runAsync(
          copy.trace,
          { max_context_tokens: copy.limit, ...config },
          { llm: delayed(timeline) },
        )
        expectEqual(live.data.spec.answers, answersOf(timeline.data))
        expectSame(encodeTimeline(unsigned(live.data)), bytes)
      }),
      { numRuns, seed },
    )
  })

  it('EDIT-4 EDIT-1 earlier decisions do not depend on later turns, and are explained by replay from the snapshots', () => {
    fc.assert(
      fc.property(cases, fc.nat(60), (one, cut) => {
        const whole = known(one)
        if (isEven) {
          const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
          const part = timelineOf({ ...one, trace: { ...one.trace, turns } }, config)
          expectEqual(decided(part, turns.length), decided(whole, turns.length))
        } else explainsItself(whole)
      }),
      { numRuns, seed },
    )
  })
})

/**
 * Stages that act when results arrive, when a subtask is finished, or on a component's own limit, do not wait for
 * pressure. A model that is not asked does not fail. Every second of the others, with other seeds the rest.
 */
const unhurried = seeded
  .filter(
    ({ name }) =>
      !['on arrival', 'subtasks ahead', 'component budgets'].includes(name) &&
      !name.startsWith('the model fails'),
  )
  .filter((_, nth) => (first + nth) % 2 === 0)

it.each(unhurried)('COMP-2 edits nothing below every threshold: $name', ({ config, seed }) => {
  fc.assert(
    fc.property(cases, (one) => {
      // So large that no component reaches its own limit, either: the smallest has a twenty-fifth of the window.
      const ample = { ...one, limit: 30 * one.limit + 3_000_000 }
      const { data } = timelineOf(ample, config, { intake: intakeOf(one.trace) })
      expectEqual(
        data.edits.filter(({ stage }) => stage !== 'repair'),
        [],
      )
    }),
    { numRuns: 1, seed },
  )
})

it.each(['error', 'empty', 'timeout', 'longer'] as const)(
  'COMP-3 with a model that always fails (%s), the edits are those without a cascade',
  (kind) => {
    fc.assert(
      fc.property(cases, (one) => {
        const mock_llm = { failure_rate: 1, failures: [kind] }
        const without = { ...early, cross_window: { new_window: false }, mock_llm }
        const options = { intake: intakeOf(one.trace) }
        const asking = timelineOf(one, without, options)
        const still = { ...without, compression: { ...early.compression, cascade: {} } }
        const silent = timelineOf(one, still, options)
        expectEqual(edited(asking), edited(silent))
        expectEqual(
          asking.data.contents.filter((text) => text.startsWith('[Summary')),
          [],
        )
      }),
      { numRuns },
    )
  },
)

/** `explain` gives the recorded decisions. Every turn is replayed from the snapshot before it, so a few turns suffice. */
function explainsItself(timeline: Timeline): void {
  const edited = timeline.turns.filter(({ edits }) => edits.length > 0)
  for (const { turn, edits } of [...edited.slice(0, 1), ...edited.slice(-2)]) {
    const made = edits.flatMap((edit) => timeline.edits[edit]?.decision ?? [])
    const again = explain(timeline, turn).decisions
    expectEqual(
      again.map(({ stage, trigger, freed, victims }) => ({
        stage,
        trigger,
        freed,
        victims: victims.map(({ inputs: _, ...row }) => row),
      })),
      made.map(({ stage, trigger, freed, victims }) => ({ stage, trigger, freed, victims })),
    )
  }
}

/** The edits without the places of their steps, because one plan has fewer steps. */
function edited({ data }: Timeline): unknown {
  return data.edits.map(({ decision, step: _, ...edit }) => ({ ...edit, victims: decision?.victims ?? [] }))
}

/** The run without the source of its answers. */
function unsigned(data: TimelineData): TimelineData {
  return { ...data, hash: '', spec: { ...data.spec, answers: [] } }
}

/** The mock of a run as an asynchronous model. */
function delayed({ data, intake }: Timeline): (ask: Ask) => Promise<Answer> {
  const { failure_rate: rate, failures: kinds } = data.spec.config.mock_llm
  let turn = 0
  const mock = createMock({
    count: (text) => intake.count(text, turn),
    seed: data.spec.seed,
    failures: { rate, kinds },
  })
  return async (ask) => {
    await Promise.resolve()
    turn = ask.turn
    return mock(ask)
  }
}

/** The decisions of the first turns. Blocks made by a run are numbered after those of its whole trace. */
function decided({ data, intake }: Timeline, turns: number): unknown {
  const originals = intake.blocks.length
  const named = (block: BlockId): string => (block < originals ? `${block}` : `made ${block - originals}`)
  const edits = data.edits.filter((edit) => edit.turn < turns)
  return {
    points: data.turns
      .slice(0, turns)
      .map(({ points, used, context, events }) => ({ points, used, context, events })),
    edits: edits.map(({ turn, tick, stage, before, freed, added, after, blocks, compression, opened }) => ({
      turn,
      tick,
      stage,
      before,
      freed,
      added,
      after,
      compression,
      opened,
      blocks: blocks.map(({ block, into, ...rest }) => ({
        ...rest,
        block: named(block),
        into: into === undefined ? null : named(into),
      })),
    })),
    asks: data.asks
      .filter((ask) => ask.turn < turns)
      .map(({ sources, ...ask }) => ({ ...ask, sources: sources.map(named) })),
    checkpoints: data.checkpoints.filter((one) => one.turn < turns),
    notes: data.notes
      .filter((note) => note.from < turns)
      .map((note) => ({ ...note, to: note.to !== null && note.to < turns ? note.to : null })),
  }
}
