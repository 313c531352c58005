import type { BlockType } from '../message/block.ts'
import type { Role } from '../message/message.ts'
import type { BlockId, Tokens, Turn, WindowId } from '../units.ts'

/**
 * The kinds of requests to a model. The engine asks by kind and never calls a network (LLM-1); the prompt of each kind
 * is in `prompt.ts`.
 *
 * - `summarize_result` one tool result: its finding, identifiers, numbers, errors and actions
 * - `summarize_block`  one block by its age, to the length that its level allows
 * - `compact`          part of the conversation, into the sections of `sections.ts`
 * - `merge`            near-duplicates, into one text that contains what any of them says
 * - `summarize_session` the whole history of a window: an analysis first, then nine sections (TIER-3)
 * - `delegate`         finished work with many calls, into the report of a sub-agent
 * - `extract`          the state of the task, as JSON of the checkpoint's schema
 */
export const ASK_KINDS = Object.freeze([
  'summarize_result',
  'summarize_block',
  'compact',
  'summarize_session',
  'merge',
  'delegate',
  'extract',
] as const)
export type AskKind = (typeof ASK_KINDS)[number]

/** One block that a request is about, in the order of the prompt. */
export interface AskSource {
  readonly block: BlockId
  readonly type: BlockType
  readonly role: Role
  readonly turn: Turn
  /** Tool name of a call or a result, '' for every other block. */
  readonly tool: string
  /** Arguments of the call that a result answers, as one line; '' if there are none. */
  readonly args: string
  readonly text: string
  /** Tokens of the block, its pictures and its overhead included; missing: those of the text. */
  readonly tokens?: Tokens
}

/** How a new summary uses the previous one (MOCK-1). */
export const UPDATE_MODES = Object.freeze(['anchored', 'regenerate'] as const)
export type UpdateMode = (typeof UPDATE_MODES)[number]

/** A request to a model. Plain data: it can be shown, recorded, and answered by a mock or by a person. */
export interface Ask {
  readonly kind: AskKind
  /** The stage that asks. */
  readonly stage: string
  readonly turn: Turn
  readonly window: WindowId
  readonly sources: readonly AskSource[]
  /** The text of the window's task, '' if it has none. */
  readonly task: string
  /**
   * The summary (or checkpoint) that this one follows, null for the first. `anchored`: its lines are kept and new lines
   * are added to its sections; `regenerate`: everything is written again from it and the sources.
   */
  readonly previous: string | null
  readonly update: UpdateMode
  /** Requested maximum length of the answer. */
  readonly maxTokens: Tokens
  /**
   * The request costs less as a continuation of the agent's own prompt, most of which the provider's cache holds: then
   * `continuationOf` writes what is sent behind it. Tokens of such a request, the agent's prompt included; missing: it
   * costs less alone.
   */
  readonly continued?: Tokens
}

/** A model's answer. */
export interface Answer {
  readonly text: string
}

/** How a request to a model can fail, as reported by the caller. */
export const FAILURES = Object.freeze(['error', 'timeout'] as const)
export type Failure = (typeof FAILURES)[number]

/**
 * A request to a model that failed (`error`, `timeout`): throw it instead of returning an answer. Stages continue
 * without the answer; any other error is a bug and is not caught.
 */
export class ModelFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure, message: string) {
    super(message)
    this.name = 'ModelFailure'
    this.failure = failure
  }
}
