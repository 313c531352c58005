import { textOf } from './content.ts'
import { urlOf } from './media-url.ts'
import type { Json, Part } from './message.ts'

/**
 * A part as OpenAI accepts it in a user message: text, `image_url`, `input_audio`, or `file` for a PDF. A part without
 * a form there (a document behind a URL, another provider's file) becomes a line of text that names it.
 */
export function toOpenAiPart(part: Part): Json {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image': {
      const url = urlOf(part.source)
      const { detail } = part
      return url === null
        ? omitted('image')
        : { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }
    }
    case 'audio': {
      const { data, media_type: kind } = part.source
      if (data === undefined) return omitted('audio')
      return { type: 'input_audio', input_audio: { data, format: kind?.split('/')[1] ?? 'wav' } }
    }
    case 'document': {
      if (part.source.type === 'text') return { type: 'text', text: textOf(part) }
      const { type, url: id } = part.source
      if (type === 'file' && id?.startsWith('file-') === true) return { type: 'file', file: { file_id: id } }
      const url = type === 'base64' ? urlOf(part.source) : null
      return url === null
        ? omitted('document')
        : { type: 'file', file: { filename: part.title ?? UNNAMED, file_data: url } }
    }
    default:
      return omitted(part.type)
  }
}

/** The name of a file that has none. */
export const UNNAMED = 'document'

/** Whether a part is written as text, as a tool message requires. */
export function isOpenAiText(
  value: Json | undefined,
): value is { readonly type: 'text'; readonly text: string } {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('text' in value)) return false
  return value.type === 'text' && typeof value.text === 'string'
}

function omitted(what: string): Json {
  return { type: 'text', text: `[${what} omitted]` }
}
