import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/**
 * “Short-Term Memory”: the newest exchanges as they are, and one summary of everything before. What a person asks for
 * takes the same way, with no exchange kept.
 */
export const rollingSummary = planned({
  name: 'rolling_summary',
  label: 'Rolling summary',
  meaning: 'Over the budget, all but the newest exchanges gives way to one summary; never in mid-exchange.',
  endsAtOverflow: false,
  sections: ['rolling_summary', 'eviction', 'compression', 'mock_llm'],
  plan: () => [step('roll_up'), step('rolling_summary')],
})
