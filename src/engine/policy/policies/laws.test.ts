import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHistory, contextAt } from '../../../testing/blocks.ts'
import type { History } from '../../../testing/blocks.ts'
import { expectSame } from '../../../testing/expect-equal.ts'
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

  it('EVI-1 gives each block a value from 0 to 1', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const values = signal.values(blocks, context)
        expect(values).toHaveLength(blocks.length)
        for (const value of values) expectSame(value >= 0 && value <= 1, true, `${value}`)
      }),
    )
  })

  it('EDIT-3 gives the same twice, and leaves its input unchanged', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const before = structuredClone(blocks)
        const first = signal.values(blocks, context)
        expect(signal.values(blocks, context)).toEqual(first)
        expect(signal.keys?.(blocks, context)).toEqual(signal.keys?.(blocks, context))
        expect(blocks).toEqual(before)
      }),
    )
  })

  it('EDIT-4 does not look ahead: later blocks change no value and no key', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const now = at(history, turn)
        const later = at(history, turn, true)
        expect(signal.values(later.blocks, later.context)).toEqual(signal.values(now.blocks, now.context))
        expect(signal.keys?.(later.blocks, later.context)).toEqual(signal.keys?.(now.blocks, now.context))
      }),
    )
  })

  it('EVI-1 a value depends on the block and not on its place or neighbours in the list', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const values = signal.values(blocks, context)
        const some = blocks.filter((block) => block.id % 2 === 0).reverse()
        const again = signal.values(some, context)
        some.forEach((block, i) => {
          expectSame(again[i], values[blocks.indexOf(block)])
        })
      }),
    )
  })

  it('EVI-1 keys are in the order of the values', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const values = signal.values(blocks, context)
        const keys = signal.keys?.(blocks, context) ?? values
        for (let i = 0; i < blocks.length; i++) {
          for (let j = 0; j < blocks.length; j++) {
            if ((values[i] ?? 0) < (values[j] ?? 0)) expectSame((keys[i] ?? NaN) < (keys[j] ?? NaN), true)
          }
        }
      }),
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

  it('EVI-2 a score is Σ weight × value to the last bit, and from 0 to 1', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const { values, scores, keys } = score(policy, blocks, context)
        expect(scores).toHaveLength(blocks.length)
        expect(keys).toHaveLength(blocks.length)
        for (let i = 0; i < blocks.length; i++) {
          let sum = 0
          policy.terms.forEach((term, t) => (sum += term.weight * (values[t]?.[i] ?? NaN)))
          expectSame(scores[i], sum)
          expectSame(sum >= 0 && sum <= 1 + 1e-12, true, `${sum}`)
        }
      }),
    )
  })

  it('EDIT-4 does not look ahead', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const now = at(history, turn)
        const later = at(history, turn, true)
        expect(score(policy, later.blocks, later.context)).toEqual(score(policy, now.blocks, now.context))
      }),
    )
  })

  it('EDIT-3 gives the same twice, and leaves its input unchanged', () => {
    fc.assert(
      fc.property(moment, ({ history, turn }) => {
        const { blocks, context } = at(history, turn)
        const before = structuredClone(blocks)
        expect(score(policy, blocks, context)).toEqual(score(policy, blocks, context))
        expect(blocks).toEqual(before)
      }),
    )
  })
})
