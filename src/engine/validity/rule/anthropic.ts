import type { AnthropicSubject, Rule } from './rule.ts'
import {
  answeredIdsOf,
  callIdsOf,
  endsInServerResult,
  isBlank,
  isThinking,
  looseServerResults,
  unansweredText,
} from './part.ts'
import type { Message, Part } from '../../core/message/message.ts'
import {
  boundThinking,
  disabledThinking,
  loopThinking,
  prefill,
  thinkingFirst,
  thinkingLast,
  trailingWhitespace,
} from './anthropic-thinking.ts'

/** A request has at least one message. */
const noMessages: Rule<AnthropicSubject> = function* ({ messages }) {
  if (messages.length > 0) return
  yield { index: -1, ids: [], message: 'messages: at least one message is required' }
}

const KNOWN: ReadonlySet<string> = new Set(['user', 'assistant', 'system'])

/** A message is the user’s, the assistant’s, or mid-conversation the system’s. */
const unknownRole: Rule<AnthropicSubject> = function* ({ messages }) {
  for (const [index, { role }] of messages.entries()) {
    if (KNOWN.has(role)) continue
    const message = `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant".`
    yield { index, ids: [], message }
  }
}

/** The first message is the user’s. A system message in the first place is checked by `system-message`. */
const firstRole: Rule<AnthropicSubject> = function* ({ messages }) {
  if (messages[0]?.role !== 'assistant') return
  yield { index: 0, ids: [], message: 'messages: first message must use the "user" role' }
}

/**
 * User and assistant take turns, where the provider insists on it. Off by default: today the API joins neighbours of
 * one role.
 */
const alternation: Rule<AnthropicSubject> = function* ({ messages }, demands) {
  if (demands.alternation === 'merged') return
  for (const [index, { role }] of messages.entries()) {
    if (index === 0 || role !== messages[index - 1]?.role) continue
    const message = `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`
    yield { index, ids: [], message }
  }
}

/** What a system message in mid-conversation may hold. */
export const SYSTEM_PARTS: ReadonlySet<string> = new Set(['text', 'tool_addition', 'tool_removal'])

/** Whether a system message has no content and only says how the model is to answer from there on. */
export function isDirective(message: Message | null | undefined): boolean {
  if (message?.role !== 'system' || !('output_config' in message)) return false
  const content: unknown = message.content
  return content === undefined || (Array.isArray(content) && content.length === 0)
}

const ANYWHERE = 'the directive-only form (content: [] with output_config) is accepted at any position'

/**
 * A system message follows a user message, precedes an assistant message or the end, and holds text. Claude accepts
 * system messages in mid-conversation from version 4.8 on, right after a user message or a reply that ends with what a
 * server tool gave, and before an assistant message or the end. A run of them counts as one.
 */
const systemMessage: Rule<AnthropicSubject> = function* ({ messages, parts }, demands) {
  let before: string | null = null
  for (const [index, { role }] of messages.entries()) {
    if (role !== 'system') {
      before = endsInServerResult(parts[index]) ? 'user' : role
      continue
    }
    const fault =
      demands.systemMessages === 'rejected'
        ? 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
        : isDirective(messages[index])
          ? null
          : placeFault(index, before, messages[index + 1]?.role ?? null)
    if (fault !== null) yield { index, ids: [], message: fault }
    const part = (parts[index] ?? []).findIndex(({ type }) => !SYSTEM_PARTS.has(type))
    if (part < 0) continue
    const message = `messages.${index}: role 'system' supports text, tool_addition, and tool_removal blocks only`
    yield { index, part, ids: [], message }
  }
}

function placeFault(index: number, before: string | null, after: string | null): string | null {
  if (before === null) {
    return `messages.${index}: use the top-level 'system' parameter for the initial system prompt; ${ANYWHERE}`
  }
  if (before !== 'user') {
    return `messages.${index}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${ANYWHERE}`
  }
  // Only the last of a run has a neighbour that can be wrong.
  if (after !== null && after !== 'assistant' && after !== 'system') {
    return `messages.${index}: role 'system' must precede an 'assistant' message or end the array; ${ANYWHERE}`
  }
  return null
}

/** A message has content, except a final one of the assistant. */
const emptyMessage: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  for (const [index, { role }] of messages.entries()) {
    if ((parts[index]?.length ?? 0) > 0 || isDirective(messages[index])) continue
    if (index === messages.length - 1 && role === 'assistant') continue
    const message = `messages.${index}: all messages must have non-empty content except for the optional final assistant message`
    yield { index, ids: [], message }
  }
}

/** A text part is not blank. A result may be an empty string, but must not contain a blank text part. */
const blankText: Rule<AnthropicSubject> = function* ({ parts }) {
  for (let index = 0; index < parts.length; index += 1) {
    const list = parts[index] ?? []
    for (let part = 0; part < list.length; part += 1) {
      const value = list[part]
      if (value?.type === 'text' && isBlank(value.text)) {
        yield { index, part, ids: [], message: blankOf(value.text) }
      }
      if (value?.type !== 'tool_result' || typeof value.content === 'string') continue
      for (const inner of value.content ?? []) {
        if (inner.type !== 'text' || !isBlank(inner.text)) continue
        yield { index, part, ids: [value.tool_use_id], message: blankOf(inner.text) }
        break
      }
    }
  }
}

function blankOf(text: string): string {
  return text === ''
    ? 'messages: text content blocks must be non-empty'
    : 'messages: text content blocks must contain non-whitespace text'
}

/**
 * There is no audio in a message. Part types that the engine does not know are not checked: a provider adds some
 * every few months.
 */
const unknownPart: Rule<AnthropicSubject> = function* ({ parts }) {
  for (let index = 0; index < parts.length; index += 1) {
    const list = parts[index] ?? []
    for (let part = 0; part < list.length; part += 1) {
      if (list[part]?.type !== 'audio') continue
      const message = `messages.${index}.content.${part}: Input tag 'audio' found using 'type' does not match any of the expected tags`
      yield { index, part, ids: [], message }
    }
  }
}

/**
 * Calls and thinking stand in assistant messages; results, images and documents in user messages. Documents directly
 * in assistant messages are rejected since API version 2026-10-21, images always were; inside a tool result both are
 * fine.
 */
const partRole: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  for (let index = 0; index < messages.length; index += 1) {
    const role = messages[index]?.role ?? ''
    const list = parts[index] ?? []
    for (let part = 0; part < list.length; part += 1) {
      const value = list[part]
      if (value === undefined || standsRight(value, role)) continue
      yield { index, part, ids: idsOf(value), message: `messages.${index}${misplacedOf(value)}` }
    }
  }
}

/** Whether a part is allowed in a message of that role. A system message is judged like a user's. */
export function standsRight(part: Part, role: string): boolean {
  if (part.type === 'tool_use' || isThinking(part)) return role === 'assistant'
  if (part.type === 'tool_result') return role !== 'assistant' && role !== 'system'
  if (part.type === 'image' || part.type === 'document') return role !== 'assistant'
  return true
}

function misplacedOf(part: Part): string {
  if (part.type === 'tool_use') return ': `tool_use` blocks can only be in `assistant` messages'
  if (part.type === 'tool_result') return ': `tool_result` blocks can only be in `user` messages'
  if (isThinking(part)) return '.content: thinking blocks may only be in `assistant` messages'
  return `.content: '${part.type}' blocks are not permitted within assistant turns`
}

function idsOf(part: Part | undefined): string[] {
  if (part?.type === 'tool_use') return [part.id]
  return part?.type === 'tool_result' ? [part.tool_use_id] : []
}

/**
 * Every call of a message is answered in the very next one. Neighbours of one role are not joined here: whether the
 * API joins them before it checks pairs is not documented, and a list that passes here passes either way.
 */
const unansweredCall: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  for (let index = 0; index < parts.length; index += 1) {
    if (messages[index]?.role !== 'assistant') continue
    const list = parts[index] ?? []
    const calls = callIdsOf(list)
    if (calls.length === 0) continue
    const answered = messages[index + 1]?.role === 'user' ? answeredIdsOf(parts[index + 1] ?? []) : NONE
    const open = calls.filter((id) => !answered.has(id))
    if (open.length === 0) continue
    const ids = [...new Set(open)]
    const part = list.findIndex((value) => value.type === 'tool_use' && value.id === ids[0])
    yield { index, part, ids, message: unansweredText(index, ids) }
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Results come before everything else in their message. */
const resultAfterText: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  for (let index = 1; index < parts.length; index += 1) {
    if (messages[index]?.role !== 'user' || messages[index - 1]?.role !== 'assistant') continue
    const list = parts[index] ?? []
    const other = list.findIndex(({ type }) => type !== 'tool_result')
    if (other < 0 || other === list.length - 1) continue
    const calls = new Set(callIdsOf(parts[index - 1] ?? []))
    const late = new Set<string>()
    let first = -1
    for (let part = other; part < list.length; part += 1) {
      const value = list[part]
      if (value?.type !== 'tool_result' || !calls.has(value.tool_use_id)) continue
      if (first < 0) first = part
      late.add(value.tool_use_id)
    }
    const ids = [...late]
    if (first >= 0) yield { index, part: first, ids, message: unansweredText(index - 1, ids) }
  }
}

/** Every result answers a call of the message right before, or of a tool of the provider's anywhere before. */
const orphanResult: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  const loose = looseServerResults()
  for (const [index, list] of parts.entries()) {
    for (const [part, value] of list.entries()) {
      const id = loose(value)
      if (id === null) continue
      const { type }: { readonly type: string } = value
      const call = type === 'mcp_tool_result' ? 'mcp_tool_use' : 'server_tool_use'
      const message =
        `messages.${index}.content.${part}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. ` +
        `Each \`${type}\` block must have a corresponding \`${call}\` block before it.`
      yield { index, part, ids: [id], message }
    }
  }
  for (let index = 0; index < parts.length; index += 1) {
    if (messages[index]?.role !== 'user') continue
    const list = parts[index] ?? []
    let calls: Set<string> | null = null
    for (let part = 0; part < list.length; part += 1) {
      const value = list[part]
      if (value?.type !== 'tool_result') continue
      calls ??= new Set(messages[index - 1]?.role === 'assistant' ? callIdsOf(parts[index - 1] ?? []) : [])
      const id = value.tool_use_id
      if (calls.has(id)) continue
      const message =
        `messages.${index}.content.${part}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
        'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
      yield { index, part, ids: [id], message }
    }
  }
}

/** No two calls of a request have the same id. */
const duplicateCall: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  const seen = new Set<string>()
  for (let index = 0; index < parts.length; index += 1) {
    if (messages[index]?.role !== 'assistant') continue
    const list = parts[index] ?? []
    for (let part = 0; part < list.length; part += 1) {
      const value = list[part]
      if (value?.type !== 'tool_use') continue
      if (seen.has(value.id)) {
        const message = `messages.${index}.content.${part}: \`tool_use\` ids must be unique`
        yield { index, part, ids: [value.id], message }
      }
      seen.add(value.id)
    }
  }
}

/**
 * A call has one result. A second result in another message than the first has no call before it: that is checked by
 * `orphan-result`.
 */
const duplicateResult: Rule<AnthropicSubject> = function* ({ messages, parts }) {
  for (let index = 1; index < parts.length; index += 1) {
    if (messages[index]?.role !== 'user' || messages[index - 1]?.role !== 'assistant') continue
    const list = parts[index] ?? []
    if (list.length < 2) continue
    const calls = new Set(callIdsOf(parts[index - 1] ?? []))
    const seen = new Set<string>()
    for (const [part, value] of list.entries()) {
      if (value.type !== 'tool_result' || !calls.has(value.tool_use_id)) continue
      const id = value.tool_use_id
      if (seen.has(id)) {
        const message =
          `messages.${index}.content.${part}: each tool_use must have a single result. ` +
          `Found multiple \`tool_result\` blocks with id: ${id}`
        yield { index, part, ids: [id], message }
      }
      seen.add(id)
    }
  }
}

/** Ids have only these characters; other providers make others, such as `functions.read:0`. */
export const CALL_ID = /^[\w-]+$/

/** Ids of calls, and of results, have no other characters than letters, digits, _ and -. */
const callId: Rule<AnthropicSubject> = function* ({ parts }, demands) {
  if (demands.calls === 'ignored') return
  for (let index = 0; index < parts.length; index += 1) {
    const list = parts[index] ?? []
    for (let part = 0; part < list.length; part += 1) {
      const [id] = idsOf(list[part])
      if (id === undefined || CALL_ID.test(id)) continue
      const field = list[part]?.type === 'tool_use' ? 'tool_use.id' : 'tool_result.tool_use_id'
      const message = `messages.${index}.content.${part}.${field}: String should match pattern '^[a-zA-Z0-9_-]+$'`
      yield { index, part, ids: [id], message }
    }
  }
}

/** The arguments of a call are an object. A log may hold a text that is no JSON, or a custom tool's text. */
const callInput: Rule<AnthropicSubject> = function* ({ parts }, demands) {
  if (demands.calls === 'ignored') return
  for (let index = 0; index < parts.length; index += 1) {
    const list = parts[index] ?? []
    for (let part = 0; part < list.length; part += 1) {
      const value = list[part]
      if (value?.type !== 'tool_use' || isObject(value.input)) continue
      const message = `messages.${index}.content.${part}.tool_use.input: Input should be a valid dictionary`
      yield { index, part, ids: [value.id], message }
    }
  }
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A request with calls or results declares tools. Matters if a history with calls is sent to be summarized. A name
 * that is not among the tools is accepted.
 */
const undeclaredTools: Rule<AnthropicSubject> = function* ({ request, parts }, demands) {
  if (demands.tools === 'ignored' || request === null || (request.tools?.length ?? 0) > 0) return
  const holds = parts.some((list) => list.some(({ type }) => type === 'tool_use' || type === 'tool_result'))
  if (!holds) return
  const message = 'Requests which include `tool_use` or `tool_result` blocks must define tools.'
  yield { index: -1, ids: [], message }
}

/** Maximum number of markers in a request, in system, tools and messages together. */
export const MAX_MARKERS = 4

/** At most four parts have a cache marker. */
const cacheMarkers: Rule<AnthropicSubject> = function* (subject) {
  const found = markersOf(subject).length
  if (found <= MAX_MARKERS) return
  const message = `A maximum of ${MAX_MARKERS} blocks with cache_control may be provided. Found ${found}.`
  yield { index: -1, ids: [], message }
}

/** Where a marker is: `index` is a message, -1 for a system text, -2 for a tool; `part` counts within it. */
interface Marker {
  readonly index: number
  readonly part: number
}

/** Every marked part in the order of the prompt: tools, system, messages. Parts inside a result are not counted. */
export function markersOf({ request, parts }: Pick<AnthropicSubject, 'request' | 'parts'>): Marker[] {
  const found: Marker[] = []
  const look = (values: readonly unknown[], index: number): void => {
    for (let part = 0; part < values.length; part += 1)
      if (isMarked(values[part])) found.push({ index, part })
  }
  look(request?.tools ?? [], -2)
  if (Array.isArray(request?.system)) look(request.system, -1)
  for (let index = 0; index < parts.length; index += 1) look(parts[index] ?? [], index)
  return found
}

function isMarked(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('cache_control' in value)) return false
  return value.cache_control !== null && value.cache_control !== undefined
}

/** The requirements of the Anthropic Messages API, by the name in a violation (VALID-1). */
export const anthropicRules: Readonly<Record<string, Rule<AnthropicSubject>>> = Object.freeze({
  'no-messages': noMessages,
  'unknown-role': unknownRole,
  'first-role': firstRole,
  alternation,
  'system-message': systemMessage,
  'empty-message': emptyMessage,
  'blank-text': blankText,
  'unknown-part': unknownPart,
  'part-role': partRole,
  'unanswered-call': unansweredCall,
  'result-after-text': resultAfterText,
  'orphan-result': orphanResult,
  'duplicate-call': duplicateCall,
  'duplicate-result': duplicateResult,
  'call-id': callId,
  'call-input': callInput,
  'thinking-first': thinkingFirst,
  'loop-thinking': loopThinking,
  'disabled-thinking': disabledThinking,
  'thinking-last': thinkingLast,
  'bound-thinking': boundThinking,
  prefill,
  'trailing-whitespace': trailingWhitespace,
  'undeclared-tools': undeclaredTools,
  'cache-markers': cacheMarkers,
})
