import { toOpenAi } from '../engine/index.ts'
import { argumentsText, fromOpenAiPart, inputOf, reasoningIn } from '../engine/internal.ts'
import type { Json, OpenAiMessage, Part, ResultContentPart, ToolResultPart } from '../engine/index.ts'
import { adapterOf } from './adapter.ts'
import {
  contentIn,
  hasOnly,
  isRecord,
  joinedText,
  listOf,
  opaque,
  problem,
  resultPart,
  roleIn,
  textIn,
  withContent,
} from './fields.ts'
import type { Adapter } from './adapter.ts'
import type { Piece } from './runs.ts'
import type { Read } from './read.ts'
import type { Fields } from './fields.ts'

/**
 * Messages of OpenAI's chat completions, and of the many servers that accept them. System and developer messages at the
 * front are the system prompt. What a model thought may be in `reasoning_content`, `reasoning`, `reasoning_details` or
 * `thinking_blocks`. Refusals, audio of a reply and parts that the engine has no type for are kept whole.
 * Custom tools and the older `function_call` are calls like any other. The type parameter is the client's own:
 * `openAiAdapter<ChatCompletionMessageParam>()`.
 */
export function openAiAdapter<Client extends { readonly role: string } = OpenAiMessage>(): Adapter<Client> {
  /** Calls of the older form have no ids. */
  let functionCalls = 0
  return adapterOf<Client>({
    client: 'OpenAI’s chat completions',
    provider: 'openai',
    checksNames: true,
    joins: (message, isLast) => !('name' in message) && (isLast || hasOnly(message, SAID)),
    begin: () => {
      const before = functionCalls
      return () => {
        functionCalls = before
      }
    },
    read(message, place): Read<Client> {
      const fields = message as unknown as Fields
      const role = roleIn(fields, place, ROLES)
      const content = contentIn(fields, place)
      if (role === 'tool' || role === 'function') {
        const id = role === 'tool' ? fields['tool_call_id'] : functionId(functionCalls)
        if (typeof id !== 'string') throw problem(`${place}.tool_call_id`, 'a text', id)
        const { content: whole } = fields
        const result = resultPart(id, typeof whole === 'string' ? whole : content.map(resultIn), false)
        return {
          message: withContent(message, content),
          role: 'user',
          parts: [{ part: result }],
          joins: 'results',
        }
      }
      if (role !== 'assistant') {
        const parts = content.map((own) => ({
          part: (role === 'user' ? seenPartIn(own) : textPartIn(own)) ?? opaque(own),
          own,
        }))
        const engineRole = role === 'user' ? 'user' : 'system'
        return { message: withContent(message, content), role: engineRole, parts }
      }
      const isThought = [...REASONING].some(
        (field) => listOf(fields[field]).length > 0 || textIn(fields, field),
      )
      const thinking = { type: 'thinking', thinking: reasoningIn(fields) } as const
      const parts: { part: Part; own: unknown }[] = [
        ...(isThought ? [{ part: thinking, own: THINKING }] : []),
        ...content.map((own) => ({ part: textPartIn(own) ?? opaque(own), own })),
        ...(['refusal', 'audio'] as const).flatMap((field) => {
          const { [field]: value } = fields
          if (value === null || value === undefined) return []
          const text = isRecord(value) ? textIn(value, 'transcript') : undefined
          return [{ part: opaque(text ?? value), own: { field } }]
        }),
        ...callsIn(fields, place),
      ]
      const { function_call: called } = fields
      if (isRecord(called)) {
        functionCalls += 1
        const input = inputOf(textIn(called, 'arguments') ?? '')
        const part = {
          type: 'tool_use',
          id: functionId(functionCalls),
          name: textIn(called, 'name') ?? '',
          input,
        } as const
        parts.push({ part, own: { field: 'function_call' } })
      }
      const said =
        Array.isArray(fields['tool_calls']) && fields['tool_calls'].length === 0
          ? without(message, 'tool_calls')
          : message
      return { message: withContent(said, parts), role, parts }
    },
    write(role, pieces, before, callOf) {
      const fields = (before ?? { role }) as unknown as Fields
      if (role === 'assistant') return [replyFrom(pieces, fields) as unknown as Client]
      const results = pieces.flatMap(({ part }) => (part.type === 'tool_result' ? [part] : []))
      const rest = pieces.filter(({ part }) => part.type !== 'tool_result')
      return [
        ...results.flatMap((result) => resultsFrom(result, before === null ? null : fields, callOf)),
        ...(rest.length === 0 ? [] : [{ ...fields, content: contentFrom(rest) }]),
      ] as unknown as readonly Client[]
    },
  })
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'] as const

const THINKING = Object.freeze({ field: 'reasoning_content' })

/** Where servers have what the model thought, often the same text in two forms: it stays and leaves as one. */
const REASONING: ReadonlySet<string> = new Set([
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'thinking_blocks',
])

function without<Client extends object>(message: Client, field: string): Client {
  return Object.fromEntries(Object.entries(message).filter(([key]) => key !== field)) as Client
}

function functionId(nth: number): string {
  return `function_call ${nth}`
}

/** A content part as the engine reads it; null for a kind that it has no type for. */
function partIn(part: unknown): Part | null {
  return fromOpenAiPart(part as Json)
}

/** Not sound: Anthropic takes none, so the engine leaves it out. */
function seenPartIn(part: unknown): Part | null {
  const read = partIn(part)
  return read?.type === 'audio' ? null : read
}

function textPartIn(part: unknown): Part | null {
  const read = partIn(part)
  return read?.type === 'text' ? read : null
}

function resultIn(part: unknown): ResultContentPart {
  const read = partIn(part) ?? opaque(part)
  return read.type === 'text' || read.type === 'image' || read.type === 'document'
    ? read
    : (opaque(part) as ResultContentPart)
}

function callsIn(message: Fields, place: string) {
  const { tool_calls: calls } = message
  if (calls === null || calls === undefined) return []
  if (!Array.isArray(calls)) throw problem(`${place}.tool_calls`, 'a list of calls', calls)
  return calls.map((own: unknown, at) => {
    const id = isRecord(own) ? own['id'] : undefined
    if (!isRecord(own) || typeof id !== 'string')
      throw problem(`${place}.tool_calls[${at}]`, 'a call with an id', own)
    const called = calledIn(own)
    const given = called['arguments'] ?? called['input'] ?? ''
    const input = own['type'] === 'custom' || typeof given !== 'string' ? (given as Json) : inputOf(given)
    return { part: { type: 'tool_use', id, name: textIn(called, 'name') ?? '', input } as const, own }
  })
}

/** What a call says, in the field of its type. */
function calledIn(call: Fields): Fields {
  const called = call[textIn(call, 'type') ?? 'function'] ?? call['function']
  return isRecord(called) ? called : {}
}

function callFrom({ part, own, intact }: Piece): unknown {
  if (intact || part.type !== 'tool_use') return own
  const text = argumentsText(part.input)
  if (isRecord(own) && own['type'] === 'custom')
    return { ...own, id: part.id, custom: { ...calledIn(own), name: part.name, input: text } }
  const before = isRecord(own) ? own : {}
  return {
    type: 'function',
    ...before,
    id: part.id,
    function: { ...calledIn(before), name: part.name, arguments: text },
  }
}

/** A reply of which an edit changed or removed parts. */
function replyFrom(pieces: readonly Piece[], before: Fields): Fields {
  const fieldOf = ({ own }: Piece): unknown =>
    isRecord(own) && Object.keys(own).join() === 'field' ? own['field'] : null
  const kept = new Set(pieces.flatMap((piece) => (piece.intact ? [fieldOf(piece)] : [])))
  const reply = Object.fromEntries(
    Object.entries(before).filter(([key]) => {
      const field = REASONING.has(key) ? THINKING.field : key
      return key !== 'tool_calls' && (!FIELDS.has(field) || kept.has(field))
    }),
  )
  const calls = pieces.filter((piece) => piece.part.type === 'tool_use' && fieldOf(piece) === null)
  const called = pieces.find((piece) => fieldOf(piece) === 'function_call' && !piece.intact)?.part
  const content = pieces.filter(
    (piece) =>
      piece.part.type !== 'tool_use' &&
      piece.part.type !== 'thinking' &&
      !(piece.intact && fieldOf(piece) !== null),
  )
  const says =
    content.length > 0
      ? contentFrom(content)
      : pieces.some(({ part }) => part.type === 'tool_use')
        ? null
        : ''
  const thinking = pieces.find(({ part, own }) => part.type === 'thinking' && own === null)?.part
  const hasCalls = calls.length > 0 || called !== undefined || 'function_call' in reply
  return {
    ...reply,
    content: says,
    // Kimi refuses a reply with calls that lacks it, or has an empty one.
    ...(hasCalls && textIn(before, THINKING.field) && !kept.has(THINKING.field) && { [THINKING.field]: ' ' }),
    ...(thinking?.type === 'thinking' ? { reasoning_content: thinking.thinking } : {}),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(callFrom) }),
    ...(called?.type === 'tool_use'
      ? { function_call: { name: called.name, arguments: argumentsText(called.input) } }
      : {}),
  }
}

/** Fields of a reply that a part stands for. */
const FIELDS: ReadonlySet<string> = new Set(['reasoning_content', 'refusal', 'audio', 'function_call'])

/** What the parts of a message stand for. */
const SAID: ReadonlySet<string> = new Set(['role', 'content', 'tool_calls', ...FIELDS, ...REASONING])

/** Many servers accept only strings. */
function contentFrom(pieces: readonly Piece[]): string | readonly unknown[] {
  const texts = pieces.flatMap(({ part, own }) =>
    part.type === 'text' && (own === null || typeof own === 'string') ? [part.text] : [],
  )
  if (texts.length === pieces.length) return joinedText(texts)
  const parts = pieces.map(({ part, own, intact }) => (intact && isRecord(own) ? own : partFrom(part)))
  const [first] = parts
  if (parts.length > 1) return parts
  const text = isRecord(first) && Object.keys(first).length === 2 ? textIn(first, 'text') : undefined
  return text ?? parts
}

function partFrom(part: Part): unknown {
  const [message] = toOpenAi({ messages: [{ role: 'user', content: [part] }] }).messages
  const content = message?.content
  return typeof content === 'string' ? { type: 'text', text: content } : listOf(content)[0]
}

/** A result, and behind it the pictures that a tool message cannot hold. */
function resultsFrom(
  result: ToolResultPart,
  before: Fields | null,
  callOf: (id: string) => unknown,
): readonly unknown[] {
  const [first, ...more] = toOpenAi({ messages: [{ role: 'user', content: [result] }] }).messages
  const call = callOf(result.tool_use_id)
  if (isRecord(call) && call['field'] === 'function_call')
    return [{ role: 'function', ...before, content: first?.content }, ...more]
  return [{ ...before, ...first }, ...more]
}
