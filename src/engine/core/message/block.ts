import type { BlockId, MessageIndex, Tokens, Turn, WindowId } from '../units.ts'
import type { MediaTokens } from './modality.ts'
import type { Role } from './message.ts'

/** The nine types of blocks, in the order of their usual place in a prompt. */
export const BLOCK_TYPES = Object.freeze([
  'system_prompt',
  'tool_definition',
  'memory_injection',
  'user_message',
  'assistant_response',
  'thinking',
  'tool_call',
  'tool_result',
  'summary',
] as const)
export type BlockType = (typeof BLOCK_TYPES)[number]

/** The five budget components that blocks are charged to. */
export const COMPONENTS = Object.freeze(['system', 'tools', 'history', 'results', 'memory'] as const)
export type Component = (typeof COMPONENTS)[number]

/** The budget component that each type is charged to. */
export const COMPONENT_OF: Readonly<Record<BlockType, Component>> = Object.freeze({
  system_prompt: 'system',
  tool_definition: 'tools',
  memory_injection: 'memory',
  user_message: 'history',
  assistant_response: 'history',
  thinking: 'history',
  tool_call: 'history',
  summary: 'history',
  tool_result: 'results',
})

export interface CallLink {
  readonly id: string
  /** The tool's name, '' if the log lacks it. */
  readonly name: string
  /**
   * The previous block with the same id: for a result, its call. Following it gives the whole group without looking ids
   * up.
   */
  readonly before: BlockId | null
}

/**
 * The smallest thing that is counted, scored and edited: one part of one message (images count within the block of
 * their part). A block records what arrived; spans record what happened to it in a run.
 */
export interface Block {
  readonly id: BlockId
  readonly type: BlockType
  /** Tokens of the content, counted once at intake, without message overhead. */
  readonly tokens: Tokens
  /** Tokens for pictures, documents and audio among them, on arrival (TOK-3); missing if all is text. */
  readonly media?: MediaTokens
  /** Turn in which the block entered its window. */
  readonly turn: Turn
  readonly window: WindowId
  /** Index of its message, and of the part in it; both are -1 for a block that a strategy made. A message that a run adds comes after those of the conversation. */
  readonly message: MessageIndex
  readonly part: number
  readonly role: Role
  /** True for what the model wrote (the response of its turn), false for input. */
  readonly response: boolean
  /** Links a call and its result; null for every other block. */
  readonly call: CallLink | null
  /** Marks by the author in the content: IMPORTANT raises the score, DO_NOT_EVICT is a guard. */
  readonly important: boolean
  readonly doNotEvict: boolean
  /** True if the content is not in the log and its size was derived from recorded usage (TOK-2). */
  readonly inferred: boolean
  /**
   * True for tokens that a prompt gained in the middle of a conversation and that nothing in the log explains:
   * reminders that a client does not record, hidden reasoning, tools that were loaded later (TOK-2). The block belongs
   * to the client and has no text, so it cannot be replaced or paired: it is charged and kept like the system prompt.
   * Missing for every other block.
   */
  readonly unexplained?: true
  /**
   * The earlier block with the same content, for a call that a run makes again to get lost content back, and for its
   * result. Missing for every other block.
   */
  readonly again?: BlockId
  /**
   * True for what a checkpoint of an earlier process brought: like the bootstrap of a new window it repeats what other
   * blocks said, and stands for them. Missing for every other block.
   */
  readonly resumed?: true
}

/** Whether it stands for other blocks, and says nothing new: notes, summaries and bootstraps. */
export function carriesState({
  type,
  message,
  resumed,
}: Pick<Block, 'type' | 'message' | 'resumed'>): boolean {
  return resumed === true || (message < 0 && (type === 'summary' || type === 'memory_injection'))
}
