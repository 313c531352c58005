import { policyOf } from '../eviction/policies/list.ts'
import { clipStage } from '../stage/clip.ts'
import { evictStage } from '../stage/evict.ts'
import type { Strategy } from './strategy.ts'

/** Article 003's eviction alone: no compression, no summaries, no model calls. */
export const evict: Strategy = {
  name: 'evict',
  label: 'Evict',
  meaning: 'From orange on, the lowest-ranked blocks leave in one batch; results leave placeholders.',
  endsAtOverflow: false,
  sections: ['eviction'],
  stages: ({ eviction }) => [
    evictStage(policyOf(eviction.policy, eviction.weights), eviction),
    clipStage(eviction),
  ],
}
