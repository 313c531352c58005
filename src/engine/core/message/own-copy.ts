import type { Message, Part, ToolDefinition } from './message.ts'

/**
 * A copy of a message with its own part objects, so that marking a part for the cache marks only this copy. The input
 * of a call and the source of an image stay shared.
 */
export function ownMessage(message: Message): Message {
  const { content } = message
  return typeof content === 'string' ? { ...message } : { ...message, content: content.map(ownPart) }
}

export function ownTool(tool: ToolDefinition): ToolDefinition {
  return { ...tool }
}

function ownPart(part: Part): Part {
  if (part.type !== 'tool_result' || typeof part.content === 'string') return { ...part }
  return { ...part, content: part.content.map((inner) => ({ ...inner })) }
}
