import { named } from '../../engine/internal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  completeConfig,
  expandedConfig,
  expandedYaml,
  parseConfig,
  presetConfig,
  presets,
} from '../../config/index.ts'
import type { Config, PartialConfig, PipelineStepConfig } from '../../config/index.ts'
import { chars4, stages, strategies, validate } from '../../engine/index.ts'
import type { StageName } from '../../engine/index.ts'
import { asWrittenStrategies } from '../../lessons/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { arbitraryHardTrace } from '../../testing/hard-trace.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import { balances } from '../../testing/run-record.ts'
import { encodeTimeline, run, takeIn, unmanagedPeak } from '../index.ts'
import type { Intervention, Timeline, Trace } from '../index.ts'

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
    fc.nat(),
    fc.constantFrom('compact', 'reset', null),
  )
  .map(([trace, percent, at, kind]) => {
    const peak = unmanagedPeak(intakeOf(trace))
    const interventions = kind === null ? [] : ([{ turn: at % trace.turns.length, kind }] as const)
    return { trace, limit: Math.max(2000, Math.floor((peak * percent) / 100)), interventions }
  })

const runs = { numRuns: Number(process.env['LAW_RUNS'] ?? 1) }

function timelineOf(
  { trace, limit, interventions }: Case,
  config: PartialConfig,
  intake = intakeOf(trace),
): Timeline {
  return run(trace, { ...config, max_context_tokens: limit }, { interventions, intake })
}

/** Everything that a run did, without its config. */
function done({ data }: Timeline): string {
  const { spec: _, hash: __, snapshots: ___, ...rest } = data
  return JSON.stringify(rest)
}

const early = { cascade: { 0.3: 'conversation_compaction', 0.5: ['progressive', 'sub_agent'] } } as const

/** The presets, and settings with stages that no preset has. */
const configs: readonly (readonly [string, PartialConfig])[] = [
  ...presets.map((name) => [name, presetConfig(name)] as const),
  [
    'managed with everything early',
    {
      compression: { ...early, tool_results: 'on_arrival', delegation: { ahead: true, min_calls: 1 } },
      eviction: { policy: 'semantic_merge', target: 0.25 },
      budget: { enforce: 'per_component' },
    },
  ],
  [
    'managed without notes and new windows',
    { compression: { ...early, notes: false, tool_results: 'never' }, cross_window: { new_window: false } },
  ],
  [
    'handover without notes',
    { strategy: 'handover', compression: { notes: false, overflow_threshold: 0.8 } },
  ],
]
/** As-written strategies have no plan. */
const expandable = configs.filter(([, { strategy = '' }]) => !Object.hasOwn(asWrittenStrategies, strategy))
const { seed: first = 0 } = fc.readConfigureGlobal()
const seeded = expandable.map(([name, config], nth) => [name, config, first + nth] as const)
const stagesOf = (config: PartialConfig): string =>
  (expandedConfig(completeConfig(config))?.pipeline ?? []).map(({ stage }) => stage).join()
/** One of those with the same stages, and a third of the others: another with other seeds. */
const planned = seeded.filter(
  ([, config], nth) =>
    (nth + first) % 3 === 0 ||
    expandable.findIndex(([, other]) => stagesOf(other) === stagesOf(config)) === nth,
)
/** A preset of each strategy, and the settings that no preset has. */
const oneOfEach = seeded.filter(
  ([name, { strategy = 'managed' }], index) =>
    !presets.includes(name) ||
    expandable.findIndex(([, other]) => (other.strategy ?? 'managed') === strategy) === index,
)

describe('a strategy expanded to a pipeline', () => {
  const own = new Map(expandable.map(([name, preset]) => [name, completeConfig(preset)]))
  const doneBy = runsOnce(({ one, name }: { readonly one: Case; readonly name: string }) =>
    timelineOf(one, own.get(name) ?? {}),
  )

  it('PIPE-1 every strategy has a plan of known stages', () => {
    const all = new Set(expandable.map(([, { strategy = 'managed' }]) => strategy))
    expect([...all].toSorted()).toEqual(Object.keys(strategies).toSorted())
    for (const [name, config] of expandable) {
      const expanded = expandedConfig(completeConfig(config))
      expectEqual([name, expanded?.strategy], [name, 'pipeline'])
      for (const { stage } of expanded?.pipeline ?? []) expect(Object.keys(stages)).toContain(stage)
    }
  })

  // Every strategy has its own conversations, so that one for each is enough.
  it.each(planned)('PIPE-1 %s has the same edits, decisions and spans', (name, preset, seed) => {
    const config = completeConfig(preset)
    const expanded = expandedConfig(config)
    if (expanded === null) throw new Error('it has a plan')
    fc.assert(
      fc.property(cases, (one) => {
        expectSame(done(timelineOf(one, expanded)), done(doneBy({ one, name })))
      }),
      { ...runs, seed },
    )
  })

  it.each(oneOfEach)('PIPE-1 CONF-2 %s written as YAML gives the same run', (name, preset, seed) => {
    const config = completeConfig(preset)
    const { config: read, problems } = parseConfig(expandedYaml(config) ?? '')
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    fc.assert(
      fc.property(cases, (one) => {
        expectSame(done(timelineOf(one, read ?? {})), done(doneBy({ one, name })))
      }),
      { numRuns: 1, seed },
    )
  })

  it('PIPE-1 a pipeline is its own plan, and an as-written strategy has none', () => {
    const config = completeConfig(presetConfig('pipeline'))
    expect(expandedConfig(config)).toBe(config)
    for (const strategy of Object.keys(asWrittenStrategies)) {
      expect(expandedConfig({ ...config, strategy })).toBeNull()
      expect(expandedYaml({ ...config, strategy })).toBeNull()
    }
  })

  it('PIPE-1 contains end_at_overflow exactly if the strategy ends at an overflow', () => {
    for (const [name, preset] of expandable) {
      const { pipeline = [] } = expandedConfig(completeConfig(preset)) ?? {}
      const ends = named(strategies, preset.strategy ?? 'managed')?.endsAtOverflow
      expectEqual([name, pipeline.some(({ stage }) => stage === 'end_at_overflow')], [name, ends])
    }
  })
})

const whens = fc.constantFrom(
  'always',
  'always',
  'utilization >= 0.4',
  'messages > 6 and not spike',
  'results >= 2 or zone >= orange',
  'turns > 3 and (edited or free < 1k)',
  'not manual',
  'idle > 5 or exchanges >= 2',
  'overflow',
  'never',
)
const ownSettings = fc.constantFrom<Readonly<Record<string, PipelineStepConfig['with']>>>(
  {},
  {
    evict: { eviction: { policy: 'lru', target: 0.3, placeholders: false }, pressure: { preemptive: false } },
    compact: { compression: { keep_messages: 2, update: 'regenerate' }, eviction: { target: 0.2 } },
    progressive: { eviction: { target: 0.2, gates: { task: false } } },
    summarize_results: { compression: { summarization_threshold_tokens: 60 }, eviction: { target: 0.2 } },
    summarize_arrivals: { compression: { summarization_threshold_tokens: 60 } },
    delegate: { compression: { delegation: { min_calls: 2 }, keep_messages: 2 }, eviction: { target: 0.2 } },
    slide: { atomic_window: { max_messages: 6, min_recent_keep: 2 } },
    trim: { token_trim: { max_tokens: 1500 } },
    rolling_summary: { rolling_summary: { keep_recent_exchanges: 1 } },
  },
)
const steps: fc.Arbitrary<PipelineStepConfig> = fc
  .record({
    stage: fc.constantFrom(...Object.values(stages).map(({ name }) => name as StageName)),
    when: whens,
    at: fc.constantFrom(null, 0.2, 0.5, 0.9),
    own: ownSettings,
  })
  .map(({ stage, when, at, own }) => ({
    stage,
    when,
    at: stages[stage].at === undefined ? null : at,
    with: own[stage] ?? {},
  }))
const pipelines: fc.Arbitrary<Config> = fc
  .array(steps, { minLength: 1, maxLength: 7, size: 'max' })
  .map((pipeline) => completeConfig({ strategy: 'pipeline', pipeline }))

describe('any pipeline', () => {
  const many = { numRuns: 8 * runs.numRuns }
  const known = runsOnce(({ one, config }: { readonly one: Case; readonly config: Config }) =>
    timelineOf(one, config),
  )

  it('PIPE-1 LED-1 VALID-3 every edit balances, and every request is valid after repair', () => {
    const acted = new Set<string>()
    fc.assert(
      fc.property(cases, pipelines, (one, config) => {
        const timeline = known({ one, config })
        balances(timeline)
        for (const { stage } of timeline.edits) acted.add(stage)
        for (const { turn } of timeline.turns) {
          for (const provider of ['anthropic', 'openai'] as const) {
            const { repairs: _, ...request } = timeline.messagesAt(turn, provider)
            expectEqual(validate(request, provider), [])
          }
        }
      }),
      many,
    )
    expect(acted.size).toBeGreaterThan(3)
  })

  it('EDIT-3 the same run gives the same bytes, also from a config written as YAML', () => {
    fc.assert(
      fc.property(cases, pipelines, (one, config) => {
        const { config: read, problems } = parseConfig(expandedYaml(config) ?? '')
        expectEqual(
          problems.filter(({ severity }) => severity === 'error'),
          [],
        )
        expectEqual(read?.pipeline, config.pipeline)
        // The known run is of another object with the same content, and of the config itself.
        const again = timelineOf(one, read ?? {}, takeIn(one.trace, chars4)).data
        const { spec, hash } = known({ one, config }).data
        expectEqual(again.spec.config.pipeline, spec.config.pipeline)
        expectSame(encodeTimeline({ ...again, spec, hash }), encodeTimeline(known({ one, config }).data))
      }),
      many,
    )
  })

  it('EDIT-4 earlier decisions do not depend on later turns', () => {
    fc.assert(
      fc.property(cases, pipelines, fc.nat(60), (one, config, cut) => {
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const interventions = one.interventions.filter(({ turn }) => turn < turns.length)
        const whole = known({ one, config })
        const part = timelineOf({ ...one, interventions, trace: { ...one.trace, turns } }, config)
        const first = ({ data }: Timeline) =>
          data.turns.slice(0, part.turns.length).map(({ points, used, context, events }) => {
            // Blocks made by a run are numbered after those of its whole trace.
            return { points, used, context, events: events.map(({ kind }) => kind) }
          })
        expectEqual(first(whole), first(part))
      }),
      many,
    )
  })

  it('PIPE-1 a step whose condition is never met changes nothing', () => {
    let edits = 0
    fc.assert(
      fc.property(cases, pipelines, (one, config) => {
        const asleep = config.pipeline.map((step) => ({ ...step, when: `(${step.when}) and never` }))
        const both = { ...config, pipeline: [...asleep, ...config.pipeline] }
        const [awake, own] = [timelineOf(one, both), known({ one, config })].map((timeline) =>
          // In the longer plan a step has another place.
          done(timeline).replaceAll(/"step":\d+/g, '"step":0'),
        )
        edits += known({ one, config }).edits.length
        expectSame(awake, own)
      }),
      { numRuns: 4 * runs.numRuns },
    )
    expect(edits).toBeGreaterThan(0)
  })
})
