import type { Json } from '../../../engine/index.ts'
import { at, isRecord, recordOf, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText } from './chat-message.ts'
import { listAt } from './container.ts'

/** The message and the usage of an answer that Bedrock's Converse streamed. */
export function ofConverse(chunks: readonly Json[]): {
  readonly message: JsonRecord
  readonly usage: Json | undefined
} {
  const blocks: JsonRecord[] = []
  for (const chunk of chunks) {
    const started = at(chunk, 'contentBlockStart', 'start', 'toolUse')
    const event = at(chunk, 'contentBlockDelta') ?? at(chunk, 'contentBlockStart')
    const index = Number(at(event, 'contentBlockIndex') ?? -1)
    if (index < 0 || index > chunks.length) continue
    const block = blocks[index] ?? {}
    const delta = at(event, 'delta')
    const add = (key: string, piece: Json | undefined): void => {
      if (typeof piece === 'string') blocks[index] = { ...block, [key]: asText(block[key]) + piece }
    }
    if (isRecord(started)) blocks[index] = { ...block, toolUse: { ...started } }
    add('text', at(delta, 'text'))
    add('thought', at(delta, 'reasoningContent', 'text'))
    add('input', at(delta, 'toolUse', 'input'))
  }
  const content = blocks.filter(Boolean).map(({ toolUse, input, thought, text }): Json => {
    if (toolUse !== undefined)
      return { toolUse: { ...recordOf(toolUse), input: valueOf(asText(input) || '{}') ?? asText(input) } }
    return thought === undefined
      ? { text: asText(text) }
      : { reasoningContent: { reasoningText: { text: thought } } }
  })
  const usage = chunks.map((chunk) => at(chunk, 'metadata', 'usage')).findLast((one) => one !== undefined)
  return { message: { role: 'assistant', content }, usage }
}

/** An answer that Cohere streamed, as one that it gives whole. */
export function ofCohere(chunks: readonly Json[]): Json {
  const calls: JsonRecord[] = []
  let [text, thinking, plan] = ['', '', '']
  let usage: Json | undefined
  for (const chunk of chunks) {
    const message = at(chunk, 'delta', 'message')
    text += asText(at(message, 'content', 'text'))
    thinking += asText(at(message, 'content', 'thinking'))
    plan += asText(at(message, 'tool_plan'))
    usage = at(chunk, 'delta', 'usage') ?? usage
    const call = at(message, 'tool_calls')
    if (!isRecord(call)) continue
    const index = calls.findIndex((one) => one['index'] === at(chunk, 'index'))
    const before = calls[index] ?? { index: at(chunk, 'index') ?? calls.length }
    const own = {
      ...before,
      ...call,
      function: {
        name: at(call, 'function', 'name') ?? at(before, 'function', 'name') ?? '',
        arguments: asText(at(before, 'function', 'arguments')) + asText(at(call, 'function', 'arguments')),
      },
    }
    calls[index < 0 ? calls.length : index] = own
  }
  const content = text === '' ? [] : [{ type: 'text', text }]
  const thought = [plan, thinking].filter((one) => one !== '').join('\n\n')
  return {
    message: { role: 'assistant', content, ...(thought !== '' && { tool_plan: thought }), tool_calls: calls },
    ...(usage !== undefined && { usage }),
  }
}

type Tree = Map<string | number, Tree | Json>

/** A part of Gemini's content after the ones before it: the pieces of a call's arguments are put together. */
export class PartialCalls {
  /** The arguments of each call, by the part that begins it. */
  readonly #trees = new Map<JsonRecord, Tree>()
  #open: JsonRecord | null = null

  /** False for a piece that belongs to the call before it. */
  begins(part: JsonRecord): boolean {
    const call = part['functionCall']
    if (!isRecord(call)) return true
    const isNew = textOf(call['name']) !== undefined
    if (isNew) {
      this.#open = part
      this.#trees.set(part, new Map())
    }
    const tree = this.#open === null ? undefined : this.#trees.get(this.#open)
    for (const piece of listAt(call, 'partialArgs')) if (tree !== undefined) put(tree, piece)
    return isNew
  }

  whole(part: JsonRecord): JsonRecord {
    const tree = this.#trees.get(part)
    if (tree === undefined || tree.size === 0) return part
    return { ...part, functionCall: { ...recordOf(part['functionCall']), args: jsonOf(tree) } }
  }
}

function put(tree: Tree, piece: Json): void {
  const path = [...asText(at(piece, 'jsonPath')).matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]/g)].map(
    ([, key, index, quoted]) => (index === undefined ? (key ?? quoted ?? '') : Number(index)),
  )
  const last = path.pop()
  let inside = tree
  for (const key of path) {
    const inner = inside.get(key)
    const next: Tree = inner instanceof Map ? inner : new Map()
    inside.set(key, next)
    inside = next
  }
  if (last === undefined) return
  const before = inside.get(last)
  const text = at(piece, 'stringValue')
  const value = at(piece, 'numberValue') ?? at(piece, 'boolValue') ?? null
  inside.set(last, typeof text === 'string' ? (typeof before === 'string' ? before : '') + text : value)
}

function jsonOf(tree: Tree): Json {
  const entries = [...tree].map(
    ([key, value]) => [key, value instanceof Map ? jsonOf(value) : value] as const,
  )
  return entries.every(([key]) => typeof key === 'number')
    ? entries.map(([, value]) => value)
    : Object.fromEntries(entries)
}
