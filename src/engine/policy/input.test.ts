import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHistory, blockOf, contextAt, referenceOf } from '../../testing/blocks.ts'
import type { Block } from '../core/message/block.ts'
import type { Input } from './decision.ts'
import { inputsOf } from './record.ts'
import { policyOf, policies } from './policies/list.ts'
import { score } from './signals/score.ts'
import type { Measure, Policy, SignalContext } from './signals/signal.ts'
import { signals } from './signals/list.ts'
import type { SignalName } from './signals/list.ts'
import { named } from '../core/by-name.ts'

/** The articles' formulas, computed from the measurement that is shown beside the value. */
const FORMULAS: Readonly<Record<string, (measure: Measure) => number>> = {
  recency: ({ figure }) => Math.exp(-figure / 15),
  last_reference: ({ of, figure }) => (of === 'idle' ? 1 : figure < 2 ? 1 : 0.3) * Math.exp(-figure / 5),
  reuse: ({ figure, full }) => Math.min(1, figure / (full ?? NaN)),
  explicit: ({ figure }) => figure,
  semantic: ({ figure }) => figure,
  type_ttl: ({ figure, full }) => Math.max(0, 1 - figure / (full ?? NaN)),
  duplication: ({ figure }) => 1 - figure,
  size: ({ figure }) => 1000 / (1000 + figure),
  refetch_cost: ({ figure }) => figure / (10_000 + figure),
}

function inputsFor(policy: Policy, context: SignalContext): readonly (readonly Input[])[] {
  const { values } = score(policy, context.window, context)
  const inputs = inputsOf(policy.terms, values, context.window, context)
  return context.window.map((_, place) => inputs(place))
}

describe('EDIT-1 the inputs of a value', () => {
  it('EDIT-1 the measurement of every signal gives its value back', () => {
    fc.assert(
      fc.property(arbitraryHistory, (history) => {
        const context = contextAt(history, (history.blocks.at(-1)?.turn ?? 0) + 1)
        for (const [name, formula] of Object.entries(FORMULAS)) {
          const signal = named(signals, name)
          if (signal === undefined) throw new Error(`no signal ${name}`)
          const policy = { name, label: name, meaning: '', terms: [{ signal, weight: 1 }] }
          const values = signal.values(context.window, context)
          for (const [place, [input]] of inputsFor(policy, context).entries()) {
            const measure = input?.measure ?? null
            if (measure === null) expect([0.5, 1]).toContain(values[place])
            else expect(formula(measure)).toBeCloseTo(values[place] ?? NaN, 9)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('EDIT-1 the parts of a nested term sum to its value, and each has a measurement of its own', () => {
    fc.assert(
      fc.property(arbitraryHistory, (history) => {
        const context = contextAt(history, history.blocks.at(-1)?.turn ?? 0)
        const policy = policyOf('hybrid')
        const place = policy.terms.findIndex((term) => term.signal.name === 'priority')
        const { values } = score(policy, context.window, context)
        for (const [row, inputs] of inputsFor(policy, context).entries()) {
          const parts = inputs[place]?.parts ?? []
          expect(parts.map((part) => part.signal)).toEqual(Object.keys(policies.priority?.weights ?? {}))
          const sum = parts.reduce((total, part) => total + part.weight * part.value, 0)
          expect(sum).toBeCloseTo(values[place]?.[row] ?? NaN, 9)
          expect(parts[0]?.measure).toMatchObject({ of: 'age' })
        }
      }),
      { numRuns: 40 },
    )
  })

  it('EDIT-1 what each signal measures, worked by hand', () => {
    const blocks = [
      blockOf({ id: 0, type: 'user_message', turn: 1 }),
      blockOf({ id: 1, turn: 3, tokens: 380, important: true }),
      blockOf({ id: 2, type: 'user_message', turn: 4 }),
    ]
    const [task, result, asks] = blocks as [Block, Block, Block]
    const references = [referenceOf(result, asks)]
    const history = { blocks, texts: ['alpha beta', 'alpha beta', 'gamma'], references, seed: 1 }
    const context = contextAt(history, 6)
    const measured = (block: Block) => {
      const all = Object.values(signals).map((signal): [string, unknown] => {
        const [value = NaN] = signal.values([block], context)
        return [signal.name, signal.measure?.(block, value, context)]
      })
      return Object.fromEntries(all.filter(([, measure]) => measure !== undefined))
    }
    const one: unknown = expect.closeTo(1, 9)
    expect(measured(result)).toEqual({
      recency: { of: 'age', figure: 3, full: null },
      // Used in turn 4.
      last_reference: { of: 'idle', figure: 2, full: null },
      source: { of: 'type', figure: 0.3, full: null },
      reuse: { of: 'uses', figure: 1, full: 5 },
      explicit: { of: 'mark', figure: 1, full: 1 },
      semantic: { of: 'cosine', figure: one, full: null },
      type_ttl: { of: 'age', figure: 3, full: 8 },
      duplication: { of: 'cosine', figure: 0, full: null },
      size: { of: 'tokens', figure: 380, full: null },
      // The result again, and 120 tokens for its call.
      refetch_cost: { of: 'tokens', figure: 500, full: null },
      worth_per_token: { of: 'uses', figure: 1, full: null },
      queues: { of: 'uses', figure: 1, full: null },
    })
    const { last_reference: last, explicit, duplication, refetch_cost: cost } = measured(task)
    expect([last, explicit, duplication, cost]).toEqual([
      { of: 'unused', figure: 5, full: null },
      { of: 'mark', figure: 0, full: 1 },
      { of: 'cosine', figure: one, full: null },
      null,
    ])
    const unread = contextAt({ ...history, texts: [] }, 6)
    expect([signals.semantic, signals.duplication].map((one) => one.measure?.(result, 1, unread))).toEqual([
      null,
      null,
    ])
    expect(signals.size.keys?.(blocks, context)).toEqual(Float64Array.of(-100, -380, -100))
  })

  it('EDIT-1 the author of a block is shown by its type, chance by nothing', () => {
    const block = blockOf({ id: 0 })
    const context = contextAt({ blocks: [block], texts: [], references: [], seed: 1 }, 0)
    const measured = (name: SignalName) => signals[name].measure?.(block, 0.3, context)
    expect(measured('source')).toEqual({ of: 'type', figure: 0.3, full: null })
    expect(measured('random')).toBeUndefined()
  })
})
