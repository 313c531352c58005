import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryHistory } from '../../../testing/blocks.ts'
import type { Reference } from './reference.ts'
import { referenceIndex } from './reference-index.ts'

const reference = (source: number, turn: number, visible = turn): Reference => ({
  source,
  by: 99,
  turn,
  visible,
  evidence: [],
})

describe('EDIT-4 references as known at a turn', () => {
  it('EDIT-4 answers like a scan of all references, at every turn', () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.integer({ min: -1, max: 80 }), ({ blocks, references }, turn) => {
        const index = referenceIndex(references)
        expect(new Set(index.all)).toEqual(new Set(references))
        for (const { id } of blocks) {
          const turns = references
            .filter((one) => one.source === id && one.visible <= turn)
            .map((one) => one.turn)
          expect(index.lastUse(id, turn)).toBe(turns.length === 0 ? null : Math.max(...turns))
          expect(index.uses(id, turn)).toBe(new Set(turns).size)
        }
      }),
    )
  })

  it('EDIT-4 growing with a conversation gives the same result as reading it whole', () => {
    fc.assert(
      fc.property(arbitraryHistory, ({ blocks, references }) => {
        const grown = referenceIndex()
        for (const { id } of blocks) grown.add(references.filter((one) => one.by === id))
        const whole = referenceIndex(references)
        for (const { id } of blocks) {
          for (const turn of [0, 3, 10, 1000]) {
            expect(grown.lastUse(id, turn)).toBe(whole.lastUse(id, turn))
            expect(grown.uses(id, turn)).toBe(whole.uses(id, turn))
          }
        }
      }),
    )
  })

  it('EDIT-4 a use by a response is known one turn later; two in a turn are one use', () => {
    const index = referenceIndex([reference(1, 5, 6), reference(1, 5, 5), reference(1, 8, 9)])
    expect([4, 5, 8, 9].map((turn) => index.lastUse(1, turn))).toEqual([null, 5, 5, 8])
    expect([4, 5, 6, 9].map((turn) => index.uses(1, turn))).toEqual([0, 1, 1, 2])
    expect(index.lastUse(7, 100)).toBeNull()
    expect(index.uses(7, 100)).toBe(0)
  })

  it('EDIT-4 earlier references cannot be added afterwards', () => {
    const index = referenceIndex([reference(1, 5)])
    expect(() => index.add([reference(1, 4)])).toThrow('turn 5, but was at 4')
    index.add([reference(2, 4)])
    expect(index.uses(2, 4)).toBe(1)
  })

  it('MSG-2 the input list stays unchanged', () => {
    const list = [reference(1, 9), reference(1, 3)]
    referenceIndex(list)
    expect(list.map((one) => one.turn)).toEqual([9, 3])
  })
})
