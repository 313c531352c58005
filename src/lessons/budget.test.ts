import { describe, expect, it } from 'vitest'
import {
  BUDGET_PRESETS,
  NO_BUDGET,
  budgetLimitOf as limitOf,
  checkBeforeAdd,
  overflows,
  readBudget,
  ledgerFrom,
} from '../engine/internal.ts'
import type { BudgetSettings, Component, Ledger } from '../engine/index.ts'
import { budgetExactFit, budgetNeverReleases, budgetReserveAsRoom } from './budget.ts'
import defects from './defects.json' with { type: 'json' }

const settings: BudgetSettings = {
  ...BUDGET_PRESETS.default,
  softLimitPct: 0.8,
  burnWindow: 20,
  criticalTurns: 3,
  warningTurns: 10,
  countingMargin: 0.05,
  enforce: 'per_component',
}
const NOTHING: Readonly<Record<Component, number>> = {
  system: 0,
  tools: 0,
  history: 0,
  results: 0,
  memory: 0,
}
const LIMIT = 128_000
const RESERVE = 6400

function ledger(history: number, results: number): Ledger {
  return ledgerFrom(
    {
      system_prompt: 0,
      tool_definition: 0,
      memory_injection: 0,
      user_message: history,
      assistant_response: 0,
      thinking: 0,
      tool_call: 0,
      tool_result: results,
      summary: 0,
    },
    history + results,
    LIMIT,
    RESERVE,
  )
}

describe('the budget of “Agent Context Window Management” compared with this one', () => {
  it('BUD-2 budget_never_releases: two results, the first evicted; the article refuses a third that has room', () => {
    const limit = limitOf(ledger(0, 0), settings, 'results')
    let used: Readonly<Record<Component, number>> = NOTHING
    for (const results of [10_000, 5000]) used = budgetNeverReleases.track(used, { ...NOTHING, results })
    // A placeholder of 40 tokens replaced the first result.
    const window = ledger(0, 5040)
    expect(used.results).toBe(15_000)
    expect(budgetExactFit.verdict(used.results, limit, settings.softLimitPct, 5000)).toBe('blocked')
    expect(checkBeforeAdd(window, settings, 'results', 5000)).toMatchObject({
      verdict: 'allowed',
      used: 5040,
    })
  })

  it('BUD-2 budget_exact_fit_blocked: the last token of the limit is refused; here it is accepted', () => {
    const limit = limitOf(ledger(0, 0), settings, 'results')
    const window = ledger(0, 10_000)
    const added = limit - 10_000
    expect(budgetExactFit.verdict(10_000, limit, settings.softLimitPct, added)).toBe('blocked')
    expect(checkBeforeAdd(window, settings, 'results', added)).toMatchObject({ verdict: 'warned', excess: 0 })
    // One more is too many for both.
    expect(budgetExactFit.verdict(10_000, limit, settings.softLimitPct, added + 1)).toBe('blocked')
    expect(checkBeforeAdd(window, settings, 'results', added + 1)).toMatchObject({
      verdict: 'blocked',
      excess: 1,
    })
    // And an empty component without a share refuses even 0 tokens.
    expect(budgetExactFit.verdict(0, 0, settings.softLimitPct, 0)).toBe('blocked')
  })

  it('BUD-3 budget_reserve_as_room: one more turn is predicted although there is no room for the reply; here none', () => {
    const window = ledger(121_700, 0)
    const arrived = { ...NOTHING, history: 6300 }
    const { reading } = readBudget(NO_BUDGET, { ledger: window, arrived, exact: true }, settings)
    expect(budgetReserveAsRoom.turnsLeft(window.used, LIMIT, 6300)).toBe(1)
    expect(overflows(window.used, LIMIT, RESERVE)).toBe(true)
    expect(reading.total).toMatchObject({ turnsLeft: 0, status: 'blocked', urgency: 'critical' })
    expect(reading.reserve.short).toBe(true)
  })

  it('each names the article and the rule, under a name of its own', () => {
    expect(defects.budget.map((entry) => [entry.name, entry.article, entry.rule])).toEqual([
      ['budget_never_releases', 'Agent Context Window Management', 'BUD-2'],
      ['budget_exact_fit_blocked', 'Agent Context Window Management', 'BUD-2'],
      ['budget_reserve_as_room', 'Agent Context Window Management', 'BUD-3'],
    ])
  })
})
