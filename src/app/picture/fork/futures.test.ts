import { beforeEach, describe, expect, test } from 'vitest'
import * as declarations from '../../../config/internal.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { strategies } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { metrics, run } from '../../../sim/index.ts'
import { cacheColumns, configAt } from '../../../sim/internal.ts'
import type { Intervention } from '../../../sim/index.ts'
import { biography } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { choose, useChoices } from '../../store/choice/choices.ts'
import type { LaneChoice } from '../../store/choice/choices.ts'
import { forkName, laneOf, nameOfFork, whyTheSame } from '../../store/choice/derived.ts'
import { carriedOver } from '../../store/choice/lanes.ts'
import { forkDoes, pinGuardOn } from '../../store/choice/fork-words.ts'
import { ghostShapes } from './ghost-shapes.ts'
import { isKnown, knobsOfLane, laid } from './setting-choice.ts'
import { editAct, heedsPins, pinActs, wish, wishPlace } from '../../store/choice/wish.ts'

const trace = scenario('axios-migration', 7)
const gates = { pinned: false, task: false }
const timeline = run(
  { ...trace, turns: trace.turns.slice(0, 12) },
  { max_context_tokens: 30_000, eviction: { policy: 'fifo', gates } },
)
const { data } = timeline
const rows = metrics(timeline)
const cache = cacheColumns(data)
/** The same with a summary made by the run. */
const { data: compacted } = run(
  timeline.trace,
  { max_context_tokens: 60_000, strategy: 'unmanaged' },
  { interventions: [{ turn: 8, kind: 'compact' }] },
)
const fork = { kind: 'run', id: 'fork9', label: 'fork9', turn: 5, data, rows, cache } as const
const lane: LaneResult = {
  name: 'naive_fifo',
  label: 'Unprotected FIFO',
  data,
  rows,
  cache,
  forks: [fork],
}
const pin: Intervention = { turn: 5, kind: 'pin', block: 0 }
const chosen: LaneChoice = {
  policy: 'fifo',
  gates: 'naive',
  forks: [{ id: 'fork9', name: null, turn: 5, acts: [pin] }],
}

beforeEach(() => {
  choose({ lanes: [chosen], selection: null, listed: null })
})

describe('a fork as a lane', () => {
  test('is found by its name, the same object each time; a refused fork is not', () => {
    const found = laneOf({ lanes: [lane] }, forkName('naive_fifo', 'fork9'))
    expect(found).toMatchObject({
      name: 'naive_fifo~fork9',
      label: 'Unprotected FIFO, fork of turn 5',
      forks: [],
    })
    expect(laneOf({ lanes: [lane] }, 'naive_fifo~fork9')).toBe(found)
    expect(laneOf({ lanes: [lane] }, 'naive_fifo')).toBe(lane)
    expect(laneOf({ lanes: [lane] }, 'naive_fifo~fork1')).toBeUndefined()
    const refused = { kind: 'refused', id: 'fork9', label: '', turn: 5, problems: [] } as const
    expect(laneOf({ lanes: [{ ...lane, forks: [refused] }] }, 'naive_fifo~fork9')).toBeUndefined()
  })

  test('keeps its selection while it exists, and passes it to its lane when it is removed', () => {
    choose({ selection: { lane: 'naive_fifo~fork9', block: 0 } })
    const select = (lanes: readonly LaneChoice[], shown: readonly LaneResult[]) =>
      carriedOver([chosen], lanes, { lanes: shown }).selection?.lane
    expect(select([chosen], [lane])).toBe('naive_fifo~fork9')
    const { forks: _, ...bare } = chosen
    expect(select([bare], [{ ...lane, forks: [] }])).toBe('naive_fifo')
    // Kept as a separate lane, which comes after its parent.
    const kept = { ...bare, actions: [pin] }
    const second = { ...lane, name: 'naive_fifo_2', forks: [] }
    expect(select([bare, kept], [{ ...lane, forks: [] }, second])).toBe('naive_fifo')
  })
})

describe('a wish', () => {
  test('EDIT-3 pinning in a lane without that guard switches it on, and its words do not mention that', () => {
    const acts = pinActs(lane, 0, 5)
    expect(acts).toEqual([{ turn: 5, kind: 'set', config: pinGuardOn }, pin])
    expect(forkDoes(acts, 5, data.blocks)).toMatch(/^pin .+ of turn 0 from turn 5$/)
    expect(forkDoes([acts[0] ?? pin], 5, data.blocks)).toBe('eviction.gates.pinned = true from turn 5')
  })

  test('EDIT-3 editing a block made by an edit describes that block, since another run may number it differently', () => {
    const made = biography(compacted, compacted.blocks.findLast(({ type }) => type === 'summary')?.id ?? -1)
    const came = biography(compacted, 6)
    if (made === null || came === null) throw new Error('the run made no block')
    expect(made.made).toBe(true)
    const { block, type, turn } = made
    const act = editAct(made, 9, 'else')
    expect(act).toEqual({ turn: 9, kind: 'edit', block, text: 'else', of: { type, turn } })
    expect(editAct(came, 9, 'else')).toEqual({ turn: 9, kind: 'edit', block: 6, text: 'else' })
    // Its name says what the block was, even if another block or none has the number now.
    for (const blocks of [compacted.blocks, compacted.blocks.toReversed(), []])
      expect(forkDoes([act], 9, blocks)).toBe('edit summary of turn 8 from turn 9')
  })

  test('EDIT-4 made in a fork, it includes the fork’s acts, from the earlier turn on', () => {
    const place = wishPlace(useChoices.getState().lanes, 'naive_fifo~fork9')
    if (place === null) throw new Error('the fork is not there')
    wish(place, [{ turn: 8, kind: 'reset' }])
    wish(place, [{ turn: 2, kind: 'reset' }])
    expect(
      useChoices
        .getState()
        .lanes[0]?.forks?.slice(1)
        .map(({ turn, acts }) => [turn, acts]),
    ).toEqual([
      [5, [pin, { turn: 8, kind: 'reset' }]],
      [2, [pin, { turn: 2, kind: 'reset' }]],
    ])
    expect(wishPlace(useChoices.getState().lanes, 'naive_fifo~gone')).toBeNull()
  })
})

test('EDIT-3 a fork is named by what differs from the lane in its turn, two settings at most', () => {
  const weights = { recency: 0.3, semantic: 0.25, source: 0.2 }
  const set = {
    turn: 3,
    kind: 'set',
    config: { eviction: { target: 0.5, gates: { pinned: true } } },
  } as const
  const obeyed = run(
    { ...trace, turns: trace.turns.slice(0, 8) },
    { ...data.spec.config, eviction: { policy: 'priority', weights, gates } },
    { interventions: [set] },
  )
  const name = (turn: number, config: object) =>
    nameOfFork({ id: 'a', name: null, turn, acts: [{ turn, kind: 'set', config }] }, obeyed)
  const target = { eviction: { target: 0.5, weights: { ...weights, recency: 0.31 } } }
  expect(name(5, target)).toBe('eviction.weights.recency = 0.31 from turn 5')
  expect(name(2, target)).toBe('eviction.target = 0.5, eviction.weights.recency = 0.31 from turn 2')
  expect(name(5, { eviction: { target: 0.4, weights: { recency: 0, semantic: 0, source: 1 } } })).toBe(
    'eviction.target = 0.4, eviction.weights.recency = 0 and 2 more from turn 5',
  )
  // The lane turns this guard on in turn 3, so pins count from then on.
  expect([2, 3].map((turn) => heedsPins(obeyed, turn))).toEqual([false, true])
})

test('EVI-3 a pin that changes nothing: the block stays anyway, or had already left', () => {
  const short = run(
    { ...trace, turns: trace.turns.slice(0, 30) },
    { max_context_tokens: 30_000, eviction: { policy: 'fifo', placeholders: false } },
  )
  const { data } = short
  const lasts = new Map(
    data.edits.flatMap(({ turn, blocks }) => blocks.map((one) => [one.block, { turn, to: one.to }] as const)),
  )
  const [block, { turn: went }] = [...lasts].find(([, { to }]) => to === 'gone') ?? [-1, { turn: -1 }]
  const kept = data.blocks.findIndex(({ id }) =>
    data.edits.every(({ blocks }) => blocks.every((one) => one.block !== id)),
  )
  expect(block).toBeGreaterThan(-1)
  const why = (one: number, turn: number) =>
    whyTheSame({ id: 'a', name: null, turn, acts: [{ turn, kind: 'pin', block: one }] }, short)
  expect([why(kept, 5), why(block, went + 1), why(block, went)]).toEqual(['stands', 'gone', null])
  expect(whyTheSame({ id: 'a', name: null, turn: 5, acts: [{ turn: 5, kind: 'reset' }] }, short)).toBeNull()
})

describe('another setting', () => {
  const place = { data, turn: 5 }
  const knobs = knobsOfLane(place, declarations)
  const knob = (key: string) => {
    const found = isKnown(knobs, key)
    if (found === null) throw new Error(`there is no ${key}`)
    return found
  }

  test('CONF-4 is one that the lane reads and a line can hold, found by a part of its key', () => {
    expect(isKnown(knobs, 'eviction.target')?.key).toBe('eviction.target')
    expect(isKnown(knobs, 'min_free_tok')?.key).toBe('eviction.min_free_tokens')
    expect(['', 'eviction', 'max_context_tokens', 'tiered'].map((key) => isKnown(knobs, key))).toEqual(
      Array.from({ length: 4 }, () => null),
    )
  })

  test('CONF-1 is refused with a message if the config cannot have it', () => {
    expect(laid(place, knob('eviction.target'), '0.3', declarations)).toEqual({
      eviction: { target: 0.3 },
    })
    expect(laid(place, knob('eviction.placeholders'), 'false', declarations)).toEqual({
      eviction: { placeholders: false },
    })
    for (const text of ['7', 'much', ''])
      expect(laid(place, knob('eviction.target'), text, declarations)).toBeTypeOf('string')
    // A constraint between two settings.
    expect(laid(place, knob('pressure.thresholds.yellow'), '0.95', declarations)).toBeTypeOf('string')
  })

  const strategyOf = (over: PartialConfig, turn: number) => {
    const base = declarations.completeConfig({ max_context_tokens: 30_000, ...over })
    const { data } = run(timeline.trace, base)
    const place = { data, turn }
    const row = isKnown(knobsOfLane(place, declarations), 'strategy')
    if (row === null) throw new Error('no strategy is offered')
    return { base, place, row, names: row.choices.map(({ name }) => name) }
  }

  test('MAN-1 the strategy is one of those that can take over, and the run has it from the turn on', () => {
    const { base, place: at, row, names } = strategyOf({}, 5)
    expect(names).toEqual(Object.keys(strategies))
    expect(row.refused).toBe('a lane that runs an article’s code cannot take over a fork')
    for (const name of names) expect(laid(at, row, name, declarations)).toEqual({ strategy: name })
    const { data: switched } = run(timeline.trace, base, {
      interventions: [{ turn: 5, kind: 'set', config: { strategy: 'token_trim' } }],
    })
    expect([4, 5].map((turn) => configAt(switched, turn).strategy)).toEqual(['managed', 'token_trim'])
  })

  test('MAN-1 EDITAPI-1 if none can take over it says why, in the words of the run', () => {
    const written = strategyOf({ strategy: 'as_written_lru' }, 5)
    expect(written.names).toEqual(['as_written_lru'])
    expect(written.row.refused).toMatch(/^an article's code as written must run in all turns/)
    const provider = strategyOf({ strategy: 'context_editing' }, 5)
    expect(provider.names).toEqual(['context_editing'])
    expect(provider.row.refused).toMatch(
      /^\w+ would send again in full what the provider cleared for context_editing/,
    )
    expect(laid(provider.place, provider.row, 'managed', declarations)).toBe(provider.row.refused)
    expect(strategyOf({ strategy: 'context_editing' }, 0).names).toContain('managed')
    const clearing = isKnown(knobsOfLane(provider.place, declarations), 'clear_tool_uses.enabled')
    if (clearing === null) throw new Error('there is no switch')
    expect(laid(provider.place, clearing, 'false', declarations)).toContain('no longer asked for')
  })

  test('EDITAPI-1 the provider can be asked to clear less as long as it cleared nothing, and not after', () => {
    const base = declarations.completeConfig({
      strategy: 'context_editing',
      max_context_tokens: 90_000,
      context_editing: { clear_tool_uses: { trigger: 5_000 } },
    })
    const { data } = run(timeline.trace, base)
    const first = data.edits.find(({ stage }) => stage === 'clear_tool_uses')?.turn ?? NaN
    expect(first).toBeGreaterThan(0)
    const keep = (turn: number) => {
      const place = { data, turn }
      const row = isKnown(knobsOfLane(place, declarations), 'clear_tool_uses.keep')
      if (row === null) throw new Error('there is no keep')
      return laid(place, row, '9', declarations)
    }
    expect(keep(first)).toEqual({ context_editing: { clear_tool_uses: { keep: 9 } } })
    expect(keep(first + 1)).toContain('it would bring back what it cleared before')
  })
})

test('an outline has an edge where it is tall, not where it only slides', () => {
  const sliding = [0, 50, 10, 20, 10, 19, 0, 49]
  const tall = [0, 50, 10, 50, 10, 40, 0, 40]
  const edges = (lines: readonly (readonly number[])[]) =>
    ghostShapes({ onlyFork: [], onlyBase: lines }).find(({ key }) => key === 'onlyBase edge')?.lines ?? []
  expect(edges([sliding])).toEqual([])
  expect(edges([sliding, tall])).toEqual([[...tall, 0, 50]])
})
