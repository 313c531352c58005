import type { Part, Role } from '../engine/index.ts'
import { adapterOf } from './adapter.ts'
import { hasOnly, isRecord, joinedText, listOf, opaque, problem, resultPart, textIn } from './fields.ts'
import type { Adapter } from './adapter.ts'
import type { Piece } from './runs.ts'
import type { Read, ReadPart } from './read.ts'
import type { Fields } from './fields.ts'
import { argumentsIn, blockFrom, readBlock, readReasoning, saidIn } from './langchain-block.ts'
import type { Kind } from './langchain-block.ts'
import { besideContent, besideIn, fieldsLeft } from './beside-content.ts'
import { linked, serverCall, serverLinks, together, unwrapped } from './together.ts'

/** A message as LangChain stores it: what `mapStoredMessagesToChatMessages` reads. */
export interface StoredLangChainMessage {
  readonly type: Kind
  readonly data: Fields
}

/** What models take in place of an object of a class. */
export interface PlainLangChainMessage {
  readonly role: Kind
  readonly content: string | { type: string; [field: string]: unknown }[]
  readonly [field: string]: unknown
}

/** The stored form as LangChain's own type has it, although its content may be blocks. */
interface ToMake {
  readonly type: string
  readonly data: {
    readonly content: string
    readonly role: undefined
    readonly name: undefined
    readonly tool_call_id: string | undefined
  }
}

/** What `toDict` gives, JSON of a message, an object of a class, and the fields alone. */
type Shape = 'stored' | 'serialized' | 'object' | 'plain'

/**
 * Messages of LangChain: objects of its classes, told by their fields and not by their class; the stored form
 * `{ type, data }`; the serialized form `{ lc, type: 'constructor', id, kwargs }`; and `{ role, content }`. What the
 * engine writes comes in the shape of the first message, with the client's own name of the role. The type parameter is the
 * client's own: `langChainAdapter<BaseMessage>()`.
 *
 * @param fromStored LangChain's `mapStoredMessagesToChatMessages`, which makes objects of what the engine writes. Missing:
 *   the class of a message of the same kind makes it, and if there was none, it is `{ role, content }`, which models
 *   take as well
 */
export function langChainAdapter<Client extends object = object>(
  fromStored: (messages: ToMake[]) => Client[],
): Adapter<Client>
export function langChainAdapter<Client extends object = object>(): Adapter<
  Client | PlainLangChainMessage,
  Client
>
export function langChainAdapter<Client extends object>(
  fromStored?: (messages: ToMake[]) => Client[],
): Adapter<Client> {
  let classes = new Map<Kind, new (fields: Fields) => Client>()
  let roles = new Map<Kind, string>()
  let shape: Shape | null = null

  const written = (kind: Kind, data: Fields): Client => {
    if (shape === 'serialized')
      return {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', CLASSES[kind]],
        kwargs: data,
      } as never
    const plain = { role: roles.get(kind) ?? kind, ...data }
    if (shape === 'plain') return plain as never
    const stored: StoredLangChainMessage = { type: kind, data }
    if (shape === 'stored') return stored as never
    const made = fromStored?.([stored as ToMake])[0]
    if (made !== undefined) return made
    const Class = classes.get(kind)
    return Class === undefined ? (plain as never) : new Class(data)
  }

  return adapterOf<Client>({
    client: 'LangChain',
    provider: 'openai',
    joins(message, isLast) {
      const { kind, fields } = readMessage(message as Fields, '')
      const { name, id, additional_kwargs: kept } = fields
      // The Responses API knows a reply by its id.
      const isKnown = typeof id === 'string' && id.startsWith('msg_')
      return (
        name === undefined &&
        !isKnown &&
        besideIn(fields).size === 0 &&
        (isLast || kind === 'ai' || !isRecord(kept) || hasOnly(kept, NONE))
      )
    },
    begin: () => {
      const before = [new Map(classes), new Map(roles), shape] as const
      return () => {
        ;[classes, roles, shape] = before
      }
    },
    read(message, place): Read<Client> {
      const { kind, fields, shape: own } = readMessage(message as Fields, place)
      shape ??= own
      const name = textIn(message as Fields, 'role')
      if (own === 'plain' && name !== undefined) roles.set(kind, name)
      if (own === 'object') classes.set(kind, message.constructor as new (given: Fields) => Client)
      const { content } = fields
      if (isPresent(content) && typeof content !== 'string' && !Array.isArray(content))
        throw problem(`${place}.content`, 'a text or a list of blocks', content)
      return {
        message,
        role: ROLES[kind],
        parts: partsOf(kind, fields),
        ...(kind === 'tool' ? { joins: 'results' as const } : {}),
        ...(kind === 'ai' ? usageOf('usage_metadata' in message ? message : fields) : {}),
      }
    },
    write: (role, pieces, before) => {
      const fields = before === null ? {} : readMessage(before as Fields, '').fields
      return messagesFrom(role, pieces, fields)
    },
  })

  /** What an edit changed, or the engine wrote. */
  function messagesFrom(role: Role, pieces: readonly Piece[], fields: Fields): readonly Client[] {
    const beside = besideIn(fields)
    if (role !== 'user') {
      const calls = pieces.flatMap(({ part }) =>
        part.type === 'tool_use'
          ? [{ type: 'tool_call', id: part.id, name: part.name, args: part.input }]
          : [],
      )
      const content = contentFrom(
        pieces.filter(({ part }) => part.type !== 'tool_use'),
        beside,
      )
      return [
        role === 'system'
          ? written('system', { ...fields, content })
          : written('ai', {
              ...fieldsLeft(fields, pieces),
              content,
              ...(calls.length > 0 && { tool_calls: calls }),
            }),
      ]
    }
    const rest = pieces.filter(({ part }) => part.type !== 'tool_result')
    return [
      ...pieces.flatMap(({ part }) => {
        if (part.type !== 'tool_result') return []
        const { tool_use_id: id, content, is_error } = part
        return [
          written('tool', {
            ...fields,
            content: typeof content === 'string' ? content : content.map(blockFrom),
            tool_call_id: id,
            ...(is_error === true && { status: 'error' }),
          }),
        ]
      }),
      ...(rest.length === 0 ? [] : [written('human', { ...fields, content: contentFrom(rest, beside) })]),
    ]
  }
}

const NONE: ReadonlySet<string> = new Set()

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined
}

const ROLES: Readonly<Record<Kind, Role>> = {
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

/** What LangChain notes in a reply of its call: the whole input, with what was cached. */
function usageOf({
  usage_metadata: usage,
  response_metadata: answer,
}: {
  readonly usage_metadata?: unknown
  readonly response_metadata?: unknown
}): Pick<Read<object>, 'usage'> {
  if (!isRecord(usage)) return {}
  const { input_tokens: tokens, output_tokens: output, output_token_details: details } = usage
  if (typeof tokens !== 'number' || tokens <= 0 || tokens === Infinity) return {}
  const reasoningTokens = isRecord(details) ? countIn(details['reasoning']) : undefined
  const raw = isRecord(answer) ? answer['usage'] : undefined
  return { usage: { inputTokens: tokens, outputTokens: countIn(output), reasoningTokens, raw } }
}

function countIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** The kind by what LangChain calls it: `AIMessageChunk`, `ai`, `assistant`. */
function kindOf(name: string, place: string): Kind {
  if (/^(?:ai|assistant)/i.test(name)) return 'ai'
  if (/^(?:system|developer)/i.test(name)) return 'system'
  if (/^(?:tool|function)/i.test(name)) return 'tool'
  if (/^(?:human|user|generic|chat)/i.test(name)) return 'human'
  throw problem(`${place}.type`, 'human, ai, system, tool', name === '' ? undefined : name)
}

function readMessage(
  message: Fields,
  place: string,
): {
  readonly kind: Kind
  readonly fields: Fields
  readonly shape: Shape
} {
  const { id, kwargs, data } = message
  if (message['type'] === 'constructor' && isRecord(kwargs)) {
    const name: unknown = Array.isArray(id) ? id.at(-1) : undefined
    return { kind: kindOf(String(kwargs['role'] ?? name), place), fields: kwargs, shape: 'serialized' }
  }
  if (isRecord(data) && typeof message['type'] === 'string')
    return { kind: kindOf(textIn(data, 'role') ?? message['type'], place), fields: data, shape: 'stored' }
  const type =
    textIn(message, 'role') ??
    textIn(message, 'type') ??
    (call(message, 'getType') || call(message, '_getType'))
  return {
    kind: kindOf(type, place),
    fields: fieldsIn(message),
    shape: isPlain(message) ? 'plain' : 'object',
  }
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
function partsOf(kind: Kind, fields: Fields): readonly ReadPart[] {
  const { content } = fields
  if (kind === 'tool') {
    const id = textIn(fields, 'tool_call_id') ?? ''
    return [{ part: resultPart(id, saidIn(content), fields['status'] === 'error') }]
  }
  const calls = kind === 'ai' ? callsOf(fields) : []
  const ids = calls.map(({ id }) => id)
  const said = typeof content === 'string' ? (content === '' ? [] : [content]) : listOf(content)
  const beside = besideContent(kind === 'ai' ? fields : {}, said, ids)
  const own = together(said, callIn(said)).flatMap((group): ReadPart[] => {
    const [first, ...more] = group
    if (kind === 'ai' && group.every(isReasoning))
      return [{ part: readReasoning(group), ...beside.with(group) }]
    const block = unwrapped(first)
    const pieces = more.filter(isDelta)
    if (pieces.length < more.length) return [{ part: opaque(...group), ...beside.with(group) }]
    const part = readBlock(isRecord(block) && pieces.length > 0 ? withInput(block, pieces) : first, kind)
    // Some providers have a call in the content, too.
    if (part.type === 'tool_use' && ids.includes(part.id)) return []
    const its = beside.with(group)
    return [{ part, ...its, ...linked(its, serverLinks(first)) }]
  })
  const called = calls.map((part) => ({ part, ...beside.with([], part.id) }))
  const parts = [...beside.thinking, ...own, ...beside.outputs, ...called]
  return parts.length > 0 ? parts : [{ part: { type: 'text', text: '' } }]
}

/** Reasoning of Bedrock's Converse, which is AI's alone. */
function isReasoning(block: unknown): block is Fields {
  return isRecord(block) && block['type'] === 'reasoning_content'
}

/** A piece of the arguments of a call, as a stream of Anthropic's has them beside it. */
function isDelta(block: unknown): block is Fields {
  return isRecord(block) && block['type'] === 'input_json_delta'
}

/** What a block belongs to: a call of the provider's, or for the pieces of its arguments, the call before them. */
function callIn(said: readonly unknown[]): (block: unknown) => string | null {
  const keyOf = (block: unknown): string | null => {
    const id = serverCall(block)
    if (id !== null || !isRecord(block) || block['type'] !== 'tool_use') return id
    return textIn(block, 'id') ?? null
  }
  const starts = new Map<unknown, string>(
    said.flatMap((block) => {
      const key = keyOf(block)
      return key !== null && isRecord(block) && 'index' in block && !isDelta(block)
        ? [[block['index'], key]]
        : []
    }),
  )
  const thoughts = reasoningsIn(said)
  return (block) =>
    thoughts.get(block) ?? (isDelta(block) ? (starts.get(block['index']) ?? null) : keyOf(block))
}

/** Pieces of reasoning by which of them are one: until its signature, or what cannot be read in a row. */
function reasoningsIn(said: readonly unknown[]): ReadonlyMap<unknown, string> {
  const names = new Map<unknown, string>()
  let open = ''
  for (const block of said) {
    if (!isReasoning(block)) {
      open = ''
      continue
    }
    const { reasoningText: text } = block
    if (!open.startsWith(isRecord(text) ? 'text' : 'hidden'))
      open = `${isRecord(text) ? 'text' : 'hidden'} ${names.size}`
    names.set(block, open)
    if (isRecord(text) && 'signature' in text) open = ''
  }
  return names
}

/** A call with the arguments that came in pieces. */
function withInput(call: Fields, pieces: readonly Fields[]): Fields {
  return { ...call, input: [call, ...pieces].map((one) => textIn(one, 'input') ?? '').join('') }
}

/** The calls that LangChain sends: those listed, or if none is, the provider's own copy, whatever their arguments are. */
function callsOf(fields: Fields): readonly Extract<Part, { type: 'tool_use' }>[] {
  const listed = listOf(fields['tool_calls'])
  const kept = fields['additional_kwargs']
  const all = listed.length > 0 || !isRecord(kept) ? listed : listOf(kept['tool_calls'])
  return all.flatMap((one) => {
    if (!isRecord(one)) return []
    const called = isRecord(one['function']) ? one['function'] : one
    return [
      {
        type: 'tool_use' as const,
        id: textIn(one, 'id') ?? '',
        name: textIn(called, 'name') ?? '',
        input: argumentsIn(called['args'] ?? called['arguments']),
      },
    ]
  })
}

/**
 * Texts are a string, as most providers expect it.
 *
 * @param beside what is in no block
 */
function contentFrom(pieces: readonly Piece[], beside: ReadonlySet<unknown>): string | readonly unknown[] {
  const isText = ({ part, own, intact }: Piece): boolean =>
    part.type === 'text' && (!intact || typeof listOf(own)[0] === 'string')
  const all = pieces.flatMap((piece) => {
    if (isText(piece) || !piece.intact) return [{ piece, block: blockFrom(piece.part) }]
    return listOf(piece.own).flatMap((block) => (beside.has(block) ? [] : [{ piece, block }]))
  })
  const texts = all.flatMap(({ piece }) =>
    piece.part.type === 'text' && isText(piece) ? [piece.part.text] : [],
  )
  return texts.length === all.length ? joinedText(texts) : all.map(({ block }) => block)
}
