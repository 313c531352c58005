import { beforeEach, describe, expect, test } from 'vitest'
import type { Intervention } from '../../../sim/index.ts'
import { FORK_REFUSALS } from './fork-words.ts'
import { choose, useChoices } from './choices.ts'
import type { LaneChoice } from './choices.ts'
import { addFork, adoptFork, ghostAmong, keepFork, MOST_FORKS, removeFork, renameFork } from './forks.ts'
import { redo, undo } from './history.ts'
import { laneRequests, MOST_LANES } from './lanes.ts'

const lane = (index: number): LaneChoice | undefined => useChoices.getState().lanes[index]
const forks = (index: number) => lane(index)?.forks ?? []
const pin = (block: number, turn = 5): Intervention => ({ turn, kind: 'pin', block })

beforeEach(() => {
  choose({
    lanes: [
      { policy: 'fifo', gates: 'naive' },
      { policy: 'hybrid', gates: 'on' },
    ],
  })
})

describe('forks of a lane', () => {
  test('EDIT-3 are asked of the worker with what they do, and each has an id of its own on the page', () => {
    addFork(0, 5, [pin(1)])
    addFork(1, 5, [pin(1)], 'mine')
    addFork(1, 7, [{ turn: 7, kind: 'reset' }])
    const ids = [...forks(0), ...forks(1)].map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    expect(laneRequests(useChoices.getState().lanes)[1]?.forks).toEqual([
      { id: ids[1], label: 'mine', turn: 5, interventions: [pin(1)] },
      { id: ids[2], label: ids[2], turn: 7, interventions: [{ turn: 7, kind: 'reset' }] },
    ])
  })

  test('what was undone comes back with its id, and a fork made in between has another', () => {
    addFork(0, 5, [pin(1)])
    const [first] = forks(0)
    undo()
    expect(lane(0)).toEqual({ policy: 'fifo', gates: 'naive' })
    redo()
    expect(forks(0)).toEqual([first])
    undo()
    addFork(0, 5, [pin(2)])
    expect(forks(0)[0]?.id).not.toBe(first?.id)
  })

  test('are four at most, and never twice; both refusals are explained', () => {
    for (let block = 0; block < MOST_FORKS; block++) expect(addFork(0, 5, [pin(block)])).toBeNull()
    expect(addFork(0, 5, [pin(9)])).toBe(FORK_REFUSALS.forks)
    expect(forks(0)).toHaveLength(MOST_FORKS)
    removeFork(0, forks(0)[0]?.id ?? '')
    expect(addFork(0, 5, [pin(2)])).toBe(FORK_REFUSALS.same)
    expect(addFork(0, 5, [pin(9)])).toBeNull()
    expect(forks(0).map(({ acts }) => acts)).toEqual([[pin(1)], [pin(2)], [pin(3)], [pin(9)]])
  })

  test('no fork is made without an act, or in a lane that is gone', () => {
    addFork(0, 5, [])
    addFork(7, 5, [pin(1)])
    expect(useChoices.getState().lanes.every((one) => one.forks === undefined)).toBe(true)
  })

  test('a person names it, and a blank name restores the description', () => {
    addFork(0, 5, [pin(1)])
    const id = forks(0)[0]?.id ?? ''
    renameFork(0, id, '  keep the task ')
    expect(forks(0)[0]?.name).toBe('keep the task')
    renameFork(0, id, ' ')
    expect(forks(0)[0]?.name).toBeNull()
  })

  test('the last one that goes leaves the lane as it was', () => {
    addFork(0, 5, [pin(1)])
    removeFork(0, forks(0)[0]?.id ?? '')
    expect(lane(0)).toEqual({ policy: 'fifo', gates: 'naive' })
  })
})

describe('what becomes of a fork', () => {
  test('EDIT-3 kept, it is a lane beside its base that does both, in the order of the turns', () => {
    choose({
      lanes: [
        { policy: 'fifo', gates: 'naive', actions: [{ turn: 9, kind: 'compact' }, pin(4, 5)] },
        { policy: 'hybrid', gates: 'on' },
      ],
    })
    addFork(0, 5, [pin(1)])
    addFork(0, 5, [pin(2)])
    expect(keepFork(0, forks(0)[0]?.id ?? '')).toBeNull()
    const { lanes } = useChoices.getState()
    expect(lanes.map(({ policy }) => policy)).toEqual(['fifo', 'fifo', 'hybrid'])
    expect(lanes[0]?.forks?.map(({ acts }) => acts)).toEqual([[pin(2)]])
    expect(lanes[1]).toEqual({
      policy: 'fifo',
      gates: 'naive',
      // Within a turn, the lane's actions come before the fork's.
      actions: [pin(4, 5), pin(1), { turn: 9, kind: 'compact' }],
    })
    undo()
    expect(useChoices.getState().lanes).toHaveLength(2)
    expect(forks(0)).toHaveLength(2)
  })

  test('with six lanes it stays a fork, with an explanation', () => {
    choose({ lanes: Array.from({ length: MOST_LANES }, () => ({ policy: 'fifo', gates: 'on' as const })) })
    addFork(2, 5, [pin(1)])
    expect(keepFork(2, forks(2)[0]?.id ?? '')).toBe(FORK_REFUSALS.lanes)
    expect(useChoices.getState().lanes).toHaveLength(MOST_LANES)
    expect(forks(2)).toHaveLength(1)
  })

  test('adopted, its lane does what it did, and the others branch from that', () => {
    addFork(1, 5, [pin(1)])
    addFork(1, 3, [{ turn: 3, kind: 'reset' }])
    const [first, second] = forks(1)
    adoptFork(1, first?.id ?? '')
    expect(lane(1)).toEqual({ policy: 'hybrid', gates: 'on', actions: [pin(1)], forks: [second] })
    adoptFork(1, second?.id ?? '')
    expect(lane(1)).toEqual({
      policy: 'hybrid',
      gates: 'on',
      actions: [{ turn: 3, kind: 'reset' }, pin(1)],
    })
  })

  test('a fork that is gone becomes nothing', () => {
    const before = useChoices.getState().lanes
    expect(keepFork(0, 'fork0')).toBeNull()
    adoptFork(0, 'fork0')
    expect(useChoices.getState().lanes).toBe(before)
  })
})

test('the newest fork that is not hidden is drawn', () => {
  const three = ['a', 'b', 'c'].map((id) => ({ id }))
  expect(ghostAmong([], new Set())).toBeNull()
  expect(ghostAmong(three, new Set())).toBe('c')
  expect(ghostAmong(three, new Set(['c', 'a']))).toBe('b')
  expect(ghostAmong(three, new Set(['a', 'b', 'c']))).toBeNull()
})
