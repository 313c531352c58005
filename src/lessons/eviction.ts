import type { AsWritten } from './entry.ts'
import { evictAsWritten } from './evict-stage.ts'
import { lruInverted } from './lru.ts'

/** What the article's engine knows of how to evict: the policy that it reports, and the scorer that it asks. */
export interface EngineAsWritten {
  readonly policy: string
  readonly scorer: string
}

/** Policies that have a scorer, filed under constants of the code and not under the words of the YAML. */
const SCORERS: ReadonlyMap<symbol, string> = new Map(
  ['fifo', 'lru', 'priority', 'type_based', 'hybrid'].map((name) => [Symbol.for(`policy ${name}`), name]),
)

/** The constant of a policy, which the code wants instead of its name. */
export function constantOf(policy: string): symbol {
  return Symbol.for(`policy ${policy}`)
}

/**
 * Switches the policy as “Agent Context Window Management” does: the label always changes, the scorer where one is
 * found.
 */
export function setPolicyAsWritten(engine: EngineAsWritten, policy: string | symbol): EngineAsWritten {
  const found = typeof policy === 'symbol' ? SCORERS.get(policy) : undefined
  const label = typeof policy === 'symbol' ? (policy.description ?? '').replace('policy ', '') : policy
  return { policy: label, scorer: found ?? engine.scorer }
}

/** A policy by name that changes nothing but the name. */
export const setPolicyKeepsHybrid = Object.freeze({
  name: 'set_policy_keeps_hybrid',
  article: 'Agent Context Window Management',
  rule: 'EVI-2',
  defect:
    'A policy that is given by its name, as the text and the YAML give it, is not found among the scorers.',
  harm: 'The audit log says fifo, and the hybrid scorer goes on deciding.',
  fix: 'Policies are looked up by their names, and an unknown one is refused.',
  setPolicy: setPolicyAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A policy that exists by name alone. */
export const mergeWithoutScorer = Object.freeze({
  name: 'merge_without_scorer',
  article: 'Agent Context Window Management',
  rule: 'EVI-6',
  defect: 'The policy semantic_merge can be chosen, but there is no scorer and no merging behind it.',
  harm: 'Near-duplicates are evicted by whatever scored before, and what only one of them said is lost.',
  fix: 'Near-duplicates become pointers to the newest, which holds the text that was merged from all.',
  setPolicy: setPolicyAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Placeholders that are promised by a setting and counted as 0. */
export const placeholdersNeverMade = Object.freeze({
  name: 'placeholders_never_made',
  article: 'Agent Context Window Management',
  rule: 'EVI-5',
  defect: 'Settings enable placeholders and limit their size, but no code creates one.',
  harm: 'An evicted result leaves no trace: its call is unanswered, and the agent does not know that it made the call.',
  fix: 'The result is replaced by a note of at most 50 tokens with its finding, and the pair stays whole.',
  stage: evictAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A list of what must never leave, with one entry. */
export const onlySystemProtected = Object.freeze({
  name: 'only_system_protected',
  article: 'Agent Context Window Management',
  rule: 'EVI-3',
  defect:
    'The text protects the task, the current request and the running results; the code only the system prompt.',
  harm: 'The goal, the question that was just asked and the result that it waits for may be the first to go.',
  fix: 'Guards protect them before any score is computed, unless they are switched off by name.',
  stage: evictAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Eviction as “Agent Context Window Management” writes it. */
export const evictionAsWritten: readonly AsWritten[] = Object.freeze([
  lruInverted,
  setPolicyKeepsHybrid,
  mergeWithoutScorer,
  placeholdersNeverMade,
  onlySystemProtected,
])
