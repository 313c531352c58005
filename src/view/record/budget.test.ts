import { expect, it } from 'vitest'
import type { BudgetEvent } from '../../engine/index.ts'
import { BUDGET_ACTION_OF, BUDGET_PARTS, COMPONENTS } from '../../engine/internal.ts'
import { budgetsOf, run } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { managedRun } from '../../testing/managed-run.ts'
import { auditSentences } from './audit-words.ts'
import { BUDGET_ACTIONS, budgetSentences } from '../sentence/budget-words.ts'
import { budgetSeries, budgetSheet, budgetTable } from './budget.ts'
import { csv } from './csv.ts'
import { told as eventWords } from '../sentence/event-words.ts'

const data = managedRun()
const readings = budgetsOf(data)

it('BUD-2 in every turn the component rows add up to the row of the window, which equals the sent tokens', () => {
  for (const record of data.turns) {
    const table = budgetTable(data, readings, record.turn)
    expect(table?.rows.map(({ part }) => part)).toEqual(BUDGET_PARTS)
    const used = new Map(table?.rows.map((row) => [row.part, row.used]))
    const sum = COMPONENTS.reduce((all, part) => all + (used.get(part) ?? 0), 0)
    expect([sum, used.get('total')]).toEqual([record.used, record.used])
    expect(table?.reserve.room).toBe(data.limit - record.used)
  }
})

it('BUD-1 BUD-3 the limits of all rows and the reserve never exceed the context limit', () => {
  const table = budgetTable(data, readings, 20)
  const planned =
    table?.rows.filter(({ part }) => part !== 'total').reduce((sum, { limit }) => sum + limit, 0) ?? 0
  expect(planned + (table?.reserve.tokens ?? 0)).toBeLessThanOrEqual(data.limit)
  const total = table?.rows.find(({ part }) => part === 'total')
  expect(total?.limit).toBe(data.limit - (table?.reserve.tokens ?? 0))
  expect(table?.reserve.text).toBe(
    'The plan asks for 900; at least 4,096 are always reserved, and history’s limit is therefore 3,196 lower.',
  )
})

it('BUD-6 only a row over its limit says by how much and what to do', () => {
  let over = 0
  for (const { turn } of data.turns) {
    for (const row of budgetTable(data, readings, turn)?.rows ?? []) {
      expect(row.action).toBe(row.status === 'blocked' ? BUDGET_ACTIONS[BUDGET_ACTION_OF[row.part]] : '')
      if (row.status !== 'blocked') continue
      over++
      expect(row.statusText).toMatch(/^over by ≈ [\d,]+ tokens$/)
      expect(row.excess).toBeGreaterThan(0)
    }
  }
  expect(over).toBeGreaterThan(0)
})

it('BUD-7 the table names the mode of enforcement, and the component on which the run acted', () => {
  expect(budgetTable(data, readings, 0)?.enforce).toMatch(/^enforce: global\./)
  const limited = run(scenario('axios-migration', 7), {
    strategy: 'managed',
    max_context_tokens: 18_000,
    budget: { enforce: 'per_component' },
  }).data
  const read = budgetsOf(limited)
  const [edit] = limited.edits.filter(({ stage }) => stage === 'component_budget')
  const table = budgetTable(limited, read, edit?.turn ?? -1)
  expect(table?.enforce).toMatch(/^enforce: per_component\. Tool results/)
  expect(table?.rows.filter(({ acted }) => acted !== '').map(({ part }) => part)).toEqual(['results'])
  const other = run(scenario('axios-migration', 7), {
    strategy: 'evict',
    max_context_tokens: 18_000,
    budget: { enforce: 'per_component' },
  }).data
  expect(budgetTable(other, budgetsOf(other), 3)?.enforce).toMatch(/no stage for it/)
})

it('BUD-1 a planned share outside the usual range gets a hint, one within it gets none', () => {
  expect(budgetTable(data, readings, 0)?.hints).toEqual([])
  const { budget } = data.spec.config
  const allocations = { ...budget.allocations, tool_results: 0.18, message_history: 0.59 }
  const spec = { ...data.spec, config: { ...data.spec.config, budget: { ...budget, allocations } } }
  expect(budgetTable({ ...data, spec }, readings, 0)?.hints).toEqual([
    'History: 59.0 % of the limit is planned; 60.0 % to 70.0 % is usual.',
    'Tool results: 18.0 % of the limit is planned; 10.0 % to 15.0 % is usual.',
  ])
})

it('BUD-4 a turn that was not reached has no budget, and the exported table has a row for each turn', () => {
  expect(budgetTable(data, readings, data.turns.length)).toBeNull()
  const sheet = budgetSheet(data, readings)
  expect(sheet.length).toBe(data.turns.length + 1)
  expect(new Set(sheet.map((row) => row.length)).size).toBe(1)
  expect(csv(sheet).split('\r\n')[1]?.startsWith('0,0,')).toBe(true)
  expect(budgetSeries(data, readings, 0).map(({ turn }) => turn)).toEqual(data.turns.map(({ turn }) => turn))
  expect(budgetSeries(data, readings, 99)).toEqual([])
})

it('BUD-3 the sentence about the reserve names the rule that decided it, by hand', () => {
  // .05 of 34,406 is 1,720.3; a quarter would be 8,601.
  expect(budgetSentences.reserve(4096, 1721, 34_406)).toBe(
    'The plan asks for 1,721; at least 4,096 are always reserved, and history’s limit is therefore 2,375 lower.',
  )
  // A quarter of 8,000 is less than 4,096.
  expect(budgetSentences.reserve(2000, 400, 8000)).toBe(
    'The plan asks for 400; that is less than 4,096, so a quarter of the window’s 8,000 is reserved, and history’s limit is therefore 1,600 lower.',
  )
  expect(budgetSentences.reserve(10_000, 20_000, 40_000)).toBe(
    'The plan asks for 20,000; more than a quarter of the window’s 40,000 is never reserved.',
  )
  expect(budgetSentences.reserve(10_000, 10_000, 200_000)).toBe('That is what the plan asks for.')
})

it('LED-1 the free tokens in the sentence are the ledger’s, and with the reserve they add up to the room for the reply', () => {
  let seen = 0
  for (const { turn, free, used } of data.turns) {
    const text = budgetTable(data, readings, turn)?.reserve.roomText ?? ''
    const [room, kept, rest] = [...text.matchAll(/\d[\d,]*/gu)].map(([digits]) =>
      Number(digits.replaceAll(',', '')),
    )
    if (!text.includes(' reserved and ')) continue
    expect([room, rest]).toEqual([data.limit - used, free])
    expect((kept ?? NaN) + (rest ?? NaN)).toBe(room)
    seen++
  }
  expect(seen).toBeGreaterThan(10)
  expect(budgetSentences.room(3000, 4096, true, 0, true)).toBe(
    'Up to the limit the reply has 3,000 tokens, 1,096 of the 4,096 reserved are used: too few.',
  )
})

it('BUD-4 a component within its limit that is soon used up names the remaining turns once', () => {
  const event = {
    component: 'results',
    status: 'ok',
    urgency: 'critical',
    used: 2547,
    limit: 4128,
    excess: 0,
    action: null,
    binding: false,
    turnsLeft: 2.3,
  } as const
  const told = (part: Partial<BudgetEvent>): string[] => [
    auditSentences.budget({ ...event, ...part }, true),
    auditSentences.budgetVerdict({ ...event, ...part }),
  ]
  const held = 'Tool results: 2,547 of 4,128 tokens'
  expect(told({})).toEqual([
    `${held}, within its limit; at this rate, used up in ≈ 2.3 turns`,
    'used up soon',
  ])
  expect(told({ status: 'warned' })).toEqual([
    `${held}, nearly used up; at this rate, used up in ≈ 2.3 turns`,
    'warned',
  ])
  expect(told({ urgency: 'normal', turnsLeft: 20 })).toEqual([`${held}, within its limit`, 'ok'])
  expect(told({ turnsLeft: 0, status: 'warned' })).toEqual([`${held}, used up`, 'warned'])
  expect(eventWords.budgetLabel(event, true)).toBe('tool results: at this rate, used up in ≈ 2.3 turns')
  // Older timelines lack this number.
  const { turnsLeft: _, ...older } = event
  expect(auditSentences.budget(older, true)).toBe(`${held}, within its limit; at this rate, used up soon`)
})

it('BUD-4 the remaining turns of an event are its room divided by the mean arrivals', () => {
  let seen = 0
  for (const { turn, events } of data.turns) {
    for (const event of events) {
      if (event.kind !== 'budget' || event.event.component !== 'results') continue
      const { used, limit, turnsLeft } = event.event
      const recent = data.turns.slice(0, turn + 1).slice(-data.spec.config.budget.burn_window)
      const burn = recent.reduce((sum, one) => sum + (one.arrivedBy?.results ?? 0), 0) / recent.length
      expect(turnsLeft).toBeCloseTo(burn === 0 ? NaN : Math.max(0, limit - used) / burn, 9)
      seen++
    }
  }
  expect(seen).toBeGreaterThan(2)
})
