import { expect, test } from 'vitest'
import { gates, policies } from '../../engine/index.ts'
import { scenarios } from '../../sim/index.ts'
import { LANE_RULES, LANE_WORDS } from './words/lane.ts'
import { SCENARIO_LABELS } from './words/page.ts'

test('the page offers every scenario of the simulator, in its order', () => {
  expect(Object.keys(SCENARIO_LABELS)).toEqual(Object.keys(scenarios))
})

test('every lane is named after a policy and has a rule', () => {
  expect(Object.keys(LANE_RULES)).toEqual(Object.keys(LANE_WORDS))
  for (const name of Object.keys(LANE_WORDS)) expect(Object.keys(policies)).toContain(name)
})

test('the gates that the switch speaks of exist', () => {
  expect(Object.keys(gates)).toEqual(
    expect.arrayContaining(['task', 'current_user_message', 'running_results']),
  )
})
