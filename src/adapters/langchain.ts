import type { MediaSource, Message, Part, ResultContentPart } from '../engine/index.ts'
import {
  asJson,
  isRecord,
  listOf,
  marked,
  opaque,
  Originals,
  partsOfMessage,
  sourceOfUrl,
  textIn,
} from './adapter.ts'
import type { Adapter } from './adapter.ts'

type Fields = Readonly<Record<string, unknown>>
type Kind = 'system' | 'human' | 'ai' | 'tool'

/** A message as LangChain stores it: what `mapStoredMessagesToChatMessages` reads. */
export interface StoredLangChainMessage {
  readonly type: Kind
  readonly data: Fields
}

/** What `toDict` gives, JSON of a message, an object of a class, and the fields alone. */
type Shape = 'stored' | 'serialized' | 'object' | 'plain'

/**
 * Messages of LangChain: objects of its classes, told by their fields and not by their class; the stored form
 * `{ type, data }`; the serialized form `{ lc, type: 'constructor', id, kwargs }`; and `{ role, content }`. What the
 * engine writes comes in the shape of the first message, with the client's own name of the role. The type parameter is the
 * client's own: `langChainAdapter<BaseMessage>()`.
 *
 * @param fromStored makes an object of LangChain's, for what the engine writes:
 *   `(stored) => mapStoredMessagesToChatMessages([stored])[0]`. Missing: the class of a message of the same kind makes it,
 *   and if there was none, it stays in the stored form
 */
export function langChainAdapter<Client extends object = object>(
  fromStored?: (message: StoredLangChainMessage) => Client,
): Adapter<Client> {
  const originals = new Originals<Client>()
  const results = new Map<string, Fields>()
  const classes = new Map<Kind, new (fields: Fields) => Client>()
  const roles = new Map<Kind, string>()
  let shape: Shape | null = null
  let front: readonly Client[] = []

  const written = (kind: Kind, data: Fields): Client => {
    if (shape === 'serialized')
      return {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', CLASSES[kind]],
        kwargs: data,
      } as never
    if (shape === 'plain') return { role: roles.get(kind) ?? kind, ...data } as never
    const stored: StoredLangChainMessage = { type: kind, data }
    if (shape === 'stored') return stored as never
    if (fromStored !== undefined) return fromStored(stored)
    const Class = classes.get(kind)
    return Class === undefined ? (stored as never) : new Class(data)
  }

  return {
    toEngine(messages) {
      const read = messages.map((message) => {
        const { kind, fields, shape: own } = readMessage(message as Fields)
        shape ??= own
        const role = textIn(message as Fields, 'role')
        if (own === 'plain' && role !== undefined) roles.set(kind, role)
        if (own === 'object') classes.set(kind, message.constructor as new (given: Fields) => Client)
        return { message, kind, fields, parts: partsOf(kind, fields) }
      })
      const first = read.findIndex(({ kind }) => kind !== 'system')
      const start = first === -1 ? read.length : first
      if (start > 0) front = messages.slice(0, start)
      const own: { role: Message['role']; content: Part[]; isResults: boolean }[] = []
      for (const { message, kind, fields, parts } of read.slice(start)) {
        const role = ROLES[kind]
        originals.keep(
          parts.map((part) => marked(role, [part])),
          message,
        )
        const [part] = parts
        const isResults = part?.type === 'tool_result'
        if (isResults) results.set(part.tool_use_id, fields)
        const last = own.at(-1)
        // The results of one reply are one message.
        if (isResults && last?.isResults === true) last.content.push(...parts)
        else own.push({ role, content: [...parts], isResults })
      }
      const system = read
        .slice(0, start)
        .map(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n'))
      return { system: system.join('\n\n'), messages: own.map(({ role, content }) => ({ role, content })) }
    },
    fromEngine({ messages }) {
      const pieces = originals.pieces(
        messages.map((message) => partsOfMessage(message).map((part) => marked(message.role, [part]))),
      )
      const own = messages.flatMap(({ role }, at): readonly Client[] => {
        const made: Client[] = []
        let changed: Part[] = []
        const flush = (): void => {
          if (changed.length > 0) made.push(...messagesFrom(role, changed))
          changed = []
        }
        for (const piece of pieces[at] ?? []) {
          if ('part' in piece) changed.push(partIn(piece.part))
          else {
            flush()
            made.push(piece.original)
          }
        }
        flush()
        return made
      })
      return [...front, ...own]
    },
  }

  /** What an edit changed, or the engine wrote. */
  function messagesFrom(role: Message['role'], parts: readonly Part[]): readonly Client[] {
    if (role !== 'user') {
      const calls = parts.flatMap((part) =>
        part.type === 'tool_use'
          ? [{ type: 'tool_call', id: part.id, name: part.name, args: part.input }]
          : [],
      )
      const content = contentFrom(parts.filter(({ type }) => type !== 'tool_use'))
      return [
        role === 'system'
          ? written('system', { content })
          : written('ai', { content, ...(calls.length > 0 && { tool_calls: calls }) }),
      ]
    }
    const rest = parts.filter(({ type }) => type !== 'tool_result')
    return [
      ...parts.flatMap((part) => {
        if (part.type !== 'tool_result') return []
        const { tool_use_id: id, content, is_error } = part
        return [
          written('tool', {
            ...results.get(id),
            content: typeof content === 'string' ? content : content.map(blockFrom),
            tool_call_id: id,
            ...(is_error === true && { status: 'error' }),
          }),
        ]
      }),
      ...(rest.length === 0 ? [] : [written('human', { content: contentFrom(rest) })]),
    ]
  }
}

const ROLES: Readonly<Record<Kind, Message['role']>> = {
  system: 'system',
  human: 'user',
  ai: 'assistant',
  tool: 'user',
}
const CLASSES: Readonly<Record<Kind, string>> = {
  system: 'SystemMessage',
  human: 'HumanMessage',
  ai: 'AIMessage',
  tool: 'ToolMessage',
}

/** The kind by what LangChain calls it: `AIMessageChunk`, `ai`, `assistant`. */
function kindOf(name: string): Kind {
  if (/^(?:ai|assistant)/i.test(name)) return 'ai'
  if (/^(?:system|developer)/i.test(name)) return 'system'
  return /^tool/i.test(name) ? 'tool' : 'human'
}

function readMessage(message: Fields): {
  readonly kind: Kind
  readonly fields: Fields
  readonly shape: Shape
} {
  const { id, kwargs, data } = message
  if (message['type'] === 'constructor' && isRecord(kwargs)) {
    const name: unknown = Array.isArray(id) ? id.at(-1) : undefined
    return { kind: kindOf(String(kwargs['role'] ?? name)), fields: kwargs, shape: 'serialized' }
  }
  if (isRecord(data) && typeof message['type'] === 'string')
    return { kind: kindOf(textIn(data, 'role') ?? message['type']), fields: data, shape: 'stored' }
  const type =
    textIn(message, 'role') ??
    textIn(message, 'type') ??
    (call(message, 'getType') || call(message, '_getType'))
  return { kind: kindOf(type), fields: fieldsIn(message), shape: isPlain(message) ? 'plain' : 'object' }
}

function isPlain(message: Fields): boolean {
  const prototype: unknown = Object.getPrototypeOf(message)
  return prototype === Object.prototype || prototype === null
}

function call(message: Fields, method: string): string {
  const found = message[method]
  return typeof found === 'function' ? String(found.call(message)) : ''
}

/** What a message of LangChain's was made from, with what was set since. */
const OWN = [
  'content',
  'tool_calls',
  'invalid_tool_calls',
  'tool_call_id',
  'status',
  'artifact',
  'name',
  'id',
  'additional_kwargs',
  'response_metadata',
] as const

function fieldsIn(message: Fields): Fields {
  return Object.fromEntries(OWN.flatMap((key) => (message[key] === undefined ? [] : [[key, message[key]]])))
}

/** A message as parts; an empty one is an empty text, so that it comes back. */
function partsOf(kind: Kind, fields: Fields): readonly Part[] {
  const { content } = fields
  if (kind === 'tool') {
    return [
      {
        type: 'tool_result',
        tool_use_id: textIn(fields, 'tool_call_id') ?? '',
        content: typeof content === 'string' ? content : listOf(content).map(readResult),
        ...(fields['status'] === 'error' ? { is_error: true } : {}),
      },
    ]
  }
  const calls = kind === 'ai' ? callsOf(fields) : []
  const ids = new Set(calls.map((part) => (part.type === 'tool_use' ? part.id : '')))
  const said = typeof content === 'string' ? (content === '' ? [] : [content]) : listOf(content)
  // Some providers have a call in the content, too.
  const own = said.map(readBlock).filter((part) => part.type !== 'tool_use' || !ids.has(part.id))
  const reasoning = isRecord(fields['additional_kwargs'])
    ? textIn(fields['additional_kwargs'], 'reasoning_content')
    : undefined
  const thinking: readonly Part[] =
    reasoning === undefined || own.some(({ type }) => type === 'thinking')
      ? []
      : [{ type: 'thinking', thinking: reasoning }]
  const parts = [...thinking, ...own, ...calls]
  return parts.length > 0 ? parts : [{ type: 'text', text: '' }]
}

/** Calls, those whose arguments are no JSON, and in old messages the provider's own copy. */
function callsOf(fields: Fields): readonly Part[] {
  const listed = [...listOf(fields['tool_calls']), ...listOf(fields['invalid_tool_calls'])]
  const kept = fields['additional_kwargs']
  const all = listed.length > 0 || !isRecord(kept) ? listed : listOf(kept['tool_calls'])
  return all.flatMap((one): Part[] => {
    if (!isRecord(one)) return []
    const called = isRecord(one['function']) ? one['function'] : one
    return [
      {
        type: 'tool_use',
        id: textIn(one, 'id') ?? '',
        name: textIn(called, 'name') ?? '',
        input: argumentsIn(called['args'] ?? called['arguments']),
      },
    ]
  })
}

/** Arguments that are not JSON stay the text that the model wrote. */
function argumentsIn(value: unknown) {
  if (typeof value !== 'string') return asJson(value)
  try {
    return asJson(JSON.parse(value))
  } catch {
    return value
  }
}

/** A content block, of LangChain's own kinds and of the providers'. */
function readBlock(block: unknown): Part {
  if (typeof block === 'string') return { type: 'text', text: block }
  if (!isRecord(block)) return opaque(block)
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
    case 'tool_use':
    case 'tool_call':
      return {
        type: 'tool_use',
        id: textIn(block, 'id') ?? '',
        name: textIn(block, 'name') ?? '',
        input: argumentsIn(block['input'] ?? block['args']),
      }
    case 'image_url':
    case 'image':
    case 'file':
    case 'audio': {
      const source = sourceOf(block)
      if (source === null) return opaque(block)
      const type =
        block['type'] === 'image_url' ? 'image' : block['type'] === 'file' ? 'document' : block['type']
      return { type, source }
    }
    default:
      return opaque(block)
  }
}

function readResult(block: unknown): ResultContentPart {
  const part = readBlock(block)
  return part.type === 'text' || part.type === 'image' || part.type === 'document'
    ? part
    : { type: 'text', text: JSON.stringify(block) }
}

/** Where a medium is: an address, a data URL, or base64; null if the block has none of them. */
function sourceOf(block: Fields): MediaSource | null {
  const given = block['image_url'] ?? block['source'] ?? block
  if (typeof given === 'string') return sourceOfUrl(given)
  if (!isRecord(given)) return null
  const media = textIn(given, 'media_type') ?? textIn(given, 'mime_type') ?? textIn(given, 'mimeType')
  const data = textIn(given, 'data')
  if (data !== undefined)
    return { type: 'base64', ...(media === undefined ? {} : { media_type: media }), data }
  const url = textIn(given, 'url')
  return url === undefined ? null : sourceOfUrl(url)
}

/** One text is a string, as most providers expect it. */
function contentFrom(parts: readonly Part[]): string | readonly unknown[] {
  const [only] = parts
  if (only === undefined) return ''
  return parts.length === 1 && only.type === 'text' ? only.text : parts.map(blockFrom)
}

function blockFrom(part: Part): unknown {
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
      const { media_type = '', data = '', url } = source
      const address = url ?? `data:${media_type};base64,${data}`
      if (part.type === 'image') return { type: 'image_url', image_url: { url: address } }
      const place = url === undefined ? { source_type: 'base64', data } : { source_type: 'url', url }
      return { type: part.type === 'document' ? 'file' : 'audio', mime_type: media_type, ...place }
    }
    default:
      return { type: 'text', text: `[${part.type} omitted]` }
  }
}

/** The part within a marked one. */
function partIn(part: Part): Part {
  const [, [own]] = JSON.parse(part.type === 'text' ? part.text : '') as [string, [Part]]
  return own
}
