import type { Article } from '../claim/claim.ts'
import { naive, on } from './plan.ts'
import type { Place, Plan } from './plan.ts'

/** What an article advises for a kind of agent, and what to hold it against. */
export interface Situation extends Place {
  readonly id: string
  readonly article: Article
  readonly section: string
  /** The kind of agent or conversation, in our words. */
  readonly situation: string
  readonly advised: Plan
  readonly rival: Plan
  /** The article’s reason, in our words. */
  readonly why: string
}

const FRAMEWORK = {
  article: 'Agent Context Window Management',
  section: '3, Choosing an Eviction Policy',
} as const
const WINDOW = { article: 'Sliding Message Window', section: 'Decision Matrix' } as const
const TRIM = { article: 'agentfit-rs', section: 'Decision Matrix' } as const

/** The decision tables of the articles. Rows about counters, pictures and several users are no choice of a strategy. */
export const situations: readonly Situation[] = [
  {
    ...FRAMEWORK,
    id: 'chat',
    situation: 'A chat, or questions and answers',
    advised: on('fifo'),
    rival: on('hybrid'),
    why: 'The conversation moves forward and seldom refers back.',
    scenario: 'long-chat',
    share: 0.5,
  },
  {
    ...FRAMEWORK,
    id: 'exploration',
    situation: 'Long loops that explore a lot',
    advised: on('type_based'),
    rival: on('lru'),
    why: 'Results of tools have a short life; LRU is the next choice if dead ends pile up.',
    scenario: 'deep-research',
    share: 0.5,
  },
  {
    ...FRAMEWORK,
    id: 'mixed',
    situation: 'Content of very different importance',
    advised: on('priority'),
    rival: on('fifo'),
    why: 'A score of importance keeps what a rule by age would drop.',
    scenario: 'axios-migration',
    share: 0.5,
  },
  {
    ...FRAMEWORK,
    id: 'repeated',
    situation: 'Similar outputs again and again',
    advised: on('semantic_merge'),
    rival: on('type_based'),
    why: 'Near-duplicates can be merged instead of evicted.',
    scenario: 'data-analysis',
    share: 0.5,
  },
  {
    ...FRAMEWORK,
    id: 'critical',
    situation: 'In production, where a mistake is expensive',
    advised: on('hybrid'),
    rival: on('priority'),
    why: 'Several signals together are wrong less often than one.',
    scenario: 'changed-requirements',
    share: 0.5,
  },
  {
    article: 'Agent Context Window Management',
    section: '4, Sub-Agent Delegation',
    id: 'subtasks',
    situation: 'Subtasks of ten and more tool calls',
    advised: on('delegation_first'),
    rival: on('compaction_first'),
    why: 'A report replaces a whole exploration.',
    scenario: 'planning',
    share: 0.5,
  },
  {
    ...WINDOW,
    id: 'short',
    situation: 'Fewer turns than fill the window',
    advised: on('unmanaged'),
    rival: on('atomic_window'),
    why: 'Where nothing overflows, trimming only costs.',
    scenario: 'bug-fix',
    share: 1.5,
  },
  {
    ...WINDOW,
    id: 'tools',
    situation: 'A long run with tools',
    advised: on('atomic_window'),
    rival: naive('fifo'),
    why: 'Calls and results stay together, and so does the task.',
    scenario: 'axios-migration',
    share: 0.5,
  },
  {
    ...WINDOW,
    id: 'heavy',
    situation: 'A few messages with very many tokens',
    advised: on('atomic_window', { atomic_window: { token_aware: true } }),
    rival: on('atomic_window'),
    why: 'The number of messages says little about their tokens.',
    scenario: 'data-analysis',
    share: 0.5,
  },
  {
    ...WINDOW,
    id: 'retained',
    situation: 'Early context must not be lost',
    advised: on('atomic_window', { atomic_window: { on_drop: 'summarize' } }),
    rival: on('atomic_window'),
    why: 'A summary stands for what is dropped.',
    scenario: 'long-chat',
    share: 0.5,
  },
  {
    ...TRIM,
    id: 'support',
    situation: 'A support thread that runs straight on',
    advised: on('token_trim'),
    rival: on('token_trim_middle'),
    why: 'What is oldest matters least.',
    scenario: 'support-chat',
    share: 0.5,
  },
  {
    ...TRIM,
    id: 'research',
    situation: 'Research or coding with early constraints',
    advised: on('token_trim_middle'),
    rival: on('token_trim'),
    why: 'Both ends matter: the constraints and the newest findings.',
    scenario: 'deep-research',
    share: 0.5,
  },
  {
    ...TRIM,
    id: 'rollback',
    situation: 'Debugging with a way back',
    advised: on('token_trim_end'),
    rival: on('token_trim'),
    why: 'The history stays, and the newest turns can be taken back.',
    scenario: 'bug-fix',
    share: 0.5,
  },
  {
    article: 'Short-Term Memory',
    section: '5.6',
    id: 'over-budget',
    situation: 'A conversation over its budget',
    advised: on('rolling_summary'),
    rival: on('atomic_window'),
    why: 'Old exchanges become one summary instead of nothing.',
    scenario: 'long-chat',
    share: 0.5,
  },
]
