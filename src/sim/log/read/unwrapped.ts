import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { Log } from './reader.ts'

/** A container of conversations, and the values that a reader knows in one of its records. */
interface Container {
  readonly name: string
  readonly open: (value: Json) => readonly Json[]
}

/** Files in which conversations are in another shape, or in a text: what they hold is read as chats of OpenAI. */
const CONTAINERS: readonly Container[] = [
  { name: 'a HAR file', open: (value) => listAt(value, 'log', 'entries').flatMap(callOfEntry) },
  { name: 'spans of an agent', open: generation },
  { name: 'spans of OpenTelemetry', open: (value) => spansIn(value).flatMap(callOfSpan) },
  { name: 'an export of ChatGPT', open: chatGpt },
  { name: 'the form of ShareGPT', open: shareGpt },
  {
    name: 'rows of a database',
    open: (value) => {
      const item = valueOf(textOf(at(value, 'message_data')) ?? '')
      return item === undefined ? [] : [item]
    },
  },
]

/**
 * The log that a text of no known format contains: the calls of recorded traffic or of spans, the branch of a ChatGPT
 * export that its user saw last, and the like. Null if it is none of these containers.
 */
export function unwrapped(log: Log): { readonly log: Log; readonly name: string } | null {
  for (const { name, open } of CONTAINERS) {
    const records = log.records.flatMap(({ value, line, column }) =>
      (isList(value) ? value : [value]).flatMap(open).map((one) => ({ value: one, line, column })),
    )
    // places are those of the records: paths lead through values that are not in the text
    if (records.length > 0) return { log: { ...log, shape: 'lines', records }, name }
  }
  return null
}

function listAt(value: Json | undefined, ...keys: readonly string[]): readonly Json[] {
  const list = at(value, ...keys)
  return isList(list) ? list : []
}

/** The bodies of a request to a model and its answer. */
function callOfEntry(entry: Json): readonly Json[] {
  const request = valueOf(textOf(at(entry, 'request', 'postData', 'text')) ?? '')
  if (!isList(at(request, 'messages')) && !isList(at(request, 'contents'))) return []
  const response = valueOf(textOf(at(entry, 'response', 'content', 'text')) ?? '') ?? null
  return [{ request: request ?? null, response }]
}

/** A call among the spans of the Agents SDK: its messages as they are. */
function generation(value: Json): readonly Json[] {
  const data = at(value, 'span_data')
  if (at(data, 'type') !== 'generation' || !isList(at(data, 'input'))) return []
  const input = at(data, 'usage', 'input_tokens')
  const usage =
    input === undefined ? undefined : { input, output: at(data, 'usage', 'output_tokens') ?? null }
  const model = at(data, 'model') ?? null
  const request = { model, messages: at(data, 'input') ?? null }
  return [
    { request, response: listAt(data, 'output')[0] ?? null, model, ...(usage !== undefined && { usage }) },
  ]
}

function spansIn(value: Json): readonly Json[] {
  return ['resourceSpans', 'resource_spans'].flatMap((resources) =>
    listAt(value, resources).flatMap((resource) =>
      ['scopeSpans', 'scope_spans'].flatMap((scopes) =>
        listAt(resource, scopes).flatMap((scope) => listAt(scope, 'spans')),
      ),
    ),
  )
}

/** A call to a model, by the conventions for generative AI: messages as JSON in attributes. */
function callOfSpan(span: Json): readonly Json[] {
  const found = new Map<Json | undefined, Json>()
  for (const attribute of listAt(span, 'attributes')) {
    const value = at(attribute, 'value')
    found.set(at(attribute, 'key'), at(value, 'stringValue') ?? at(value, 'intValue') ?? null)
  }
  const listed = (key: string): readonly Json[] => {
    const list = valueOf(textOf(found.get(key)) ?? '')
    return isList(list) ? list.flatMap(messagesOfParts) : []
  }
  const messages = listed('gen_ai.input.messages')
  if (messages.length === 0) return []
  const prompt = valueOf(textOf(found.get('gen_ai.system_instructions')) ?? '')
  const system = isList(prompt) ? prompt.map((part) => textOf(at(part, 'content')) ?? '').join('\n\n') : ''
  const [reply] = listed('gen_ai.output.messages')
  const count = (key: string): number => Number(found.get(key) ?? 0)
  const input = count('gen_ai.usage.input_tokens')
  const model = textOf(found.get('gen_ai.request.model'))
  return [
    {
      input: {
        ...(model !== undefined && { model }),
        messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages],
      },
      ...(reply !== undefined && { output: reply }),
      ...(model !== undefined && { model }),
      ...(input > 0 && { usage: { input, output: count('gen_ai.usage.output_tokens') } }),
    },
  ]
}

/** A message of parts as one of OpenAI's chat; each result is a message of its own. */
function messagesOfParts(message: Json): readonly Json[] {
  const role = textOf(at(message, 'role')) ?? 'user'
  const parts = listAt(message, 'parts')
  const said = parts.flatMap((part) =>
    at(part, 'type') === 'text' ? (textOf(at(part, 'content')) ?? []) : [],
  )
  const thought = parts.flatMap((part) =>
    at(part, 'type') === 'reasoning' ? (textOf(at(part, 'content')) ?? []) : [],
  )
  const calls = parts.flatMap((part): readonly Json[] =>
    at(part, 'type') === 'tool_call' ? [callOf(at(part, 'id'), at(part, 'name'), at(part, 'arguments'))] : [],
  )
  const results = parts.flatMap((part): readonly Json[] => {
    if (at(part, 'type') !== 'tool_call_response') return []
    const result = at(part, 'response') ?? at(part, 'result') ?? ''
    return [
      {
        role: 'tool',
        tool_call_id: at(part, 'id') ?? null,
        content: typeof result === 'string' ? result : JSON.stringify(result),
      },
    ]
  })
  if (results.length > 0 && said.length === 0 && calls.length === 0) return results
  const own: Json = {
    role,
    content: said.join('\n\n'),
    ...(thought.length > 0 && { reasoning_content: thought.join('\n\n') }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
  return [...results, own]
}

function callOf(id: Json | undefined, name: Json | undefined, input: Json | undefined): Json {
  return { id: id ?? null, type: 'function', function: { name: name ?? '', arguments: input ?? {} } }
}

const SPEAKERS: ReadonlyMap<Json | undefined, string> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['assistant', 'assistant'],
  ['model', 'assistant'],
  ['bing', 'assistant'],
  ['system', 'system'],
  ['function_call', 'call'],
  ['observation', 'tool'],
  ['tool', 'tool'],
])

/** Rows of training data: who speaks is in `from`, calls are JSON in the text. */
function shareGpt(value: Json): readonly Json[] {
  const turns = listAt(value, 'conversations')
  if (!turns.some((turn) => SPEAKERS.has(at(turn, 'from')) && typeof at(turn, 'value') === 'string'))
    return []
  const system = textOf(at(value, 'system'))
  const messages = turns.map((turn): Json => {
    const role = SPEAKERS.get(at(turn, 'from')) ?? textOf(at(turn, 'from')) ?? ''
    const content = at(turn, 'value') ?? ''
    const call = role === 'call' ? valueOf(textOf(content) ?? '') : undefined
    if (role !== 'call') return { role, content }
    if (!isRecord(call)) return { role: 'assistant', content }
    const named = { name: at(call, 'name') ?? '', arguments: at(call, 'arguments') ?? {} }
    return { role: 'assistant', content: '', tool_calls: [{ type: 'function', function: named }] }
  })
  return [
    {
      id: at(value, 'id') ?? null,
      messages: [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...messages],
    },
  ]
}

/** The branch from the newest message to the first; other branches were replaced by it. */
function chatGpt(value: Json): readonly Json[] {
  const mapping = at(value, 'mapping')
  const messages: Json[] = []
  const seen = new Set<string>()
  for (let id = at(value, 'current_node'); typeof id === 'string' && !seen.has(id);) {
    seen.add(id)
    const node = at(mapping, id)
    const message = at(node, 'message')
    if (isRecord(message)) messages.unshift(...chatGptMessage(message))
    id = at(node, 'parent')
  }
  return messages.length === 0 ? [] : [{ id: at(value, 'title') ?? at(value, 'id') ?? null, messages }]
}

/** A call to a tool names it as the recipient; what the tool says answers the newest call. */
function chatGptMessage(message: JsonRecord): readonly Json[] {
  const role = at(message, 'author', 'role')
  const content = at(message, 'content')
  const texts = listAt(content, 'parts').flatMap((part) => textOf(part) ?? textOf(at(part, 'text')) ?? [])
  const text = textOf(at(content, 'text')) ?? textOf(at(content, 'content')) ?? texts.join('\n\n')
  if (typeof role !== 'string' || text === '') return []
  const recipient = at(message, 'recipient')
  const around = { timestamp: at(message, 'create_time') ?? null }
  const model = at(message, 'metadata', 'model_slug')
  if (role !== 'assistant') return [{ role, content: text, ...around }]
  const named = { ...around, ...(model !== undefined && { model }) }
  if (typeof recipient !== 'string' || recipient === 'all') return [{ role, content: text, ...named }]
  return [{ role, content: '', tool_calls: [callOf(at(message, 'id'), recipient, text)], ...named }]
}
