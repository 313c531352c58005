import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import type { Log } from '../read/reader.ts'
import { asText } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** One event of a stream: of the graph itself or, by its namespace, of one inside it. */
interface Event {
  readonly space: string
  readonly mode: string | undefined
  readonly payload: Json
}

const open: Container['open'] = (log) => {
  const [first = { line: 1, column: 1 }] = log.records
  const events = eventsOf(log)
  const asked = events.flatMap(({ payload }) => callIn(payload))
  const talks = asked.length > 0 ? asked : talksOf(events)
  return talks.map((value) => ({ line: first.line, column: first.column, value }))
}

/** What LangGraph streams: states, what each step adds to them, or pieces of messages; and LangChain’s events. */
export const langGraph: Container = {
  name: 'a stream of LangGraph',
  open: (log) => (isStream(log) ? open(log) : []),
}

/** The same as server-sent events. */
export const langGraphEvents: Container = {
  name: langGraph.name,
  head: /^event: ?(?:values|updates|messages|metadata|lifecycle|checkpoints|debug|tasks)\b/m,
  open,
}

/** The same, where only steps were written down: their names are the keys. */
export const langGraphSteps: Container = { name: langGraph.name, isGuess: true, open }

/** True if states repeat what came before, or events name themselves. */
function isStream({ records }: Log): boolean {
  const values = records.flatMap(({ value }) => (isList(value) ? value : [value]))
  const isPairs = records.some(({ value }) => {
    const pair = isList(value) && isList(value[0]) && isList(value.at(-1)) ? value.at(-1) : value
    const [first, second] = isList(pair) && pair.length < 4 ? pair : []
    return (
      (typeof first === 'string' && at(second, 'messages') !== undefined) ||
      (first !== undefined && isMessage(first) && at(second, 'langgraph_node') !== undefined)
    )
  })
  const marked = values.some(
    (value) =>
      at(value, 'params', 'namespace') !== undefined ||
      (isList(at(value, 'ns')) && at(value, 'data') !== undefined) ||
      callIn(value).length > 0,
  )
  const states = values.map((value) => listAt(value, 'messages'))
  const isGrowing = states.length > 1 && states.every((state, index) => isNext(state, states[index - 1]))
  return isPairs || marked || isGrowing
}

/** True if a state has the messages of the one before, and perhaps more. */
function isNext(state: readonly Json[], before: readonly Json[] = []): boolean {
  const [first] = state
  if (first === undefined || !isMessage(first)) return false
  return [0, before.length - 1].every((index) => {
    const [own, old] = [state[index], before[index]]
    return old === undefined || (own !== undefined && idOf(own) === idOf(old))
  })
}

function idOf(message: Json): string {
  return textOf(at(message, 'id')) ?? textOf(at(message, 'kwargs', 'id')) ?? JSON.stringify(message)
}

function eventsOf({ shape, text, records }: Log): readonly Event[] {
  if (shape !== 'text') {
    const whole = records.length === 1 ? records[0]?.value : undefined
    const values = isList(whole) ? whole : records.map(({ value }) => value)
    return values.map((value) => eventOf(value, undefined))
  }
  const events: Event[] = []
  let name: string | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, field, rest = ''] = /^(event|data): ?(.*)$/.exec(line) ?? []
    if (field === 'event') name = rest
    const value = field === 'data' ? valueOf(rest) : undefined
    if (value !== undefined) events.push(eventOf(value, name))
  }
  return events
}

/** A stream of several modes, or of graphs within graphs, puts the mode and the namespace before each value. */
function eventOf(value: Json, name: string | undefined): Event {
  const [mode, inner = ''] = name?.split('|') ?? []
  const params = at(value, 'params')
  const spaces = at(params, 'namespace') ?? at(value, 'ns')
  if (isList(spaces)) {
    const payload = at(params, 'data') ?? at(value, 'data') ?? null
    return {
      space: spaces.map(asText).join('/'),
      mode: textOf(at(value, 'method') ?? at(value, 'type')),
      payload,
    }
  }
  if (!isList(value) || value.length < 2 || value.length > 3 || value.some(isMessage))
    return { space: inner, mode, payload: value }
  const space = value.find((one) => isList(one) && one.every((part) => typeof part === 'string'))
  const named = value.find((one) => typeof one === 'string')
  const own = eventOf(value.at(-1) ?? null, textOf(named) ?? mode)
  return { ...own, space: isList(space) ? space.map(asText).join('/') : inner }
}

/** The conversation of each graph. */
function talksOf(events: readonly Event[]): readonly Json[] {
  const graphs = new Map<string, Map<string, Json>>()
  const pieces = new Map<string, Map<string, Json>>()
  const add = (into: typeof graphs, space: string, messages: readonly Json[], isPiece = false): void => {
    const own = into.get(space) ?? new Map<string, Json>()
    into.set(space, own)
    for (const message of messages) {
      const id = idOf(message)
      const before = own.get(id)
      own.set(id, isPiece && before !== undefined ? joined(recordOf(before), recordOf(message)) : message)
    }
  }
  for (const { space, mode, payload } of events) {
    const state = listAt(payload, 'messages').filter(isMessage)
    const saved = [
      ...listAt(payload, 'values', 'messages'),
      ...listAt(payload, 'payload', 'values', 'messages'),
    ]
    const [piece] = isList(payload) ? payload : []
    if (isList(payload) && mode?.startsWith('messages/') === true)
      add(graphs, space, payload.filter(isMessage))
    else if (piece !== undefined && isMessage(piece)) add(pieces, space, [flat(piece)], true)
    else if (state.length > 0) {
      if (mode !== 'updates') graphs.delete(space)
      add(graphs, space, state)
    } else if (saved.length > 0) add(graphs, space, saved.filter(isMessage))
    else if (isRecord(payload))
      for (const step of Object.values(payload)) {
        const told = at(step, 'messages')
        const messages = (isList(told) ? told : told === undefined ? [] : [told]).filter(isMessage)
        if (messages.length > 0) add(graphs, space, messages)
      }
  }
  for (const [space, own] of pieces) if (!graphs.has(space)) graphs.set(space, own)
  return [...graphs].map(([space, own]) => ({
    ...(space !== '' && { id: space }),
    messages: [...own.values()],
  }))
}

const KINDS = /^(?:human|ai|tool|system|(?:Human|AI|Tool|System)MessageChunk)$/

function isMessage(value: Json): boolean {
  const type = at(value, 'type')
  if (at(value, 'lc') !== undefined) return at(value, 'kwargs', 'content') !== undefined
  return typeof type === 'string' && KINDS.test(type) && at(value, 'content') !== undefined
}

/** A message with its fields outside, as Python writes them. */
function flat(message: Json): Json {
  const fields = at(message, 'kwargs')
  const id = at(message, 'id')
  return isRecord(fields) && isList(id) ? { type: id.at(-1) ?? '', ...fields } : message
}

/** A message with its next piece: texts go on, and so do the arguments of calls. */
function joined(before: JsonRecord, piece: JsonRecord): Json {
  const [from, more] = [before['content'], piece['content']]
  const content =
    isList(from) || isList(more) ? [...blocksOf(from), ...blocksOf(more)] : asText(from) + asText(more)
  const calls: JsonRecord[] = []
  for (const chunk of [...listAt(before, 'tool_call_chunks'), ...listAt(piece, 'tool_call_chunks')]) {
    const index = Number(at(chunk, 'index') ?? calls.length)
    const call = calls[index] ?? {}
    calls[index] = {
      index,
      id: call['id'] ?? at(chunk, 'id') ?? null,
      name: asText(call['name']) + asText(at(chunk, 'name')),
      args: asText(call['args']) + asText(at(chunk, 'args')),
    }
  }
  const own = calls.filter(Boolean)
  const usage = sumOf(before['usage_metadata'], piece['usage_metadata'])
  return {
    ...before,
    content,
    tool_call_chunks: own,
    ...(own.length > 0 && { tool_calls: own, invalid_tool_calls: [] }),
    ...(usage !== undefined && { usage_metadata: usage }),
  }
}

/** Each piece counts what it adds. */
function sumOf(before: Json | undefined, piece: Json | undefined): Json | undefined {
  if (typeof before === 'number' && typeof piece === 'number') return before + piece
  if (!isRecord(before) || !isRecord(piece)) return piece ?? before
  const sums = Object.entries(piece).map(([key, count]) => [key, sumOf(before[key], count) ?? count] as const)
  return { ...before, ...Object.fromEntries(sums) }
}

function blocksOf(content: Json | undefined): readonly Json[] {
  if (isList(content)) return content.filter((block) => at(block, 'type') === 'text')
  return textOf(content) === undefined ? [] : [{ type: 'text', text: asText(content) }]
}

/** A call of a model among the events of LangChain, once it has ended. */
function callIn(event: Json): readonly Json[] {
  if (at(event, 'event') !== 'on_chat_model_end') return []
  const messages = listAt(event, 'data', 'input', 'messages')
  const message = at(event, 'data', 'output') ?? null
  const own = at(message, 'generations') === undefined ? { generations: [[{ message }]] } : message
  return messages.length === 0
    ? []
    : [{ inputs: { messages: isList(messages[0]) ? messages[0] : messages }, outputs: own }]
}
