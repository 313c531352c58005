import type { Message } from '../message/message.ts'
import type { AnthropicRequest, OpenAiMessage, OpenAiRequest } from './violation.ts'

/** What can be validated and repaired: a request or its messages, in either provider's shape. */
export type Checkable = AnthropicRequest | OpenAiRequest | readonly Message[] | readonly OpenAiMessage[]

/** Part types that only one of the shapes knows. */
const ENGINE_PARTS: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'audio',
])
const OPENAI_KEYS = ['tool_calls', 'tool_call_id', 'reasoning_content'] as const

/** The messages of a request, or the list itself. */
export function messagesOf(input: Checkable): readonly Message[] | readonly OpenAiMessage[] {
  return isList(input) ? input : input.messages
}

export function isList(input: Checkable): input is readonly Message[] | readonly OpenAiMessage[] {
  return Array.isArray(input)
}

/** A request in the engine's shape of what was given, for the rules that look at system and tools. */
export function anthropicOf(input: Checkable): AnthropicRequest {
  return (isList(input) ? { messages: input } : input) as AnthropicRequest
}

/**
 * Whether the messages are the engine's rather than OpenAI's. A list in which neither shape shows (plain
 * texts) means the same in both; so does one without any message.
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
  // A request says it even without calls: a system prompt of its own, or tools as Anthropic declares them.
  return 'system' in input || (input.tools ?? []).some((tool) => isObject(tool) && 'input_schema' in tool)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
