import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockOf, contextAt } from '../../../testing/blocks.ts'
import type { History } from '../../../testing/blocks.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockId, Turn } from '../../core/units.ts'
import { score } from '../signals/score.ts'
import { policyOf } from './list.ts'

/** Reads and writes of one file each, `r src/a.ts` or `w src/a.ts`: the call in one turn, the result in the next. */
function accesses(list: readonly string[]): History {
  const blocks: Block[] = []
  const texts: string[] = []
  list.forEach((access, turn) => {
    const [verb, path] = access.split(' ')
    const link = { id: `c${turn}`, name: verb === 'w' ? 'write_file' : 'read_file', before: null }
    const call = blocks.length
    blocks.push(blockOf({ id: call, turn, type: 'tool_call', call: link }))
    // A counter makes every call different: only the path is shared.
    texts.push(`{"path":"${path ?? ''}","n":${turn}}`)
    blocks.push(blockOf({ id: call + 1, turn: turn + 1, call: { ...link, before: call } }))
    texts.push('')
  })
  return { blocks, texts, references: [], seed: 1 }
}

function order(history: History, turn: Turn): BlockId[] {
  const context = contextAt(history, turn)
  const results = context.window.filter((block) => block.type === 'tool_result')
  const { keys } = score(policyOf('superseded'), results, context)
  return results
    .map((block, row) => ({ block, key: keys[row] ?? NaN }))
    .sort((a, b) => a.key - b.key || a.block.turn - b.block.turn || a.block.id - b.block.id)
    .map(({ block }) => block.id)
}

describe('EVI-2 superseded', () => {
  it('EVI-2 old versions leave first, oldest first, then the others by age', () => {
    const history = accesses(['r src/a.ts', 'r src/b.ts', 'r src/c.ts', 'w src/c.ts', 'r src/b.ts'])
    // Results 1, 3, 5, 7, 9: b was read again, and c was written later.
    expect(order(history, 5)).toEqual([3, 5, 1, 7, 9])
    const context = contextAt(history, 5)
    const { scores } = score(
      policyOf('superseded'),
      [1, 3].map((id) => history.blocks[id] as Block),
      context,
    )
    expect(scores[0]).toBeCloseTo(0.6 + 0.4 * Math.exp(-4 / 15), 12)
    expect(scores[1]).toBeCloseTo(0.4 * Math.exp(-3 / 15), 12)
  })

  it('EVI-2 a version that was superseded in this turn leaves before the oldest current one', () => {
    const history = accesses([
      'r src/a.ts',
      ...Array.from({ length: 2000 }, (_, n) => `r src/x${n}.ts`),
      'r src/b.ts',
      'r src/b.ts',
    ])
    const last = history.blocks.at(-1)?.turn ?? 0
    expect(order(history, last)[0]).toBe(history.blocks.length - 3)
  })

  it('EVI-2 equals the order of a search through all later accesses', () => {
    const access = fc.tuple(fc.constantFrom('r', 'r', 'w'), fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'))
    fc.assert(
      fc.property(fc.array(access, { minLength: 1, maxLength: 30 }), fc.nat(30), (list, cut) => {
        const turn = Math.min(cut, list.length)
        const history = accesses(list.map(([verb, name]) => `${verb} src/${name}.ts`))
        const known = list.slice(0, turn)
        const rows = known.map(([verb, name], at) => {
          const old = verb === 'r' && known.some(([, other], later) => later > at && other === name)
          return { id: 2 * at + 1, old, at }
        })
        const expected = rows.toSorted((a, b) => Number(b.old) - Number(a.old) || a.at - b.at)
        expect(order(history, turn)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 120 },
    )
  })
})
