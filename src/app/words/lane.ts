import type { BlockType } from '../../engine/index.ts'

/** Types in the order of the legend, with the two that share a hue beside each other. */
export const LEGEND: readonly BlockType[] = Object.freeze([
  'system_prompt',
  'tool_definition',
  'memory_injection',
  'user_message',
  'assistant_response',
  'thinking',
  'tool_call',
  'tool_result',
  'summary',
])

export const LANE_TEXT = Object.freeze({
  limit: 'limit',
  reserve: 'reserve',
  reserveKey: 'budget.allocations.output_reserved: kept free for the answer',
  legend: 'Types of blocks',
  elsewhere: 'this context has no prompt in this turn',
  mixed: 'several small blocks',
  evicted: 'evicted',
  reduced: 'placeholder or clipped',
  lessened: 'replaced, clipped or summarized',
  firstIn: 'first in',
  lastIn: 'last in',
  arrival: 'Blocks in order of arrival',
  ends: (what: string, turn: string) => `${what} in ${turn}`,
  taskLost: 'the task is lost',
  ended: 'overflowed in',
  partsFrom: (lane: string, turn: string) => `First difference to ${lane}: ${turn}`,
  utilization: (lane: string) => `${lane}: used tokens as a share of the limit, turn by turn`,
  zones: (lane: string) => `${lane}: pressure zone of each turn`,
  strata: (lane: string) =>
    `${lane}: the prompt turn by turn, one band for each block. The table of blocks holds the same.`,
  lifelines: (lane: string) =>
    `${lane}: a row for each block in order of arrival, from birth to end. The table of blocks holds the same.`,
  figures: {
    'need-hit-rate': 'needs met',
    'lost-rate': 'lost',
    'evicted-blocks': 'evicted',
    'introduced-violations': 'violations',
  },
})
