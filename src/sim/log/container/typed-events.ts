import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { conversationIn } from '../read/conversation-id.ts'
import type { LogRecord } from '../read/reader.ts'
import { inputOfCall, nameOfCall } from '../read/tool.ts'
import { TASKS } from './agent-steps.ts'
import { asText, callOf, chatMessage, notRead, resultOf, SUM_OF_RUN, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'
import { TIME_KEYS } from './pair.ts'

/** Below which names of a record its events are. */
const LISTS = [
  'events',
  'timeline',
  'trajectory',
  'trace',
  'steps',
  'turns',
  'messages',
  'history',
  'log',
  'entries',
  'transcript',
  'conversation',
  'session',
]

/**
 * Logs as people write them for agents of their own: an event for each thing that was said or done, which names its
 * kind, as in `{ "type": "tool_call", "tool": …, "args": … }`, with its fields beside it or below `data`.
 */
export const typedEvents: Container = {
  name: 'events that name their kinds',
  keys: [...LISTS, 'data', 'payload', 'name', 'tool', 'tool_name', 'toolName', 'tool_calls'],
  open({ records }) {
    const [first] = records
    if (first === undefined) return []
    const events = records.map(({ value }) => value)
    const lines = records.length > 1 ? talksIn(events, null, false) : []
    if (lines.length > 0) return lines.map((value) => ({ ...first, value }))
    const talks = (isSure: boolean) =>
      records.flatMap(({ value, ...place }) =>
        talksBelow(value, 0, isSure).map((talk): LogRecord => ({ ...place, value: talk })),
      )
    // once one of the runs is known, another may have no call of a tool
    return talks(false).length > 0 ? talks(true) : []
  },
}

type Kind = 'call' | 'result' | 'thought' | 'user' | 'reply' | 'system'

/** Case and what parts the words make no difference. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['call', /^tool_?(call|use|start|started|invocation|request)s?$/],
  [
    'result',
    /^tool_?((call|use)_?)?(result|output|response|end|ended|completed|finished|return)s?$|^tool$|^observation$/,
  ],
  ['thought', /^((assistant|agent|llm|model)_)?(thinking|thought|reasoning)$/],
  ['user', /^(user|human)(_(message|input|prompt|text|query))?$/],
  [
    'reply',
    /^(assistant|agent|ai|llm|model|bot)(_(message|text|output|response|reply|answer|final))?$|^final(_(answer|response|reply|message|output))?$|^text$/,
  ],
  ['system', /^system(_(message|prompt))?$/],
]
const NAMES = ['type', 'kind', 'event', 'event_type', 'eventType', 'role']
/** How far below a record its events may be. */
const DEEPEST = 2
const TEXTS = ['content', 'text', 'message', 'output', 'response', 'answer', 'prompt', 'input', 'query']
const RESULTS = ['content', 'result', 'output', 'outcome', 'response', 'observation', 'error', 'text']
const IDS = ['tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId', 'call_id', 'callId']

function kindOf(event: Json): Kind | undefined {
  for (const name of NAMES) {
    const words = textOf(at(event, name))
      ?.replaceAll(/(?<=[a-z])(?=[A-Z])|[\s.:-]+/g, '_')
      .toLowerCase()
    const kind = words === undefined ? undefined : KINDS.find(([, pattern]) => pattern.test(words))?.[0]
    if (kind !== undefined) return kind
  }
  return at(event, 'type') === 'message' && at(event, 'role') === undefined ? 'reply' : undefined
}

/** An event with the fields that it has below `data`. */
function flat(event: Json): JsonRecord {
  const { data, payload, ...own } = isRecord(event) ? event : {}
  return { ...(isRecord(payload) && payload), ...(isRecord(data) && data), ...own }
}

function firstOf(event: Json, keys: readonly string[]): Json | undefined {
  return keys.map((key) => at(event, key)).find((one) => one !== undefined && one !== null && one !== '')
}

function idOf(event: Json): Json | undefined {
  return firstOf(event, [...IDS, 'id'])
}

function callsIn(event: JsonRecord): readonly Json[] {
  const calls = listAt(event, 'tool_calls')
  return calls.length > 0 ? calls : nameOfCall(event) === undefined ? [] : [event]
}

/** The tokens of a call of the model: in an object of their own, or among the fields of the event. */
function usageIn(event: JsonRecord): Json | undefined {
  const counts = Object.entries(event).filter(([, value]) => typeof value === 'number')
  return at(event, 'usage') ?? usageWithin(Object.fromEntries(counts))
}

/** The input of a call whose fields stand beside its name. */
function restOf(call: Json): Json {
  const own = Object.entries(isRecord(call) ? call : {}).filter(
    ([key, value]) =>
      !NO_INPUT.test(key) && !RESULTS.includes(key) && (typeof value === 'string' || isRecord(value)),
  )
  return Object.fromEntries(own)
}

/** What a call, and the line of a log, have beside the input. */
const NO_INPUT =
  /^(type|kind|event|role|name|tool|function|model|agent|status|level|logger|source|ts|time|timestamp|tool_?calls?)$|type$|name$|_?at$|id$/i

/** What was said: a text or blocks, perhaps in a message. */
function saidIn(event: JsonRecord): Json {
  const said = firstOf(event, TEXTS)
  const inner = isRecord(said) ? (firstOf(said, TEXTS) ?? said) : said
  return isList(inner) ? inner : asText(inner)
}

function talksBelow(value: Json, depth: number, isSure: boolean): readonly Json[] {
  if (isList(value)) return talksIn(value, null, isSure)
  if (!isRecord(value) || depth > DEEPEST) return []
  for (const key of LISTS) {
    const below = at(value, key)
    const talks = isList(below) ? talksIn(below, value, isSure) : talksBelow(below ?? null, depth + 1, isSure)
    if (talks.length > 0) return talks
  }
  return []
}

/** The conversations of a list; none for a list in which no call of a tool is an event of its own, or nobody says anything. */
function talksIn(list: readonly Json[], holder: Json, isSure: boolean): readonly Json[] {
  if (!list.every(isRecord)) return []
  const kinds = list.map(kindOf)
  const isSaid = kinds.some((kind) => kind === 'user' || kind === 'reply')
  const isOwn = isSure || list.some((event, index) => isCalled(flat(event), kinds[index]))
  if (!isSaid || !isOwn) return []
  const talks = new Map<Json | undefined, Json[]>()
  const isNamed = list.every((event) => conversationIn(event) !== undefined)
  for (const event of list) {
    const id = isNamed ? conversationIn(event) : undefined
    const talk = talks.get(id) ?? []
    talks.set(id, talk)
    talk.push(event)
  }
  const model =
    firstOf(holder, ['model']) ?? list.map((event) => at(event, 'model')).find((one) => textOf(one))
  return [...talks].map(([id, events]) => {
    const talk = new Talk(events, typeof model === 'string' ? model : undefined)
    for (const event of events) talk.add(event)
    // what was asked may stand beside the list
    const task = kinds.includes('user') ? undefined : firstOf(holder, [...TASKS, 'input'])
    const asked = task === undefined ? [] : [chatMessage('user', { content: asText(task) })]
    const sum = at(holder, 'usage') === undefined ? [] : [SUM_OF_RUN]
    return { ...(id !== undefined && { id }), messages: [...asked, ...talk.finish(), ...sum] }
  })
}

/** A call, or a call and its result in one. */
function isCalled(event: JsonRecord, kind: Kind | undefined): boolean {
  if (kind === 'call') return callsIn(event).length > 0
  return kind === 'result' && nameOfCall(event) !== undefined && inputOfCall(event) !== undefined
}

interface Reply {
  readonly first: JsonRecord
  readonly texts: Json[]
  readonly thoughts: string[]
  readonly calls: Json[]
  readonly results: Json[]
  /** Calls whose results are still to come: a model speaks again when it has them all. */
  readonly waiting: Set<Json>
  usage: Json | undefined
}

/** Everything that the model says before the results of its calls is one reply. */
class Talk {
  readonly #messages: Json[] = []
  readonly #model: string | undefined
  /** Ids of results. */
  readonly #answered: ReadonlySet<Json | undefined>
  /** Whether results are events of their own; if not, each stands with its call. */
  readonly #isApart: boolean
  readonly #ids = new Set<Json>()
  #unnamed = 0
  /** Whether each reply has its tokens: a call without them is of the reply before. */
  readonly #isCounted: boolean
  #reply: Reply | null = null

  constructor(events: readonly Json[], model: string | undefined) {
    this.#model = model
    const results = events.filter((event) => kindOf(event) === 'result')
    this.#isApart = results.length > 0
    const replies = events.filter((event) => kindOf(event) === 'reply')
    this.#isCounted = replies.length > 0 && replies.every((reply) => usageIn(flat(reply)) !== undefined)
    this.#answered = new Set(results.map((event) => idOf(flat(event))))
  }

  add(given: Json): void {
    const kind = kindOf(given)
    const event = flat(given)
    if (kind === 'call') {
      for (const call of callsIn(event)) this.#ask(call, event)
      const keys = RESULTS.slice(1)
      if (!this.#isApart && firstOf(event, keys) !== undefined) this.#answer(event, keys)
    } else if (kind === 'result') {
      // some logs have only the end of a call
      const isKnown = this.#unnamed > 0 || this.#ids.has(idOf(event) ?? null)
      if (!isKnown && nameOfCall(event) !== undefined) this.#ask(event, event)
      this.#answer(event, RESULTS)
    } else if (kind === 'thought') this.#open(event).thoughts.push(asText(saidIn(event)))
    else if (kind === 'reply') {
      const usage = usageIn(event)
      // two calls of the model, each with its tokens
      if (usage !== undefined && this.#reply?.usage !== undefined && this.#reply.waiting.size === 0)
        this.#end()
      const reply = this.#open(event)
      reply.texts.push(saidIn(event))
      reply.usage = usage ?? reply.usage
      for (const call of listAt(event, 'tool_calls')) this.#ask(call, event)
    } else if (kind !== undefined) {
      this.#end()
      this.#messages.push(chatMessage(kind, { content: saidIn(event), timestamp: firstOf(event, TIME_KEYS) }))
    } else this.#messages.push(notRead(textOf(firstOf(given, NAMES)) ?? 'event without a kind'))
  }

  finish(): readonly Json[] {
    this.#end()
    return this.#messages
  }

  #ask(call: Json, event: JsonRecord): void {
    const reply = this.#isCounted ? (this.#reply ?? this.#open(event)) : this.#open(event)
    const given = idOf(call)
    const id = given !== undefined && !this.#ids.has(given) ? given : undefined
    if (id === undefined) this.#unnamed += 1
    else this.#ids.add(id)
    if (id !== undefined && this.#answered.has(id)) reply.waiting.add(id)
    const inner = isRecord(at(call, 'function')) ? at(call, 'function') : call
    reply.calls.push(callOf(id, nameOfCall(inner), inputOfCall(inner) ?? restOf(call)))
  }

  #answer(event: JsonRecord, keys: readonly string[]): void {
    const given = idOf(event)
    const id = given !== undefined && this.#ids.has(given) ? given : undefined
    if (id === undefined) this.#unnamed = Math.max(0, this.#unnamed - 1)
    else this.#reply?.waiting.delete(id)
    const found = firstOf(event, keys)
    const around = { name: nameOfCall(event), timestamp: firstOf(event, TIME_KEYS) }
    const result = resultOf(id, isList(found) ? found : asText(found), around)
    ;(this.#reply?.results ?? this.#messages).push(result)
  }

  #open(first: JsonRecord): Reply {
    if (this.#reply !== null && this.#reply.results.length > 0 && this.#reply.waiting.size === 0) this.#end()
    this.#reply ??= {
      first,
      texts: [],
      thoughts: [],
      calls: [],
      results: [],
      waiting: new Set(),
      usage: usageIn(first),
    }
    return this.#reply
  }

  #end(): void {
    if (this.#reply === null) return
    const { first, texts, thoughts, calls, results, usage } = this.#reply
    const [only] = texts
    this.#messages.push(
      chatMessage('assistant', {
        content: texts.length === 1 && isList(only) ? only : texts.map(asText).join('\n\n'),
        thoughts,
        calls,
        model: textOf(at(first, 'model')) ?? this.#model,
        usage,
        timestamp: firstOf(first, TIME_KEYS),
      }),
      ...results,
    )
    this.#reply = null
  }
}
