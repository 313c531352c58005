import type { Json } from '../../core/message/message.ts'
import type { ResponsesItem } from '../../core/message/request.ts'
import type { ResponsesSubject, Rule } from './rule.ts'
import { nameOf } from '../../core/message/message.ts'
import { lengthFault, LONGEST_ID, LONGEST_NAME, nameFault, TOOL_INDEX } from './openai.ts'

/** Reads items as the provider's check does. */

/** Calls that a client runs; each is answered by an item of its type plus `_output`. */
const CALLS: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
  'computer_call',
])
const OUTPUT = '_output'

/** The id of a call that waits for an output, or null for every other item. */
export function calledId(item: ResponsesItem): string | null {
  return item.type !== undefined && CALLS.has(item.type) ? (item.call_id ?? '') : null
}

/** The id of the call that an output answers, or null for every other item. */
export function answeredId(item: ResponsesItem): string | null {
  const { type } = item
  const isOutput = type?.endsWith(OUTPUT) === true && CALLS.has(type.slice(0, -OUTPUT.length))
  // The output of a local shell has the id of its call as its own.
  const own = type === 'local_shell_call_output' ? item['id'] : undefined
  return isOutput ? (item.call_id ?? (typeof own === 'string' ? own : '')) : null
}

/** The provider's words for a type: `function call output`. */
function wordsOf(item: ResponsesItem): string {
  return (item.type ?? 'message').replaceAll('_', ' ')
}

export function isMessageItem(item: ResponsesItem): boolean {
  return item.type === 'message' || (item.type === undefined && item.role !== undefined)
}

const OF_MODEL: ReadonlySet<string> = new Set([
  'mcp_approval_request',
  'compaction',
  'program',
  'program_output',
])

/** True for model output other than reasoning: what reasoning leads to. */
function isModelItem(item: ResponsesItem): boolean {
  if (isMessageItem(item)) return item.role === 'assistant'
  const { type } = item
  return type?.endsWith('_call') === true || (type !== undefined && OF_MODEL.has(type))
}

/** The blocks of a message item; a string is one block, a value that is neither string nor list has none. */
export function blocksOf(item: ResponsesItem): readonly Json[] {
  const { content } = item
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? (content as readonly Json[]) : []
}

/** The `type` of a block; a string is a text that fits every role. */
export function typeOfBlock(block: Json): string | null {
  if (typeof block === 'string') return null
  if (typeof block !== 'object' || block === null || !('type' in block)) return ''
  return typeof block.type === 'string' ? block.type : ''
}

const BY_MODEL: ReadonlySet<string> = new Set(['output_text', 'refusal'])
/** For all roles except the assistant’s, as the provider lists them. Audio is not among them. */
const GIVEN_BLOCKS: readonly string[] = Object.freeze([
  'input_text',
  'input_image',
  'output_text',
  'refusal',
  'input_file',
  'computer_screenshot',
  'summary_text',
])
const GIVEN: ReadonlySet<string> = new Set(GIVEN_BLOCKS)

/** Whether a message of that role may hold a block of that type. */
export function mayHoldBlock(role: string | undefined, type: string | null): boolean {
  if (type === null) return true
  return role === 'assistant' ? BY_MODEL.has(type) : GIVEN.has(type)
}

const ROLES: ReadonlySet<unknown> = new Set(['assistant', 'system', 'developer', 'user'])

export function isItemRole(role: string | undefined): boolean {
  return ROLES.has(role)
}

/** The provider's message for an item that occurs twice in a request. */
function duplicateText(id: string): string {
  return `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`
}

/** A request has at least one item. */
const noInput: Rule<ResponsesSubject> = function* ({ items, continues }) {
  if (items.length > 0 || continues) return
  const message = `One of "input" or "previous_response_id" or 'prompt' or 'conversation_id' must be provided.`
  yield { index: -1, ids: [], message }
}

/** A message has one of the known roles. There is no role `tool` here: a tool's output is an item of its own. */
const unknownRole: Rule<ResponsesSubject> = function* ({ items }) {
  for (const [index, item] of items.entries()) {
    if (!isMessageItem(item) || isItemRole(item.role)) continue
    const message = `Invalid value: '${item.role ?? ''}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`
    yield { index, ids: [], message }
  }
}

/** A message has content. An empty string and an empty list are valid content for this API. */
const emptyMessage: Rule<ResponsesSubject> = function* ({ items }) {
  for (const [index, item] of items.entries()) {
    if (!isMessageItem(item) || typeof item.content === 'string' || Array.isArray(item.content)) continue
    yield { index, ids: [], message: `Missing required parameter: 'input[${index}].content'.` }
  }
}

/** The assistant’s messages hold output, everyone else’s hold input. */
const partRole: Rule<ResponsesSubject> = function* ({ items }) {
  for (const [index, item] of items.entries()) {
    if (!isMessageItem(item)) continue
    for (const [part, block] of blocksOf(item).entries()) {
      const type = typeOfBlock(block)
      if (mayHoldBlock(item.role, type)) continue
      const supported =
        item.role === 'assistant'
          ? "'output_text' and 'refusal'"
          : GIVEN_BLOCKS.map((name, at) => `${at === GIVEN_BLOCKS.length - 1 ? 'and ' : ''}'${name}'`).join(
              ', ',
            )
      yield {
        index,
        part,
        ids: [],
        message: `Invalid value: '${type}'. Supported values are: ${supported}.`,
      }
    }
  }
}

/**
 * Every call has an output somewhere after it. Unlike in chat completions, other items may come between a call and
 * its output.
 */
const unansweredCall: Rule<ResponsesSubject> = function* ({ items }) {
  const lastOutput = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const id = answeredId(item)
    if (id !== null) lastOutput.set(id, index)
  }
  for (const [index, item] of items.entries()) {
    const id = calledId(item)
    if (id === null || (lastOutput.get(id) ?? -1) > index) continue
    yield { index, part: 0, ids: [id], message: `No tool output found for ${wordsOf(item)} ${id}.` }
  }
}

/** An output answers a call before it. */
const orphanResult: Rule<ResponsesSubject> = function* ({ items, continues }) {
  // the call may be in the response that the request continues
  if (continues) return
  const called = new Set<string>()
  for (const [index, item] of items.entries()) {
    const call = calledId(item)
    if (call !== null) called.add(call)
    const id = answeredId(item)
    if (id === null || called.has(id)) continue
    yield {
      index,
      part: 0,
      ids: [id],
      message: `No tool call found for ${wordsOf(item)} with call_id ${id}.`,
    }
  }
}

/**
 * No two calls have the same id. An id names one call of the whole request, because an output may come anywhere
 * after it.
 */
const duplicateCall: Rule<ResponsesSubject> = function* ({ items }) {
  const seen = new Set<string>()
  const repeated = repeatedItems(items)
  for (const [index, item] of items.entries()) {
    const id = calledId(item)
    if (id === null || repeated.has(index)) continue
    if (seen.has(id)) yield { index, part: 0, ids: [id], message: duplicateText(id) }
    seen.add(id)
  }
}

/** A call has one output. */
const duplicateResult: Rule<ResponsesSubject> = function* ({ items }) {
  const seen = new Set<string>()
  for (const [index, item] of items.entries()) {
    const id = answeredId(item)
    if (id === null) continue
    if (seen.has(id)) yield { index, part: 0, ids: [id], message: duplicateText(id) }
    seen.add(id)
  }
}

/** What the provider knows by an id is there once. */
const duplicateItem: Rule<ResponsesSubject> = function* ({ items }) {
  for (const [index, id] of repeatedItems(items)) yield { index, ids: [], message: duplicateText(id) }
}

/** Indices and ids of items, other than outputs, whose own id an earlier one has. */
export function repeatedItems(items: ResponsesSubject['items']): ReadonlyMap<number, string> {
  const seen = new Set<string>()
  const repeated = new Map<number, string>()
  for (const [index, item] of items.entries()) {
    if (typeof item.id !== 'string' || answeredId(item) !== null) continue
    if (seen.has(item.id)) repeated.set(index, item.id)
    seen.add(item.id)
  }
  return repeated
}

/**
 * Reasoning is followed by what it led to: a text, a call, or more reasoning that is. Remains after an edit that
 * removed a call or a text but not the reasoning that led to it.
 */
const looseReasoning: Rule<ResponsesSubject> = function* ({ items }) {
  for (const index of looseItems(items)) {
    const id = items[index]?.id ?? 'rs_…'
    const message = `Item '${id}' of type 'reasoning' was provided without its required following item.`
    yield { index, part: 0, ids: [], message }
  }
}

/** Indices of the reasoning items without a following item of the model, in order. */
export function looseItems(items: ResponsesSubject['items']): readonly number[] {
  const loose: number[] = []
  let isFollowed = false
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index]
    if (item === undefined) continue
    if (item.type !== 'reasoning') isFollowed = isModelItem(item)
    else if (!isFollowed) loose.push(index)
  }
  return loose.toReversed()
}

/** Ids of calls and outputs are at most 64 characters long. */
const callId: Rule<ResponsesSubject> = function* ({ items }, demands) {
  if (demands.calls === 'ignored') return
  for (const [index, item] of items.entries()) {
    const id = calledId(item) ?? answeredId(item) ?? ''
    const message = lengthFault(`input[${index}].call_id`, id, LONGEST_ID)
    if (message !== null) yield { index, part: 0, ids: [id], message }
  }
}

/** Names of tools have letters, digits, _ and -. */
const toolName: Rule<ResponsesSubject> = function* ({ items, tools }, demands) {
  if (demands.calls === 'ignored') return
  const longest = LONGEST_NAME['openai-responses']
  for (const [part, tool] of tools.entries()) {
    const message = nameFault(`tools[${part}].name`, nameOf(tool) ?? 'x', longest)
    if (message !== null) yield { index: TOOL_INDEX, part, ids: [], message }
  }
  for (const [index, item] of items.entries()) {
    const id = calledId(item)
    if (id === null) continue
    const message = nameFault(`input[${index}].name`, nameOf(item) ?? 'x', longest)
    if (message !== null) yield { index, part: 0, ids: [id], message }
  }
}

/** The requirements of the OpenAI Responses API, by the name in a violation (VALID-1). */
export const openAiResponsesRules: Readonly<Record<string, Rule<ResponsesSubject>>> = Object.freeze({
  'no-messages': noInput,
  'unknown-role': unknownRole,
  'empty-message': emptyMessage,
  'part-role': partRole,
  'unanswered-call': unansweredCall,
  'orphan-result': orphanResult,
  'duplicate-call': duplicateCall,
  'duplicate-result': duplicateResult,
  'duplicate-item': duplicateItem,
  'loose-reasoning': looseReasoning,
  'call-id': callId,
  'tool-name': toolName,
})
