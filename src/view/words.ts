import type {
  Block,
  BlockState,
  BlockType,
  CounterName,
  Trigger,
  VelocityClass,
  Verb,
  Zone,
} from '../engine/index.ts'
import type { NeedKind, Resolution } from '../sim/index.ts'
import type { TurnPoint } from './axis.ts'

/** Every word and sentence part that the view writes for people stands here, so that another language is one file. */

export const TYPE_LABELS: Readonly<Record<BlockType, string>> = Object.freeze({
  system_prompt: 'system prompt',
  tool_definition: 'tool definition',
  memory_injection: 'memory',
  user_message: 'user message',
  assistant_response: 'reply',
  thinking: 'thinking',
  tool_call: 'tool call',
  tool_result: 'tool result',
  summary: 'summary',
})

/** One letter beside the colour of a type: types of one hue differ in their letter. */
export const TYPE_LETTERS: Readonly<Record<BlockType, string>> = Object.freeze({
  system_prompt: 'S',
  tool_definition: 'D',
  memory_injection: 'M',
  user_message: 'U',
  assistant_response: 'A',
  thinking: 'T',
  tool_call: 'C',
  tool_result: 'R',
  summary: 'Σ',
})

export const STATE_LABELS: Readonly<Record<BlockState, string>> = Object.freeze({
  live: 'in full',
  clipped: 'clipped',
  placeholder: 'placeholder',
  summarized: 'summarized',
  folded: 'folded',
  server_cleared: 'cleared by the provider',
  gone: 'gone',
})

/** What an edit did, as a verb in the past. */
export const VERB_LABELS: Readonly<Record<Verb, string>> = Object.freeze({
  drop: 'evicted',
  replace: 'replaced by a placeholder',
  clip: 'clipped',
  summarize: 'summarized',
  insert: 'inserted',
  move: 'moved',
})

export const ZONE_LABELS: Readonly<Record<Zone, string>> = Object.freeze({
  green: 'green',
  yellow: 'yellow',
  orange: 'orange',
  red: 'red',
})

export const POINT_LABELS: Readonly<Record<TurnPoint, string>> = Object.freeze({
  arrived: 'arrived',
  offered: 'before eviction',
  sent: 'sent',
  responded: 'after the reply',
})

export const VELOCITY_LABELS: Readonly<Record<VelocityClass, string>> = Object.freeze({
  low: 'low, below 1,000 tokens per turn',
  medium: 'medium, 1,000 to 5,000 tokens per turn',
  high: 'high, 5,000 tokens per turn and more',
})

/** How a need was met by the prompt of its turn. */
export const RESOLUTION_LABELS: Readonly<Record<Resolution, string>> = Object.freeze({
  full: 'there in full',
  summary: 'there as a summary',
  pointer: 'only a pointer was there',
  lost: 'lost',
})

export const NEED_LABELS: Readonly<Record<NeedKind, string>> = Object.freeze({
  goal: 'the goal',
  constraint: 'a constraint',
  decision: 'a decision',
  fact: 'a fact',
  artifact: 'an artifact',
  tool_result: 'a tool result',
})

export const COUNTER_LABELS: Readonly<Record<CounterName, string>> = Object.freeze({
  chars4: 'estimate, 4 characters per token',
  o200k_base: 'o200k_base, exact',
  cl100k_base: 'cl100k_base, exact',
})

/** Why a stretch of a block's life ended. */
export type EndReason = 'evicted' | 'replaced' | 'clipped' | 'summarized' | 'moved' | 'repaired'

/** The letter on the cap of a band, and what it stands for. */
export const END_WORDS: Readonly<Record<EndReason, { readonly letter: string; readonly label: string }>> =
  Object.freeze({
    evicted: { letter: 'E', label: 'evicted' },
    replaced: { letter: 'P', label: 'replaced by a placeholder' },
    clipped: { letter: 'C', label: 'clipped' },
    summarized: { letter: 'S', label: 'taken into a summary' },
    moved: { letter: 'M', label: 'moved' },
    repaired: { letter: 'R', label: 'changed by a repair' },
  })

export const CAUSE_WORDS: Readonly<Record<Trigger['cause'], string>> = Object.freeze({
  zone: 'the window was in its',
  overflow: 'the window was over its limit less the reserve, in its',
})

export const METRIC_WORDS = Object.freeze({ same: 'same', better: 'better', worse: 'worse' })

/** `tool result of read_file`, `user message`; the name of a block in a sentence. */
export function blockName(block: Pick<Block, 'type' | 'call'>): string {
  const label = TYPE_LABELS[block.type]
  const tool = block.call?.name ?? ''
  if (tool === '') return label
  return block.type === 'tool_call' ? `${label} to ${tool}` : `${label} of ${tool}`
}
