/**
 * Messages as the engine keeps them: the Anthropic shape (MSG-1). Readers translate other providers'
 * shapes into it and writers translate back; nothing in the engine changes a message in place (MSG-2).
 */

/** JSON as `JSON.parse` returns it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface TextPart {
  readonly type: 'text'
  readonly text: string
}

/** Reasoning that the model wrote before its answer. `signature` is a proof, not content: it is never counted. */
export interface ThinkingPart {
  readonly type: 'thinking'
  readonly thinking: string
  readonly signature?: string
}

/** Reasoning that the provider hides; `data` is sent back unchanged. */
export interface RedactedThinkingPart {
  readonly type: 'redacted_thinking'
  readonly data: string
}

export interface ToolCallPart {
  readonly type: 'tool_use'
  readonly id: string
  readonly name: string
  /** The arguments. A call whose recorded arguments were not valid JSON keeps them as one string. */
  readonly input: Json
}

export interface ToolResultPart {
  readonly type: 'tool_result'
  readonly tool_use_id: string
  /** What the tool returned: plain text, or a list of text, image and document parts. */
  readonly content: string | readonly ResultContentPart[]
  readonly is_error?: boolean
}

export type ResultContentPart = TextPart | ImagePart | DocumentPart

/**
 * The source of a picture's or document's bytes. `data` is base64, which is never counted as text, or with the type
 * `text` a text, which is (TOK-3).
 */
export interface MediaSource {
  readonly type: 'base64' | 'url' | 'file' | 'text'
  readonly media_type?: string
  readonly data?: string
  readonly url?: string
}

export interface ImagePart {
  readonly type: 'image'
  readonly source: MediaSource
  /** Pixels, if the log or the picture's header has them; otherwise the model's largest size is assumed. */
  readonly width?: number
  readonly height?: number
  /** How closely the model looks at it, in OpenAI's words: models that count tiles charge little for `low`. */
  readonly detail?: string
}

export interface DocumentPart {
  readonly type: 'document'
  /** A text is counted as such, by its length. */
  readonly source: MediaSource
  /** What the model reads in front of it. */
  readonly title?: string
  readonly context?: string
  /** Pages of one that is not a text, if known; otherwise 1 is assumed. */
  readonly pages?: number
}

export interface AudioPart {
  readonly type: 'audio'
  readonly source: MediaSource
  /** Length in seconds, if known; otherwise 1 is assumed. */
  readonly seconds?: number
}

/**
 * A summary that a provider made of everything before it. The provider expects it back at the front of the reply that
 * it came with. All of its other fields are sent back unchanged, even unknown ones, and are not counted.
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

/**
 * A tool as a client has it: as the engine's, with its schema in the client's own type, or of a type that the provider
 * knows.
 */
export type GivenTool =
  | (Omit<ToolDefinition, 'input_schema'> & { readonly input_schema: unknown })
  | { readonly type: string }
  | { readonly type: string; readonly [field: string]: unknown }

/** Content as a client has it, in the client's own types. A part that the engine has no type for is refused when it comes. */
export type GivenContent = string | readonly (Part | { readonly type: string })[]

/** Whether a tool is declared in a provider's own way, and has no translation: as it came, it is sent. */
export function isOfProvider(tool: ToolDefinition): boolean {
  return 'type' in tool && !('input_schema' in tool)
}

/** A reply as a client has it, by the assistant. */
export interface Reply {
  readonly role: string
  readonly content: GivenContent
}

/** The name of a call or of a declared tool, in any of the shapes; null for a tool of the provider's, which has none. */
export function nameOf(value: unknown): string | null {
  const { name, function: called, custom } = value as Readonly<Record<string, unknown>>
  if (typeof name === 'string') return name
  const inner = called ?? custom
  return typeof inner === 'object' && inner !== null ? nameOf(inner) : null
}

/** How a request lets the model think before it answers, in the API's own words. Models differ in what they accept. */
export interface ThinkingConfig {
  readonly type: 'enabled' | 'adaptive' | 'disabled' | 'between_tools'
  /** Only with `enabled`: the maximum tokens of thinking, at least 1,024 and fewer than `max_tokens`. */
  readonly budget_tokens?: number
  readonly display?: 'summarized' | 'omitted' | 'updates' | null
  readonly block_binding?: Json
}

/** The parts of a message; a plain string is one text part. */
export function partsOf(message: Message): readonly Part[] {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
}
