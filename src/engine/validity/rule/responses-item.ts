import type { Json } from '../../core/message/message.ts'
import type { ResponsesItem } from '../../core/message/request.ts'

/** Looks at items the way the provider's check does. */

/** Calls that a client runs; each is answered by an item of its type and `_output`. */
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
  return isOutput ? (item.call_id ?? '') : null
}

/** The provider's words for a type: `function call output`. */
export function wordsOf(item: ResponsesItem): string {
  return (item.type ?? 'message').replaceAll('_', ' ')
}

export function isMessageItem(item: ResponsesItem): boolean {
  return item.type === 'message' || (item.type === undefined && item.role !== undefined)
}

/** True for what the model wrote besides reasoning: what reasoning leads to. */
export function isModelItem(item: ResponsesItem): boolean {
  if (isMessageItem(item)) return item.role === 'assistant'
  const { type } = item
  return type?.endsWith('_call') === true || type === 'mcp_approval_request' || type === 'compaction'
}

/** The blocks of a message item; a string is one, what is neither string nor list none. */
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
/** Of all roles but the assistant’s, as the provider lists them. Sound is not among them. */
export const GIVEN_BLOCKS: readonly string[] = Object.freeze([
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

/** The words for an item that stands twice in a request. */
export function duplicateText(id: string): string {
  return `Duplicate item found with id ${id}. Remove duplicate items from your input and try again.`
}
