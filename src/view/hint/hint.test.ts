import { describe, expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { ProblemError } from '../../engine/index.ts'
import { run } from '../../sim/index.ts'
import type { Intervention, TimelineData, Unmoved } from '../../sim/index.ts'
import { expectEqual, expectSame } from '../../testing/expect-equal.ts'
import { conversation } from '../../testing/conversation.ts'
import { traceOf } from '../../testing/trace.ts'
import { levelsOf, seenBy } from './hint-level.ts'
import type { Level } from '../sentence/level.ts'
import { readingOf } from './hint-reading.ts'
import { hints, unmovedHint } from '../index.ts'
import type { Hint } from '../index.ts'

const lines = ['system: be careful', 'user: tidy up the parser']
for (let turn = 0; turn < 12; turn++) {
  lines.push(`assistant: looking + call c${turn} read_file {"path":"src/part-${turn % 4}.ts"}`)
  lines.push(`result c${turn}: ${300 + (turn % 4) * 500} chars`)
  if (turn % 4 === 3) lines.push('', 'assistant: done with that', 'user: go on')
}
lines.push('', 'assistant: all done')
const agent = traceOf(conversation(lines.join('\n')))

function dataOf(
  config: PartialConfig,
  trace = agent,
  interventions: readonly Intervention[] = [],
): TimelineData {
  return run(trace, { max_context_tokens: 4000, ...config }, { interventions }).data
}

function told(data: TimelineData, code: Hint['code']): readonly string[] {
  return hints(data).flatMap((hint) => (hint.code === code ? [hint.path.join('.')] : []))
}

function messageAt(data: TimelineData, path: string): string | undefined {
  return hints(data).find((hint) => hint.path.join('.') === path)?.message
}

describe('thresholds that no turn reached', () => {
  // Two messages of 1,000 tokens (four characters per token), in a window with a reserve of a quarter.
  const talk = traceOf(conversation('user: 4000 chars\nassistant: 4000 chars\nuser: 8 chars\nassistant: ok'))

  it('PRES-1 the hint names the highest reading and the threshold, worked by hand', () => {
    const data = dataOf({ strategy: 'evict', max_context_tokens: 40_000 }, talk)
    // System prompt 31 characters, messages 4,000, 4,000 and 8: 8 + 1,000 + 1,000 + 2 tokens, and 4 for each message.
    // 4,096 of 40,000 are reserved: 89.76 % are usable, and .9 × .8976 / .95 = .8503.
    expect(messageAt(data, 'pressure.thresholds.red')).toBe(
      'Never reached in this run: the window held at most ≈ 2,022 of 40,000 tokens (≈ 5.1 %), in turn 1, ' +
        'below 90.0 % of the limit, which the reserve brings down to 85.0 % (34,014 tokens).',
    )
    expect(messageAt(data, 'pressure.thresholds.orange')).toMatch(
      /^Never reached in this run: the fullest window at eviction held/u,
    )
    expect(
      hints(data).every(({ severity, code }) => (code === 'cannot_converge') === (severity === 'warning')),
    ).toBe(true)
  })

  it('COMP-2 the hint uses the reading at the stage if an earlier stage freed tokens', () => {
    const data = dataOf({
      strategy: 'managed',
      compression: { summarization_threshold_tokens: 5000 },
      eviction: { wait: false },
    })
    expect(data.edits.some(({ stage }) => stage === 'evict')).toBe(true)
    const message = messageAt(data, 'compression.cascade.0.92')
    expect(message).toMatch(/at compaction held .* Up to ≈ \d+\.\d % arrived, but earlier stages freed/u)
    expect(hints(data).find(({ path }) => path.includes('0.92'))?.key).toBe('compression.cascade')
  })

  it('there is no hint for a threshold that was reached or that the strategy does not read', () => {
    const data = dataOf({ strategy: 'evict' })
    const zones = new Set(
      data.turns.flatMap(({ events }) => events.flatMap((e) => (e.kind === 'zone' ? [e.to] : []))),
    )
    const never = told(data, 'never_reached')
    expect(zones.has('orange')).toBe(true)
    expect(never).not.toContain('pressure.thresholds.yellow')
    expect(never.filter((path) => /^(?:tiered|compression|cross_window|token_trim)/u.test(path))).toEqual([])
  })

  const lanes: readonly PartialConfig[] = [
    {
      strategy: 'managed',
      compression: { tool_results: 'at_pressure', summarization_threshold_tokens: 900 },
    },
    { strategy: 'evict', eviction: { target: 0.3 } },
    { strategy: 'handover', max_context_tokens: 20_000 },
    {
      strategy: 'atomic_window',
      atomic_window: { max_messages: 90, token_aware: true, token_threshold: 0.75 },
    },
    { strategy: 'token_trim', max_context_tokens: 20_000 },
    { strategy: 'token_trim', max_context_tokens: 20_000, token_trim: { max_tokens: 18_000 } },
    { strategy: 'tiered', max_context_tokens: 20_000 },
    { strategy: 'tiered_full', max_context_tokens: 20_000 },
    {
      strategy: 'tiered_full',
      max_context_tokens: 5000,
      tiered_full: { compact_at: 'margin', compact_margin_tokens: 500 },
    },
    {
      strategy: 'rolling_summary',
      max_context_tokens: 20_000,
      rolling_summary: { max_input_tokens: 15_000 },
    },
    {
      strategy: 'context_editing',
      max_context_tokens: 20_000,
      context_editing: { compact: { enabled: true } },
    },
    {
      strategy: 'context_editing',
      max_context_tokens: 20_000,
      context_editing: { clear_tool_uses: { trigger: 9000 } },
    },
    {
      strategy: 'pipeline',
      max_context_tokens: 20_000,
      pipeline: [
        { stage: 'evict', at: 0.9 },
        { stage: 'snip_results', with: { tiered: { snip_from: 0.9 } } },
        'clip',
      ],
    },
  ]
  it.each(lanes.map((lane) => [lane.strategy, JSON.stringify(lane), lane] as const))(
    'lowered to just below the highest reading a threshold is reached, above the reading it is not: %s %s',
    (_name, _text, lane) => {
      // A lower red threshold is reached in fewer turns, and preemptive eviction keeps the window below it (PRES-6).
      const calm = { ...lane, pressure: { preemptive: false } }
      const data = dataOf(calm)
      const never = new Set(told(data, 'never_reached'))
      const levels = levelsOf(data).filter(({ path }) => never.has(path.join('.')))
      expect(levels.length).toBeGreaterThan(0)
      let lowered = 0
      for (const level of levels) {
        const reading = readingOf(data, level)
        if (reading === null) throw new Error(`no reading for ${level.path.join('.')}`)
        const value = justReached(level, reading.value, data)
        const after = dataWith(calm, level.path, value)
        // A neighbouring threshold prevents so low a value.
        if (after === null || value === level.value) continue
        lowered += 1
        const path = level.path[1] === 'cascade' ? ['compression', 'cascade', String(value)] : level.path
        expectEqual(
          [level.path.join('.'), value, told(after, 'never_reached').includes(path.join('.'))],
          [level.path.join('.'), value, false],
        )
        // Between the reading and the threshold, any value gives the same run.
        const halfway = (reading.value + level.at) / 2
        if (level.measure !== 'tokens' && level.measure !== 'zone') continue
        if (level.of !== 'limit' || path[1] === 'cascade' || halfway - reading.value < 2) continue
        const between = rounded((level.value * halfway) / level.at)
        const still = dataWith(calm, level.path, between)
        if (still === null) continue
        const codes = hints(still).flatMap((hint) =>
          hint.path.join('.') === path.join('.') ? [hint.code] : [],
        )
        // If the reading was above it before an eviction, another sentence says so.
        expect([path.join('.'), between, codes]).toEqual([
          path.join('.'),
          between,
          [expect.stringMatching(/^never_(?:reached|acts)$/u)],
        ])
      }
      expect(lowered).toBeGreaterThan(0)
    },
  )

  /** The value at which a threshold is just reached by the reading. */
  function justReached(
    { path, value: own, at, measure, of }: Level,
    reading: number,
    { limit, reserve }: TimelineData,
  ): number {
    const key = path.at(-1)
    if (measure === 'fidelity') return reading + 0.001
    if (measure === 'messages' || measure === 'result') return reading - 1
    // No margin puts the threshold below half of the limit.
    if (key === 'compact_margin_tokens') return reading > limit / 2 ? limit - reading + 1 : own
    if (key === 'reserve') return rounded(1 - (reading - 1) / limit, Math.ceil)
    if (key === 'max_tokens') return Math.floor((reading - 1) / 0.9)
    if (measure !== 'tokens' && measure !== 'zone') return rounded(reading * 0.999)
    const scale = own * limit > at && at === limit - reserve ? 1 / limit : own / at
    return of === null ? reading - 1 : rounded(scale * (reading - 1))
  }

  function rounded(value: number, to: (value: number) => number = Math.floor): number {
    return Number((to(value * 1e6) / 1e6).toFixed(6))
  }

  function dataWith(lane: PartialConfig, path: readonly string[], value: number): TimelineData | null {
    const config = structuredClone(dataOf(lane).spec.config) as unknown as Record<string, unknown>
    let place = config
    for (const key of path.slice(0, -1)) place = place[key] as Record<string, unknown>
    const last = path.at(-1) ?? ''
    if (path[1] === 'cascade') {
      const steps = place[last]
      Reflect.deleteProperty(place, last)
      place[String(value)] = steps
    } else place[last] = value
    try {
      return dataOf(config)
    } catch (failure) {
      if (failure instanceof ProblemError) return null
      throw failure
    }
  }

  it.each<readonly [string, PartialConfig]>([
    ['token_trim.reserve', { strategy: 'token_trim', token_trim: { reserve: 0 } }],
    [
      'atomic_window.token_threshold',
      {
        strategy: 'atomic_window',
        atomic_window: { max_messages: 90, token_aware: true, token_threshold: 1 },
      },
    ],
    ['tiered_full.compact_share', { strategy: 'tiered_full', tiered_full: { compact_share: 1 } }],
    [
      'context_editing.compact.trigger_share',
      { strategy: 'context_editing', context_editing: { compact: { enabled: true, trigger_share: 1 } } },
    ],
  ])('BUD-3 a threshold above the reserve is reached where the reserve begins: %s', (path, lane) => {
    const data = dataOf(lane)
    const level = levelsOf(data).find((one) => one.path.join('.') === path)
    expect(level?.at).toBe(data.limit - data.reserve)
    // It acted, or the window never exceeded the usable tokens.
    const acted = data.edits.some(({ stage }) => stage === level?.stage)
    expect(told(data, 'never_reached').includes(path)).toBe(!acted)
  })

  it('there is no hint for a setting changed in mid-run; the others count all turns', () => {
    const set = (turn: number, orange: number) =>
      ({ turn, kind: 'set', config: { pressure: { thresholds: { orange } } } }) as const
    // Nothing is ever evicted, so the window grows to the end.
    const calm = { strategy: 'evict', max_context_tokens: 40_000, pressure: { preemptive: false } }
    const plain = dataOf(calm)
    expect(told(plain, 'never_reached')).toContain('pressure.thresholds.orange')
    const late = dataOf(calm, agent, [set(5, 0.8)])
    expect(told(late, 'never_reached')).toEqual(
      told(plain, 'never_reached').filter((path) => path !== 'pressure.thresholds.orange'),
    )
    const highest = Math.max(...late.turns.map(({ reading }) => reading.used))
    expect(Math.max(...late.turns.slice(0, 5).map(({ reading }) => reading.used))).toBeLessThan(highest)
    expect(messageAt(late, 'pressure.thresholds.red')).toContain(
      `${highest.toLocaleString('en-US')} of 40,000 tokens`,
    )
    expect(messageAt(late, 'pressure.thresholds.red')).toBe(messageAt(plain, 'pressure.thresholds.red'))
    // Set from the first turn on to the value that it has: the hints are those of the plain run.
    expect(hints(dataOf(calm, agent, [set(0, 0.75)]))).toEqual(hints(plain))
    // Other stages would have seen other windows, so only hints independent of stages remain.
    const managed = { ...calm, strategy: 'managed', compression: { notes: false } }
    const stages = (data: TimelineData) =>
      told(data, 'never_reached').filter((path) => /^compression|^cross/u.test(path))
    expect(stages(dataOf(managed)).length).toBeGreaterThan(1)
    const noted = dataOf(managed, agent, [{ turn: 5, kind: 'set', config: { compression: { notes: true } } }])
    expect(stages(noted)).toEqual([])
    expect(told(noted, 'never_reached')).toContain('pressure.thresholds.red')
  })

  it('PRES-1 COMP-2 a zone that was entered is never called unreached; the hint names the stage that acts first', () => {
    // Twelve exchanges of 1,400 tokens, then 12,000 at once: from below the compaction threshold to above orange.
    const exchanges = Array.from({ length: 12 }, () => 'user: 40 chars\nassistant: 5600 chars')
    const sudden = traceOf(
      conversation(
        [...exchanges, 'user: 48000 chars', 'assistant: fine', 'user: go on', 'assistant: ok'].join('\n'),
      ),
    )
    let acted = 0
    for (const limit of [32_000, 36_000, 38_000, 40_000, 60_000]) {
      const data = dataOf({ ...presetConfig('compaction_first'), max_context_tokens: limit }, sudden)
      const entered = new Set(data.turns.map(({ reading }) => reading.zone))
      for (const zone of entered) {
        expect(told(data, 'never_reached')).not.toContain(`pressure.thresholds.${zone}`)
        if (zone !== 'orange' || data.edits.some(({ stage }) => stage === 'evict')) continue
        acted += 1
        const hint = hints(data).find(({ path }) => path.join('.') === 'pressure.thresholds.orange')
        expectSame(hint?.code, 'never_acts')
        const top = data.turns.reduce((a, b) => (b.reading.used > a.reading.used ? b : a))
        expectSame(hint?.message.split(': ')[0], 'Never triggered in this run')
        expect(hint?.message).toContain(
          `: compaction frees the window first (at ≈ ${top.reading.used.toLocaleString('en-US')} of `,
        )
        expect(hint?.message).toContain(`in turn ${top.turn}). The fullest window at eviction held`)
      }
    }
    expect(acted).toBeGreaterThan(0)
  })

  it('HEALTH-2 whole numbers have no decimals', () => {
    const data = dataOf({ strategy: 'evict', health_monitoring: { alerts: { eviction_rate_warning: 50 } } })
    expect(messageAt(data, 'health_monitoring.alerts.eviction_rate_warning')).toMatch(
      /at most \d+(?:\.\d?[1-9])? blocks were evicted per turn, .* not more than 50\.$/u,
    )
  })
})

describe('the reading at a stage', () => {
  it.each([
    [
      'managed',
      {
        compression: {
          summarization_threshold_tokens: 60,
          cascade: { 0.6: 'tool_result_summarization', 0.7: 'conversation_compaction' },
        },
      },
    ],
    ['managed', { eviction: { min_free_tokens: 900 }, pressure: { preemptive: false } }],
    ['evict', {}],
    ['handover', {}],
    ['atomic_window', { atomic_window: { max_messages: 10, min_recent_keep: 4 } }],
    ['token_trim', {}],
    [
      'tiered',
      {
        tiered: {
          persist_above_bytes: 1000,
          cut_above_characters: 900,
          reserve_tokens: 0,
          keep_results: 1,
          snip_keep_per_tool: 1,
        },
      },
    ],
    [
      'tiered_full',
      {
        tiered_full: {
          keep_results: 1,
          snip_keep_per_tool: 1,
          snip_from: 0.4,
          clear_from: 0.5,
          collapse_from: 0.55,
        },
      },
    ],
    ['rolling_summary', {}],
    ['context_editing', { context_editing: { compact: { enabled: true, trigger_share: 0.5 } } }],
  ] as const)('EDIT-1 is the reading recorded with its edits: %s %j', (strategy, sections) => {
    const data = dataOf({ strategy, ...sections })
    let compared = 0
    for (const stage of new Set(data.edits.map((edit) => edit.stage))) {
      const seen = seenBy(data, stage)
      for (const { turn } of data.turns) {
        const first = data.edits.find((edit) => edit.turn === turn && edit.stage === stage)
        if (first === undefined || seen.length === 0) continue
        compared += 1
        expectEqual([stage, turn, seen[turn]?.used], [stage, turn, first.before])
        if (first.trigger?.measure !== 'messages') continue
        const level = levelsOf(data).find(({ measure }) => measure === 'messages')
        const until = { ...data, turns: data.turns.slice(turn, turn + 1) }
        expectSame(level && readingOf(until, level)?.value, first.trigger.value)
      }
    }
    expect(compared).toBeGreaterThan(0)
  })
})

describe('targets and budgets that cannot be reached', () => {
  const heavy = traceOf(
    conversation(
      'system: 6000 chars\nuser: 2000 chars\nassistant: 1200 chars\nuser: 40 chars\nassistant: fine',
    ),
  )

  it('EVI-4 the hint names a target that system prompt and task exceed, with the figures', () => {
    // 1,500 tokens and 500 of the task, of 4,000. The target is .5 × .75 / .95 of them, 1,578.
    const lane = { strategy: 'evict', eviction: { target: 0.5 } }
    const data = dataOf(lane, heavy)
    expect(told(data, 'cannot_converge')).toEqual(['eviction.target'])
    expect(messageAt(data, 'eviction.target')).toMatch(
      /^The system prompt and the task always stay and hold ≈ 2,0\d\d of 4,000 tokens \(≈ 5\d\.\d %\), more than the target of eviction, 50\.0 % of the limit \(1,578 tokens\)/u,
    )
    const roomy = dataOf({ ...lane, eviction: { target: 0.7 } }, heavy)
    expect(told(roomy, 'cannot_converge')).toEqual([])
    // Without the guard the task may leave, and the prompt alone is below the target.
    const open = dataOf({ ...lane, eviction: { target: 0.5, gates: { task: false } } }, heavy)
    expect(told(open, 'cannot_converge')).toEqual([])
  })

  it('TRIM-1 the hint names a budget that the system prompt alone exceeds, and the run noted it', () => {
    const data = dataOf({ strategy: 'token_trim', token_trim: { reserve: 0.7 } }, heavy)
    expect(told(data, 'cannot_converge')).toEqual(['token_trim.reserve'])
    const codes = data.turns.flatMap(({ events }) =>
      events.flatMap((e) => (e.kind === 'note' ? [e.note.code] : [])),
    )
    expect(codes).toContain('system_exceeds_budget')
  })

  it('no edit of the run reaches a target that the hint names', () => {
    let named = 0
    for (const target of [0.2, 0.4, 0.6, 0.7]) {
      const data = dataOf({ strategy: 'evict', eviction: { target } }, heavy)
      if (!told(data, 'cannot_converge').includes('eviction.target')) continue
      named += 1
      for (const { decision } of data.edits)
        if (decision !== null) expect(decision.shortfall).toBeGreaterThan(0)
    }
    expect(named).toBeGreaterThan(1)
  })
})

describe('placeholders that cost more than they save', () => {
  it('EVI-5 counts the blocks smaller than twice their placeholder, worked by hand', () => {
    const data = dataOf({ strategy: 'evict', eviction: { target: 0.25 } })
    const edit = data.edits.find(({ blocks }) => blocks.some(({ to }) => to === 'placeholder'))
    const part = edit?.blocks.find(({ to }) => to === 'placeholder')
    if (edit === undefined || part === undefined) throw new Error('no placeholder')
    const of = (...sizes: readonly (readonly [freed: number, added: number])[]) => ({
      ...data,
      edits: [{ ...edit, blocks: sizes.map(([freed, added]) => ({ ...part, freed, added })) }],
    })
    // Placeholders of 30 tokens for 100 and for 60 are worth it; 30 for 59, and 38 for 40, are not. The mean is 32.
    expect(messageAt(of([100, 30], [60, 30], [59, 30], [40, 38]), 'eviction.placeholders')).toBe(
      'Placeholders cost more than they save below ≈ 64 tokens on average: those of this run hold ≈ 32, ' +
        'and 2 of the 4 blocks replaced by one were smaller than twice their placeholder.',
    )
    expect(messageAt(of([100, 30], [59, 30]), 'eviction.placeholders')).toContain(
      'and 1 of the 2 blocks replaced by one was smaller than twice its placeholder.',
    )
    expect(messageAt(of([100, 30], [60, 30]), 'eviction.placeholders')).toBeUndefined()
  })

  it('there is no hint if the run has no placeholders', () => {
    expect(
      told(dataOf({ strategy: 'evict', eviction: { placeholders: false } }), 'placeholder_cost'),
    ).toEqual([])
    expect(told(dataOf({ strategy: 'evict', max_context_tokens: 40_000 }), 'placeholder_cost')).toEqual([])
  })
})

describe('a number without an effect', () => {
  const unmoved: Unmoved = {
    path: ['eviction', 'weights', 'recency'],
    from: 0.3,
    tried: [0, 0.5, 1],
    same: true,
    parts: null,
  }

  it('EVI-1 the hint names the values at which the same blocks are evicted', () => {
    expect(unmovedHint(unmoved)).toEqual({
      key: 'eviction.weights',
      path: unmoved.path,
      code: 'changes_nothing',
      severity: 'hint',
      message: 'This weight has no effect in this run: the same blocks are evicted at 0, 0.3, 0.5 and 1.',
    })
    expect(unmovedHint({ ...unmoved, same: false, parts: { value: 1, turn: 4 } })).toBeNull()
    expect(unmovedHint({ ...unmoved, recorded: true })?.message).toBe(
      'This weight has no effect in this run: the same blocks are evicted at 0, 0.3, 0.5 and 1, given the same answers of the model.',
    )
    expect(
      unmovedHint({ ...unmoved, path: ['compression', 'keep_messages'], from: 6, tried: [2, 20] }),
    ).toMatchObject({
      key: 'compression.keep_messages',
      message: 'This number has no effect in this run: the decisions are the same at 2, 6 and 20.',
    })
  })
})

describe('a window compared with that of the model in the log', () => {
  const data = dataOf({ max_context_tokens: 24_000 })

  it('CONF-4 a larger window gets a warning, one of equal size does not', () => {
    const of = (window: number) =>
      hints({ ...data, model: { name: 'small-1', window } }).filter(
        ({ code }) => code === 'larger_than_model',
      )
    expect([of(24_000).length, of(1_000_000).length]).toEqual([0, 0])
    expect(hints(data).some(({ code }) => code === 'larger_than_model')).toBe(false)
    const [warning] = of(23_999)
    expect(warning).toMatchObject({ key: 'max_context_tokens', severity: 'warning' })
    expect(warning?.message).toContain('24,000 tokens are set, but small-1 has 23,999')
  })
})
