import { ProblemError } from '../problem.ts'
import type { AnthropicRequest, OpenAiMessage } from './request.ts'
import type { SentTo } from './sent.ts'
import { isOfProvider } from './message.ts'
import type { Json, Message, Part, ResultContentPart, ToolCallPart, ToolResultPart } from './message.ts'
import { argumentsText } from './content.ts'
import { documentFrom, imageFrom, sourceOfUrl } from './media-part.ts'
import { isOpenAiText, toOpenAiPart, UNNAMED } from './openai-part.ts'

export interface ToOpenAiOptions {
  /**
   * `keep` writes thinking as `reasoning_content`, as DeepSeek and others accept it; `drop` leaves it out. Default:
   * keep.
   */
  readonly reasoning?: 'keep' | 'drop'
}

/**
 * A request in the OpenAI chat completions shape (MSG-1). The system prompt becomes the first message. Each result
 * becomes a tool message of its own, in place; the rest of its user message follows. Pictures and documents in a result
 * go into that user message too, with a line that names the call, because a tool message takes text only. Content of a
 * single text is written as a string.
 *
 * Lost: signatures and hidden thinking, `is_error` (the text of an error says it), cache markers, sizes of pictures. A
 * part in a message of the wrong role is translated where it is, so that `validate` finds it.
 */
export function toOpenAi(request: AnthropicRequest, options: ToOpenAiOptions = {}): SentTo['openai'] {
  const messages = translate(request, options).messages as SentTo['openai']['messages']
  if (request.tools === undefined) return { messages }
  const tools = request.tools.map((tool): Json => {
    const { name, description, input_schema: parameters } = tool
    if (isOfProvider(tool)) return tool as unknown as Json
    return {
      type: 'function',
      function: { name, ...(description === undefined ? {} : { description }), parameters },
    }
  })
  return { messages, tools: tools as SentTo['openai']['tools'] & object }
}

/**
 * The source of an OpenAI message: a message index (-1 for the system prompt), and the part behind each of its own
 * parts.
 */
interface Origin {
  readonly index: number
  readonly parts: readonly number[]
}

/** The messages of `toOpenAi` with their origins, so that rules can report places in the engine's list. */
export function translate(
  request: Pick<AnthropicRequest, 'system' | 'messages'>,
  options: ToOpenAiOptions = {},
): { readonly messages: readonly OpenAiMessage[]; readonly origins: readonly Origin[] } {
  const messages: OpenAiMessage[] = []
  const origins: Origin[] = []
  const write = (message: OpenAiMessage, index: number, parts: readonly number[]): void => {
    messages.push(message)
    origins.push({ index, parts })
  }
  const system = systemText(request.system)
  if (system !== '') write({ role: 'system', content: system }, -1, [0])
  for (const [index, message] of request.messages.entries()) {
    if (typeof message.content === 'string') {
      write({ role: message.role, content: message.content }, index, [0])
      continue
    }
    const sorted = sortedParts(message)
    if (message.role === 'assistant') writeAssistant(sorted, index, options, write)
    for (const result of sorted.results) writeResult(result, index, sorted.moved, write)
    if (message.role !== 'assistant') writeOther(message.role, sorted, index, write)
  }
  return { messages, origins }
}

type Write = (message: OpenAiMessage, index: number, parts: readonly number[]) => void

/** A part and its index in the message. */
interface Placed<Value> {
  readonly value: Value
  readonly part: number
}

interface SortedParts {
  readonly content: Placed<Json>[]
  readonly calls: Placed<ToolCallPart>[]
  readonly results: Placed<ToolResultPart>[]
  readonly thinking: string[]
  /** Pictures and documents of results, to be moved into the user message. */
  readonly moved: Placed<Json>[]
  readonly size: number
}

function sortedParts(message: Message): SortedParts {
  const parts: readonly Part[] = Array.isArray(message.content) ? message.content : []
  const sorted: SortedParts = {
    content: [],
    calls: [],
    results: [],
    thinking: [],
    moved: [],
    size: parts.length,
  }
  for (const [part, value] of parts.entries()) {
    if (value.type === 'tool_use') sorted.calls.push({ value, part })
    else if (value.type === 'tool_result') sorted.results.push({ value, part })
    else if (value.type === 'thinking') sorted.thinking.push(value.thinking)
    else if (value.type !== 'redacted_thinking') sorted.content.push({ value: toOpenAiPart(value), part })
  }
  return sorted
}

function writeAssistant(sorted: SortedParts, index: number, options: ToOpenAiOptions, write: Write): void {
  const { content, calls } = sorted
  const reasoning =
    options.reasoning === 'drop' ? '' : sorted.thinking.filter((text) => text !== '').join('\n\n')
  // A reply with only thinking has empty content; null would say that there was nothing at all.
  const empty = sorted.size > 0 && calls.length === 0 ? '' : null
  const message: OpenAiMessage = {
    role: 'assistant',
    content: content.length === 0 ? empty : shortest(content.map(({ value }) => value)),
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(({ value }) => callOf(value)) }),
  }
  const filler = content.length === 0 && message.content !== null ? [0] : []
  write(message, index, [...filler, ...content.map(({ part }) => part), ...calls.map(({ part }) => part)])
}

function callOf(part: ToolCallPart): NonNullable<OpenAiMessage['tool_calls']>[number] {
  return {
    id: part.id,
    type: 'function',
    function: { name: part.name, arguments: argumentsText(part.input) },
  }
}

function writeResult(
  result: Placed<ToolResultPart>,
  index: number,
  moved: Placed<Json>[],
  write: Write,
): void {
  const { tool_use_id: id, content } = result.value
  const parts: Json[] = []
  for (const item of typeof content === 'string' ? [] : (content ?? [])) {
    const translated = toOpenAiPart(item)
    if (isOpenAiText(translated)) {
      parts.push(translated)
      continue
    }
    parts.push({ type: 'text', text: `[${item.type}: see the next message]` })
    moved.push({
      value: { type: 'text', text: `[${item.type} from the result of ${id}]` },
      part: result.part,
    })
    moved.push({ value: translated, part: result.part })
  }
  const text = typeof content === 'string' ? content : shortest(parts)
  write(
    { role: 'tool', tool_call_id: id, content: text },
    index,
    parts.length === 0 ? [result.part] : parts.map(() => result.part),
  )
}

/** The parts of a user or system message other than results; nothing if it held only results. */
function writeOther(role: 'user' | 'system', sorted: SortedParts, index: number, write: Write): void {
  const { calls } = sorted
  const content = [...sorted.moved, ...sorted.content]
  if (content.length === 0 && calls.length === 0 && sorted.results.length > 0) return
  const values = content.map(({ value }) => value)
  const message: OpenAiMessage = {
    role,
    content: content.length === 0 ? [] : shortest(values),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(({ value }) => callOf(value)) }),
  }
  write(message, index, [...content.map(({ part }) => part), ...calls.map(({ part }) => part)])
}

/** A list of one text as that text, and an empty list as an empty string: many servers accept only strings. */
function shortest(parts: readonly Json[]): string | readonly Json[] {
  if (parts.length === 0) return ''
  const [first] = parts
  return parts.length === 1 && isOpenAiText(first) ? first.text : parts
}

function systemText(system: AnthropicRequest['system']): string {
  if (typeof system === 'string' || system === undefined) return system ?? ''
  return system.flatMap((part) => (isOpenAiText(part) ? [part.text] : [])).join('\n\n')
}

/** A conversation in the engine's shape, and where each message came from. */
export interface FromOpenAi {
  /** The system and developer messages at the front, separated by an empty line; '' if there are none. */
  readonly system: string
  readonly messages: readonly Message[]
  /**
   * For each message the indices that it was made of: one, or the run of tool messages that became a user message of
   * results.
   */
  readonly origins: readonly (readonly number[])[]
}

/**
 * OpenAI messages in the engine's shape (MSG-1). A run of tool messages becomes one user message of results; a user
 * message after it stays separate, so that it begins an exchange. `reasoning_content`, or what other servers have in its
 * place, becomes thinking at the front of its reply; a refusal, or the transcript of sound, its text. The older
 * `function_call` is a call with an id that is made up. System messages after the first other message stay where they
 * are. A message of an unknown role counts as the user's. Inverse of `toOpenAi`, except for what that function loses.
 *
 * @throws ProblemError `not-a-message` for what is no message, with its place
 */
export function fromOpenAiMessages(
  input: readonly (OpenAiMessage | { readonly role: string })[],
): FromOpenAi {
  const system: string[] = []
  const messages: Message[] = []
  const origins: number[][] = []
  let results: ToolResultPart[] | null = null
  /** Calls of the older form have no ids: their number. */
  let older = 0
  mustBeOpenAi(input)
  for (const [index, message] of input.entries()) {
    const role: string = message.role
    if (role === 'tool' || role === 'function') {
      if (results === null) {
        results = []
        messages.push({ role: 'user', content: results })
        origins.push([])
      }
      results.push(resultFrom(message, role === 'tool' ? (message.tool_call_id ?? '') : olderId(older)))
      origins.at(-1)?.push(index)
      continue
    }
    results = null
    const isSystem = message.role === 'system' || message.role === 'developer'
    if (isSystem && messages.length === 0) {
      system.push(textFrom(message))
      continue
    }
    if (recordOf(message.function_call) !== null) older += 1
    if (message.role === 'assistant') messages.push(replyFrom(message, olderId(older)))
    else messages.push({ role: isSystem ? 'system' : 'user', content: contentFrom(message.content) })
    origins.push([index])
  }
  return { system: system.join('\n\n'), messages, origins }
}

function olderId(nth: number): string {
  return `function_call_${nth}`
}

function mustBeOpenAi(input: unknown): asserts input is readonly OpenAiMessage[] {
  if (!Array.isArray(input)) throw notAMessage('messages', 'a list', input)
  for (const [index, message] of (input as readonly Json[]).entries()) {
    const record = recordOf(message)
    if (record === null) throw notAMessage(`messages.${index}`, 'an object', message)
    const content = record['content'] ?? ''
    if (typeof content !== 'string' && !Array.isArray(content))
      throw notAMessage(`messages.${index}.content`, 'a text or a list', content)
    for (const [nth, call] of listIn(record, 'tool_calls').entries())
      if (textIn(recordOf(call), 'id') === null)
        throw notAMessage(`messages.${index}.tool_calls.${nth}`, 'a call with an id', call)
  }
}

function notAMessage(place: string, expected: string, value: unknown): ProblemError {
  const found = JSON.stringify(value)?.slice(0, 80) ?? 'missing'
  const message = `${place} has to be ${expected}, but is ${found}`
  return new ProblemError([{ severity: 'error', code: 'not-a-message', message, expected, found }])
}

function replyFrom(message: OpenAiMessage, olderCall: string): Message {
  const content = contentFrom(
    message.content ?? message.refusal ?? textIn(recordOf(message.audio), 'transcript'),
  )
  const older = recordOf(message.function_call)
  const listed = listIn(message as unknown as { readonly [key: string]: Json }, 'tool_calls').map(recordOf)
  const calls = [...listed, ...(older === null ? [] : [{ id: olderCall, function: older }])].map(
    (call): Part => {
      const custom = recordOf(call?.['custom'])
      const called = custom ?? recordOf(call?.['function'])
      const given = called?.['arguments'] ?? called?.['input'] ?? ''
      // A custom tool takes any text.
      const input = custom === null && typeof given === 'string' ? inputOf(given) : given
      return { type: 'tool_use', id: textIn(call, 'id') ?? '', name: textIn(called, 'name') ?? '', input }
    },
  )
  const reasoning = reasoningIn(message)
  if (calls.length === 0 && reasoning === '') return { role: 'assistant', content }
  const thinking: Part[] = reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning }]
  // Next to calls or thinking, an empty string only says that there was no text.
  const text: readonly Part[] =
    typeof content !== 'string' ? content : content === '' ? [] : [{ type: 'text', text: content }]
  return { role: 'assistant', content: [...thinking, ...text, ...calls] }
}

/**
 * What a reply says that the model thought. Servers have it as `reasoning_content` or `reasoning`, some in pieces as
 * well, as `reasoning_details` or `thinking_blocks`: usually the same text, so the longest is taken.
 */
export function reasoningIn(message: object): string {
  const fields = message as { readonly [key: string]: Json }
  const inPieces = (field: string): string =>
    listIn(fields, field)
      .map(recordOf)
      .flatMap((one) => textIn(one, 'text') ?? textIn(one, 'summary') ?? textIn(one, 'thinking') ?? [])
      .join('\n\n')
  const texts = [
    textIn(fields, 'reasoning_content') ?? '',
    textIn(fields, 'reasoning') ?? '',
    inPieces('reasoning_details'),
    inPieces('thinking_blocks'),
  ]
  return texts.reduce((longest, text) => (text.length > longest.length ? text : longest))
}

function resultFrom(message: OpenAiMessage, tool_use_id: string): ToolResultPart {
  const content = contentFrom(message.content)
  const kept =
    typeof content === 'string'
      ? content
      : content.filter(
          (part): part is ResultContentPart =>
            part.type === 'text' || part.type === 'image' || part.type === 'document',
        )
  return { type: 'tool_result', tool_use_id, content: kept }
}

function contentFrom(content: OpenAiMessage['content']): string | readonly Part[] {
  if (content === null || content === undefined) return ''
  if (typeof content === 'string') return content
  return content.map((value) => fromOpenAiPart(value) ?? omittedPart(value))
}

function textFrom(message: OpenAiMessage): string {
  const content = contentFrom(message.content)
  if (typeof content === 'string') return content
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
}

/** A line in place of a part that has no form here, as `toOpenAi` writes it. */
function omittedPart(value: Json): Part {
  return { type: 'text', text: `[${textIn(recordOf(value), 'type') ?? 'part'} omitted]` }
}

/** OpenAI's content part in the engine's shape; null for a kind that has no form here. */
export function fromOpenAiPart(value: Json): Part | null {
  if (typeof value === 'string') return { type: 'text', text: value }
  const part = recordOf(value)
  if (part === null) return null
  const image = recordOf(part['image_url'])
  const url = textIn(image, 'url') ?? textIn(part, 'image_url')
  if (part['type'] === 'image_url' && url !== null) return imageFrom(sourceOfUrl(url), image?.['detail'])
  const audio = recordOf(part['input_audio'])
  const sound = textIn(audio, 'data')
  if (part['type'] === 'input_audio' && sound !== null) {
    const media_type = `audio/${textIn(audio, 'format') ?? 'wav'}`
    return { type: 'audio', source: { type: 'base64', media_type, data: sound } }
  }
  if (part['type'] === 'file') {
    const document = fileFrom(recordOf(part['file']))
    if (document !== null) return document
  }
  const text = textIn(part, 'text') ?? textIn(part, 'refusal')
  return text === null ? null : { type: 'text', text }
}

function fileFrom(file: { readonly [key: string]: Json } | null): Part | null {
  const [data, id, name] = ['file_data', 'file_id', 'filename'].map((key) => textIn(file, key))
  if (typeof data !== 'string' && typeof id !== 'string') return null
  const document = documentFrom(
    typeof data === 'string' ? sourceOfUrl(data) : { type: 'file', url: id ?? '' },
  )
  // Beside a text a name would count as part of it.
  const isNamed = typeof name === 'string' && name !== UNNAMED && document.source.type !== 'text'
  return isNamed ? { ...document, title: name } : document
}

/**
 * The arguments of a call as the model wrote them, `{}` where it wrote nothing. Text that is not JSON, or is the JSON of
 * a string, stays unchanged text, so that the model sees exactly what it wrote. Inverse of `argumentsText`, except for
 * white space and the notation of numbers.
 */
export function inputOf(text: string): Json {
  if (text.trim() === '') return {}
  if (isDeep(text)) return text
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}

/** Deeper JSON could be read, but would overflow the stack when it is written again. */
const MAX_DEPTH = 500

/** Brackets in strings count too: they nearly always close again, and keeping the text unchanged loses nothing. */
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

function listIn(record: { readonly [key: string]: Json }, key: string): readonly Json[] {
  const value = record[key]
  return Array.isArray(value) ? (value as readonly Json[]) : []
}

function textIn(record: { readonly [key: string]: Json } | null, key: string): string | null {
  const value = record?.[key]
  return typeof value === 'string' ? value : null
}
