import { textOfBase64 } from './base64.ts'
import type { DocumentPart, ImagePart, MediaSource } from './message.ts'
import { pdfPages } from './pdf.ts'
import { pictureSize } from './picture.ts'

/** A picture with the size that its header says (TOK-3). */
export function imageFrom(source: MediaSource, detail?: unknown): ImagePart {
  const size = source.type === 'base64' && source.data !== undefined ? pictureSize(source.data) : null
  return {
    type: 'image',
    source,
    ...size,
    ...(typeof detail === 'string' && detail !== 'auto' && { detail }),
  }
}

/**
 * A document: one whose bytes are a text as that text, with what its client says of it, which the provider reads as
 * well, and a PDF with the number of its pages (TOK-3).
 */
export function documentFrom(
  source: MediaSource,
  { title, context }: { readonly title?: unknown; readonly context?: unknown } = {},
): DocumentPart {
  const { type, data } = source
  const pages = type === 'base64' && data !== undefined ? pdfPages(data) : null
  return {
    type: 'document',
    source: sourceOfText(source),
    ...(pages !== null && { pages }),
    ...(typeof title === 'string' && { title }),
    ...(typeof context === 'string' && { context }),
  }
}

function sourceOfText(source: MediaSource): MediaSource {
  const { type, media_type, data } = source
  if (type !== 'base64' || data === undefined || media_type === undefined || !isText(media_type))
    return source
  // Anthropic takes no other type of text. Some clients give the text itself.
  return {
    type: 'text',
    media_type: 'text/plain',
    data: /[^\w+/=\s-]/.test(data) ? data : textOfBase64(data),
  }
}

/** Whether a media type is one of texts, which providers read as such. */
function isText(mediaType: string): boolean {
  return /^text\b|[/+](?:x-)?(?:nd)?(?:json|xml|yaml|javascript)\b/.test(mediaType)
}

const DATA_URL = 'data:'

/** A medium by its address, or by a data URL. It is split by hand: a pattern over megabytes of base64 would be slow. */
export function sourceOfUrl(url: string): MediaSource {
  const comma = url.indexOf(',')
  const head = comma < 0 ? '' : url.slice(0, comma)
  if (!head.startsWith(DATA_URL) || !head.endsWith(';base64')) return { type: 'url', url }
  const media_type = head.slice(DATA_URL.length, -';base64'.length)
  return { type: 'base64', media_type, data: url.slice(comma + 1) }
}

/** Where bytes are by the name of the field, if their letters or what is said beside them are theirs. */
const BYTES: ReadonlySet<string> = new Set(['data', 'file_data', 'b64_json', 'result'])

const SHORT = 200

/** JSON of what has no type here and is counted as a text: bytes, which are only what says so, are left out (TOK-3). */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, withoutBytes) ?? 'null'
}

function withoutBytes(this: unknown, key: string, value: unknown): unknown {
  if (value instanceof Uint8Array || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
  const holder = this as Readonly<Record<string, unknown>>
  // A buffer of Node writes itself as a list of numbers.
  if (key === 'data' && holder['type'] === 'Buffer' && Array.isArray(value)) return `[${value.length} bytes]`
  if (typeof value !== 'string' || value.length <= SHORT) return value
  const { type, data } = sourceOfText(
    value.startsWith(DATA_URL) ? sourceOfUrl(value) : sourceIn(key, value, holder),
  )
  return type === 'base64' ? `[${value.length} characters]` : (data ?? value)
}

function sourceIn(key: string, data: string, holder: Readonly<Record<string, unknown>>): MediaSource {
  const media_type = ['media_type', 'mediaType', 'mime_type', 'mimeType']
    .map((name) => holder[name])
    .find((name) => typeof name === 'string')
  const isBytes =
    BYTES.has(key) &&
    (holder['type'] === 'base64' || isBase64(data) || (media_type !== undefined && !isText(media_type)))
  return isBytes
    ? { type: 'base64', ...(media_type !== undefined && { media_type }), data }
    : { type: 'text', data }
}

/** Whether a text has the letters of base64 alone, and is no words. */
function isBase64(text: string): boolean {
  return /^[\w+/-]+=*$/.test(text)
}
