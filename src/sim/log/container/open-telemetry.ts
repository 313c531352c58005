import type { Json, Problem } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import { countsInAttributes, partsOfUsage } from '../read/usage-names.ts'
import { valueOf } from '../json/parse.ts'
import { timed } from '../read/answered-at.ts'
import { instantOf } from '../read/instant.ts'
import { chatMessage, usageWithin } from './chat-message.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'
import type { Log, LogRecord } from '../read/reader.ts'
import { DETAILS, isSplit, nameOf, partsIn, plainFields, toldBy } from './otel-events.ts'
import { fieldsOf, instructionsIn, isOfParts, listIn, messagesOfParts, toolsIn } from './otel-messages.ts'
import { cutIn, spansOfSentry } from './sentry.ts'

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
  keys: [
    'resourceSpans',
    'resource_spans',
    'resourceLogs',
    'spans',
    'data',
    'items',
    'attributes',
    ...COLUMNS,
  ],
  open: (log) =>
    readIn(log)
      .filter((call) => !call.isAround && !call.isMute)
      .map(({ value, line, column }) => ({ value, line, column })),
  lost: (_, log) => {
    const all = readIn(log)
    const spans = all.filter(({ isMute }) => !isMute)
    const mute = all.length - spans.length
    const around = spans.filter(({ isAround }) => isAround).length
    const calls = spans.length - around
    const silent = spans.filter((span) => !span.isAround && span.isSilent).length
    const cut = log.records.reduce((before, { value }) => before + cutIn(value), 0)
    const problems: Problem[] = []
    if (cut > 0) {
      const message = `spans whose messages Sentry cut, because they were too long: ${cut}`
      problems.push({ severity: 'warning', code: 'shown-in-part', message })
    }
    if (silent > 0) {
      const message = `${silent} of ${calls} calls have the tokens of an answer, but none that can be read`
      problems.push({ severity: 'warning', code: 'unread-answers', message })
    }
    if (mute > 0) {
      const message = `calls of a model left out, because their spans have tokens, but no messages: ${mute}`
      problems.push({ severity: 'note', code: 'spans-without-messages', message })
    }
    if (around > 0) {
      const message = `spans of agents left out, because the calls inside them are read: ${around}`
      problems.push({ severity: 'note', code: 'spans-of-agents', message })
    }
    return problems
  },
}

interface ReadSpan extends LogRecord {
  readonly trace: Json | undefined
  /** True for the span of an agent, around calls that have spans of their own. */
  readonly isAround: boolean
  /** True if tokens were counted of an answer that is not there. */
  readonly isSilent: boolean
  /** True if tokens were counted of a call whose messages are not there. */
  readonly isMute: boolean
  readonly isAgent: boolean
  readonly span: Json | undefined
  readonly parent: Json | undefined
}

const eachSpan = ofEach((value) => {
  const isSpan =
    ['attributes', 'body'].some((key) => at(value, key) !== undefined) ||
    COLUMNS.some((key) => at(value, key) !== undefined)
  return [...spansIn(value), ...(isSpan ? [value] : [])]
})

function readIn(log: Log): readonly ReadSpan[] {
  const all = eachSpan(log)
  const isRecorded = ({ value }: LogRecord): boolean => nameOf(value) === DETAILS || isSplit(value)
  const bare = all.filter((span) => !isRecorded(span))
  const ids = new Set(bare.map(({ value }) => idOf(value)))
  /** Log records with the messages of a span, by the span. */
  const records = new Map<string, LogRecord[]>()
  for (const [index, record] of all.filter(isRecorded).entries()) {
    const id = idOf(record.value) ?? String(index)
    records.set(id, [...(records.get(id) ?? []), record])
  }
  const alone = [...records].flatMap(([id, own]) =>
    ids.has(id) ? [] : own.slice(0, 1).map((record) => ({ record, own })),
  )
  const whole = bare.map((record) => ({ record, own: records.get(idOf(record.value) ?? '') ?? [] }))
  const spans = [...whole, ...alone].flatMap(
    ({ record: { value, line, column }, own }): readonly ReadSpan[] => {
      const beside = own.map((one) => one.value)
      const events = [...listAt(value, 'events'), ...listAt(value, 'span_events'), ...beside]
      const found = new Map([
        ...events.filter(isOfDetails).flatMap((one) => [...attributesOf(one)]),
        ...attributesOf(value),
      ])
      const call =
        ofGoogle(value) ?? ofMlflow(value) ?? ofLogfire(value, found) ?? callOfSpan(value, found, events)
      const isAgent = isOfAgent(found)
      const isMute = call === undefined && usageIn(found) !== undefined && !isAgent
      const named = {
        line,
        column,
        isAgent,
        isMute,
        isAround: isAgent,
        span: spanIdOf(value),
        parent: parentOf(value),
      }
      if (call === undefined) return isMute ? [{ ...named, value, trace: null, isSilent: false }] : []
      // the AI SDK always writes both of its spans
      const trace = found.has('ai.prompt') || found.has('ai.prompt.messages') ? 'AI SDK' : traceOf(value)
      const isSilent =
        ['output', 'response'].every((key) => at(call, key) === undefined) && outputIn(found) > 0
      return [{ ...named, value: call, trace, isSilent }]
    },
  )
  const traces = new Set(
    spans.filter(({ isAround, isMute }) => !isAround && !isMute).map(({ trace }) => trace),
  )
  // some libraries have two spans for a call, one inside the other
  const own = spans.filter(({ isMute, isAgent }) => !isMute && !isAgent)
  const [inner, outer] = [new Set(own.map(({ span }) => span)), new Set(own.map(({ parent }) => parent))]
  const isCall = ({ span, parent }: ReadSpan): boolean =>
    (parent !== undefined && inner.has(parent)) || (span !== undefined && outer.has(span))
  return spans
    .filter((span) => !span.isMute || !isCall(span))
    .map((span) => ({ ...span, isAround: span.isAgent && traces.has(span.trace) }))
}

function isOfDetails(event: Json): boolean {
  return nameOf(event) === DETAILS
}

/** What a span and its log records share. */
function idOf(span: Json): string | undefined {
  const id = spanIdOf(span)
  return id === undefined ? undefined : JSON.stringify([traceOf(span) ?? null, id])
}

function spanIdOf(span: Json): Json | undefined {
  return at(span, 'spanId') ?? at(span, 'span_id') ?? at(span, 'context', 'span_id')
}

function parentOf(span: Json): Json | undefined {
  return (
    at(span, 'parentSpanId') ??
    at(span, 'parent_span_id') ??
    at(span, 'parent_id') ??
    at(span, 'parent', 'span_id') ??
    undefined
  )
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

/** Where exports have spans, and log records. */
const LISTS = [
  ['resourceSpans', 'scopeSpans', 'spans'],
  ['resource_spans', 'scope_spans', 'spans'],
  ['resourceLogs', 'scopeLogs', 'logRecords'],
] as const

function spansIn(value: Json): readonly Json[] {
  const listed = LISTS.flatMap(([resources, scopes, spans]) =>
    listAt(value, resources)
      .flatMap((resource) => listAt(resource, scopes))
      .flatMap((scope) => listAt(scope, spans)),
  )
  return [...listed, ...listAt(value, 'spans'), ...listAt(value, 'data', 'spans'), ...spansOfSentry(value)]
}

/** A call as recorders of calls write it: the request, and the reply with its usage. */
function callOfSpan(span: Json, found: ReadonlyMap<string, Json>, events: readonly Json[]): Json | undefined {
  const listed = [...messagesAt(found, INPUTS), ...(isOfLaminar(span) ? listIn(at(span, 'input')) : [])]
  const logged = valueOf(textOf(found.get('events')) ?? '')
  const told = listed.length > 0 ? null : toldBy(isList(logged) ? logged : events)
  const input = told?.input ?? listed
  if (input.length === 0) return undefined
  const system = instructionsIn(found.get('gen_ai.system_instructions'))
  // some have it among the messages as well
  const isTwice = at(input[0], 'role') === 'system' && at(input[0], 'content') === system
  const [own] = [...messagesAt(found, OUTPUTS), ...(isOfLaminar(span) ? listIn(at(span, 'output')) : [])]
  const reply = own ?? told?.reply ?? saidToPage(found)
  const model = textOf(
    firstOf(found, ['gen_ai.request.model', 'llm.model_name', 'gen_ai.response.model', 'ai.model.id']),
  )
  const usage = usageIn(found)
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
        role: 'assistant',
      },
    }),
  }
}

/** The first of some attributes that is there. */
function firstOf(found: ReadonlyMap<string, Json>, keys: readonly string[]): Json | undefined {
  return keys.map((key) => found.get(key)).find((value) => value !== undefined && value !== null)
}

function outputIn(found: ReadonlyMap<string, Json>): number {
  return Number(partsOfUsage(countsInAttributes(found)).output ?? 0)
}

function usageIn(found: ReadonlyMap<string, Json>): Json | undefined {
  return usageWithin(countsInAttributes(found))
}

/** A call that Google's ADK recorded: a request and an answer of the Gemini API. */
function ofGoogle(span: Json): Json | undefined {
  const [request, answer] = ['llm_request', 'llm_response'].map((key) =>
    wholeAt(span, `gcp.vertex.agent.${key}`),
  )
  if (!isList(at(request, 'contents'))) return undefined
  const content = at(answer, 'content')
  const timestamp = endOf(span) ?? null
  const response = { ...recordOf(answer), candidates: [{ content: { ...recordOf(content), timestamp } }] }
  return { request: request ?? null, ...(isRecord(content) && { response }) }
}

/** A call that MLflow traced: what was sent and what came back, in the form of the provider or of LangChain. */
function ofMlflow(span: Json): Json | undefined {
  const [sent, received, messages, usage] = [
    'spanInputs',
    'spanOutputs',
    'chat.messages',
    'chat.tokenUsage',
  ].map((name) => wholeAt(span, `mlflow.${name}`))
  const kind = wholeAt(span, 'mlflow.spanType') ?? at(plainFields(at(span, 'attributes')), 'mlflow.spanType')
  if (sent === undefined || (kind !== undefined && kind !== 'CHAT_MODEL' && kind !== 'LLM')) return undefined
  if (isList(sent) && sent.some((message) => at(message, 'role') !== undefined))
    return { input: sent, output: received ?? null }
  if (isList(sent))
    return { name: at(span, 'name') ?? null, inputs: { messages: sent }, outputs: received ?? null }
  if (!['messages', 'input', 'contents'].some((key) => isList(at(sent, key))))
    return isList(messages) ? { messages } : undefined
  const said = isList(received) ? textOf(received[0]) : textOf(received)
  const around = { usage: usageWithin(usage) ?? null, timestamp: endOf(span) ?? null }
  const response =
    said === undefined
      ? timed(received ?? null, instantOf(endOf(span)))
      : chatMessage('assistant', { content: said, ...around })
  return { request: sent ?? null, ...(received !== undefined && { response }) }
}

/** A call that Logfire recorded: the request, and the answer, of a stream its text alone. */
function ofLogfire(span: Json, found: ReadonlyMap<string, Json>): Json | undefined {
  const request = wholeAt(span, 'request_data')
  if (!isList(at(request, 'messages')) || found.has('gen_ai.input.messages')) return undefined
  const answer = wholeAt(span, 'response_data')
  const text = textOf(at(answer, 'combined_chunk_content'))
  const said = at(answer, 'message') ?? (text === undefined ? undefined : { content: text })
  if (!isRecord(said)) return { request: request ?? null }
  const around = { usage: at(answer, 'usage') ?? usageIn(found) ?? null, timestamp: endOf(span) ?? null }
  const model = at(request, 'model') ?? null
  return { request: request ?? null, response: { model, ...around, ...said, role: 'assistant' } }
}

/** An attribute that is JSON, as a text or as a value. */
function wholeAt(span: Json, name: string): Json | undefined {
  const fields = plainFields(at(span, 'attributes'))
  const value = fields[name] ?? at(fields, ...name.split('.'))
  return typeof value === 'string' ? valueOf(value) : value
}

function isOfLaminar(span: Json): boolean {
  return at(span, 'span_type') === 'LLM'
}

/** When a span ended: in nanoseconds, as a text, or as seconds with nanoseconds. */
function endOf(span: Json): Json | undefined {
  const nanoseconds = Number(at(span, 'endTimeUnixNano') ?? at(span, 'end_time_unix_nano') ?? 0)
  if (nanoseconds > 0) return nanoseconds / 1e6
  const ended =
    at(span, 'end_time') ?? at(span, 'endTime') ?? at(span, 'end_timestamp') ?? at(span, 'timeUnixNano')
  const count = typeof ended === 'string' && /^\d+$/.test(ended) ? Number(ended) : ended
  if (typeof count === 'number') return count > MOST_MILLISECONDS ? count / 1e6 : count
  if (!isList(ended)) return textOf(ended)
  const time = 1000 * Number(ended[0]) + Number(ended[1]) / 1e6
  return time > 0 ? time : undefined
}

/** A larger number counts nanoseconds. */
const MOST_MILLISECONDS = 1e14

/**
 * Attributes by their whole name: a list of keys with typed values, or an object, which may be nested. Lists of parts are
 * there as a whole as well.
 */
function attributesOf(span: Json): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>()
  const listed = at(span, 'attributes')
  const flatten = (value: Json, path: string): void => {
    if (isRecord(value) && isList(value['parts'])) found.set(path, value)
    else if (isRecord(value))
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
    if (isRecord(list) && isList(list['parts'])) return messagesOfParts(list)
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
