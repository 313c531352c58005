import type { Json, MediaSource, Part } from './message.ts'

/** Parts of a content and arguments of a call, from one provider's shape into the other's. */

/**
 * A part as OpenAI takes it in a user message: text, `image_url`, `input_audio`, or `file` for a PDF.
 * What has no form there (a document behind a URL, a stored file) becomes a line of text that names it.
 */
export function toOpenAiPart(part: Part): Json {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image': {
      const url = urlOf(part.source)
      return url === null ? omitted('image') : { type: 'image_url', image_url: { url } }
    }
    case 'audio': {
      const { data, media_type: kind } = part.source
      if (data === undefined) return omitted('audio')
      return { type: 'input_audio', input_audio: { data, format: kind?.split('/')[1] ?? 'wav' } }
    }
    case 'document': {
      if (part.source.type === 'text') return { type: 'text', text: part.source.data ?? '' }
      const url = part.source.type === 'base64' ? urlOf(part.source) : null
      return url === null
        ? omitted('document')
        : { type: 'file', file: { filename: 'document', file_data: url } }
    }
    default:
      return omitted(part.type)
  }
}

/** Whether a part goes as text, as everything in a tool message must. */
export function isOpenAiText(
  value: Json | undefined,
): value is { readonly type: 'text'; readonly text: string } {
  if (typeof value !== 'object' || value === null || !('type' in value) || !('text' in value)) return false
  return value.type === 'text' && typeof value.text === 'string'
}

function omitted(what: string): Json {
  return { type: 'text', text: `[${what} omitted]` }
}

/** The address of a picture or document, with its bytes inside where they are known; null where there is none. */
export function urlOf(source: MediaSource): string | null {
  if (source.type === 'url') return source.url ?? null
  if (source.type !== 'base64' || source.data === undefined) return null
  return `data:${source.media_type ?? 'application/octet-stream'};base64,${source.data}`
}

/** A content part of OpenAI's as the engine keeps it; null for a kind that holds nothing to keep. */
export function fromOpenAiPart(value: Json): Part | null {
  if (typeof value === 'string') return { type: 'text', text: value }
  const part = recordOf(value)
  if (part === null) return null
  const image = recordOf(part['image_url'])
  const url = textIn(image, 'url') ?? textIn(part, 'image_url')
  if (part['type'] === 'image_url' && url !== null) return { type: 'image', source: sourceOf(url) }
  const audio = recordOf(part['input_audio'])
  const sound = textIn(audio, 'data')
  if (part['type'] === 'input_audio' && sound !== null) {
    const media_type = `audio/${textIn(audio, 'format') ?? 'wav'}`
    return { type: 'audio', source: { type: 'base64', media_type, data: sound } }
  }
  const file = textIn(recordOf(part['file']), 'file_data')
  if (part['type'] === 'file' && file !== null) return { type: 'document', source: sourceOf(file) }
  const text = textIn(part, 'text') ?? textIn(part, 'refusal')
  return text === null ? null : { type: 'text', text }
}

const DATA_URL = 'data:'

/** Splits a data URL by hand: a pattern over megabytes of base64 would be slow. */
function sourceOf(url: string): MediaSource {
  const comma = url.indexOf(',')
  const head = comma < 0 ? '' : url.slice(0, comma)
  if (!head.startsWith(DATA_URL) || !head.endsWith(';base64')) return { type: 'url', url }
  const media_type = head.slice(DATA_URL.length, -';base64'.length)
  return { type: 'base64', media_type, data: url.slice(comma + 1) }
}

/**
 * The arguments of a call as the model wrote them. What is not the JSON of anything but a string stays
 * the very text, so that it goes back as it came: the model must see what it wrote. Inverse of
 * `argumentsText`, but for white space and the writing of numbers.
 */
export function inputOf(text: string): Json {
  if (isDeep(text)) return text
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}

/** Deeper JSON than this is read, but overflows the stack of whoever writes it again. */
const MAX_DEPTH = 500

/** Brackets in texts count too: they nearly always close again, and to keep the text as it is loses nothing. */
function isDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += 1) {
    const code = text.charCodeAt(at) | 0x20
    // [ and { differ in one bit, and so do ] and }
    if (code === 0x7b) depth += 1
    else if (code === 0x7d) depth -= 1
  }
  return depth > MAX_DEPTH
}

function recordOf(value: Json | undefined): { readonly [key: string]: Json } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return value as { readonly [key: string]: Json }
}

function textIn(record: { readonly [key: string]: Json } | null, key: string): string | null {
  const value = record?.[key]
  return typeof value === 'string' ? value : null
}
