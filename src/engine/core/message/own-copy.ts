import type { Message, Part, ToolDefinition } from './message.ts'

/**
 * A message whose parts are nobody else's: whoever marks a part for the cache, in a request or in a list of their
 * own, marks only that. What is inside the input of a call or the source of an image stays shared.
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
