import type { Message, Part, ToolDefinition } from './message.ts'

/**
 * A copy of a message with its own part objects, so that marking a part for the cache marks only this copy. The input
 * of a call and the source of an image stay shared.
 */
export function ownMessage(message: Message): Message {
  const { content } = message
  return typeof content === 'string' ? { ...message } : { ...message, content: content.map(ownPart) }
}

/** The same without what only this engine knows of a picture, a document or a sound: no API takes it. */
export function sentMessage(message: Message): Message {
  const { content, ...own } = ownMessage(message)
  return typeof content === 'string' ? { ...own, content } : { ...own, content: content.map(sentPart) }
}

function sentPart<Own extends Part>(part: Own): Own {
  if (part.type !== 'tool_result' || typeof part.content === 'string') return unmeasured(part)
  return { ...part, content: part.content.map(sentPart) }
}

const MEDIA: ReadonlySet<unknown> = new Set(['image', 'document', 'audio'])

/** A part without the size of its picture, the length of its document or sound, and how closely OpenAI's models look at it. */
export function unmeasured<Own extends object>(part: Own): Own {
  if (!MEDIA.has((part as Measured).type)) return part
  const { width: _1, height: _2, detail: _3, pages: _4, seconds: _5, ...rest } = part as Own & Measured
  return rest as unknown as Own
}

interface Measured {
  readonly type?: unknown
  readonly width?: unknown
  readonly height?: unknown
  readonly detail?: unknown
  readonly pages?: unknown
  readonly seconds?: unknown
}

export function ownTool(tool: ToolDefinition): ToolDefinition {
  return { ...tool }
}

function ownPart(part: Part): Part {
  if (part.type !== 'tool_result' || typeof part.content === 'string') return { ...part }
  return { ...part, content: part.content.map((inner) => ({ ...inner })) }
}
