import { step } from '../catalogue/plan.ts'
import { evictionPlan } from './eviction-plan.ts'
import { planned } from './planned.ts'

/**
 * The eviction of “Agent Context Window Management” alone: no compression, no summaries; only `semantic_merge` asks a
 * model.
 */
export const evict = planned({
  name: 'evict',
  label: 'Evict',
  meaning: 'From orange on, the lowest-ranked blocks leave in one batch; results leave placeholders.',
  endsAtOverflow: false,
  sections: ['eviction', 'mock_llm'],
  plan: ({ eviction }) => [...evictionPlan(eviction), step('clip')],
})
