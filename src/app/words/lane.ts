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
  axis: 'turn',
  reserveKey: 'budget.allocations.output_reserved',
  reserveMeaning: 'kept free for the answer',
  lines: (labels: readonly string[]) => `Lines, from the top: ${labels.join('; ')}.`,
  legend: 'Types of blocks and marks',
  elsewhere: 'this context has no prompt in this turn',
  noTurns: 'This context has no prompt in this run.',
  noBands: 'Nothing stands in this context.',
  mixed: 'several small blocks',
  evicted: 'evicted',
  reduced: 'placeholder or clipped',
  lessened: 'replaced, clipped or summarized',
  stale: 'cache: to be written anew',
  spike: 'a spike arrived',
  cache: (tokens: string) => `cache: ${tokens} tokens to write anew`,
  arrival: 'blocks in order of arrival, the first on top',
  ends: (what: string, turn: string) => `${what} in ${turn}`,
  stays: 'stays to the end',
  selectsLargest: 'a click selects the largest',
  taskLost: 'the task is lost',
  ended: 'overflowed in',
  endedIn: (turn: string) => `ended: overflow in ${turn}`,
  onlyHere: 'only here',
  onlyIn: (lane: string) => `only in ${lane}`,
  noDelta: (lane: string) => `no difference to ${lane}`,
  delta: (lane: string, first: string) =>
    `Tokens that only ${lane} sends, above the line, and that only ${first} sends, below it, turn by turn`,
  sentIn: (turn: string) => `sent in ${turn}`,
  inBoth: (tokens: string) => `${tokens} tokens in both`,
  onlyHereFigure: (tokens: string) => `${tokens} only here`,
  onlyInFigure: (lane: string, tokens: string) => `${tokens} only in ${lane}`,
  partsFrom: (lane: string, turn: string) => `First difference to ${lane}: ${turn}`,
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
