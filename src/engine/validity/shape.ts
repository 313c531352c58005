import type { Message } from '../core/message/message.ts'
import type {
  AnthropicRequest,
  OpenAiMessage,
  OpenAiRequest,
  ResponsesItem,
  ResponsesRequest,
} from '../core/message/request.ts'
import type { Repair } from './rule/violation.ts'

/** What can be validated and repaired: a request or its messages or items, in any provider's shape. */
export type Checkable =
  | AnthropicRequest
  | OpenAiRequest
  | ResponsesRequest
  | readonly Message[]
  | readonly OpenAiMessage[]
  | readonly ResponsesItem[]

/** One of a client's own messages or items, whose type may know more than the engine's. */
export interface ClientsMessage {
  readonly role?: unknown
  readonly type?: unknown
}

/** The same as a client's own types have it: what it is, is checked at run time. */
export type Given =
  | Checkable
  | readonly ClientsMessage[]
  | { readonly messages: readonly ClientsMessage[] }
  | { readonly input: string | readonly ClientsMessage[] }

export interface Repaired<Input> {
  /** The input itself if nothing was wrong; else a new value of its shape that shares what did not change. */
  readonly request: Input
  /** What was done, in order; see `RepairAction` for how each is applied. */
  readonly repairs: readonly Repair[]
}

/** Part types that only one of the shapes has. */
const ENGINE_PARTS: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'audio',
  'compaction',
])
const OPENAI_KEYS = ['tool_calls', 'tool_call_id', 'reasoning_content'] as const

/** The messages of a request, or the list itself. */
export function messagesOf(input: Checkable): readonly Message[] | readonly OpenAiMessage[] {
  if (isList(input)) return input as readonly Message[] | readonly OpenAiMessage[]
  return 'messages' in input ? (input.messages ?? []) : []
}

export function isList(
  input: Checkable,
): input is readonly Message[] | readonly OpenAiMessage[] | readonly ResponsesItem[] {
  return Array.isArray(input)
}

/** The items of a request to the Responses API, or the list itself; null for another shape. */
export function itemsOf(input: Checkable): readonly ResponsesItem[] | null {
  if (isList(input))
    return isItemList(input as readonly ResponsesItem[]) ? (input as readonly ResponsesItem[]) : null
  if (!('input' in input)) return null
  if (typeof input.input !== 'string') return input.input
  return input.input === '' ? [] : [{ role: 'user', content: input.input }]
}

/** Roles of the engine's messages; an item may have others, or none. */
const ENGINE_ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant'])
const ITEM_PARTS: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'input_image', 'input_file'])

/** A list without a recognizable item (plain texts) means the same in both shapes. */
function isItemList(list: readonly ResponsesItem[]): boolean {
  return list.some((item) => {
    if ('type' in item || !('role' in item) || !ENGINE_ROLES.has(item.role)) return true
    return (
      Array.isArray(item.content) &&
      (item.content as readonly unknown[]).some(
        (part) => isObject(part) && 'type' in part && ITEM_PARTS.has(part.type),
      )
    )
  })
}

/** The input as a request in the engine's shape, for the rules that check system and tools. */
export function anthropicOf(input: Checkable): AnthropicRequest {
  if (isList(input)) return { messages: input as readonly Message[] }
  return ('messages' in input ? input : { ...input, messages: [] }) as AnthropicRequest
}

/**
 * Whether the messages are in the engine's shape rather than OpenAI's. A list without features of either shape (plain
 * texts) means the same in both; so does one without messages.
 */
export function isEngineShape(input: Checkable): boolean {
  let engine = false
  for (const message of messagesOf(input) as readonly OpenAiMessage[]) {
    if (message.role === 'tool' || message.role === 'developer' || message.content === null) return false
    if (OPENAI_KEYS.some((key) => key in message)) return false
    if (!Array.isArray(message.content)) continue
    for (const part of message.content as readonly unknown[]) {
      if (typeof part === 'object' && part !== null && 'type' in part) engine ||= ENGINE_PARTS.has(part.type)
    }
  }
  if (engine || isList(input)) return engine
  // A request shows its shape even without calls: by a system prompt of its own, or by tools as Anthropic declares
  // them.
  return (
    'system' in input ||
    ((input.tools ?? []) as readonly unknown[]).some((tool) => isObject(tool) && 'input_schema' in tool)
  )
}

/** What was given, with other messages. */
export function withMessages<Input extends Checkable>(input: Input, messages: readonly unknown[]): Input {
  // The shape of the messages is that of the input; the types cannot express this, but the fuzz laws check it.
  return (isList(input) ? messages : { ...input, messages }) as unknown as Input
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
