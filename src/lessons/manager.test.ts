import { describe, expect, it } from 'vitest'
import {
  BUDGET_PRESETS,
  NO_BUDGET,
  NO_PRESSURE,
  readBudget,
  readPressure,
  ledgerFrom,
} from '../engine/internal.ts'
import { hookAsWritten, trackAsWritten } from './manager.ts'
import defects from './defects.json' with { type: 'json' }

describe('the manager of “Agent Context Window Management” compared with this one', () => {
  it('MAN-1 methods_missing: each hook fails at its first call; here a turn is read', () => {
    const hooks = ['turn_start', 'turn_end', 'tool_result', 'orange'] as const
    const failures = hooks.map((hook) => {
      try {
        hookAsWritten(hook)
        return null
      } catch (reason) {
        return String(reason)
      }
    })
    expect(failures).toEqual([
      'TypeError: pressure has no method utilization',
      'TypeError: pressure has no method update',
      'TypeError: pressure has no method update',
      'TypeError: compression has no method select_strategy',
    ])
    const { reading } = readPressure(
      NO_PRESSURE,
      { used: 96_000, arrived: 2000, limit: 128_000 },
      { yellow: 0.5, orange: 0.75, red: 0.9 },
      5,
    )
    expect(reading).toMatchObject({ utilization: 0.75, zone: 'orange' })
  })

  it('MAN-4 manager_tracks_nothing: 100,000 tokens of results leave its counters at 0; here the budget blocks', () => {
    let used: Readonly<Record<string, number>> = {}
    for (let turn = 0; turn < 10; turn++) used = trackAsWritten(used, 'tool_results', 10_000)
    expect(used).toEqual({})

    const byType = {
      system_prompt: 0,
      tool_definition: 0,
      memory_injection: 0,
      user_message: 0,
      assistant_response: 0,
      thinking: 0,
      tool_call: 0,
      tool_result: 100_000,
      summary: 0,
    }
    const arrived = { system: 0, tools: 0, history: 0, results: 10_000, memory: 0 }
    const { reading } = readBudget(
      NO_BUDGET,
      { ledger: ledgerFrom(byType, 100_000, 128_000, 6400), arrived, exact: true },
      {
        ...BUDGET_PRESETS.default,
        softLimitPct: 0.8,
        burnWindow: 20,
        criticalTurns: 3,
        warningTurns: 10,
        countingMargin: 0.05,
        enforce: 'global',
      },
    )
    expect(reading.components.results).toMatchObject({ used: 100_000, status: 'blocked' })
  })

  it('each names the article and the rule', () => {
    expect(defects.manager.map((entry) => [entry.name, entry.rule])).toEqual([
      ['methods_missing', 'MAN-1'],
      ['manager_tracks_nothing', 'MAN-4'],
    ])
  })
})
