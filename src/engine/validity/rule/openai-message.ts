import type { Json } from '../../core/message/message.ts'
import type { OpenAiMessage } from '../../core/message/request.ts'

/** Looks at OpenAI messages the way the provider's check does. */

/**
 * The parts of a content: a string is one, null none. Places in OpenAI messages count these first and
 * the calls after them.
 */
export function contentPartsOf(message: OpenAiMessage): readonly Json[] {
  const { content } = message
  if (content === null || content === undefined) return []
  return typeof content === 'string' ? [content] : content
}

export type OpenAiCall = NonNullable<OpenAiMessage['tool_calls']>[number]

export function callsOf(message: OpenAiMessage): readonly OpenAiCall[] {
  return message.tool_calls ?? []
}

/** The `type` of a content part; a string is text. */
export function typeOfPart(part: Json): string {
  if (typeof part !== 'object' || part === null || !('type' in part)) return 'text'
  return typeof part.type === 'string' ? part.type : ''
}

/** Index after the run of tool messages that follows message `index`. */
export function endOfResults(messages: readonly OpenAiMessage[], index: number): number {
  let end = index + 1
  while (messages[end]?.role === 'tool') end += 1
  return end
}
