import { fifo } from './fifo.ts'
import { lru } from './lru.ts'
import { nested } from './nested.ts'
import { definePolicy, renamed } from './policy.ts'
import { priority } from './priority.ts'
import { typeBased } from './type-based.ts'

/**
 * The hybrid policy in the code of “Agent Context Window Management”, which weighs four whole policies where its text
 * and its YAML weigh five terms.
 */
export const hybridScorers = definePolicy({
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
