import type { Json, Message, ToolDefinition } from '../message/message.ts'

/** Providers whose rules are known. */
export const PROVIDERS = Object.freeze(['anthropic', 'openai'] as const)
export type Provider = (typeof PROVIDERS)[number]

/** A request as the Anthropic Messages API takes it; engine messages are already in this shape. */
export interface AnthropicRequest {
  readonly system?: string | readonly Json[]
  readonly tools?: readonly ToolDefinition[]
  readonly messages: readonly Message[]
}

/** A message as the OpenAI chat completions API takes it. */
export interface OpenAiMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  readonly content?: string | null | readonly Json[]
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: 'function'
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
  readonly name?: string
  readonly reasoning_content?: string
}

export interface OpenAiRequest {
  readonly messages: readonly OpenAiMessage[]
  readonly tools?: readonly Json[]
}

/** Something a provider would reject, with the words its users know (VALID-1). */
export interface Violation {
  /** The rule's name: `orphan-result`, `unanswered-call`, … */
  readonly rule: string
  /** Index into the request's messages; -1 for the request as a whole. */
  readonly index: number
  readonly part?: number
  /** Call ids concerned, empty where none. */
  readonly ids: readonly string[]
  /** The provider's own message. */
  readonly message: string
}

/** One change that made a request valid, in the coordinates of the request that was given (VALID-2). */
export interface Repair {
  /** The rule that asked for it. */
  readonly rule: string
  readonly action: 'drop-part' | 'drop-message' | 'insert-result' | 'insert-user' | 'move-part' | 'declare-tool' | 'trim-text'
  readonly index: number
  readonly part?: number
  readonly ids: readonly string[]
  /** What was inserted, for actions that insert. */
  readonly text?: string
  /** One sentence for a person. */
  readonly reason: string
}
