import type { MockAgent } from '../live.ts'
import { bugHunter } from './bug-hunter.ts'
import { survey } from './survey.ts'

/** Every agent without a model, by name. */
export const mockAgents: Readonly<Record<string, MockAgent>> = Object.freeze({
  bug_hunter: bugHunter,
  survey,
})
