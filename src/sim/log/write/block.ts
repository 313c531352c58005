import type { Json, MediaSource, Message, Part } from '../../../engine/index.ts'

/** A message as the Anthropic API takes it: sizes of pictures and lengths of documents are ours and stay out. */
export function anthropicMessage({ role, content }: Message): Json {
  return { role, content: typeof content === 'string' ? content : content.map(anthropicPart) }
}

/** One part as a content block. */
export function anthropicPart(part: Part): Json {
  switch (part.type) {
    case 'image':
    case 'document':
    case 'audio':
      return { type: part.type, source: sourceOf(part.source) }
    case 'tool_result': {
      const { tool_use_id, content, is_error } = part
      return {
        type: part.type,
        tool_use_id,
        content: typeof content === 'string' ? content : content.map(anthropicPart),
        ...(is_error !== undefined && { is_error }),
      }
    }
    case 'text':
    case 'thinking':
    case 'redacted_thinking':
    case 'compaction':
    case 'tool_use':
      return { ...part }
  }
}

function sourceOf({ type, media_type, data, url }: MediaSource): Json {
  if (type === 'file') return { type, file_id: url ?? '' }
  if (type === 'url') return { type, url: url ?? '' }
  const kind = media_type ?? (type === 'text' ? 'text/plain' : undefined)
  return { type, ...(kind !== undefined && { media_type: kind }), data: data ?? '' }
}
