import type { MockAgent } from '../live.ts'
import { bugHunter } from './bug-hunter.ts'
import { compareSources } from './compare-sources.ts'
import { ruleClerk } from './rule-clerk.ts'
import { survey } from './survey.ts'

/** Every agent without a model, by name. */
export const mockAgents: Readonly<Record<string, MockAgent>> = Object.freeze({
  bug_hunter: bugHunter,
  survey,
  compare_sources: compareSources,
  rule_clerk: ruleClerk,
})
