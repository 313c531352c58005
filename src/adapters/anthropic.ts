import type { MediaSource, Message, Part, ResultContentPart } from '../engine/index.ts'
import { asJson, isPresent, isRecord, marked, opaque, Originals, partsOfMessage, textIn } from './adapter.ts'
import type { Adapter } from './adapter.ts'

/** A message of Anthropic's client, such as its `MessageParam`. */
export interface AnthropicMessage {
  readonly role: string
  readonly content: string | readonly unknown[]
}

/**
 * Messages of Anthropic's Messages API. Content blocks that the engine has no type for, such as those of server tools,
 * are kept whole and never changed. The type parameter is the client's own: `anthropicAdapter<MessageParam>()`.
 */
export function anthropicAdapter<Client extends AnthropicMessage = AnthropicMessage>(): Adapter<Client> {
  const whole = new Originals<Client>()
  const blocks = new Originals<NonNullable<unknown>>()
  const results = new Map<string, object>()
  return {
    toEngine(messages) {
      const own = messages.map((message): Message => {
        const role = message.role === 'assistant' || message.role === 'system' ? message.role : 'user'
        if (typeof message.content === 'string') {
          whole.keep([marked(role, [{ type: 'text', text: message.content }])], message)
          return { role, content: message.content }
        }
        const content = message.content.map((block) => {
          const part = partOf(block)
          if (isPresent(block)) blocks.keep([part], block)
          if (part.type === 'tool_result' && isRecord(block)) results.set(part.tool_use_id, block)
          return part
        })
        whole.keep([marked(role, content)], message)
        return { role, content }
      })
      return { system: '', messages: own }
    },
    fromEngine({ messages }) {
      const lists = messages.map((message) => partsOfMessage(message))
      const known = whole.pieces(messages.map(({ role }, at) => [marked(role, lists[at] ?? [])]))
      const pieces = blocks.pieces(lists)
      return messages.map(({ role, content }, at) => {
        const original = known[at]?.[0]?.original ?? null
        if (original !== null) return original
        const written = (pieces[at] ?? []).map((piece) => {
          if (!('part' in piece)) return piece.original
          const block = blockOf(piece.part)
          // A shortened result keeps what else the client wrote into it.
          const before = piece.part.type === 'tool_result' ? results.get(piece.part.tool_use_id) : undefined
          return before === undefined ? block : { ...before, ...block }
        })
        // Roles and blocks are those of the client.
        return { role, content: typeof content === 'string' ? content : written } as unknown as Client
      })
    },
  }
}

/** A content block as the engine reads it. */
function partOf(block: unknown): Part {
  if (!isRecord(block)) return opaque(block)
  switch (block['type']) {
    case 'text':
      return { type: 'text', text: textIn(block, 'text') ?? '' }
    case 'thinking': {
      const signature = textIn(block, 'signature')
      return {
        type: 'thinking',
        thinking: textIn(block, 'thinking') ?? '',
        ...(signature === undefined ? {} : { signature }),
      }
    }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: textIn(block, 'data') ?? '' }
    case 'tool_use':
      return {
        type: 'tool_use',
        id: textIn(block, 'id') ?? '',
        name: textIn(block, 'name') ?? '',
        input: asJson(block['input']),
      }
    case 'tool_result':
      return {
        type: 'tool_result',
        tool_use_id: textIn(block, 'tool_use_id') ?? '',
        content: resultOf(block['content']),
        ...(block['is_error'] === true ? { is_error: true } : {}),
      }
    case 'image':
    case 'document': {
      const source = sourceOf(block['source'])
      return source === null ? opaque(block) : { type: block['type'], source }
    }
    case 'compaction':
      return { ...block, type: 'compaction', content: textIn(block, 'content') ?? '' }
    default:
      return opaque(block)
  }
}

function resultOf(content: unknown): string | readonly ResultContentPart[] {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((inner): ResultContentPart => {
    const part = partOf(inner)
    return part.type === 'image' || part.type === 'document' || part.type === 'text'
      ? part
      : { type: 'text', text: JSON.stringify(inner) }
  })
}

function sourceOf(source: unknown): MediaSource | null {
  if (!isRecord(source)) return null
  const [type, media, data, url] = ['type', 'media_type', 'data', 'url'].map((key) => textIn(source, key))
  if (type === 'file') return { type: 'file', url: textIn(source, 'file_id') ?? '' }
  if (type !== 'base64' && type !== 'url' && type !== 'text') return null
  return {
    type,
    ...(media === undefined ? {} : { media_type: media }),
    ...(data === undefined ? {} : { data }),
    ...(url === undefined ? {} : { url }),
  }
}

/** A part as the API accepts it. */
function blockOf(part: Part): object {
  switch (part.type) {
    case 'image':
    case 'document': {
      const { type, source } = part
      return { type, source: source.type === 'file' ? { type: 'file', file_id: source.url ?? '' } : source }
    }
    case 'audio':
      return { type: 'text', text: '[audio omitted]' }
    case 'tool_result':
      return typeof part.content === 'string' ? part : { ...part, content: part.content.map(blockOf) }
    default:
      return part
  }
}
