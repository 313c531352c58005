/**
 * Messages as the engine keeps them: the Anthropic shape (MSG-1). Readers translate other providers'
 * shapes into it and writers translate back; nothing in the engine changes a message in place (MSG-2).
 */

/** JSON as it comes out of `JSON.parse`. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/** Reasoning the model wrote before its answer. `signature` is proof, not content: it is never counted. */
export interface ThinkingPart {
  readonly type: 'thinking'
  readonly thinking: string
  readonly signature?: string
}

/** Reasoning the provider hides; `data` goes back unchanged. */
export interface RedactedThinkingPart {
  readonly type: 'redacted_thinking'
  readonly data: string
}

export interface ToolCallPart {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  /** The arguments. A call whose recorded arguments were no valid JSON keeps them as one string. */
  readonly input: Json
}

export interface ToolResultPart {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  /** What the tool said: plain text, or a list of text, image and document parts. */
  readonly content: string | readonly ResultContentPart[]
  readonly is_error?: boolean
}

export type ResultContentPart = TextPart | ImagePart | DocumentPart

/** The source of a picture's or document's bytes. `data` is base64 and is never counted as text (TOK-3). */
export interface MediaSource {
  readonly type: 'base64' | 'url' | 'file' | 'text'
  readonly media_type?: string
  readonly data?: string
  readonly url?: string
}

export interface ImagePart {
  readonly type: 'image'
  readonly source: MediaSource
  /** Pixels, where the log or the picture's header tells; without them the model's largest is assumed. */
  readonly width?: number
  readonly height?: number
}

export interface DocumentPart {
  readonly type: 'document'
  readonly source: MediaSource
  /** Pages, where known; 1 otherwise. */
  readonly pages?: number
}

export interface AudioPart {
  readonly type: 'audio'
  readonly source: MediaSource
  /** Length in seconds, where known; 1 otherwise. */
  readonly seconds?: number
}

/**
 * A summary that a provider made of everything before it, and takes back at the front of the reply it came with.
 * Whatever else the provider wrote in it goes back unchanged, what is not known here too; none of that is counted.
 */
export interface CompactionPart {
  readonly type: 'compaction'
  readonly content: string
  readonly encrypted_content?: string | null
  readonly signature?: string | null
  readonly tool_changes?: Json
}

export type Part =
  | TextPart
  | ThinkingPart
  | RedactedThinkingPart
  | ToolCallPart
  | ToolResultPart
  | ImagePart
  | DocumentPart
  | AudioPart
  | CompactionPart

export type Role = 'system' | 'user' | 'assistant'

export interface Message {
  readonly role: Role
  readonly content: string | readonly Part[]
}

/** A tool as a request declares it. */
export interface ToolDefinition {
  readonly name: string
  readonly description?: string
  readonly input_schema: Json
}

/** How a request lets the model think before it answers, in the API's own words; which of them a model takes differs. */
export interface ThinkingConfig {
  readonly type: 'enabled' | 'adaptive' | 'disabled' | 'between_tools'
  /** With `enabled` alone: the most tokens of thinking, at least 1,024 and fewer than `max_tokens`. */
  readonly budget_tokens?: number
  readonly display?: 'summarized' | 'omitted' | 'updates' | null
  readonly block_binding?: Json
}

/** The parts of a message; a plain string is one text part. */
export function partsOf(message: Message): readonly Part[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}
