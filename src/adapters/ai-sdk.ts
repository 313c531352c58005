import type { MediaSource, Message, Part, ResultContentPart } from '../engine/index.ts'
import { asJson, isPresent, isRecord, marked, opaque, Originals, partsOfMessage, textIn } from './adapter.ts'
import type { Adapter } from './adapter.ts'
import { base64 } from './base64.ts'

/** A message of the AI SDK, its `ModelMessage`. */
export interface AiSdkMessage {
  readonly role: string
  readonly content: string | readonly unknown[]
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Messages of the AI SDK (`ModelMessage`). System messages at the front are the system prompt. Calls that the provider
 * runs itself, approvals and parts that the engine has no type for are kept whole. The type parameter is the SDK's own:
 * `aiSdkAdapter<ModelMessage>()`.
 */
export function aiSdkAdapter<Client extends AiSdkMessage = AiSdkMessage>(): Adapter<Client> {
  const whole = new Originals<Client>()
  const parts = new Originals<NonNullable<unknown>>()
  const results = new Map<string, Fields>()
  const names = new Map<string, string>()
  let front: readonly Client[] = []
  return {
    toEngine(messages) {
      const first = messages.findIndex(({ role }) => role !== 'system')
      const start = first === -1 ? messages.length : first
      if (start > 0) front = messages.slice(0, start)
      const own = messages.slice(start).map((message): Message => {
        const { content } = message
        const role = message.role === 'assistant' || message.role === 'system' ? message.role : 'user'
        if (typeof content === 'string') {
          whole.keep([marked(role, [{ type: 'text', text: content }])], message)
          return { role, content }
        }
        const made = content.map((given) => {
          const part = partOf(given)
          if (isPresent(given)) parts.keep([part], given)
          if (part.type === 'tool_use') names.set(part.id, part.name)
          if (part.type === 'tool_result' && isRecord(given)) results.set(part.tool_use_id, given)
          return part
        })
        whole.keep([marked(role, made)], message)
        return { role, content: made }
      })
      const system = messages
        .slice(0, start)
        .map(({ content }) => (typeof content === 'string' ? content : ''))
      return { system: system.join('\n\n'), messages: own }
    },
    fromEngine({ messages }) {
      const lists = messages.map(partsOfMessage)
      const known = whole.pieces(messages.map(({ role }, at) => [marked(role, lists[at] ?? [])]))
      const pieces = parts.pieces(lists)
      const own = messages.flatMap(({ role, content }, at): readonly Client[] => {
        const original = known[at]?.[0]?.original ?? null
        if (original !== null) return [original]
        if (typeof content === 'string') return [{ role, content } as unknown as Client]
        const written = (pieces[at] ?? []).map((piece) =>
          'part' in piece ? writtenOf(piece.part) : piece.original,
        )
        if (role !== 'user') {
          const plain = written
            .flatMap((part) => (isRecord(part) ? (textIn(part, 'text') ?? []) : []))
            .join('\n\n')
          return [{ role, content: role === 'system' ? plain : written } as unknown as Client]
        }
        // Results are messages of a role of their own here.
        return (['tool', 'user'] as const).flatMap((name) => {
          const of = written.filter(
            (part) => OF_TOOLS.has(isRecord(part) ? part['type'] : null) === (name === 'tool'),
          )
          return of.length === 0 ? [] : [{ role: name, content: of } as unknown as Client]
        })
      })
      return [...front, ...own]
    },
  }

  function writtenOf(part: Part): unknown {
    if (part.type !== 'tool_result') return partFrom(part)
    const before = results.get(part.tool_use_id)
    const content = typeof part.content === 'string' ? part.content : null
    const output =
      content === null
        ? { type: 'content', value: typeof part.content === 'string' ? [] : part.content.map(resultFrom) }
        : { type: part.is_error === true ? 'error-text' : 'text', value: content }
    const toolName = names.get(part.tool_use_id) ?? ''
    return { type: 'tool-result', toolCallId: part.tool_use_id, toolName, ...before, output }
  }
}

const OF_TOOLS: ReadonlySet<unknown> = new Set(['tool-result', 'tool-approval-response'])

/** A part as the engine reads it. */
function partOf(part: unknown): Part {
  if (!isRecord(part)) return opaque(part)
  switch (part['type']) {
    case 'text':
      return { type: 'text', text: textIn(part, 'text') ?? '' }
    case 'reasoning':
      return { type: 'thinking', thinking: textIn(part, 'text') ?? '' }
    case 'image':
      return { type: 'image', source: sourceOf(part['image'], textIn(part, 'mediaType')) }
    case 'file': {
      const media = textIn(part, 'mediaType') ?? ''
      const type = media.startsWith('image/') ? 'image' : media.startsWith('audio/') ? 'audio' : 'document'
      return { type, source: sourceOf(part['data'], media) }
    }
    case 'tool-call':
      if (part['providerExecuted'] === true) return opaque(part)
      return {
        type: 'tool_use',
        id: textIn(part, 'toolCallId') ?? '',
        name: textIn(part, 'toolName') ?? '',
        input: asJson(part['input']),
      }
    case 'tool-result': {
      const { output } = part
      if (part['providerExecuted'] === true || !isRecord(output)) return opaque(part)
      const isError =
        output['type'] === 'error-text' ||
        output['type'] === 'error-json' ||
        output['type'] === 'execution-denied'
      return {
        type: 'tool_result',
        tool_use_id: textIn(part, 'toolCallId') ?? '',
        content: outputOf(output),
        ...(isError ? { is_error: true } : {}),
      }
    }
    default:
      return opaque(part)
  }
}

function outputOf(output: Fields): string | readonly ResultContentPart[] {
  const { type, value } = output
  if (type === 'execution-denied') return textIn(output, 'reason') ?? 'denied'
  if (typeof value === 'string') return value
  if (type !== 'content' || !Array.isArray(value)) return JSON.stringify(value ?? null)
  return value.map((inner: unknown): ResultContentPart => {
    if (!isRecord(inner)) return { type: 'text', text: JSON.stringify(inner) }
    const text = textIn(inner, 'text')
    if (text !== undefined) return { type: 'text', text }
    const media = textIn(inner, 'mediaType') ?? ''
    const kind = String(inner['type'])
    const bytes = textIn(inner, 'data') ?? textIn(inner, 'url')
    if (bytes === undefined) return { type: 'text', text: JSON.stringify(inner) }
    const source: MediaSource = kind.endsWith('-url')
      ? { type: 'url', url: bytes }
      : { type: 'base64', media_type: media, data: bytes }
    return { type: kind.startsWith('image') || media.startsWith('image/') ? 'image' : 'document', source }
  })
}

function resultFrom(part: ResultContentPart): unknown {
  if (part.type === 'text') return part
  const { type, source } = part
  if (source.type !== 'base64')
    return { type: type === 'image' ? 'image-url' : 'file-url', url: source.url ?? '' }
  return {
    type: type === 'image' ? 'image-data' : 'file-data',
    data: source.data ?? '',
    mediaType: source.media_type ?? '',
  }
}

/** A part that an edit changed, or the engine wrote. */
function partFrom(part: Part): unknown {
  switch (part.type) {
    case 'text':
      return part
    case 'thinking':
      return { type: 'reasoning', text: part.thinking }
    case 'tool_use':
      return { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.input }
    case 'image':
    case 'document':
    case 'audio': {
      const { source } = part
      const data = source.type === 'url' ? (source.url ?? '') : (source.data ?? '')
      return {
        type: 'file',
        data,
        mediaType: source.media_type ?? (part.type === 'image' ? 'image/*' : 'application/octet-stream'),
      }
    }
    case 'compaction':
      return { type: 'text', text: part.content }
    default:
      return { type: 'text', text: `[${part.type} omitted]` }
  }
}

/** Bytes, base64, a data URL or an address. */
function sourceOf(data: unknown, media: string | undefined): MediaSource {
  const type = media === undefined ? {} : { media_type: media }
  if (data instanceof Uint8Array) return { type: 'base64', ...type, data: base64(data) }
  if (data instanceof ArrayBuffer) return { type: 'base64', ...type, data: base64(new Uint8Array(data)) }
  // A URL object has its text there.
  const text =
    typeof data === 'string' ? data : isRecord(data) || typeof data === 'object' ? hrefOf(data) : ''
  const [, written, bytes] = /^data:([^;,]*);base64,(.*)$/s.exec(text) ?? []
  if (bytes !== undefined) return { type: 'base64', media_type: written ?? media ?? '', data: bytes }
  return /^https?:/.test(text) ? { type: 'url', ...type, url: text } : { type: 'base64', ...type, data: text }
}

function hrefOf(value: unknown): string {
  const { href } = (value ?? {}) as { readonly href?: unknown }
  return typeof href === 'string' ? href : ''
}
