import { orange, longResult } from './level.ts'
import type { ToldStages } from './told.ts'

export const evictionTold = {
  evict: {
    doing: 'eviction',
    done: 'evicted',
    traits: [
      'below_level',
      'bound_by_gates',
      'leaves_placeholders',
      'ranks',
      'aims_at_target',
      'starts_at_orange',
    ],
    levels: orange,
  },
  merge: {
    doing: 'merging near-duplicates',
    done: 'near-duplicates merged',
    traits: ['aims_at_target', 'starts_at_orange'],
    levels: orange,
  },
  component_budget: {
    doing: 'the budget of a component',
    done: 'component brought under its budget',
    traits: ['holds_components', 'leaves_placeholders'],
    answers: ['summarize_results'],
    levels: (config) => (config.compression.tool_results === 'never' ? [] : longResult(config)),
  },
  clip: {
    doing: 'clipping',
    done: 'newest results clipped',
    traits: ['after_the_call'],
  },
} as const satisfies ToldStages
