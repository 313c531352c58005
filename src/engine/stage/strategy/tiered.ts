import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/**
 * The pipeline of a small coding agent (“Claude Code from Scratch”; TIER-1, TIER-2): the cheapest step first, and a
 * summary only when all others were not enough.
 */
export const tiered = planned({
  name: 'tiered',
  label: 'Tiered',
  meaning: 'Large results are stored, then budgeted, snipped and cleared; at last the history is summarized.',
  endsAtOverflow: false,
  sections: ['tiered', 'eviction', 'compression', 'mock_llm'],
  plan: () => [
    step('persist_results'),
    step('cut_results'),
    step('manual_compact'),
    step('budget_results'),
    step('snip_results'),
    step('microcompact'),
    step('auto_compact'),
  ],
})
