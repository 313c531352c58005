import type { HealthMetric } from './declaration.ts'

/** What to do about an alert (HEALTH-2): a code for the record, a sentence for the reader. */
export const HEALTH_ACTIONS = Object.freeze({
  emergency_compaction: 'Compact the window now and save a checkpoint before the next call.',
  larger_target: 'Free more at once with a lower eviction target, or give the agent a larger window.',
  keep_more_in_summaries: 'Let summaries be longer, and name what they must keep.',
  stop_compressing_small: 'Leave short stretches as they are; their summaries are hardly shorter.',
  summarize_results: 'Summarize tool results earlier, or let the tools return less.',
  look_at_tool:
    'Look at what arrived in this turn: one large arrival, such as a whole file or a long log, takes much of the window.',
  stop_loop: 'The same calls come again with the same input: stop the agent, or tell it what it overlooks.',
})
export type HealthAction = keyof typeof HEALTH_ACTIONS

/** How a metric is called, what it says, and the unit of its value. */
export interface HealthLabel {
  readonly label: string
  readonly meaning: string
  readonly unit: string
}

/** The six metrics in words; their healthy ranges come with each reading. */
export const HEALTH_LABELS: Readonly<Record<HealthMetric, HealthLabel>> = Object.freeze({
  utilization: {
    label: 'Utilization',
    meaning: 'How full the window is before the call.',
    unit: 'share of the limit',
  },
  eviction_rate: {
    label: 'Evictions',
    meaning: 'Blocks evicted per turn, mean of the last ten turns.',
    unit: 'blocks per turn',
  },
  compression_ratio: {
    label: 'Compression ratio, last ten',
    meaning: 'Tokens before over tokens after, of the last ten compressions together.',
    unit: 'before ÷ after',
  },
  burn_rate: {
    label: 'Arrived in this turn',
    meaning:
      'Tokens that arrived in this turn, which velocity and burn rate are means of; steady as long as they are within three times their average.',
    unit: 'tokens per turn',
  },
  fidelity_score: {
    label: 'Fidelity',
    meaning: 'Share of questions that the last compressed context still answers as the full one did.',
    unit: 'share of questions',
  },
  tool_result_bloat: {
    label: 'Result bloat',
    meaning: 'How much of the used window tool results hold.',
    unit: 'share of used tokens',
  },
})
