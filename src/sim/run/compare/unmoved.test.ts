import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../../config/index.ts'
import { overlaid } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { answersOf, run, takeIn, unmanagedPeak, unmoved } from '../../index.ts'
import type { Timeline, Unmoved } from '../../index.ts'

const trace = scenario('axios-migration', 3, { turns: 50 })
const intake = takeIn(trace, chars4)
const limit = Math.round(0.5 * unmanagedPeak(intake))

function runWith(config: PartialConfig): Timeline {
  return run(trace, { strategy: 'evict', max_context_tokens: limit, ...config }, { intake })
}

function asked(timeline: Timeline, path: string): Unmoved {
  const steps = unmoved(timeline, path.split('.'))
  let step = steps.next()
  while (step.done !== true) {
    expect(step.value.done).toBeLessThanOrEqual(step.value.total)
    step = steps.next()
  }
  return step.value
}

/** The decisions, turn by turn: by which stage, about which blocks, and with which verbs. */
function decisionsOf({ data: { edits } }: Timeline): readonly string[] {
  return edits.map(({ turn, stage, blocks }) => {
    const parts = blocks.map(({ block, verb }) => `${block} ${verb}`).toSorted()
    return `${turn} ${stage} ${parts.join(', ')}`
  })
}

describe('whether a number has an effect', () => {
  const lane = { eviction: { policy: 'priority' } }
  const base = runWith(lane)

  it.each(['recency', 'semantic', 'explicit'])(
    'EVI-1 the answer for a weight agrees with runs at its other values: %s',
    (name) => {
      expect(base.edits.length).toBeGreaterThan(0)
      const { path, from, tried, same, parts } = asked(base, `eviction.weights.${name}`)
      expect(path).toEqual(['eviction', 'weights', name])
      expect(tried).not.toContain(from)
      const runs = tried.map((value) =>
        runWith(overlaid(base.data.spec.config, { eviction: { weights: { [name]: value } } })),
      )
      const equal = runs.map((one) => JSON.stringify(decisionsOf(one)) === JSON.stringify(decisionsOf(base)))
      expect(same).toBe(equal.every(Boolean))
      if (same) {
        expect(tried).toEqual([0, 0.5, 1])
        expect(parts).toBeNull()
        return
      }
      // It stops at the first value that makes a difference, and names the first turn that differs.
      expect(equal.slice(0, -1).every(Boolean)).toBe(true)
      const other = decisionsOf(runs.at(-1) ?? base)
      const own = decisionsOf(base)
      const first = own.findIndex((one, index) => one !== other[index])
      const turns = [own[first], other[first]].map((one) => Number((one ?? 'Infinity').split(' ')[0]))
      expect(parts).toEqual({ value: tried.at(-1), turn: Math.min(...turns) })
    },
  )

  it('distinguishes a weight with an effect from one without', () => {
    expect(asked(base, 'eviction.weights.recency').same).toBe(false)
    // A policy with a single signal ranks the same at any weight; a weight of zero is invalid.
    const alone = runWith({ eviction: { policy: 'lru' } })
    const [name = ''] = Object.keys(alone.data.spec.config.eviction.weights ?? { last_reference: 1 })
    expect(asked(alone, `eviction.weights.${name}`)).toMatchObject({ tried: [0.5], same: true, parts: null })
  })

  it('is answered for any number that the strategy reads, and refused for others', () => {
    expect(asked(base, 'eviction.target')).toMatchObject({ same: false, from: 0.6 })
    expect(asked(base, 'budget.burn_window')).toMatchObject({ same: true })
    expect(() => asked(base, 'tiered.snip_from')).toThrow('reads no number of this name: tiered.snip_from')
    expect(() => asked(base, 'eviction.placeholders')).toThrow('reads no number of this name')
    expect(() => asked(base, 'eviction.weights.fifo')).toThrow('reads no number of this name')
  })

  it('MAN-1 after a change of strategy it is answered for the numbers of both strategies', () => {
    const at = 20
    const into = (config: PartialConfig): Timeline =>
      run(
        trace,
        { strategy: 'evict', max_context_tokens: limit, ...config },
        { intake, interventions: [{ turn: at, kind: 'set', config: { strategy: 'token_trim' } }] },
      )
    const switched = into({})
    expect(() => asked(runWith({}), 'token_trim.reserve')).toThrow('the strategy evict reads no number')
    expect(asked(switched, 'eviction.target').same).toBe(false)
    const { from, tried, parts } = asked(switched, 'token_trim.reserve')
    expect(from).toBe(switched.data.spec.config.token_trim.reserve)
    expect(parts?.turn).toBeGreaterThanOrEqual(at)
    const other = decisionsOf(into({ token_trim: { reserve: tried.at(-1) ?? from } }))
    const own = decisionsOf(switched)
    const first = own.findIndex((one, index) => one !== other[index])
    const turns = [own[first], other[first]].map((one) => Number((one ?? 'Infinity').split(' ')[0]))
    expect(parts?.turn).toBe(Math.min(...turns))
    expect(() => asked(switched, 'tiered.snip_from')).toThrow(
      'the strategies evict, token_trim read no number of this name: tiered.snip_from',
    )
    // A strategy replaced before the first turn never acts.
    const never = run(
      trace,
      { strategy: 'evict', max_context_tokens: limit },
      { intake, interventions: [{ turn: 0, kind: 'set', config: { strategy: 'token_trim' } }] },
    )
    expect(() => asked(never, 'eviction.target')).toThrow('the strategy token_trim reads no number')
  })

  it('LLM-1 says that recorded answers were used if a model answered the run', () => {
    const config = {
      max_context_tokens: Math.round(limit / 2),
      compression: { cascade: { '0.5': 'conversation_compaction' } },
    } as const
    // Its first turns: a search runs the conversation many times.
    const short = { ...trace, turns: trace.turns.slice(0, 20) }
    const byMock = run(short, config)
    expect(byMock.data.asks.length).toBeGreaterThan(0)
    const byModel = run(short, config, { answers: answersOf(byMock.data) })
    expect(asked(byMock, 'budget.burn_window')).not.toHaveProperty('recorded')
    expect(asked(byModel, 'budget.burn_window')).toMatchObject({ same: true, recorded: true })
  })
})
