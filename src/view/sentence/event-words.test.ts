import { expect, it } from 'vitest'
import { told } from './event-words.ts'
import { blockOfTurn, sentences } from './words.ts'

const budget = {
  component: 'total',
  status: 'blocked',
  urgency: 'critical',
  used: 10_040,
  limit: 10_195,
  excess: 347,
  action: 'emergency',
  binding: false,
  turnsLeft: 0,
} as const
const settings = { value: '', soft: 0.8, burn: 20, enforce: 'global' }

it('BUD-4 what is used up has no turns left to tell of', () => {
  expect(told.budget(budget, settings, true)).not.toContain('mean rate')
  expect(told.budget({ ...budget, turnsLeft: 0.5 }, settings, true)).toContain('the rest lasts under 1 turn.')
})

it('TOK-5 an excess that contains the margin of an estimate names it', () => {
  expect(told.budget(budget, settings, false)).toContain(
    '≈ 98.5 %: ≈ 347 too many, with 502 for the error of the estimate.',
  )
  expect(told.budgetLabel(budget, false)).toMatch(/ tokens, with 502 for the error of the estimate$/)
  expect(told.budget({ ...budget, used: 10_542 }, settings, true)).toContain('347 too many.')
})

it('PRES-2 one of a thing is told as one', () => {
  expect(told.breaker(1, 1)).toMatch(/^1 answer was unusable /)
  expect(told.breaker(3, 3)).toMatch(/^3 answers in a row were unusable /)
  expect(sentences.spike(1, 0, true)).toMatch(/^1 token arrived, /)
})

it('NEED-1 an inferred need is no constraint: what it repeats of a user’s message may be anything', () => {
  const need = {
    turn: 3,
    kind: 'constraint',
    resolution: 'full',
    refetchable: false,
    elsewhere: false,
    calls: 0,
  } as const
  expect(sentences.need({ ...need, inferred: true })).toBe(
    'Turn 3 needed it (a message of the user): present in full.',
  )
  expect(sentences.need({ ...need, inferred: false })).toContain('(a constraint)')
  expect(sentences.needOf('constraint', true, 'the user message of turn 0')).toBe(
    'the user message of turn 0',
  )
})

it('NEED-3 the name of a block that was fetched again fits before its turn', () => {
  const call = { id: 'c', name: 'read_file', before: null }
  expect(blockOfTurn({ type: 'tool_result', call, turn: 13, again: 4 })).toBe(
    'the refetched tool result of read_file of turn 13',
  )
})

it('PRES-3 a spike is told with the factor of the settings', () => {
  expect(told.spike('9,200 tokens arrived', 6, true)).toContain('more than 6 times is a spike.')
})

it.each([
  [
    5,
    'Utilization 95.0 %, above 90.0 % (health_monitoring.alerts.utilization_critical), for at least 5 readings in a row. Act.',
  ],
  [1, 'Utilization 95.0 %, above 90.0 % (health_monitoring.alerts.utilization_critical). Act.'],
])('HEALTH-2 an alert waits for %d readings as set, and may come later', (sustained, sentence) => {
  const alert = { code: 'utilization_critical', metric: 'utilization', value: 0.95, threshold: 0.9 } as const
  expect(told.alert(alert, 'Act.', sustained, true)).toBe(sentence)
})
