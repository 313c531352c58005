import type { Json, Part, Role } from './message.ts'
import { urlOf } from './openai-part.ts'

/**
 * A part as the Responses API takes it in a message or an output: text, picture or file. What has no form
 * there, such as sound, becomes a line of text that names it.
 */
export function toResponsesPart(part: Part, role: Role): Json {
  switch (part.type) {
    case 'text':
      return textBlock(part.text, role)
    case 'image': {
      if (part.source.type === 'file')
        return { type: 'input_image', file_id: part.source.url ?? '', detail: 'auto' }
      const url = urlOf(part.source)
      return url === null ? omitted('image', role) : { type: 'input_image', image_url: url, detail: 'auto' }
    }
    case 'document': {
      const { type, data, url } = part.source
      if (type === 'text') return textBlock(data ?? '', role)
      if (type === 'file') return { type: 'input_file', file_id: url ?? '' }
      if (type === 'url') return { type: 'input_file', file_url: url ?? '' }
      const bytes = urlOf(part.source)
      return bytes === null
        ? omitted('document', role)
        : { type: 'input_file', filename: 'document', file_data: bytes }
    }
    default:
      return omitted(part.type, role)
  }
}

function textBlock(text: string, role: Role): Json {
  return role === 'assistant' ? { type: 'output_text', text } : { type: 'input_text', text }
}

function omitted(what: string, role: Role): Json {
  return textBlock(`[${what} omitted]`, role)
}
