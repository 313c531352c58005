import { describe, expect, it } from 'vitest'
import { conversation } from '../../testing/conversation.ts'
import { stageScene } from '../../testing/stage-view.ts'
import { DROPPED, REPLACED, STAYS } from './candidate.ts'
import type { Candidates } from './candidate.ts'
import { createSelection, orderOf } from './select.ts'
import { columnsOf } from './window/columns.ts'
import { toolGroups } from './window/tool-groups.ts'

/** 0 call a · 1 result a, of 100 tokens · 2 go · 3 sure, of 10 · 4 more */
function viewOf() {
  const messages = conversation(`
    assistant: call a f
    result a: 400 chars
    & go
    assistant: 40 chars
    user: more`)
  return stageScene(messages, { limit: 1000 }).view
}

describe('EVI-4 the order in which candidates leave', () => {
  /** Row by row: the block's id is its turn's place here. */
  const order = (keys: readonly number[] | null, ids: readonly number[], turns: readonly number[]) => {
    const columns = columnsOf(viewOf())
    const candidates = { positions: Int32Array.from(ids.keys()), fates: new Uint8Array(ids.length) }
    const facts = { ...columns.facts, turn: Int32Array.from(turns) }
    const made = { ...columns, id: Int32Array.from(ids), facts }
    return [...orderOf(candidates, keys === null ? null : Float64Array.from(keys), made)]
  }

  it('EVI-4 the lowest key first, equal ones by turn, then by id', () => {
    const ids = [3, 1, 2, 0]
    const turns = [5, 2, 2, 2]
    expect(order(null, ids, turns)).toEqual([1, 2, 0, 3])
    expect(order([1, 0, 1, 0], ids, turns)).toEqual([1, 3, 2, 0])
    expect(order([7, 5, 3, 1], ids, turns)).toEqual([3, 2, 1, 0])
    expect(order([1, 3, 5, 7], ids, turns)).toEqual([0, 1, 2, 3])
    expect(order(null, [0, 1, 2], [1, 1, 2])).toEqual([0, 1, 2])
    // Later blocks may be born in earlier turns.
    expect(order(null, [0, 1, 2], [2, 2, 1])).toEqual([2, 0, 1])
  })
})

describe('EVI-4 a selection, worked by hand', () => {
  const OVERHEAD = 4
  const THIRTY = 30
  const NOW = 1000
  const selection = () => {
    const columns = columnsOf(viewOf())
    const groups = toolGroups(columns, NOW)
    const [call = NaN, result = NaN, go = NaN] = columns.content
    return { ...createSelection(columns, groups, OVERHEAD, () => THIRTY), call, result, go }
  }
  const candidates: Candidates = { positions: Int32Array.of(1, 2, 3), fates: new Uint8Array(3).fill(DROPPED) }
  const order = Int32Array.of(0, 1, 2)

  it('EVI-4 takes no more than needed, a group at the front whole, and the overhead with the last of a message', () => {
    const selected = selection()
    expect(selected.takeUntil(candidates, order, 0, 1)).toBe(1)
    expect([...selected.fates]).toEqual([DROPPED, DROPPED, STAYS, STAYS, STAYS])
    // The call was alone in its message; behind the result stands “go”.
    const first = selected.call + selected.result + OVERHEAD
    expect(selected.freed()).toBe(first)
    expect(selected.takeUntil(candidates, order, 1, first)).toBe(1)
    expect(selected.takeUntil(candidates, order, 1, first + 1)).toBe(2)
    const second = first + selected.go + OVERHEAD
    expect(selected.freed()).toBe(second)
    // What is gone frees nothing more.
    selected.drop(2)
    selected.drop(0)
    expect(selected.freed()).toBe(second)
    selected.drop(3)
    expect(selected.freed()).toBe(second + 10 + OVERHEAD)
  })

  it('EVI-4 stops where the candidates end', () => {
    const selected = selection()
    expect(selected.takeUntil(candidates, order, 1, 1000)).toBe(3)
    expect([...selected.fates]).toEqual([STAYS, STAYS, DROPPED, DROPPED, STAYS])
    expect(selected.freed()).toBe(selected.go + 10 + OVERHEAD)
  })

  it('EVI-5 a replaced result frees what its placeholder does not take; its call stays', () => {
    const selected = selection()
    selected.takeUntil({ ...candidates, fates: Uint8Array.of(REPLACED, DROPPED, DROPPED) }, order, 0, 1)
    expect([[...selected.fates], selected.freed()]).toEqual([
      [STAYS, REPLACED, STAYS, STAYS, STAYS],
      selected.result - THIRTY,
    ])
  })
})
