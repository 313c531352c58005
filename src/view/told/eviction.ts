import { orange, longResult } from './level.ts'
import type { ToldStages } from './told.ts'

export const evictionTold = {
  evict: {
    doing: 'eviction',
    done: 'evicted',
    levels: orange,
  },
  merge: {
    doing: 'merging near-duplicates',
    done: 'near-duplicates merged',
    levels: orange,
  },
  component_budget: {
    doing: 'the budget of a component',
    done: 'component brought under its budget',
    answers: ['summarize_results'],
    levels: (config) => (config.compression.tool_results === 'never' ? [] : longResult(config)),
  },
  clip: {
    doing: 'clipping',
    done: 'newest results clipped',
  },
} as const satisfies ToldStages
