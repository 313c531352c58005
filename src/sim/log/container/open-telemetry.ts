import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import {
  asText,
  callOf,
  chatMessage,
  mediaBlock,
  pictureBlock,
  resultOf,
  textBlock,
  textsOf,
  usageWithin,
} from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'
import type { Log, LogRecord } from '../read/reader.ts'
import { partsIn, plainFields, toldBy } from './otel-events.ts'

/** How the columns of a table of spans begin that are attributes. */
const PREFIX = 'attributes.'
/** The columns that a table with calls of a model has. */
const COLUMNS = [`${PREFIX}llm.input_messages`, `${PREFIX}llm.input_messages.0.message.role`] as const

/**
 * Spans of OpenTelemetry, exported or one per value, with the messages of a call as OpenTelemetry's conventions for
 * generative AI write them (JSON in an attribute), as their older form and OpenLLMetry do (an attribute for each field,
 * `gen_ai.prompt.0.role`), or as OpenInference does (`llm.input_messages.0.message.role`). In tables of spans each
 * attribute is a column (`attributes.llm.input_messages`).
 */
export const openTelemetry: Container = {
  name: 'spans of OpenTelemetry',
  keys: ['resourceSpans', 'resource_spans', 'attributes', ...COLUMNS],
  open: (log) =>
    readIn(log)
      .filter((call) => !call.isAround)
      .map(({ value, line, column }) => ({ value, line, column })),
  lost: (_, log) => {
    const around = readIn(log).filter(({ isAround }) => isAround)
    if (around.length === 0) return []
    const message = `spans of agents left out, because the calls inside them are read: ${around.length}`
    return [{ severity: 'note', code: 'spans-of-agents', message }]
  },
}

interface ReadSpan extends LogRecord {
  readonly trace: Json | undefined
  /** True for the span of an agent, around calls that have spans of their own. */
  readonly isAround: boolean
}

const eachSpan = ofEach((value) => {
  const isSpan = at(value, 'attributes') !== undefined || COLUMNS.some((key) => at(value, key) !== undefined)
  return [...spansIn(value), ...(isSpan ? [value] : [])]
})

function readIn(log: Log): readonly ReadSpan[] {
  const spans = eachSpan(log).flatMap(({ value, line, column }): readonly ReadSpan[] => {
    const found = attributesOf(value)
    const call = callOfSpan(value, found)
    if (call === undefined) return []
    // the AI SDK always writes both of its spans
    const trace = found.has('ai.prompt') || found.has('ai.prompt.messages') ? 'AI SDK' : traceOf(value)
    return [{ value: call, line, column, trace, isAround: isOfAgent(found) }]
  })
  const traces = new Set(spans.filter(({ isAround }) => !isAround).map(({ trace }) => trace))
  return spans.map((span) => ({ ...span, isAround: span.isAround && traces.has(span.trace) }))
}

function traceOf(span: Json): Json | undefined {
  return (
    at(span, 'traceId') ??
    at(span, 'trace_id') ??
    at(span, 'context', 'trace_id') ??
    at(span, 'context.trace_id') ??
    at(span, 'spanContext', 'traceId')
  )
}

/** Kinds of spans around the calls of a model. */
const AROUND: ReadonlySet<unknown> = new Set([
  'invoke_agent',
  'create_agent',
  'invoke_workflow',
  'AGENT',
  'CHAIN',
])

function isOfAgent(found: ReadonlyMap<string, Json>): boolean {
  const isOuter = found.has('ai.prompt') && !found.has('ai.prompt.messages')
  return (
    isOuter || ['gen_ai.operation.name', 'openinference.span.kind'].some((key) => AROUND.has(found.get(key)))
  )
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

/** A call as recorders of calls write it: the request, and the reply with its usage. */
function callOfSpan(span: Json, found: ReadonlyMap<string, Json>): Json | undefined {
  const listed = messagesAt(found, INPUTS)
  const logged = valueOf(textOf(found.get('events')) ?? '')
  const told = listed.length > 0 ? null : toldBy(isList(logged) ? logged : listAt(span, 'events'))
  const input = told?.input ?? listed
  if (input.length === 0) return undefined
  const first = (keys: readonly string[]): Json | undefined =>
    keys.map((key) => found.get(key)).find((value) => value !== undefined && value !== null)
  const prompt = listIn(found.get('gen_ai.system_instructions'))
  const system = prompt.map((part) => textOf(at(part, 'content')) ?? '').join('\n\n')
  // some have it among the messages as well
  const isTwice = at(input[0], 'role') === 'system' && at(input[0], 'content') === system
  const [reply = told?.reply ?? saidToPage(found)] = messagesAt(found, OUTPUTS)
  const model = textOf(
    first(['gen_ai.request.model', 'llm.model_name', 'gen_ai.response.model', 'ai.model.id']),
  )
  const count = (keys: readonly string[]): number | null => {
    const value = first(keys)
    return value === undefined ? null : Number(value)
  }
  const used = count([
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.promptTokens',
    'ai.usage.inputTokens',
  ])
  const output = count([
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.completionTokens',
    'ai.usage.outputTokens',
  ])
  const cached = count([
    'gen_ai.usage.cache_read.input_tokens',
    'gen_ai.usage.cache_read_input_tokens',
    'llm.token_count.prompt_details.cache_read',
    'ai.usage.cachedInputTokens',
    'ai.usage.inputTokenDetails.cacheReadTokens',
  ])
  const usage = usageWithin(used ?? undefined, cached, output)
  const tools = toolsIn(found)
  const timestamp = endOf(span)
  return {
    input: {
      ...(model !== undefined && { model }),
      messages: [...(system === '' || isTwice ? [] : [{ role: 'system', content: system }]), ...input],
      ...(tools.length > 0 && { tools }),
    },
    ...(reply !== undefined && {
      output: {
        ...(model !== undefined && { model }),
        ...(usage !== undefined && { usage }),
        ...(timestamp !== undefined && { timestamp }),
        ...recordOf(reply),
      },
    }),
  }
}

/** When a span ended: in nanoseconds, as a text, or as seconds with nanoseconds. */
function endOf(span: Json): Json | undefined {
  const nanoseconds = Number(at(span, 'endTimeUnixNano') ?? at(span, 'end_time_unix_nano') ?? 0)
  if (nanoseconds > 0) return nanoseconds / 1e6
  const ended = at(span, 'end_time') ?? at(span, 'endTime')
  if (!isList(ended)) return textOf(ended)
  const time = 1000 * Number(ended[0]) + Number(ended[1]) / 1e6
  return time > 0 ? time : undefined
}

/** The value of an attribute, which may be JSON, as a list; empty if it is none. */
function listIn(value: Json | undefined): readonly Json[] {
  const list = typeof value === 'string' ? valueOf(value) : value
  return isList(list) ? list : []
}

/**
 * Attributes by their whole name: a list of keys with typed values, or an object, which may be nested. Lists of parts are
 * there as a whole as well.
 */
function attributesOf(span: Json): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>()
  const listed = at(span, 'attributes')
  const flatten = (value: Json, path: string): void => {
    if (isRecord(value))
      for (const [key, inner] of Object.entries(value)) flatten(inner, path === '' ? key : `${path}.${key}`)
    else if (isList(value)) {
      if (value.some(isOfParts)) found.set(path, value)
      for (const [index, inner] of value.entries()) flatten(inner, `${path}.${index}`)
    } else found.set(path, value)
  }
  flatten(plainFields(listed), '')
  for (const [key, value] of Object.entries(isRecord(span) ? span : {}))
    if (key.startsWith(PREFIX)) {
      const text = textOf(value)
      flatten(
        (key.endsWith('_messages') && text !== undefined && valueOf(text)) || value,
        key.slice(PREFIX.length),
      )
    }
  return found
}

/** The tools of a call: a list as one JSON text, or each as one. */
function toolsIn(found: ReadonlyMap<string, Json>): readonly Json[] {
  const list = listIn(found.get('gen_ai.tool.definitions'))
  const own = [...found].flatMap(([key, value]) =>
    /^(?:llm\.tools\.\d+\.tool\.json_schema|ai\.prompt\.tools\.\d+)$/.test(key)
      ? [valueOf(asText(value)) ?? value]
      : [],
  )
  return list.length > 0 ? list : own
}

/** Where messages are: as one JSON text, then with an attribute for each field. */
const INPUTS = [
  'gen_ai.input.messages',
  'gen_ai.prompt',
  'llm.input_messages',
  'ai.prompt.messages',
  'ai.prompt',
  'pydantic_ai.all_messages',
] as const
const OUTPUTS = ['gen_ai.output.messages', 'gen_ai.completion', 'llm.output_messages'] as const

function messagesAt(found: ReadonlyMap<string, Json>, keys: readonly string[]): readonly Json[] {
  for (const key of keys) {
    const value = found.get(key)
    const list = typeof value === 'string' ? valueOf(value) : value
    if (isList(list)) return list.flatMap(messagesOfParts)
    // what the AI SDK was given: a text or messages
    const text = textOf(at(list, 'prompt'))
    const given = text === undefined ? listAt(list, 'messages') : [{ role: 'user', content: text }]
    const system = textOf(at(list, 'system'))
    if (given.length > 0)
      return [...(system === undefined ? [] : [{ role: 'system', content: system }]), ...given].flatMap(
        messagesOfParts,
      )
    const messages = fieldsOf(found, key)
    if (messages.length > 0) return messages
  }
  return []
}

/** The reply of a call of the AI SDK: its text and its calls. */
function saidToPage(found: ReadonlyMap<string, Json>): Json | undefined {
  const content = textOf(found.get('ai.response.text')) ?? textOf(found.get('ai.response.object')) ?? ''
  const { calls } = partsIn(
    listIn(found.get('ai.response.toolCalls'))
      .filter(isRecord)
      .map((call) => ({ ...call, type: 'tool-call' })),
  )
  const thoughts = [found.get('ai.response.reasoning')].flatMap((thought) => textOf(thought) ?? [])
  return content === '' && calls.length === 0
    ? undefined
    : chatMessage('assistant', { content, thoughts, calls })
}

/** True for what an attribute for each field could not hold: a message of parts, a definition, a text of a prompt. */
function isOfParts(value: Json): boolean {
  const isMessage =
    isList(at(value, 'parts')) || (at(value, 'role') !== undefined && isList(at(value, 'content')))
  const isNamed = at(value, 'type') !== undefined && at(value, 'role') === undefined
  return isMessage || isNamed
}

/** The message at each index; OpenInference has `message.` and `tool_call.` in front of the fields. */
function fieldsOf(found: ReadonlyMap<string, Json>, prefix: string): readonly Json[] {
  const messages: Json[] = []
  for (let index = 0; ; index++) {
    const own = `${prefix}.${index}`
    const field = (key: string): Json | undefined =>
      found.get(`${own}.${key}`) ?? found.get(`${own}.message.${key}`)
    const role = textOf(field('role'))
    if (role === undefined) return messages
    const blocks: Json[] = []
    for (let part = 0; ; part++) {
      const inner = (key: string): string | undefined =>
        textOf(field(`contents.${part}.message_content.${key}`))
      const [text, url] = [inner('text'), inner('image.image.url')]
      if ((text ?? url ?? inner('type')) === undefined) break
      if (url !== undefined) blocks.push(pictureBlock(url))
      else if (text !== undefined) blocks.push(textBlock(text))
    }
    const calls: Json[] = []
    for (let call = 0; ; call++) {
      const name = [`tool_calls.${call}.name`, `tool_calls.${call}.tool_call.function.name`].map(field)
      const input = [`tool_calls.${call}.arguments`, `tool_calls.${call}.tool_call.function.arguments`].map(
        field,
      )
      const id = [`tool_calls.${call}.id`, `tool_calls.${call}.tool_call.id`].map(field)
      const named = name.find((value) => value !== undefined)
      if (named === undefined) break
      calls.push(
        callOf(
          id.find((value) => value !== undefined) ?? `call_${index}_${call}`,
          named,
          input.find((value) => value !== undefined),
        ),
      )
    }
    const content = field('content') ?? withPictures(blocks)
    messages.push(
      role === 'tool' ? resultOf(field('tool_call_id'), content) : chatMessage(role, { content, calls }),
    )
  }
}

/** A message of parts; each result is a message of its own. */
export function messagesOfParts(message: Json): readonly Json[] {
  const role = textOf(at(message, 'role')) ?? 'user'
  const parts = listAt(message, 'parts')
  // some write the messages of OpenAI's chats there, or those of the AI SDK
  const content = at(message, 'content')
  if (parts.length === 0 && content !== undefined) {
    if (!isList(content) || at(message, 'tool_calls') !== undefined) return [message]
    const { texts, calls, results } = partsIn(content)
    if (calls.length + results.length === 0) return [message]
    return texts.length + calls.length === 0
      ? results
      : [...results, chatMessage(role, { content: texts.join('\n\n'), calls })]
  }
  const said = parts.flatMap(blockOf)
  const calls = parts.flatMap((part): readonly Json[] =>
    at(part, 'type') === 'tool_call' ? [callOf(at(part, 'id'), at(part, 'name'), at(part, 'arguments'))] : [],
  )
  const results = parts.flatMap((part): readonly Json[] =>
    at(part, 'type') === 'tool_call_response'
      ? [resultOf(at(part, 'id'), asText(at(part, 'response') ?? at(part, 'result')))]
      : [],
  )
  if (results.length > 0 && said.length === 0 && calls.length === 0) return results
  const thoughts = textsOf(parts, 'reasoning', 'content')
  return [...results, chatMessage(role, { content: withPictures(said), thoughts, calls })]
}

/** A text, or a picture, a sound or a file by its bytes or its address. */
function blockOf(part: Json): readonly Json[] {
  const [type, content] = [at(part, 'type'), textOf(at(part, 'content'))]
  if (type === 'text') return content === undefined ? [] : [textBlock(content)]
  if (type === 'file') return [{ type, file: { file_id: at(part, 'file_id') ?? null } }]
  const place = type === 'blob' ? content : type === 'uri' ? textOf(at(part, 'uri')) : undefined
  const mime = textOf(at(part, 'mime_type')) ?? (at(part, 'modality') === 'image' ? 'image/png' : undefined)
  return place === undefined ? [] : [mediaBlock(place, mime)]
}

/** Texts as one, unless there is something else among them. */
function withPictures(blocks: readonly Json[]): Json {
  const texts = textsOf(blocks, 'text')
  return texts.length === blocks.length ? texts.join('\n\n') : blocks
}
