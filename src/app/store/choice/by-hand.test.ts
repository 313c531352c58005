import { beforeEach, describe, expect, test } from 'vitest'
import { changesIn, chosenLane, judgeNeed, valueIn, toggleAction } from './by-hand.ts'
import { undo } from './history.ts'
import { choose, useChoices } from './choices.ts'
import { laneRequests } from './lanes.ts'

const lane = (index: number) => useChoices.getState().lanes[index]

beforeEach(() => {
  choose({
    lanes: [
      { policy: 'fifo', gates: 'naive' },
      { policy: 'hybrid', gates: 'on' },
    ],
  })
})

test('CONF-4 changes are counted and found at their paths', () => {
  const byHand = {
    eviction: { type_ttl: { tool_result: 3 }, target: 0.4, protected_types: ['summary', 'thinking'] },
  }
  expect(changesIn(byHand)).toBe(3)
  expect(changesIn(undefined)).toBe(0)
  expect(valueIn(byHand, ['eviction', 'target'])).toBe(0.4)
  expect(valueIn(byHand, ['eviction', 'policy'])).toBeUndefined()
  expect(valueIn(byHand, ['constructor'])).toBeUndefined()
})

describe('actions by hand', () => {
  test('EDIT-3 actions stand in the order of their turns, and a second press takes one back', () => {
    toggleAction(0, { turn: 9, kind: 'compact' })
    toggleAction(0, { turn: 4, kind: 'reset' })
    expect(laneRequests(useChoices.getState().lanes)[0]?.interventions).toEqual([
      { turn: 4, kind: 'reset' },
      { turn: 9, kind: 'compact' },
    ])
    toggleAction(0, { turn: 4, kind: 'reset' })
    toggleAction(0, { turn: 9, kind: 'compact' })
    expect(lane(0)).toEqual({ policy: 'fifo', gates: 'naive' })
  })

  test('REF-2 a verdict about a need holds in every lane, also in one added later, until it is taken back', () => {
    const asked = () => laneRequests(useChoices.getState().lanes).map(({ interventions }) => interventions)
    judgeNeed(7, 3, 'confirm')
    judgeNeed(7, 3, 'reject')
    const rejected = { turn: 7, kind: 'reject', block: 3 } as const
    expect(asked()).toEqual([[rejected], [rejected]])
    choose({ lanes: [...useChoices.getState().lanes, { policy: 'lru', gates: 'on' }] })
    expect(asked()[2]).toEqual([rejected])
    toggleAction(1, rejected)
    expect(asked()).toEqual([undefined, undefined, undefined])
    undo()
    expect(asked()[0]).toEqual([rejected])
    judgeNeed(7, 3, null)
    expect(asked()).toEqual([undefined, undefined, undefined])
  })

  test('a lane is found by the name that it has on the page', () => {
    expect(chosenLane(useChoices.getState().lanes, 'hybrid')?.index).toBe(1)
    expect(chosenLane(useChoices.getState().lanes, 'lru')).toBeNull()
  })
})
