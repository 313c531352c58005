import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHistory, contextAt } from '../../../testing/blocks.ts'
import type { History } from '../../../testing/blocks.ts'
import { expectEqual, expectSame } from '../../../testing/expect-equal.ts'
import type { Block } from '../../core/message/block.ts'
import { score } from '../signals/score.ts'
import type { Signal, SignalContext } from '../signals/signal.ts'
import { signals } from '../signals/list.ts'
import { policies } from './list.ts'

/** A history, and a turn within it. */
const moment = fc.tuple(arbitraryHistory, fc.nat(80)).map(([history, at]) => {
  const last = history.blocks.at(-1)?.turn ?? 0
  return { history, turn: at % (last + 1) }
})

function at(
  history: History,
  turn: number,
  hindsight = false,
): { blocks: readonly Block[]; context: SignalContext } {
  const context = contextAt(history, turn, hindsight)
  return { blocks: context.window, context }
}

describe.each(Object.entries(signals))('EVI-1 every signal: %s', (name, signal: Signal) => {
  it('EVI-1 is listed under its own name', () => expect(signal.name).toBe(name))

  it('EVI-1 EDIT-3 EDIT-4 gives each block a value from 0 to 1, the same twice, whatever comes later, is beside it or before it, with keys in that order', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const before = structuredClone(blocks)
        const values = signal.values(blocks, context)
        const keys = signal.keys?.(blocks, context)
        expect(values).toHaveLength(blocks.length)
        for (const value of values) expectSame(value >= 0 && value <= 1, true, `${value}`)
        expectEqual(signal.values(blocks, context), values)
        expectEqual(signal.keys?.(blocks, context), keys)
        expectEqual(blocks, before)
        // Later blocks change nothing.
        const later = at(history, turn, true)
        expectEqual(signal.values(later.blocks, later.context), values)
        expectEqual(signal.keys?.(later.blocks, later.context), keys)
        // A value depends on the block and not on its place or neighbours in the list.
        const some = blocks.filter((block) => block.id % 2 === 0).reverse()
        const again = signal.values(some, context)
        some.forEach((block, i) => {
          expectSame(again[i], values[blocks.indexOf(block)])
        })
        const order = keys ?? values
        for (let i = 0; i < blocks.length; i++) {
          for (let j = 0; j < blocks.length; j++) {
            if ((values[i] ?? 0) < (values[j] ?? 0)) expectSame((order[i] ?? NaN) < (order[j] ?? NaN), true)
          }
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe.each(Object.entries(policies))('EVI-2 every policy: %s', (name, policy) => {
  it('EVI-2 is listed under its own name, with weights that sum to 1 and a term for each', () => {
    expect(policy.name).toBe(name)
    expect(policy.label).not.toBe('')
    expect(policy.meaning).toMatch(/\.$/)
    const weights = Object.entries(policy.weights)
    expect(weights.reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(1, 12)
    expect(policy.terms.map((term) => [term.signal.name, term.weight])).toEqual(weights)
  })

  it('EVI-2 EDIT-3 EDIT-4 a score is Σ weight × value to the last bit, from 0 to 1, the same twice and whatever comes later', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const before = structuredClone(blocks)
        const scored = score(policy, blocks, context)
        const { values, scores, keys } = scored
        expect(scores).toHaveLength(blocks.length)
        expect(keys).toHaveLength(blocks.length)
        for (let i = 0; i < blocks.length; i++) {
          let sum = 0
          policy.terms.forEach((term, t) => (sum += term.weight * (values[t]?.[i] ?? NaN)))
          expectSame(scores[i], sum)
          expectSame(sum >= 0 && sum <= 1 + 1e-12, true, `${sum}`)
        }
        expectEqual(score(policy, blocks, context), scored)
        expectEqual(blocks, before)
        const later = at(history, turn, true)
        expectEqual(score(policy, later.blocks, later.context), scored)
      }),
      { numRuns: 30 },
    )
  })
})
