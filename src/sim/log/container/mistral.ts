import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'

/** A conversation that Mistral keeps: its history, its messages alone, or the answer to one request, as calls of the Responses API. */
export const mistral: Container = {
  name: 'a conversation of Mistral’s API',
  keys: ['object'],
  open: ofEach((value) => {
    const object = at(value, 'object')
    if (object === 'conversation.response') return answered(value, null)
    const isWhole = object === 'conversation.history' || object === 'conversation.messages'
    return isWhole
      ? callsOf(at(value, 'conversation_id'), [...listAt(value, 'entries'), ...listAt(value, 'messages')])
      : []
  }),
}

/** A request to begin or to go on with a conversation, and its answer; empty for other traffic. */
export function conversationCall(request: JsonRecord, answer: Json, address?: Json): readonly Json[] {
  const inputs = request['inputs'] ?? null
  if (at(answer, 'object') !== 'conversation.response') return []
  const [, before] = /\/conversations\/([\w-]+)/.exec(textOf(address) ?? '') ?? []
  return answered(answer, {
    ...request,
    input: isList(inputs) ? inputs.flatMap(itemsOf) : inputs,
    ...(before !== undefined && { previous_response_id: before }),
  })
}

function answered(answer: Json, request: Json): readonly Json[] {
  const usage = at(answer, 'usage')
  const response = responseOf(at(answer, 'conversation_id'), listAt(answer, 'outputs'))
  return [{ request, response: { ...response, ...(isRecord(usage) && { usage }) } }]
}

/** The calls behind the entries: each was given those up to what the model said. */
function callsOf(id: Json | undefined, entries: readonly Json[]): readonly Json[] {
  const calls: { readonly given: Json[]; readonly said: Json[] }[] = [{ given: [], said: [] }]
  for (const entry of entries) {
    const isGiven = GIVEN.has(at(entry, 'type'))
    if (isGiven && calls.at(-1)?.said.length !== 0) calls.push({ given: [], said: [] })
    calls.at(-1)?.[isGiven ? 'given' : 'said'].push(entry)
  }
  return calls.map(({ given, said }, index) => {
    const request = {
      input: given.flatMap(itemsOf),
      ...(index > 0 && { previous_response_id: id ?? null }),
      store: true,
    }
    return said.length === 0 ? request : { request, response: responseOf(id, said) }
  })
}

const GIVEN: ReadonlySet<unknown> = new Set(['message.input', 'function.result'])

function responseOf(id: Json | undefined, said: readonly Json[]): JsonRecord {
  const timed = said.find((entry) => textOf(at(entry, 'created_at')) !== undefined)
  const model = said.map((entry) => at(entry, 'model')).find((name) => textOf(name) !== undefined)
  return {
    object: 'response',
    id: id ?? null,
    created_at: at(timed, 'created_at') ?? null,
    ...(model !== undefined && { model }),
    output: said.flatMap(itemsOf),
  }
}

const OWN: ReadonlySet<unknown> = new Set(['text', 'thinking', 'tool_reference'])

/** An entry as items; others keep their type, so that they are counted as left out. */
function itemsOf(entry: Json): readonly Json[] {
  const type = at(entry, 'type')
  const [name, call_id] = [at(entry, 'name') ?? '', at(entry, 'tool_call_id') ?? at(entry, 'id') ?? null]
  const input = at(entry, 'arguments') ?? {}
  if (type === 'function.call') return [{ type: 'function_call', call_id, name, arguments: input }]
  if (type === 'function.result')
    return [{ type: 'function_call_output', call_id, output: at(entry, 'result') ?? '' }]
  if (type === 'tool.execution') {
    const output = at(entry, 'info', 'code_output') ?? null
    return [{ type: `${textOf(name) ?? 'tool'}_call`, name, arguments: input, output }]
  }
  const role = at(entry, 'role')
  if (role === undefined) return [entry]
  const blocks = listAt(entry, 'content')
  const thoughts = blocks.flatMap((block) => listAt(block, 'thinking'))
  const texts = blocks.flatMap((block) =>
    at(block, 'type') === 'text' ? (textOf(at(block, 'text')) ?? []) : [],
  )
  const others = blocks.filter((block) => !OWN.has(at(block, 'type')))
  // an answer is cut where it refers to a source
  const content =
    blocks.length === 0 ? (at(entry, 'content') ?? '') : [{ type: 'text', text: texts.join('') }, ...others]
  return [
    ...(thoughts.length > 0 ? [{ type: 'reasoning', content: thoughts }] : []),
    { type: 'message', role, content },
  ]
}
