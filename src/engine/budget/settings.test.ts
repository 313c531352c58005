import { expect, it } from 'vitest'
import { declared } from '../../testing/declared.ts'
import { budgetSpec } from './settings.ts'

it('BUD-1 BUD-4 BUD-7 the settings of the budget, with units and ranges', () => {
  expect(declared(budgetSpec)).toEqual([
    'allocations.system_prompt number 0.06 share of the limit, 0 to 1, usually 0 to 0.8',
    'allocations.tool_definitions number 0.04 share of the limit, 0 to 1, usually 0 to 0.8',
    'allocations.message_history number 0.65 share of the limit, 0 to 1, usually 0 to 0.8',
    'allocations.tool_results number 0.12 share of the limit, 0 to 1, usually 0 to 0.8',
    'allocations.memory_injection number 0.08 share of the limit, 0 to 1, usually 0 to 0.8',
    'allocations.output_reserved number 0.05 share of the limit, 0 to 0.25, usually 0 to 0.25',
    'soft_limit_pct number 0.8 share of an allocation, 0 to 1, usually 0.5 to 1',
    'enforce choice "global" of global, per_component',
    'burn_window number 20 turns, whole 1 to 1000, usually 5 to 50',
    'critical_turns number 3 turns, whole 0 to 1000, usually 1 to 10',
    'warning_turns number 10 turns, whole 0 to 1000, usually 3 to 30',
    'counting_margin number 0.05 share of the count, 0 to 1, usually 0 to 0.3',
  ])
})
