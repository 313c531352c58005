import { nameOf } from '../../core/message/message.ts'
import type { Json } from '../../core/message/message.ts'
import type { OpenAiMessage } from '../../core/message/request.ts'
import type { OpenAiSubject, Rule } from './rule.ts'

/** Reads OpenAI messages as the provider's check does. */

/**
 * The parts of a content: a string is one part, null none. Places in OpenAI messages count these first, then the calls.
 */
export function contentPartsOf(message: OpenAiMessage): readonly Json[] {
  const { content } = message
  if (content === null || content === undefined) return []
  return typeof content === 'string' ? [content] : content
}

export type OpenAiCall = NonNullable<OpenAiMessage['tool_calls']>[number]

export function callsOf(message: OpenAiMessage): readonly OpenAiCall[] {
  return message.tool_calls ?? []
}

/** The `type` of a content part; a string is text. */
export function typeOfPart(part: Json): string {
  if (typeof part !== 'object' || part === null || !('type' in part)) return 'text'
  return typeof part.type === 'string' ? part.type : ''
}

/** Index after the run of tool messages that follows message `index`. */
function endOfResults(messages: readonly OpenAiMessage[], index: number): number {
  let end = index + 1
  while (messages[end]?.role === 'tool') end += 1
  return end
}

/** A request has at least one message. */
const noMessages: Rule<OpenAiSubject> = function* ({ messages }) {
  if (messages.length > 0) return
  const message =
    "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead."
  yield { index: -1, ids: [], message }
}

const KNOWN: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

/** A message has one of the known roles. */
const unknownRole: Rule<OpenAiSubject> = function* ({ messages }) {
  for (const [index, { role }] of messages.entries()) {
    if (isKnownRole(role)) continue
    const message = `Invalid value: '${role}'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.`
    yield { index, ids: [], message }
  }
}

export function isKnownRole(role: string): boolean {
  return KNOWN.has(role)
}

/**
 * A message has content, or calls if it is the assistant’s. An empty string is valid content for this API: only
 * missing content, null or an empty list is rejected.
 */
const emptyMessage: Rule<OpenAiSubject> = function* ({ messages }) {
  for (const [index, value] of messages.entries()) {
    if (value.tool_calls?.length === 0) {
      yield { index, ids: [], message: emptyArray(`messages[${index}].tool_calls`) }
    }
    if (Array.isArray(value.content) && value.content.length === 0) {
      yield { index, ids: [], message: emptyArray(`messages[${index}].content`) }
      continue
    }
    if (value.content !== null && value.content !== undefined) continue
    if (value.role === 'assistant' && (callsOf(value).length > 0 || saysOtherwise(value))) continue
    yield { index, ids: [], message: "Invalid value for 'content': expected a string, got null." }
  }
}

/** Whether a reply has something in place of content. */
export function saysOtherwise({ refusal, audio, function_call: called }: OpenAiMessage): boolean {
  return [refusal, audio, called].some((value) => value !== undefined && value !== null && value !== '')
}

function emptyArray(place: string): string {
  return `Invalid '${place}': empty array. Expected an array with minimum length 1, but got an empty array instead.`
}

/** Pictures, sound and files stand in user messages, calls in assistant messages. */
const partRole: Rule<OpenAiSubject> = function* ({ messages }) {
  for (const [index, value] of messages.entries()) {
    const content = contentPartsOf(value)
    for (const [part, item] of content.entries()) {
      const type = typeOfPart(item)
      if (mayHold(value.role, type)) continue
      const message =
        type === 'image_url'
          ? `Invalid 'messages[${index}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${value.role}' contains an image URL.`
          : `Invalid value: '${type}'. Supported values are: 'text'${value.role === 'assistant' ? " and 'refusal'" : ''}.`
      yield { index, part, ids: [], message }
    }
    if (value.role === 'assistant') continue
    for (const [nth, call] of callsOf(value).entries()) {
      const message = `Unknown parameter: 'messages[${index}].tool_calls'.`
      yield { index, part: content.length + nth, ids: [call.id], message }
    }
  }
}

/** Whether a message of that role may hold a content part of that type. */
export function mayHold(role: string, type: string): boolean {
  if (type === 'text' || role === 'user') return true
  return type === 'refusal' && role === 'assistant'
}

/** Every call is answered by a tool message before anything else is said. */
const unansweredCall: Rule<OpenAiSubject> = function* ({ messages }) {
  for (const [index, value] of messages.entries()) {
    const calls = callsOf(value)
    if (value.role !== 'assistant' || calls.length === 0) continue
    const answered = new Set<string>()
    const end = endOfResults(messages, index)
    for (let at = index + 1; at < end; at += 1) answered.add(messages[at]?.tool_call_id ?? '')
    const ids = [...new Set(calls.map(({ id }) => id).filter((id) => !answered.has(id)))]
    if (ids.length === 0) continue
    const part = contentPartsOf(value).length + calls.findIndex(({ id }) => id === ids[0])
    const message =
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
      `'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
    yield { index, part, ids, message }
  }
}

/** A tool message answers a call of the reply it follows. */
const orphanResult: Rule<OpenAiSubject> = function* ({ messages }) {
  let calls: ReadonlySet<string> = new Set()
  for (const [index, value] of messages.entries()) {
    if (value.role !== 'tool') {
      calls = new Set(value.role === 'assistant' ? callsOf(value).map(({ id }) => id) : [])
      continue
    }
    const id = value.tool_call_id ?? ''
    if (calls.has(id)) continue
    const message =
      calls.size === 0
        ? // Their spelling.
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
        : `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`
    yield { index, part: 0, ids: [id], message }
  }
}

/**
 * No two calls of a reply have the same id. An id may be reused in a later reply: real logs do that, and the API
 * accepts it.
 */
const duplicateCall: Rule<OpenAiSubject> = function* ({ messages }) {
  for (const [index, value] of messages.entries()) {
    const seen = new Set<string>()
    for (const [nth, { id }] of callsOf(value).entries()) {
      if (seen.has(id)) {
        const message = `Duplicate value for 'tool_call_id' of ${id} in message[${index}]`
        yield { index, part: contentPartsOf(value).length + nth, ids: [id], message }
      }
      seen.add(id)
    }
  }
}

/** A call has one tool message. */
const duplicateResult: Rule<OpenAiSubject> = function* ({ messages }) {
  let calls: ReadonlySet<string> = new Set()
  let seen = new Map<string, number>()
  for (const [index, value] of messages.entries()) {
    if (value.role !== 'tool') {
      calls = new Set(value.role === 'assistant' ? callsOf(value).map(({ id }) => id) : [])
      seen = new Map()
      continue
    }
    const id = value.tool_call_id ?? ''
    if (!calls.has(id)) continue
    const first = seen.get(id)
    if (first === undefined) {
      seen.set(id, index)
      continue
    }
    const message = `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${first}] and messages[${index}].`
    yield { index, part: 0, ids: [id], message }
  }
}

/** Of an id, in both APIs. Chat completions refused more than 40 characters until 2026. */
export const LONGEST_ID = 64
/** Of a name, in each API. */
export const LONGEST_NAME = Object.freeze({ openai: 64, 'openai-responses': 128 })

/** What the provider says of a text that is too long; null if it is not. */
export function lengthFault(place: string, text: string, longest: number): string | null {
  if (text.length <= longest) return null
  return `Invalid '${place}': string too long. Expected a string with maximum length ${longest}, but got a string with length ${text.length} instead.`
}

/** What the provider says of the name of a tool; null if it accepts it. */
export function nameFault(place: string, name: string, longest: number): string | null {
  if (name === '')
    return `Invalid '${place}': empty string. Expected a string with minimum length 1, but got an empty string instead.`
  if (/^[\w-]+$/.test(name)) return lengthFault(place, name, longest)
  return `Invalid '${place}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`
}

/** The place of a declared tool. */
export const TOOL_INDEX = -2

/** Ids are at most 64 characters long. */
const callId: Rule<OpenAiSubject> = function* ({ messages }, demands) {
  if (demands.calls === 'ignored') return
  for (const [index, value] of messages.entries()) {
    const first = contentPartsOf(value).length
    for (const [nth, { id }] of callsOf(value).entries()) {
      const message = lengthFault(`messages[${index}].tool_calls[${nth}].id`, id, LONGEST_ID)
      if (message !== null) yield { index, part: first + nth, ids: [id], message }
    }
    const id = value.tool_call_id ?? ''
    const message = lengthFault(`messages[${index}].tool_call_id`, id, LONGEST_ID)
    if (message !== null) yield { index, part: 0, ids: [id], message }
  }
}

/** Names of tools have letters, digits, _ and -, and are at most 64 characters long. */
const toolName: Rule<OpenAiSubject> = function* ({ messages, tools }, demands) {
  if (demands.calls === 'ignored') return
  for (const [part, tool] of tools.entries()) {
    const message = nameFault(`tools[${part}].function.name`, nameOf(tool) ?? 'x', LONGEST_NAME.openai)
    if (message !== null) yield { index: TOOL_INDEX, part, ids: [], message }
  }
  for (const [index, value] of messages.entries()) {
    const first = contentPartsOf(value).length
    for (const [nth, call] of callsOf(value).entries()) {
      const place = `messages[${index}].tool_calls[${nth}].function.name`
      const message = nameFault(place, nameOf(call) ?? 'x', LONGEST_NAME.openai)
      if (message !== null) yield { index, part: first + nth, ids: [call.id], message }
    }
  }
}

/** The requirements of OpenAI chat completions, by the name in a violation (VALID-1). */
export const openAiRules: Readonly<Record<string, Rule<OpenAiSubject>>> = Object.freeze({
  'no-messages': noMessages,
  'unknown-role': unknownRole,
  'empty-message': emptyMessage,
  'part-role': partRole,
  'unanswered-call': unansweredCall,
  'orphan-result': orphanResult,
  'duplicate-call': duplicateCall,
  'duplicate-result': duplicateResult,
  'call-id': callId,
  'tool-name': toolName,
})
