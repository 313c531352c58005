import { expect, test } from 'vitest'
import { guards, policies, strategies } from '../../engine/index.ts'
import { LANE_GROUPS, laneRule, LANES, strategyLabel } from '../store/choice/lineup-words.ts'
import { LANE_POLICIES, laneNames } from '../store/choice/lanes.ts'

test('everything that a lane can run has a name and a rule, and the policies come in the order of the engine', () => {
  expect(LANE_POLICIES).toEqual(Object.keys(LANES))
  for (const { label, rule } of Object.values(LANES)) expect([label, rule]).not.toContain('')
  expect(LANE_GROUPS.evict).toEqual(Object.keys(policies))
})

test('the rule of a lane is found by the name that its plan gives it, however many run the same', () => {
  for (const policy of LANE_POLICIES) {
    const names = laneNames([
      { policy, gates: 'on' },
      { policy, gates: 'naive' },
      { policy, gates: 'on' },
    ])
    for (const name of names) expect(laneRule(name), name).toBe(LANES[policy]?.rule)
  }
})

test('the guards that the switch names exist', () => {
  expect(Object.keys(guards)).toEqual(
    expect.arrayContaining(['task', 'current_user_message', 'running_results']),
  )
})

test('a strategy is called on the page what its lane is called', () => {
  for (const strategy of Object.keys(strategies))
    expect(['Eviction only', ...Object.values(LANES).map(({ label }) => label)], strategy).toContain(
      strategyLabel(strategy),
    )
  expect(strategyLabel('managed')).toBe(LANES['default']?.label)
})
