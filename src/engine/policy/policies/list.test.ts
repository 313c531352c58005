import { SCORING } from '../signals/signal.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHistory, blockOf, contextAt, referenceOf } from '../../../testing/blocks.ts'
import type { History } from '../../../testing/blocks.ts'
import type { Block } from '../../core/message/block.ts'
import { score } from '../signals/score.ts'
import { policies, policyOf } from './list.ts'

/**
 * Five blocks at turn 8: the task, a search, a file that the user returned to in turn 7, a listing, thinking. No two
 * share a word, so every uniqueness is 1 and every likeness to the task 0.
 */
function fiveBlocks(): History {
  const blocks = [
    blockOf({ id: 0, type: 'user_message', turn: 1, important: true }),
    blockOf({ id: 1, turn: 2, tokens: 450 }),
    blockOf({ id: 2, turn: 5, tokens: 2800 }),
    blockOf({ id: 3, turn: 6, tokens: 120 }),
    blockOf({ id: 4, type: 'thinking', turn: 7 }),
    blockOf({ id: 5, type: 'user_message', turn: 7 }),
  ]
  const texts = [
    'migrate all axios calls',
    'found 23 matches',
    'interceptor retries',
    'total 48',
    'hmm',
    'go back',
  ]
  return { blocks, texts, references: [referenceOf(blocks[2] as Block, blocks[5] as Block)], seed: 1 }
}

function scoresOf(name: string): number[] {
  const history = fiveBlocks()
  const { scores } = score(policyOf(name), history.blocks.slice(0, 5), contextAt(history, 8))
  return [...scores]
}

const close = (values: readonly number[]): unknown[] =>
  values.map((value): unknown => expect.closeTo(value, 12))

describe('EVI-2 policies, worked by hand', () => {
  it('EVI-2 fifo: e^(−age/10)', () => {
    expect(scoresOf('fifo')).toEqual(close([7, 6, 3, 2, 1].map((age) => Math.exp(-age / 10))))
  })

  it('EVI-2 lru: the file used a turn ago stays longest', () => {
    const never = [7, 6, 0, 2].map((age) => 0.3 * Math.exp(-age / 5))
    expect(scoresOf('lru')).toEqual(
      close([never[0] ?? NaN, never[1] ?? NaN, Math.exp(-1 / 5), never[3] ?? NaN, Math.exp(-1 / 5)]),
    )
  })

  it('EVI-2 priority: .30 recency + .25 semantic + .20 source + .15 reuse + .10 explicit', () => {
    const recency = [7, 6, 3, 2, 1].map((age) => Math.exp(-age / 15))
    expect(scoresOf('priority')).toEqual(
      close([
        0.3 * (recency[0] ?? NaN) + 0.25 * 1 + 0.2 * 1 + 0.1 * 1,
        0.3 * (recency[1] ?? NaN) + 0.2 * 0.3,
        0.3 * (recency[2] ?? NaN) + 0.2 * 0.3 + 0.15 * 0.2,
        0.3 * (recency[3] ?? NaN) + 0.2 * 0.3,
        0.3 * (recency[4] ?? NaN) + 0.2 * 0.5,
      ]),
    )
  })

  it('EVI-2 type_based: the rest of each type’s lifetime', () => {
    expect(scoresOf('type_based')).toEqual(close([1 - 7 / 50, 1 - 6 / 8, 1 - 3 / 8, 1 - 2 / 8, 1 - 1 / 2]))
  })

  it('EVI-2 hybrid: .30 recency + .25 priority + .20 type_ttl + .15 reference_freq + .10 semantic_duplication', () => {
    const priority = scoresOf('priority')
    const ttl = scoresOf('type_based')
    const reuse = [0, 0, 0.2, 0, 0]
    const expected = [7, 6, 3, 2, 1].map(
      (age, i) =>
        0.3 * Math.exp(-age / 15) +
        0.25 * (priority[i] ?? NaN) +
        0.2 * (ttl[i] ?? NaN) +
        0.15 * (reuse[i] ?? NaN) +
        0.1 * 1,
    )
    expect(scoresOf('hybrid')).toEqual(close(expected))
    const equal = [7, 6, 3, 2, 1].map(
      (age, i) =>
        0.2 * (Math.exp(-age / 15) + (priority[i] ?? NaN) + (ttl[i] ?? NaN) + (reuse[i] ?? NaN) + 1),
    )
    expect(scoresOf('hybrid_equal')).toEqual(close(equal))
  })

  it('EVI-2 hybrid has the terms of the YAML, in its order and under its names', () => {
    expect(policies.hybrid?.weights).toEqual({
      recency: 0.3,
      priority: 0.25,
      type_ttl: 0.2,
      reference_freq: 0.15,
      semantic_duplication: 0.1,
    })
  })

  it('EVI-2 hybrid_scorers: .15 fifo + .15 lru + .40 priority + .30 type, the scores of those four', () => {
    const parts = ['fifo', 'lru', 'priority', 'type_based'].map(scoresOf)
    const expected = [0, 1, 2, 3, 4].map(
      (i) =>
        0.15 * (parts[0]?.[i] ?? NaN) +
        0.15 * (parts[1]?.[i] ?? NaN) +
        0.4 * (parts[2]?.[i] ?? NaN) +
        0.3 * (parts[3]?.[i] ?? NaN),
    )
    expect(scoresOf('hybrid_scorers')).toEqual(close(expected))
    expect(policies.hybrid_scorers?.weights).toEqual({ fifo: 0.15, lru: 0.15, priority: 0.4, type: 0.3 })
  })

  it('EVI-2 semantic_merge: .70 uniqueness + .30 recency', () => {
    expect(scoresOf('semantic_merge')).toEqual(
      close([7, 6, 3, 2, 1].map((age) => 0.7 + 0.3 * Math.exp(-age / 15))),
    )
    const status = 'build green deploy pending queue twelve jobs'
    const texts = [status, 'export function parse', status]
    const blocks = texts.map((_, id) => blockOf({ id, turn: id }))
    const context = contextAt({ blocks, texts, references: [], seed: 1 }, 2)
    const { scores } = score(policyOf('semantic_merge'), blocks, context)
    // The older copy scores lower than the unique one, although both are old, and lower than any unique block could.
    expect(scores[0]).toBeLessThan(0.7)
    expect(scores[1]).toBeGreaterThan(0.7)
  })

  it('EVI-2 gdsf: uses × cost/tokens − idle/10, half at 0', () => {
    // Losing the task or the thinking costs 10,000 (each has 100 tokens); a result costs a call of 120 and itself. The
    // file of block 2 was used in turn 7, so its frequency is 2.
    const worth = [
      10_000 / 100 - 7 / 10,
      (120 + 450) / 450 - 6 / 10,
      (2 * (120 + 2800)) / 2800 - 1 / 10,
      (120 + 120) / 120 - 2 / 10,
      10_000 / 100 - 1 / 10,
    ]
    expect(scoresOf('gdsf')).toEqual(close(worth.map((x) => 1 - 0.5 / (1 + x))))
    const history = fiveBlocks()
    const keys = score(policyOf('gdsf'), history.blocks.slice(0, 5), contextAt(history, 8)).keys
    expect([...keys]).toEqual(close(worth))
    // Long after, the value of an unused result is below zero, but its score is not.
    const late = score(policyOf('gdsf'), history.blocks.slice(1, 2), contextAt(history, 1002))
    expect(late.keys[0]).toBeCloseTo(570 / 450 - 100, 12)
    expect(late.scores[0]).toBeCloseTo(0.5 / (1 + 100 - 570 / 450), 12)
  })

  it('EVI-2 gdsf: of two results equal in use and age the larger leaves, of two equal in size the less used', () => {
    const blocks = [100, 4000, 4000].map((tokens, id) => blockOf({ id, tokens, turn: 0 }))
    const user = blockOf({ id: 3, turn: 5, type: 'user_message' })
    const references = [referenceOf(blocks[2] as Block, user)]
    const context = contextAt({ blocks: [...blocks, user], texts: [], references, seed: 1 }, 5)
    const [small, large, used] = score(policyOf('gdsf'), blocks, context).keys
    expect(large).toBeLessThan(small ?? NaN)
    expect(large).toBeLessThan(used ?? NaN)
  })

  it('EVI-2 random: the same seed gives each block the same luck in every turn, another seed another', () => {
    const history = fiveBlocks()
    const luck = (seed: number, turn: number): number[] => {
      const context = { ...contextAt(history, turn), seed }
      return [...score(policyOf('random'), history.blocks.slice(0, 3), context).scores]
    }
    expect(luck(1, 8)).toEqual(luck(1, 30))
    expect(luck(1, 8)).not.toEqual(luck(2, 8))
    expect(new Set(luck(1, 8)).size).toBe(3)
  })
})

it('EVI-2 the policies by the names that a person reads', () => {
  expect(Object.values(policies).map(({ name, label }) => `${name}: ${label}`)).toEqual([
    'fifo: First in, first out',
    'lru: Least recently used',
    'priority: Priority',
    'type_based: Lifetime of types',
    'semantic_merge: Merge near-duplicates',
    'hybrid: Hybrid',
    'hybrid_scorers: Hybrid of four policies',
    'hybrid_equal: Hybrid, equal weights',
    'random: Random',
    'gdsf: Greedy dual, size and frequency',
    's3fifo: S3-FIFO',
    'superseded: Old versions first',
  ])
})

describe('EVI-2 settings of a policy', () => {
  it('EVI-2 weights that do not sum to 1 are scaled, in proportion', () => {
    const terms = policyOf('hybrid', {
      recency: 3,
      priority: 2.5,
      type_ttl: 2,
      reference_freq: 1.5,
      semantic_duplication: 1,
    }).terms
    expect(terms.map((term) => term.weight)).toEqual([0.3, 0.25, 0.2, 0.15, 0.1])
  })

  it('EVI-2 an unnamed weight keeps its default; 0 removes the term', () => {
    const terms = policyOf('priority', { semantic: 0, explicit: 0.35 }).terms
    expect(terms.map((term) => [term.signal.name, term.weight])).toEqual([
      ['recency', 0.3],
      ['source', 0.2],
      ['reuse', 0.15],
      ['explicit', 0.35],
    ])
  })

  it('EVI-2 any weights give shares that sum to 1 and keep their proportions', () => {
    const weight = fc.double({ min: 0, max: 100, noNaN: true })
    fc.assert(
      fc.property(fc.tuple(weight, weight, weight, weight), arbitraryHistory, (list, history) => {
        const [recency, semantic, source, reuse] = list
        const policy = policyOf('priority', { recency, semantic, source, reuse, explicit: 1 })
        const sum = policy.terms.reduce((total, term) => total + term.weight, 0)
        expect(sum).toBeCloseTo(1, 11)
        const context = contextAt(history, history.blocks.at(-1)?.turn ?? 0)
        for (const one of score(policy, context.window, context).scores)
          expect(one).toBeLessThanOrEqual(1 + 1e-11)
      }),
    )
  })

  it('EVI-2 invalid names and numbers are refused, with the known ones', () => {
    expect(() => policyOf('mru')).toThrow(/fifo, lru, priority.*not mru$/)
    expect(() => policyOf('constructor')).toThrow(RangeError)
    expect(() => policyOf('hybrid', { fifo: 1 })).toThrow(/recency, priority, type_ttl.*not fifo$/)
    expect(() => policyOf('hybrid', { recency: -1 })).toThrow(/recency.*not -1$/)
    expect(() => policyOf('hybrid', { recency: NaN })).toThrow(/not NaN$/)
    expect(() => policyOf('fifo', { recency: 0 })).toThrow(/not all 0$/)
    expect(() => policies.fifo?.create({ scoring: { ...SCORING, fifoDecay: 0 } })).toThrow(
      /fifoDecay.*not 0$/,
    )
    const weights = JSON.parse('{ "__proto__": 1 }') as Record<string, number>
    expect(() => policyOf('hybrid', weights)).toThrow(/not __proto__$/)
  })

  it('EVI-2 figures of the scoring are finite and above 0, birth may count for no turn', () => {
    const withScoring = (given: Partial<typeof SCORING>) => () =>
      policies.lru.create({ scoring: { ...SCORING, ...given } })
    expect(withScoring({ birthTurns: 0 })).not.toThrow()
    expect(withScoring({ birthTurns: -1 })).toThrow(/birthTurns is a number from 0 up, not -1$/)
    expect(withScoring({ idleDecay: Infinity })).toThrow(/idleDecay is a number above 0, not Infinity$/)
    expect(() => policyOf('hybrid', { recency: Infinity })).toThrow(/not Infinity$/)
  })

  it('EVI-2 a policy within another follows its settings', () => {
    const scoring = { ...SCORING, fifoDecay: 2, recencyDecay: 3, idleDecay: 1 }
    const history = fiveBlocks()
    const scored = (name: 'hybrid' | 'hybrid_scorers' | 'fifo' | 'lru' | 'priority') =>
      score(policies[name].create({ scoring }), history.blocks.slice(0, 5), contextAt(history, 8))
    const [fifo, lru, priority] = [scored('fifo').scores, scored('lru').scores, scored('priority').scores]
    expect(scored('hybrid').values[1]).toEqual(priority)
    expect(scored('hybrid_scorers').values.slice(0, 3)).toEqual([fifo, lru, priority])
  })

  it('EVI-2 decays are settings: fifo with decay 1 forgets in a turn', () => {
    const history = fiveBlocks()
    const policy = policies.fifo?.create({ scoring: { ...SCORING, fifoDecay: 1 } })
    if (policy === undefined) throw new Error('no fifo')
    expect(score(policy, history.blocks.slice(0, 1), contextAt(history, 8)).scores[0]).toBeCloseTo(
      Math.exp(-7),
      12,
    )
    const lru = policies.lru?.create({ scoring: { ...SCORING, idleDecay: 1 } })
    if (lru === undefined) throw new Error('no lru')
    expect(score(lru, history.blocks.slice(4, 5), contextAt(history, 8)).scores[0]).toBeCloseTo(
      Math.exp(-1),
      12,
    )
  })

  it('EDIT-3 a policy of one signal ranks by its raw key, one of several by its score', () => {
    const history: History = {
      blocks: [0, 1].map((id) => blockOf({ id, turn: id })),
      texts: [],
      references: [],
      seed: 1,
    }
    const context = contextAt(history, 9000)
    const fifo = score(policyOf('fifo'), history.blocks, context)
    expect([...fifo.scores]).toEqual([0, 0])
    expect([...fifo.keys]).toEqual([-9000, -8999])
    const lru = score(policyOf('lru'), history.blocks, context)
    expect([...lru.scores]).toEqual([0, 0])
    expect(lru.keys[0]).toBeLessThan(lru.keys[1] ?? NaN)
    const hybrid = score(policyOf('hybrid'), history.blocks, context)
    expect(hybrid.keys).toBe(hybrid.scores)
  })
})
