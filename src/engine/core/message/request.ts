import type { ContextManagement } from './context-management.ts'
import type { Json, Message, ThinkingConfig, ToolDefinition } from './message.ts'

/** A request as the Anthropic Messages API accepts it; engine messages already have this shape. */
export interface AnthropicRequest {
  readonly system?: string | readonly Json[]
  readonly tools?: readonly ToolDefinition[]
  readonly messages: readonly Message[]
  /** Missing: the model’s default. */
  readonly thinking?: ThinkingConfig
  /** What the provider is asked to do to the prompt itself (EDITAPI-1). */
  readonly context_management?: ContextManagement
}

/** A message as the OpenAI chat completions API accepts it. */
export interface OpenAiMessage {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool'
  readonly content?: string | null | readonly Json[]
  readonly tool_calls?: readonly {
    readonly id: string
    readonly type: 'function'
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  /** What a reply may have in place of content; `function_call` is the older form of a call. */
  readonly refusal?: string | null
  readonly audio?: Json
  readonly function_call?: Json
  readonly tool_call_id?: string
  readonly name?: string
  readonly reasoning_content?: string
}

export interface OpenAiRequest {
  readonly messages: readonly OpenAiMessage[]
  readonly tools?: readonly Json[]
}

/**
 * An item as the OpenAI Responses API accepts it: a message (`type` may be missing), reasoning, a call, an output, or a
 * kind that only that API produces.
 */
export interface ResponsesItem {
  readonly type?: string
  readonly id?: string
  readonly role?: string
  readonly content?: string | null | readonly Json[]
  readonly call_id?: string
  readonly name?: string
  /** Arguments of a function call, JSON in a string; `input` of a custom tool call, any text. */
  readonly arguments?: string
  readonly input?: string
  readonly output?: Json
  readonly summary?: readonly Json[]
  readonly encrypted_content?: string | null
}

export interface ResponsesRequest {
  readonly instructions?: string
  /** A plain text is the user's message. */
  readonly input: string | readonly ResponsesItem[]
  readonly tools?: readonly Json[]
  readonly previous_response_id?: string | null
}
