import { byName, named } from '../../core/by-name.ts'
import { lastReference } from '../signals/last-reference.ts'
import {
  duplication,
  explicit,
  random as chance,
  recency,
  reuse,
  semantic,
  source,
  superseded as newestVersion,
  typeTtl,
} from '../signals/list.ts'
import { queues } from '../signals/queues.ts'
import { worthPerToken } from '../signals/refetch-cost.ts'
import type { ScoringSettings, Policy, Signal } from '../signals/signal.ts'
import { definePolicy, nested, renamed } from './policy.ts'
import type { PolicyEntry } from './policy.ts'

const fifo = definePolicy({
  name: 'fifo',
  label: 'First in, first out',
  meaning:
    'The oldest block goes first, whatever it says: of results, which leave a placeholder, then of messages.',
  weights: { recency: 1 },
  signals: (scoring) => [recency(scoring.fifoDecay)],
})

const lru = definePolicy({
  name: 'lru',
  label: 'Least recently used',
  meaning: 'The block unreferenced for the longest time goes first.',
  weights: { last_reference: 1 },
  signals: (scoring) => [lastReference(scoring)],
})

const priority = definePolicy({
  name: 'priority',
  label: 'Priority',
  meaning: 'Five weighted signals: age, similarity to the task, author, use, an importance mark.',
  weights: { recency: 0.3, semantic: 0.25, source: 0.2, reuse: 0.15, explicit: 0.1 },
  signals: (scoring) => [recency(scoring.recencyDecay), semantic, source, reuse(scoring.reuseFull), explicit],
})

const typeBased = definePolicy({
  name: 'type_based',
  label: 'Lifetime of types',
  meaning: 'Each type of block has a lifetime; the block with the shortest remaining lifetime goes first.',
  weights: { type_ttl: 1 },
  signals: () => [typeTtl],
})

/**
 * The order in which blocks leave when merging near-duplicates was not enough (EVI-6; “Agent Context Window Management”
 * names the policy without a scorer). Uniqueness has more than twice the weight of age: a block that a newer one
 * repeats word for word scores at most .3 and leaves before any block that repeats less than four sevenths of another.
 */
const semanticMerge = definePolicy({
  name: 'semantic_merge',
  label: 'Merge near-duplicates',
  meaning: 'Near-duplicates are merged into the newest one; then blocks that a newer block repeats go first.',
  weights: { duplication: 0.7, recency: 0.3 },
  signals: (scoring) => [duplication, recency(scoring.recencyDecay)],
})

/** The five terms of the formula of “Agent Context Window Management”, with their names in its YAML. */
function hybridSignals(scoring: ScoringSettings): readonly Signal[] {
  return [
    recency(scoring.recencyDecay),
    nested(priority.create({ scoring })),
    typeTtl,
    renamed(reuse(scoring.reuseFull), 'reference_freq'),
    renamed(duplication, 'semantic_duplication'),
  ]
}

const hybrid = definePolicy({
  name: 'hybrid',
  label: 'Hybrid',
  meaning:
    'Age, priority, lifetime of the type, use and uniqueness, weighed as “Agent Context Window Management” advises.',
  weights: { recency: 0.3, priority: 0.25, type_ttl: 0.2, reference_freq: 0.15, semantic_duplication: 0.1 },
  signals: hybridSignals,
})

const hybridEqual = definePolicy({
  name: 'hybrid_equal',
  label: 'Hybrid, equal weights',
  meaning: 'The signals of hybrid, each with weight 0.2: a starting point for tuning.',
  weights: { recency: 0.2, priority: 0.2, type_ttl: 0.2, reference_freq: 0.2, semantic_duplication: 0.2 },
  signals: hybridSignals,
})

/**
 * The hybrid policy in the code of “Agent Context Window Management”, which weighs four whole policies; its text and
 * its YAML weigh five terms.
 */
const hybridScorers = definePolicy({
  name: 'hybrid_scorers',
  label: 'Hybrid of four policies',
  meaning: 'The scores of four policies, weighed: age, last use, priority and lifetime of the type.',
  weights: { fifo: 0.15, lru: 0.15, priority: 0.4, type: 0.3 },
  signals: (scoring) => [
    nested(fifo.create({ scoring })),
    nested(lru.create({ scoring })),
    nested(priority.create({ scoring })),
    renamed(nested(typeBased), 'type'),
  ],
})

const random = definePolicy({
  name: 'random',
  label: 'Random',
  meaning: 'Random order, the same for the same seed: the baseline for any policy.',
  weights: { random: 1 },
  signals: () => [chance],
})

const gdsf = definePolicy({
  name: 'gdsf',
  label: 'Greedy dual, size and frequency',
  meaning: 'Blocks that are rarely used, cheap to refetch and large go first.',
  weights: { worth_per_token: 1 },
  signals: () => [worthPerToken],
})

const s3fifo = definePolicy({
  name: 's3fifo',
  label: 'S3-FIFO',
  meaning: 'Blocks never used since arrival go first, by age; blocks used or fetched again stay longer.',
  weights: { queues: 1 },
  signals: () => [queues],
})

/**
 * The version has more than half the weight: an outdated block of this turn still leaves before the oldest current one.
 */
const superseded = definePolicy({
  name: 'superseded',
  label: 'Old versions first',
  meaning: 'Reads of files that were read or written again go first, then the oldest.',
  weights: { superseded: 0.6, recency: 0.4 },
  signals: (scoring) => [newestVersion, recency(scoring.recencyDecay)],
})

/** Every policy in its order (EVI-2). */
const list = [
  fifo,
  lru,
  priority,
  typeBased,
  semanticMerge,
  hybrid,
  hybridScorers,
  hybridEqual,
  random,
  gdsf,
  s3fifo,
  superseded,
] as const

export type PolicyName = (typeof list)[number]['name']

/** Every policy by its name in a config (EVI-2), with title, meaning, signals and weights. */
export const policies: Readonly<Record<PolicyName, PolicyEntry>> = byName(list)

/**
 * A policy by its name, with its own weights or the given ones.
 *
 * @param weights by signal, in any scale: they are normalized to sum to 1; default: the policy's own
 * @param scoring how signals turn turns and uses into a value from 0 to 1; default: as in the default config
 * @throws RangeError for an unknown name, and where `PolicyEntry.create` does
 */
export function policyOf(
  name: string,
  weights: Readonly<Record<string, number>> | null = null,
  scoring?: ScoringSettings,
): Policy {
  const entry = named(policies, name)
  if (entry === undefined)
    throw new RangeError(`the eviction policies are ${Object.keys(policies).join(', ')}, but not ${name}`)
  return entry.create({ weights, scoring })
}
