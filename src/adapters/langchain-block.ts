import { documentFrom, imageFrom, inputOf, sourceOfFile, sourceOfUrl, textOf } from '../engine/internal.ts'
import type { MediaSource, Part, ResultContentPart } from '../engine/index.ts'
import { asJson, isRecord, listOf, opaque, resultPart, textIn } from './fields.ts'
import type { Fields } from './fields.ts'
import { unwrapped } from './together.ts'

/** The kinds of LangChain's messages. */
export type Kind = 'system' | 'human' | 'ai' | 'tool'

/** The arguments of a call, which some have as a text. */
export function argumentsIn(value: unknown) {
  return typeof value === 'string' ? inputOf(value) : asJson(value)
}

/** Blocks that the engine has a type for only in messages of one kind. */
const HELD: Readonly<Record<string, Kind>> = {
  thinking: 'ai',
  reasoning: 'ai',
  compaction: 'ai',
  tool_use: 'ai',
  tool_call: 'ai',
  tool_result: 'human',
  image_url: 'human',
  image: 'human',
  media: 'human',
  file: 'human',
  document: 'human',
}

const FILES: ReadonlySet<unknown> = new Set(['media', 'file', 'document'])

/** A content block, of LangChain's own kinds and of the providers'. */
export function readBlock(given: unknown, kind: Kind): Part {
  const block = unwrapped(given)
  if (typeof block === 'string') return { type: 'text', text: block }
  if (!isRecord(block) || (HELD[String(block['type'])] ?? kind) !== kind) return opaque(block)
  switch (block['type']) {
    case 'text':
    case 'text-plain':
    case 'input_text':
    case 'output_text':
      return textIn(block, 'text') === undefined
        ? opaque(block)
        : { type: 'text', text: textIn(block, 'text') ?? '' }
    case 'thinking':
    case 'reasoning': {
      const thinking = textIn(block, 'thinking') ?? textIn(block, 'reasoning')
      const signature = textIn(block, 'signature')
      if (thinking === undefined) return opaque(block)
      return { type: 'thinking', thinking, ...(signature === undefined ? {} : { signature }) }
    }
    case 'compaction':
      return { ...block, type: 'compaction', content: textIn(block, 'content') ?? '' }
    case 'tool_use':
    case 'tool_call':
      return {
        type: 'tool_use',
        id: textIn(block, 'id') ?? '',
        name: textIn(block, 'name') ?? '',
        input: argumentsIn(block['input'] ?? block['args']),
      }
    case 'tool_result': {
      const id = textIn(block, 'tool_use_id') ?? ''
      return resultPart(id, saidIn(block['content']), block['is_error'] === true)
    }
    case 'image_url':
    case 'image':
    case 'media':
    case 'file':
    case 'document': {
      const source = sourceOf(block)
      if (source === null) return opaque(block)
      const kind = block['type'] === 'media' ? /^\w+/.exec(source.media_type ?? '')?.[0] : null
      if (kind === 'audio' || kind === 'video') return opaque(block)
      if (kind !== 'image' && FILES.has(block['type']))
        return documentFrom(source, { ...block, ...bedrocks(block) })
      const given = block['image_url']
      return imageFrom(source, isRecord(given) ? given['detail'] : undefined)
    }
    default:
      return opaque(block)
  }
}

/** Reasoning as Bedrock's Converse has it, also in pieces. */
export function readReasoning(blocks: readonly Fields[]): Part {
  const texts = blocks.flatMap(({ reasoningText }) => (isRecord(reasoningText) ? [reasoningText] : []))
  if (texts.length === 0)
    return {
      type: 'redacted_thinking',
      data: blocks.map((block) => textIn(block, 'redactedContent') ?? '').join(''),
    }
  const [thinking = '', signature] = ['text', 'signature'].map((key) =>
    texts.map((text) => textIn(text, key) ?? '').join(''),
  )
  return { type: 'thinking', thinking, ...(signature && { signature }) }
}

/** What a tool returned. */
export function saidIn(content: unknown): string | readonly ResultContentPart[] {
  return typeof content === 'string' ? content : listOf(content).map(readResult)
}

function readResult(block: unknown): ResultContentPart {
  const part = readBlock(block, 'human')
  return part.type === 'text' || part.type === 'image' || part.type === 'document'
    ? part
    : (opaque(block) as ResultContentPart)
}

/** Where a medium is: an address, a data URL, or base64; null if the block has none of them. */
function sourceOf(block: Fields): MediaSource | null {
  const bedrock = bedrocks(block)
  if (bedrock !== null) return bedrock.source
  const given = block['image_url'] ?? block['source'] ?? block
  if (typeof given === 'string') return sourceOfUrl(given)
  if (!isRecord(given)) return null
  const media = textIn(given, 'media_type') ?? textIn(given, 'mime_type') ?? textIn(given, 'mimeType')
  const data = textIn(given, 'data')
  if (data === undefined && given['data'] !== undefined) return sourceOfFile(given['data'], media)
  if (data !== undefined)
    return {
      type: given['type'] === 'text' ? 'text' : 'base64',
      ...(media === undefined ? {} : { media_type: media }),
      data,
    }
  const url = textIn(given, 'url')
  return url === undefined ? null : sourceOfUrl(url)
}

/** A picture or document as Bedrock's Converse has it; null if it is none, or is made of several things. */
function bedrocks(block: Fields): { readonly title?: string; readonly source: MediaSource } | null {
  const held = block[String(block['type'])]
  const source = isRecord(held) ? held['source'] : undefined
  if (!isRecord(held) || !isRecord(source)) return null
  const { bytes, text, s3Location: place } = source
  const format = textIn(held, 'format') ?? ''
  const media =
    block['type'] === 'image' ? `image/${format}` : (DOCUMENTS[format] ?? 'application/octet-stream')
  const title = textIn(held, 'name')
  const of = (found: MediaSource) => ({ ...(title !== undefined && { title }), source: found })
  if (typeof text === 'string') return of({ type: 'text', media_type: 'text/plain', data: text })
  if (isRecord(place)) return of({ type: 'url', media_type: media, url: textIn(place, 'uri') ?? '' })
  return bytes === undefined ? null : of(sourceOfFile(bytes, media))
}

const DOCUMENTS: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/plain',
  csv: 'text/plain',
  html: 'text/plain',
}

/** A part as a block that LangChain's models take. */
export function blockFrom(part: Part): unknown {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part
    case 'compaction':
      return { type: 'text', text: part.content }
    case 'image':
    case 'document':
    case 'audio': {
      const { source } = part
      if (source.type === 'text') return { type: 'text', text: textOf(part) }
      const { media_type = '', data = '', url } = source
      const address = url ?? `data:${media_type};base64,${data}`
      if (part.type === 'image') {
        const { detail } = part
        return { type: 'image_url', image_url: { url: address, ...(detail !== undefined && { detail }) } }
      }
      const place = url === undefined ? { source_type: 'base64', data } : { source_type: 'url', url }
      return { type: part.type === 'document' ? 'file' : 'audio', mime_type: media_type, ...place }
    }
    default:
      return { type: 'text', text: `[${part.type} omitted]` }
  }
}
