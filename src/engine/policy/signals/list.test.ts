import { SCORING } from './signal.ts'
import { describe, expect, it } from 'vitest'
import { blockOf, contextAt, referenceOf } from '../../../testing/blocks.ts'
import type { History } from '../../../testing/blocks.ts'
import { BLOCK_TYPES } from '../../core/message/block.ts'
import type { Block } from '../../core/message/block.ts'
import { lastReference } from './last-reference.ts'
import { recency, signals } from './list.ts'
import type { SignalName } from './list.ts'

function historyOf(
  blocks: readonly Block[],
  texts: readonly string[] = [],
  uses: readonly (readonly [number, number])[] = [],
): History {
  const references = uses.map(([source, by]) => referenceOf(blocks[source] as Block, blocks[by] as Block))
  return { blocks, texts, references, seed: 1 }
}

function valuesOf(name: SignalName, history: History, turn: number): number[] {
  const context = contextAt(history, turn)
  return [...signals[name].values(context.window, context)]
}

describe('EVI-1 signals, worked by hand', () => {
  it('EVI-1 recency is e^(−age/decay), an e-folding age and no half-life', () => {
    const blocks = [0, 5, 20].map((turn, id) => blockOf({ id, turn }))
    const context = contextAt(historyOf(blocks), 20)
    expect([...recency(10).values(blocks, context)]).toEqual([
      expect.closeTo(0.135335283, 9),
      expect.closeTo(0.22313016, 9),
      1,
    ])
    expect([...recency(15).values(blocks, context)][1]).toBeCloseTo(0.367879441, 9)
    expect([...(recency(10).keys?.(blocks, context) ?? [])]).toEqual([-20, -15, 0])
  })

  it('EVI-1 recency keeps its order where e^(−age) is rounded to 0', () => {
    const blocks = [0, 1].map((turn, id) => blockOf({ id, turn }))
    const context = contextAt(historyOf(blocks), 10_000)
    expect([...recency(10).values(blocks, context)]).toEqual([0, 0])
    expect([...(recency(10).keys?.(blocks, context) ?? [])]).toEqual([-10_000, -9_999])
  })

  it('EVI-1 last_reference: used 2 turns ago beats used 10 ago beats never used', () => {
    // Block 0 is never used, 1 in turn 10 and 2 in turn 18, each by an input, so that turn 20 knows it.
    const blocks = [0, 0, 0, 10, 18].map((turn, id) => blockOf({ id, turn, type: 'user_message' }))
    const history = historyOf(
      blocks,
      [],
      [
        [1, 3],
        [2, 4],
      ],
    )
    const [never, ten, two] = valuesOf('last_reference', history, 20)
    expect(two).toBeCloseTo(Math.exp(-2 / 5), 12)
    expect(ten).toBeCloseTo(Math.exp(-10 / 5), 12)
    expect(never).toBeCloseTo(0.3 * Math.exp(-20 / 5), 12)
  })

  it('EVI-1 last_reference: birth counts for two turns, then unused blocks drop to 0.3 of it', () => {
    const history = historyOf([blockOf({ id: 0, turn: 3 })])
    expect(valuesOf('last_reference', history, 3)).toEqual([1])
    expect(valuesOf('last_reference', history, 4)).toEqual([expect.closeTo(Math.exp(-1 / 5), 12)])
    expect(valuesOf('last_reference', history, 5)).toEqual([expect.closeTo(0.3 * Math.exp(-2 / 5), 12)])
  })

  it('EVI-1 last_reference: an unused block does not outlive a used one for ever', () => {
    // The article's constant .3 is above e^(−idle/5) from idle 7 on; here a block used once at turn 2 stays ahead of
    // one never used.
    const blocks = [0, 0, 2].map((turn, id) => blockOf({ id, turn, type: 'user_message' }))
    const history = historyOf(blocks, [], [[1, 2]])
    for (const turn of [3, 8, 30, 5_000]) {
      const context = contextAt(history, turn)
      const [never, once] = lastReference(SCORING).keys?.(context.window, context) ?? []
      expect(never).toBeLessThan(once ?? NaN)
    }
  })

  it('EDIT-4 a response is known as a reference from the next turn on', () => {
    const blocks = [blockOf({ id: 0, turn: 0 }), blockOf({ id: 1, turn: 9, type: 'tool_call' })]
    const history = historyOf(blocks, [], [[0, 1]])
    expect(valuesOf('reuse', history, 9)[0]).toBe(0)
    expect(valuesOf('reuse', history, 10)[0]).toBe(0.2)
    expect(valuesOf('last_reference', history, 9)[0]).toBeCloseTo(0.3 * Math.exp(-9 / 5), 12)
    expect(valuesOf('last_reference', history, 10)[0]).toBeCloseTo(Math.exp(-1 / 5), 12)
  })

  it('EVI-1 source ranks the authors', () => {
    const history = historyOf(BLOCK_TYPES.map((type, id) => blockOf({ id, type })))
    const byType = Object.fromEntries(BLOCK_TYPES.map((type, i) => [type, valuesOf('source', history, 0)[i]]))
    expect(byType).toEqual({
      system_prompt: 1,
      tool_definition: 0.9,
      memory_injection: 0.7,
      user_message: 1,
      assistant_response: 0.5,
      thinking: 0.5,
      tool_call: 0.5,
      tool_result: 0.3,
      summary: 0.5,
    })
  })

  it('EVI-1 reuse counts turns, not mentions, and is full at five', () => {
    const users = [2, 2, 3, 4, 5, 6, 7].map((turn, i) => blockOf({ id: i + 1, turn, type: 'user_message' }))
    const blocks = [blockOf({ id: 0, turn: 0 }), ...users]
    const history = historyOf(
      blocks,
      [],
      users.map((user) => [0, user.id] as const),
    )
    expect([2, 3, 5, 6, 7].map((turn) => valuesOf('reuse', history, turn)[0])).toEqual([0.2, 0.4, 0.8, 1, 1])
  })

  it('EVI-1 explicit is for IMPORTANT; DO_NOT_EVICT is a guard and changes no value', () => {
    const history = historyOf([
      blockOf({ id: 0, important: true }),
      blockOf({ id: 1 }),
      blockOf({ id: 2, doNotEvict: true }),
    ])
    expect(valuesOf('explicit', history, 0)).toEqual([1, 0, 0])
  })

  it('EVI-1 semantic: the task itself 1, a block that shares nothing with it 0, one without text .5', () => {
    const blocks = [
      blockOf({ id: 0, type: 'user_message' }),
      blockOf({ id: 1 }),
      blockOf({ id: 2 }),
      blockOf({ id: 3 }),
    ]
    const history = historyOf(blocks, ['move axios to fetch', 'total 48 drwxr-xr-x', 'axios used', ''])
    const values = valuesOf('semantic', history, 0)
    expect(values[0]).toBeCloseTo(1, 12)
    expect(values[1]).toBe(0)
    expect(values[2]).toBeGreaterThan(0.1)
    expect(values[2]).toBeLessThan(0.9)
    expect(values[3]).toBe(0.5)
  })

  it('EVI-1 semantic is .5 for all in a window without a task', () => {
    const history = historyOf([blockOf({ id: 0 }), blockOf({ id: 1 })], ['some text', 'other text'])
    expect(valuesOf('semantic', history, 0)).toEqual([0.5, 0.5])
  })

  it('EVI-1 type_ttl: 1 − age/ttl, 0 past it, by the type or as configured', () => {
    const types = [
      'tool_result',
      'thinking',
      'memory_injection',
      'assistant_response',
      'user_message',
    ] as const
    const history = historyOf(types.map((type, id) => blockOf({ id, type, turn: 0 })))
    expect(valuesOf('type_ttl', history, 1)).toEqual([7 / 8, 1 / 2, 19 / 20, 1 - 1 / 30, 49 / 50])
    expect(valuesOf('type_ttl', history, 8)).toEqual([0, 0, 12 / 20, 1 - 8 / 30, 42 / 50])
    expect(valuesOf('type_ttl', history, 100)).toEqual([0, 0, 0, 0, 0])
    const context = { ...contextAt(history, 4), typeTtl: { tool_result: 16, thinking: 0 } }
    expect([...(signals.type_ttl?.values(history.blocks, context) ?? [])].slice(0, 2)).toEqual([0.75, 0])
  })

  it('EVI-1 duplication: the older of two copies is worth nothing, the newest is unique', () => {
    const blocks = [0, 1, 2, 3].map((turn) => blockOf({ id: turn, turn }))
    const history = historyOf(blocks, [
      'status ok queue 12 jobs',
      'export function parse',
      'status ok queue 12 jobs',
      '',
    ])
    const values = valuesOf('duplication', history, 3)
    expect(values[0]).toBeLessThan(0.05)
    expect(values.slice(1)).toEqual([1, 1, 1])
    // Before the copy arrived, the first was unique; and a copy that has left the window does not count.
    expect(valuesOf('duplication', history, 1)).toEqual([1, 1])
    const context = contextAt(history, 3)
    const without = { ...context, window: context.window.filter((block) => block.id !== 2) }
    expect(signals.duplication?.values([blocks[0] as Block], without)[0]).toBe(1)
    expect(signals.duplication?.values(blocks, without)[0]).toBe(1)
  })

  it('EVI-1 size: 1 for nothing, half at 1,000 tokens, lower for larger blocks', () => {
    const history = historyOf([0, 1000, 9000].map((tokens, id) => blockOf({ id, tokens })))
    expect(valuesOf('size', history, 0)).toEqual([1, 0.5, 0.1])
  })

  it('EVI-1 refetch_cost: words of user and model cannot be fetched again, a result costs a call and itself', () => {
    const history = historyOf([
      blockOf({ id: 0, type: 'user_message', tokens: 5 }),
      blockOf({ id: 1, type: 'tool_result', tokens: 9880 }),
      blockOf({ id: 2, type: 'tool_result', tokens: 0 }),
      blockOf({ id: 3, type: 'tool_definition', tokens: 0 }),
    ])
    expect(valuesOf('refetch_cost', history, 0)).toEqual([1, 0.5, 120 / 10_120, 0])
  })

  it('EVI-1 the signals by the names that a person reads', () => {
    expect(Object.values(signals).map(({ name, label }) => `${name}: ${label}`)).toEqual([
      'recency: Recency',
      'last_reference: Last use',
      'source: Source',
      'reuse: Reuse',
      'explicit: Marked',
      'semantic: Relevance',
      'type_ttl: Lifetime of type',
      'duplication: Uniqueness',
      'size: Smallness',
      'refetch_cost: Cost to get back',
      'random: Chance',
      'worth_per_token: Worth per token',
      'queues: Place in the queues',
      'superseded: Newest version',
    ])
  })
})
