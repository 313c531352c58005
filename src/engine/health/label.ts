import type { HealthMetric } from './declaration.ts'

/** What to do about an alert (HEALTH-2): a code for the record, and a sentence for people. */
export const HEALTH_ACTIONS = Object.freeze({
  emergency_compaction: 'Compact the window now and save a checkpoint before the next call.',
  larger_target: 'Free more at once with a lower eviction target, or give the agent a larger window.',
  keep_more_in_summaries: 'Let summaries be longer, and name what they must keep.',
  stop_compressing_small: 'Leave short parts unchanged; their summaries are hardly shorter.',
  summarize_results: 'Summarize tool results earlier, or let the tools return less.',
  look_at_tool:
    'Look at what arrived in this turn: one large arrival, such as a whole file or a long log, takes much of the window.',
  stop_loop: 'The agent repeats the same calls with the same input: stop it, or tell it what it overlooks.',
})
export type HealthAction = keyof typeof HEALTH_ACTIONS

/** Name and meaning of a metric, and the unit of its value. */
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
    meaning: 'Tokens before ÷ tokens after, over the last ten compressions.',
    unit: 'before ÷ after',
  },
  burn_rate: {
    label: 'Arrived in this turn',
    meaning:
      'Tokens that arrived in this turn (velocity and burn rate are means of it); normal up to three times their average.',
    unit: 'tokens per turn',
  },
  fidelity_score: {
    label: 'Fidelity',
    meaning: 'Share of questions that the context still answers after the last compression.',
    unit: 'share of questions',
  },
  tool_result_bloat: {
    label: 'Result bloat',
    meaning: 'Tool results as a share of the used tokens.',
    unit: 'share of used tokens',
  },
})
