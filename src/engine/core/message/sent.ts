import type { ContextManagement } from './context-management.ts'
import type { Json } from './message.ts'

/**
 * What is sent, typed as the parameters of the providers' own clients: nothing has to be cast. Its messages, parts and
 * lists of them are new, so the caller may change them. Media are of types that the API takes if those that were given
 * are. What no client's type has (a stored file, a compaction of a reply, reasoning without an id) is sent as well.
 */
export interface SentTo {
  readonly anthropic: {
    system?: string | Text[]
    tools?: AnthropicTool[]
    messages: AnthropicMessage[]
    thinking?: Thinking
    /** Only the beta client has it. */
    context_management?: Open<ContextManagement>
  }
  readonly openai: { messages: OpenAiMessage[]; tools?: OpenAiTool[] }
  /** The client's own items have ids, which only its adapter keeps (`responsesAdapter`). */
  readonly 'openai-responses': { instructions?: string; input: ResponsesItem[]; tools?: ResponsesTool[] }
}

// Type aliases, because an interface is not assignable to JSON.

/** Where the provider is asked to cache the prompt. */
type Marked = { cache_control?: { type: 'ephemeral'; ttl?: '5m' | '1h' } }

type Text = { type: 'text'; text: string } & Marked

type Image = {
  type: 'image'
  source:
    | { type: 'base64'; media_type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'; data: string }
    | { type: 'url'; url: string }
} & Marked

type Document = {
  type: 'document'
  source:
    | { type: 'base64'; media_type: 'application/pdf'; data: string }
    | { type: 'text'; media_type: 'text/plain'; data: string }
    | { type: 'url'; url: string }
  title?: string
  context?: string
} & Marked

type AnthropicPart =
  | Text
  | Image
  | Document
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | ({ type: 'tool_use'; id: string; name: string; input: Json } & Marked)
  | ({
      type: 'tool_result'
      tool_use_id: string
      content: string | (Text | Image | Document)[]
      is_error?: boolean
    } & Marked)

type AnthropicMessage = { role: 'user' | 'assistant'; content: string | AnthropicPart[] }

type Schema = { type: 'object'; [key: string]: Json }

type AnthropicTool = { name: string; description?: string; input_schema: Schema } & Marked

type Thinking =
  | { type: 'enabled'; budget_tokens: number; display?: 'summarized' | 'omitted' | null }
  | { type: 'adaptive'; display?: 'summarized' | 'omitted' | null }
  | { type: 'disabled' }

type OpenAiText = { type: 'text'; text: string }

type OpenAiMessage =
  | { role: 'system'; content: string }
  | {
      role: 'user'
      content:
        | string
        | (
            | OpenAiText
            | { type: 'image_url'; image_url: { url: string; detail?: 'auto' | 'low' | 'high' } }
            | { type: 'input_audio'; input_audio: { data: string; format: 'wav' | 'mp3' } }
            | { type: 'file'; file: { filename: string; file_data: string } }
          )[]
    }
  | {
      role: 'assistant'
      content: string | OpenAiText[] | null
      tool_calls?: { type: 'function'; id: string; function: { name: string; arguments: string } }[]
      /** What the model thought, for the servers that take it. */
      reasoning_content?: string
    }
  | { role: 'tool'; tool_call_id: string; content: string | OpenAiText[] }

type OpenAiTool = {
  type: 'function'
  function: { name: string; description?: string; parameters: { [key: string]: Json } }
}

type ResponsesPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' | 'low' | 'high' }
  | { type: 'input_file'; filename?: string; file_data?: string; file_url?: string; file_id?: string }

type ResponsesItem =
  | { type: 'message'; role: 'user' | 'assistant' | 'developer'; content: string | ResponsesPart[] }
  | { type: 'function_call'; call_id: string; name: string; arguments: string }
  | { type: 'function_call_output'; call_id: string; output: string | ResponsesPart[] }
  | { type: 'custom_tool_call'; call_id: string; name: string; input: string }
  | { type: 'custom_tool_call_output'; call_id: string; output: string | ResponsesPart[] }

type ResponsesTool = {
  type: 'function'
  name: string
  description?: string
  parameters: { [key: string]: Json }
  strict: boolean
}

/** The same with lists and fields that may be changed. */
type Open<Value> = Value extends readonly (infer Item)[]
  ? Open<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Open<Value[Key]> }
    : Value
