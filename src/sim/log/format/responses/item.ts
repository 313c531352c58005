import type { Json, Message, Part, ToolResultPart } from '../../../../engine/index.ts'
import { partsOf } from '../../../../engine/internal.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { Report } from '../../read/report.ts'
import { argumentsOf } from '../../read/tool.ts'
import type { JsonRecord } from '../../json/guard.ts'
import { contentOf, outputOf, textsOf } from './content.ts'

/**
 * The content of an item without ids, states and annotations: an output item and the same item sent back with the next
 * request have the same key. Null for reasoning, which need not be sent back.
 */
export function keyOf(item: Json): string | null {
  const type = at(item, 'type')
  if (type === 'reasoning') return null
  const call = callIdOf(item)
  if (call !== undefined) return JSON.stringify([type, call.id])
  const role = at(item, 'role')
  const content = at(item, 'content')
  if (role === undefined) return JSON.stringify([type, at(item, 'action') ?? at(item, 'encrypted_content')])
  const blocks = isList(content) ? content : [content]
  return JSON.stringify([
    role,
    ...blocks.map((block) => at(block, 'text') ?? at(block, 'refusal') ?? at(block, 'image_url') ?? block),
  ])
}

/**
 * The instructions of a request: a string, or messages, whose texts are joined by a blank line. '' if there are none.
 */
export function systemOf(value: Json | undefined, path: string, report: Report): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (!isList(value)) {
    report.mismatch(path, 'a string or a list of messages', value)
    return ''
  }
  const texts: string[] = []
  for (const message of value) {
    const content = typeof message === 'string' ? message : at(message, 'content')
    for (const block of isList(content) ? content : [content]) {
      const text = typeof block === 'string' ? block : at(block, 'text')
      if (typeof text === 'string') texts.push(text)
    }
  }
  return texts.join('\n\n')
}

/** What one item of the Responses API adds to a conversation. */
type Piece =
  /** Parts of a reply: reasoning, text, a call. */
  | { readonly kind: 'said'; readonly parts: readonly Part[] }
  | { readonly kind: 'result'; readonly result: ToolResultPart }
  /** A message of the user, or of the client (`system`). */
  | {
      readonly kind: 'given'
      readonly role: 'user' | 'system'
      readonly content: Message['content']
      /** True for what another agent said. Default: false. */
      readonly injected?: boolean
    }
  /** What the provider put in place of everything before it, usually encrypted. */
  | { readonly kind: 'compaction'; readonly summary: string | null }

/** Calls that the client runs and answers, each with the name of its tool if the item has none. */
const CALLS: ReadonlyMap<unknown, string> = new Map([
  ['function_call', 'function'],
  ['custom_tool_call', 'custom_tool'],
  ['local_shell_call', 'local_shell'],
  ['shell_call', 'shell'],
  ['apply_patch_call', 'apply_patch'],
  ['computer_call', 'computer'],
  ['tool_search_call', 'tool_search'],
])
/** Calls that the provider runs by itself. */
const HOSTED: ReadonlySet<unknown> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
])
const COMPACTIONS: ReadonlySet<unknown> = new Set(['compaction', 'compaction_summary', 'context_compaction'])
/** Where a call has its arguments, in the order in which they are looked for. */
const INPUTS = [
  'arguments',
  'input',
  'action',
  'operation',
  'actions',
  'queries',
  'query',
  'code',
  'revised_prompt',
] as const

/** True for an item that cannot be a chat message; it distinguishes a list of items from other lists. */
export function isSureItem(value: Json): boolean {
  const type = at(value, 'type')
  if (CALLS.has(type) || HOSTED.has(type) || COMPACTIONS.has(type) || type === 'item_reference') return true
  if (isOutput(type) && callIdOf(value) !== undefined) return true
  if (type === 'reasoning') return isList(at(value, 'summary')) || isList(at(value, 'content'))
  if (type !== 'message' && type !== undefined) return false
  const content = at(value, 'content')
  return isList(content) && content.some((block) => OWN_BLOCKS.has(at(block, 'type')))
}

const OWN_BLOCKS: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'input_image', 'input_file'])

/** True for what the model wrote. */
export function isSaid(value: Json): boolean {
  const type = at(value, 'type')
  return (
    isCall(type) ||
    type === 'reasoning' ||
    type === 'program' ||
    type === 'program_output' ||
    at(value, 'role') === 'assistant'
  )
}

/** Id that pairs a call and its output; undefined if the item is neither. */
export function callIdOf(value: Json): { readonly output: boolean; readonly id: string } | undefined {
  const type = at(value, 'type')
  const output = isOutput(type)
  if (!output && !CALLS.has(type)) return undefined
  // the oldest client answers a shell call by the item's own id
  const id = textOf(at(value, 'call_id')) ?? textOf(at(value, 'id'))
  return id === undefined ? undefined : { output, id }
}

/** Translates the items of one conversation. */
export class ItemReader {
  readonly #report: Report
  #hidden = 0
  #invented = 0

  constructor(report: Report) {
    this.#report = report
  }

  /** An item; null where it was reported or counted as ignored. */
  read(value: Json, path: string): Piece | null {
    if (!isRecord(value)) return this.#wrong(path, 'an item', value)
    const type = at(value, 'type')
    if (type === 'message' || (type === undefined && at(value, 'role') !== undefined))
      return this.#message(value, path)
    if (type === 'reasoning') return this.#reasoning(value, path)
    if (type === 'agent_message') return this.#fromAgent(value, path)
    if (COMPACTIONS.has(type)) {
      const summary = textsOf(at(value, 'summary') ?? at(value, 'content'), `${path}.summary`, this.#report)
      return { kind: 'compaction', summary: summary.length === 0 ? null : summary.join('\n\n') }
    }
    if (isOutput(type)) return this.#output(value, path)
    if (type === 'program') return this.#ownTool(value, type)
    if (type === 'program_output') {
      const text = textOf(at(value, 'result')) ?? ''
      return { kind: 'said', parts: text === '' ? [] : [{ type: 'text', text }] }
    }
    if (typeof type === 'string' && isCall(type)) {
      const named = CALLS.get(type)
      return named === undefined ||
        (type === 'tool_search_call' && textOf(at(value, 'call_id')) === undefined)
        ? this.#ownTool(value, type)
        : this.#call(value, named, path)
    }
    if (typeof type !== 'string') return this.#wrong(`${path}.type`, 'a string', type)
    this.#report.ignore(`item/${type}`)
    return null
  }

  /** Reports items that have no equivalent here. */
  finish(): void {
    if (this.#hidden > 0)
      this.#report.infer(
        `Reasoning missing in the log, in plain and in encrypted form: ${this.#hidden} items.`,
      )
  }

  #message(value: JsonRecord, path: string): Piece | null {
    const role = at(value, 'role')
    if (role !== 'user' && role !== 'assistant' && role !== 'system' && role !== 'developer')
      return this.#wrong(`${path}.role`, 'user, assistant, system or developer', role)
    const content = contentOf(at(value, 'content'), `${path}.content`, this.#report)
    if (content === null) return null
    if (role !== 'assistant') return { kind: 'given', role: role === 'user' ? 'user' : 'system', content }
    const parts: readonly Part[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    if (parts.length > 0) return { kind: 'said', parts }
    this.#report.ignore('message without content')
    return null
  }

  /** What is encrypted is counted as left out; who said it is known. */
  #fromAgent(value: JsonRecord, path: string): Piece {
    const content = contentOf(at(value, 'content'), `${path}.content`, this.#report) ?? []
    const named = [at(value, 'author'), at(value, 'recipient')].flatMap((name) => textOf(name) ?? [])
    const parts: Part[] = named.length > 0 ? [{ type: 'text', text: named.join(' → ') }] : []
    for (const part of partsOf({ role: 'user', content })) parts.push(part)
    return { kind: 'given', role: 'user', content: parts, injected: true }
  }

  /** The open text is content, the encrypted one a proof of it; without an open text only the latter exists. */
  #reasoning(value: JsonRecord, path: string): Piece | null {
    const open = textsOf(at(value, 'content'), `${path}.content`, this.#report)
    const summary = textsOf(at(value, 'summary'), `${path}.summary`, this.#report)
    const thinking = (open.length > 0 ? open : summary).join('\n\n')
    const hidden = textOf(at(value, 'encrypted_content'))
    if (thinking !== '') {
      const signature = hidden === undefined ? {} : { signature: hidden }
      return { kind: 'said', parts: [{ type: 'thinking', thinking, ...signature }] }
    }
    if (hidden !== undefined) return { kind: 'said', parts: [{ type: 'redacted_thinking', data: hidden }] }
    this.#hidden += 1
    // it has no content, but a reply begins with it
    return { kind: 'said', parts: [] }
  }

  #call(value: JsonRecord, named: string, path: string): Piece | null {
    const name = at(value, 'name') ?? named
    if (typeof name !== 'string') return this.#wrong(`${path}.name`, 'a string', name)
    const id = callIdOf(value)?.id ?? `call_without_id_${(this.#invented += 1)}`
    // the input of a custom tool is a text, even if it looks like JSON
    const given = at(value, 'type') === 'custom_tool_call' ? at(value, 'input') : undefined
    const input =
      typeof given === 'string' ? given : argumentsOf(inputOf(value), `${path}.arguments`, this.#report)
    return { kind: 'said', parts: [this.#report.stands({ type: 'tool_use', id, name, input }, path)] }
  }

  #output(value: JsonRecord, path: string): Piece | null {
    const id = callIdOf(value)?.id
    if (id === undefined) return this.#wrong(`${path}.call_id`, 'the id of a call', at(value, 'call_id'))
    const tools = at(value, 'tools')
    const output = at(value, 'output') ?? (tools === undefined ? undefined : JSON.stringify(tools))
    const content = outputOf(isList(output) ? output.map(outcomeOf) : output, `${path}.output`, this.#report)
    const result = this.#report.stands({ type: 'tool_result', tool_use_id: id, content } as const, path)
    return { kind: 'result', result }
  }

  #ownTool(value: JsonRecord, type: string): Piece {
    this.#report.hosted(type)
    const name = textOf(at(value, 'name')) ?? type.replace(/_call$/, '')
    const texts = [`${name}(${textOf(inputOf(value)) ?? JSON.stringify(inputOf(value) ?? {})})`]
    // `result` is left out, because it is a picture's base64
    for (const key of ['output', 'outputs', 'results', 'error']) {
      const found = at(value, key)
      if (found !== undefined && found !== null) texts.push(textOf(found) ?? JSON.stringify(found))
    }
    return { kind: 'said', parts: texts.map((text) => ({ type: 'text', text })) }
  }

  #wrong(path: string, expected: string, found: Json | undefined): null {
    this.#report.mismatch(path, expected, found)
    return null
  }
}

/** What a command of a shell printed has no type. */
function outcomeOf(block: Json): Json {
  if (at(block, 'type') !== undefined || at(block, 'stdout') === undefined) return block
  const texts = ['stdout', 'stderr'].flatMap((key) => textOf(at(block, key)) ?? [])
  const code = at(block, 'outcome', 'exit_code') ?? 0
  if (code !== 0) texts.push(`exit code ${JSON.stringify(code)}`)
  return { type: 'input_text', text: texts.filter((text) => text !== '').join('\n') }
}

function inputOf(value: JsonRecord): Json | undefined {
  for (const key of INPUTS) {
    const found = at(value, key)
    if (found !== undefined && found !== null) return found
  }
  return undefined
}

function isCall(type: Json | undefined): boolean {
  return typeof type === 'string' && type.endsWith('_call')
}

function isOutput(type: Json | undefined): boolean {
  return typeof type === 'string' && (type.endsWith('_call_output') || type === 'tool_search_output')
}
