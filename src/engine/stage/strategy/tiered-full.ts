import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/** The five levels of a large coding agent (“Claude Code from Scratch”; TIER-3), which mind the prompt cache. */
export const tieredFull = planned({
  name: 'tiered_full',
  label: 'Tiered, in full',
  meaning:
    'Results are stored, snipped and cleared as the cache allows; history is folded, then summarized, and files come back.',
  endsAtOverflow: false,
  sections: ['tiered_full', 'eviction', 'compression', 'mock_llm'],
  plan: ({ tieredFull: settings }) => [
    step('store_results'),
    step('manual_compact_session'),
    step('snip_history'),
    step('clear_results'),
    ...(settings.collapse ? [step('collapse')] : []),
    step('compact_session'),
  ],
})
