import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4, validate } from '../../engine/index.ts'
import { SHOWN, asWrittenStrategies } from '../../lessons/index.ts'
import type { AsWrittenStrategy } from '../../lessons/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { intakesOnce, runsOnce } from '../../testing/once.ts'
import { arbitraryTrace } from '../../testing/trace.ts'
import { orphanedPlans } from '../internal.ts'
import { encodeTimeline, entriesAt, metrics, run, takeIn, unmanagedPeak } from '../index.ts'
import type { RunOptions, Timeline, Trace } from '../index.ts'

const runs = { numRuns: 4 }
const intakeOf = intakesOnce()

interface Case {
  readonly trace: Trace
  readonly limit: number
}

const cases: fc.Arbitrary<Case> = fc
  .tuple(arbitraryTrace(), fc.integer({ min: 20, max: 120 }))
  .map(([trace, percent]) => {
    const peak = unmanagedPeak(intakeOf(trace))
    return { trace, limit: Math.max(2000, Math.floor((peak * percent) / 100)) }
  })

/** Rules that a strategy may break as a consequence of its defects. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  as_written_tiered: ['PAIR-2', 'VALID-3', 'EVI-3'],
  as_written_eviction: ['PAIR-2', 'VALID-3', 'EVI-4'],
  as_written_cascade: ['COMP-3'],
  as_written_overflow: ['CROSS-3'],
  as_written_rolling_summary: ['EVI-3', 'COMP-3', 'VALID-3'],
  as_written_atomic_window: ['PAIR-2', 'VALID-3', 'EVI-3'],
  as_written_token_trim: ['PAIR-2', 'VALID-3', 'EVI-3', 'STRAT-1'],
}

/** The rules that an as-written strategy may break: those that its defects violate, and their consequences. */
function exemptions({ name }: AsWrittenStrategy): ReadonlySet<string> {
  const shows = SHOWN[name] ?? []
  return new Set([...shows.map(({ rule }) => rule), ...(FURTHER[name] ?? [])])
}

function timelineOf({ trace, limit }: Case, strategy: string, options: RunOptions = {}): Timeline {
  return run(trace, { max_context_tokens: limit, strategy }, options)
}

const flagged = Object.values(asWrittenStrategies).map((strategy) => ({ name: strategy.name, strategy }))

describe.each(flagged)('$name in the turn loop', ({ name, strategy }) => {
  const known = runsOnce((one: Case) => timelineOf(one, name, { intake: intakeOf(one.trace) }))

  it('LED-1 every edit balances, and at every point the blocks add up to the recorded size', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const { data } = known(one)
        for (const edit of data.edits) expectSame(edit.before - edit.freed + edit.added, edit.after)
        for (const { points, window, used, free } of data.turns) {
          for (const point of [points.arrived, points.offered, points.sent]) {
            const entries = entriesAt(data.spans, point.tick, window)
            expectSame(
              entries.reduce((sum, entry) => sum + entry.tokens, 0),
              point.used,
            )
          }
          expectSame(used + data.reserve + free, data.limit)
        }
      }),
      runs,
    )
  })

  it('VALID-3 every request is valid after repair, and before it unless the strategy is exempt', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        for (const record of timeline.turns) {
          if (!exemptions(strategy).has('VALID-3')) expectEqual(record.violations, [])
          for (const provider of ['anthropic', 'openai'] as const) {
            const { repairs: _, ...request } = timeline.messagesAt(record.turn, provider)
            expectEqual(validate(request, provider), [])
          }
        }
      }),
      runs,
    )
  })

  it('EVI-3 the system prompt always stays, and the task, too, unless the strategy is exempt', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const timeline = known(one)
        const task = timeline.blocks.find((block) => block.type === 'user_message')
        for (const { points, window } of timeline.turns) {
          const entries = entriesAt(timeline.data.spans, points.sent.tick, window)
          const sent = new Set(entries.map((entry) => entry.block))
          for (const block of timeline.blocks)
            if (block.type === 'system_prompt') expectSame(sent.has(block.id), true)
          if (!exemptions(strategy).has('EVI-3')) expectSame(sent.has(task?.id ?? -1), true)
        }
      }),
      runs,
    )
  })

  it('EDIT-3 the same run gives the same bytes, and EDIT-4 later turns change nothing', () => {
    fc.assert(
      fc.property(cases, fc.nat(40), (one, cut) => {
        const whole = known(one)
        expectSame(encodeTimeline(timelineOf(one, name).data), encodeTimeline(whole.data))
        const turns = one.trace.turns.slice(0, 1 + (cut % one.trace.turns.length))
        const last = turns.at(-1)
        const messages = one.trace.messages.slice(
          0,
          1 + Math.max(...(last?.inputs ?? [0]), last?.response ?? 0),
        )
        const part = timelineOf({ ...one, trace: { ...one.trace, turns, messages } }, name)
        const points = (timeline: Timeline) =>
          JSON.stringify(timeline.turns.slice(0, part.turns.length).map(({ points: at, asks }) => [at, asks]))
        expectSame(points(part), points(whole))
      }),
      { numRuns: 2 },
    )
  })
})

describe('the demonstrated defects, on a scenario at half its peak', () => {
  const trace = scenario('axios-migration', 7)
  const limit = Math.floor(unmanagedPeak(takeIn(trace, chars4)) / 2)
  const runOf = runsOnce(([strategy, more]: readonly [string, object]) =>
    timelineOf({ trace, limit }, strategy, more),
  )
  const of = (strategy: string, more: object = {}) => runOf([strategy, more])

  function timelineOf(one: Case, strategy: string, more: object): Timeline {
    return run(one.trace, {
      max_context_tokens: one.limit,
      strategy,
      pressure: { preemptive: false },
      ...more,
    })
  }
  const figure = (timeline: Timeline, id: string) =>
    metrics(timeline).find((row) => row.id === id)?.value ?? NaN

  it.each(Object.keys(asWrittenStrategies))(
    'VALID-2 %s sends a valid request with its tools in every turn',
    (name) => {
      const timeline = of(name)
      for (const { turn } of timeline.turns) {
        const { repairs: _, ...request } = timeline.messagesAt(turn, 'anthropic')
        expectEqual(validate(request, 'anthropic'), [])
      }
    },
  )

  it('LLM-1 a model that always fails ends none of the runs early', () => {
    const failing = { mock_llm: { failure_rate: 1, failures: ['error', 'empty', 'longer', 'timeout'] } }
    for (const name of Object.keys(asWrittenStrategies))
      expect(of(name, failing).turns.length).toBeGreaterThan(10)
  })

  it('EVI-1 as_written_lru has less of the needed context present than lru', () => {
    const article = of('as_written_lru', { eviction: { user_share: 0 } })
    const here = of('evict', { eviction: { policy: 'lru', user_share: 0 } })
    expect(figure(article, 'need-hit-rate')).toBeLessThan(figure(here, 'need-hit-rate'))
  })

  it('EVI-5 as_written_eviction leaves no placeholders and breaks tool pairs; evict does neither', () => {
    const strategyViolations = (timeline: Timeline) =>
      timeline.turns.flatMap(({ violations }) => violations).filter(({ origin }) => origin === 'strategy')
    const article = of('as_written_eviction', { eviction: { policy: 'fifo' } })
    const here = of('evict', { eviction: { policy: 'fifo' } })
    expect(strategyViolations(article).length).toBeGreaterThan(10)
    expect(strategyViolations(here)).toEqual([])
    expect(figure(article, 'pointer-rate')).toBe(0)
    expect(figure(here, 'pointer-rate')).toBeGreaterThan(0)
    // EVI-2: the policy may have any name.
    expect(new Set(article.edits.flatMap(({ decision }) => decision?.policy ?? []))).toEqual(
      new Set(['hybrid_as_written']),
    )
  })

  it('MAN-2 as_written_cascade ends in the same turn as unmanaged, and has paid for its requests', () => {
    const article = of('as_written_cascade')
    const nothing = of('unmanaged')
    expect(article.data.ended).toEqual(nothing.data.ended)
    expect(article.data.ended).not.toBeNull()
    expect(article.edits).toEqual([])
    expect(article.data.asks.length).toBeGreaterThan(50)
    expect(new Set(article.data.asks.map(({ verdict }) => verdict))).toEqual(new Set(['ignored']))
    expect(article.turns.map(({ used }) => used)).toEqual(nothing.turns.map(({ used }) => used))
    expect(of('managed').data.ended).toBeNull()
  })

  it('CROSS-2 as_written_overflow saves version 2 in each window; CROSS-4 its windows begin without constraints', () => {
    const article = of('as_written_overflow')
    const versions = article.data.checkpoints.map(({ checkpoint }) => checkpoint.version)
    expect(versions.length).toBeGreaterThan(1)
    expect(new Set(versions)).toEqual(new Set([2]))
    const here = of('handover').data.checkpoints.map(({ checkpoint }) => checkpoint.version)
    expect(here).toEqual(here.map((_, index) => index + 1))
    const opened = article.edits.filter(({ opened: id }) => id !== null)
    expect(opened).toHaveLength(versions.length)
    expect(article.data.contents.join('\n')).not.toContain('## Constraints')
    expect(of('handover').data.contents.join('\n')).toContain('## Constraints')
  })

  it('CROSS-3 windows of as_written_plans take plans for done, those of handover none, and a run without new windows has no such count', () => {
    const article = of('as_written_plans')
    const found = orphanedPlans(article.data) ?? []
    expect(found.length).toBeGreaterThan(1)
    for (const { turn, title } of found) {
      const opened = article.data.edits.find((edit) => edit.opened !== null && edit.turn === turn)
      const saved = article.data.checkpoints.findLast((one) => one.turn <= turn)?.checkpoint.subtasks
      expect(opened).toBeDefined()
      expect(saved?.find((one) => one.title === title)?.status).not.toBe('done')
    }
    expect(orphanedPlans(of('handover').data)).toEqual([])
    expect(orphanedPlans(of('unmanaged').data)).toBeNull()
  })
})
