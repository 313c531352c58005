import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHistory, blockOf, contextAt } from '../../testing/blocks.ts'
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

  it('EDIT-1 the author of a block is shown by its type, chance by nothing', () => {
    const block = blockOf({ id: 0 })
    const context = contextAt({ blocks: [block], texts: [], references: [], seed: 1 }, 0)
    const measured = (name: SignalName) => signals[name].measure?.(block, 0.3, context)
    expect(measured('source')).toEqual({ of: 'type', figure: 0.3, full: null })
    expect(measured('random')).toBeUndefined()
  })
})
