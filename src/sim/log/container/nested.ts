import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { conversationIn } from '../read/conversation-id.ts'
import type { Log, LogRecord } from '../read/reader.ts'
import { isAnsweredCall } from '../read/sent-and-answered.ts'
import { usageWithin } from './chat-message.ts'
import { listAt, ofWhole } from './container.ts'
import type { Container } from './container.ts'
import { isPaired, arePairsOfTalk, isTurn, joined, namedIn, pairOf, inTurns, turnsAsOne } from './pair.ts'
import { messagesInPrompt } from './templates.ts'

/**
 * Rows of data sets and of evaluations, states of LangGraph, backups of chat pages: lists of messages somewhere below,
 * also as JSON in a text, with other names for who speaks and for the text; or a prompt with its answer.
 */
export const nested: Container = {
  name: 'messages under other names or deeper in a record',
  isGuess: true,
  // What a text that was cut off has of them may be one of many copies.
  open: (log) => {
    if (log.faults.length > 0) return []
    const lines = linesOf(log)
    if (lines.length > 0) return lines
    const turns = turnsOf(log)
    return turns.length > 0 ? turns : talksOf(log)
  },
}

const talksOf = ofWhole((value) => talksIn(value, {}, 0))

/** Messages on lines of their own, if all lines are. */
function linesOf({ records }: Log): readonly LogRecord[] {
  const messages = messagesIn(records.map(({ value }) => value))
  return messages.flatMap((value, index) => {
    const record = records[index]
    return record === undefined ? [] : [{ ...record, value }]
  })
}

/** Rows of a prompt and its answer that are turns of a conversation, or of several, which they name. */
function turnsOf({ records }: Log): readonly LogRecord[] {
  const rows = records.flatMap(({ value, ...place }) => rowsIn(value).map((row) => ({ row, place })))
  if (rows.length < 2 || !rows.every(({ row }) => conversationIn(row) !== undefined || isTurn(row))) return []
  const talks = new Map<Json | undefined, { pairs: Json[]; place: Omit<LogRecord, 'value'> }>()
  for (const { row, place } of rows) {
    const [pair] = isRecord(row) ? pairOf(row) : []
    if (pair === undefined) return []
    const id = conversationIn(row)
    const talk = talks.get(id) ?? { pairs: [], place }
    talks.set(id, talk)
    talk.pairs.push(pair)
  }
  return [...talks].map(([id, { pairs, place }]) => ({ ...place, value: joined(pairs, id) }))
}

/** A list, or the page of one. */
function rowsIn(value: Json): readonly Json[] {
  const page = listAt(value, 'data')
  return isList(value) ? value : page.length > 1 && page.every(isRecord) ? page : [value]
}

/** Messages with the usual names; empty if there is anything else, or no reply. */
function messagesIn(values: readonly Json[]): readonly Json[] {
  const messages: Json[] = []
  for (const value of values.length > 1 ? values : []) {
    const message = messageOf(value)
    if (message === null) return []
    messages.push(message)
  }
  return messages.some(isReply) ? messages : []
}

/** How far down messages are looked for. */
const DEEPEST = 7

const ROLES: Readonly<Record<string, string>> = {
  agent: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  chatbot: 'assistant',
  chatgpt: 'assistant',
  claude: 'assistant',
  gemini: 'assistant',
  llm: 'assistant',
  machine: 'assistant',
  gpt: 'assistant',
  model: 'assistant',
  human: 'user',
  you: 'user',
  me: 'user',
  assistant: 'assistant',
  user: 'user',
  system: 'system',
  tool: 'tool',
}

/** Who speaks; in other fields than the first one only a name that is known. */
const SPEAKERS = ['role', 'from', 'speaker', 'sender', 'author', 'type']
/** Whether the person speaks, or the model. */
const OF_PERSON = ['isUser', 'is_user', 'fromUser', 'from_user', 'isHuman', 'isMe', 'fromMe', 'from_me']
const OF_MODEL = ['isBot', 'is_bot', 'fromBot', 'isAI', 'is_ai', 'isAi', 'isAssistant', 'is_assistant']
const TEXTS = ['content', 'contentParts', 'text', 'message', 'value', 'body', 'system_prompt']
/** What a message without a text has. */
const EMPTY = ['content', 'tool_calls', 'toolCalls', 'function_call', 'parts']
/** What stands beside a list of messages and belongs to its request. */
const AROUND = ['id', 'conversation_id', 'model', 'system', 'system_prompt', 'tools']
/** Below these names rows of a prompt and its answer are turns of one conversation. */
const TURNS = [
  'messages',
  'history',
  'conversation',
  'conversation_history',
  'chat',
  'chat_history',
  'chatHistory',
  'dialog',
  'dialogue',
  'turns',
  'exchanges',
]

/** Conversations, and recorded calls of a model. */
function talksIn(value: Json, holder: JsonRecord, depth: number): readonly Json[] {
  if (depth > DEEPEST) return []
  if (typeof value === 'string') {
    const inner = /^\s*[[{]/.test(value) ? valueOf(value) : undefined
    if (inner !== undefined) return talksIn(inner, holder, depth + 1)
    const told = messagesInPrompt(value)
    return told.some(isReply) ? [{ ...aroundOf(holder), messages: told }] : []
  }
  if (isRecord(value) && isAnsweredCall(value)) return [value]
  // a list may also be numbered by its keys
  const listed: readonly Json[] = isList(value) ? value : isRecord(value) ? Object.values(value) : []
  const messages = messagesIn(listed)
  if (messages.length > 0) {
    return [{ ...aroundOf(holder), messages }]
  }
  if (isList(value)) {
    const named = namedIn(value)
    if (named.length > 0) return [{ ...aroundOf(holder), messages: named }]
    if (depth === 0 && arePairsOfTalk(value)) return [{ messages: inTurns(value.flat()) }]
    const talk = turnsAsOne(value)
    return talk === null ? value.flatMap((one) => talksIn(one, {}, depth + 1)) : [talk]
  }
  if (!isRecord(value)) return []
  const alternating = SPOKEN.map((key) => at(value, key)).find(isSpoken)
  if (isList(alternating)) return [{ ...aroundOf(value), messages: inTurns(alternating) }]
  const paired = at(value, 'history') ?? at(value, 'chatbot')
  if (isPaired(paired) && pairOf(value).length === 0)
    return [{ ...aroundOf(value), messages: inTurns(paired.flat()) }]
  for (const key of TURNS) {
    const rows = listAt(value, key)
    const pairs = rows.flatMap((row) => (isRecord(row) ? pairOf(row) : []))
    if (pairs.length > 0 && pairs.length === rows.length)
      return [{ ...aroundOf(value), ...recordOf(joined(pairs)) }]
  }
  const found = Object.values(value).flatMap((one) => talksIn(one, value, depth + 1))
  return found.length > 0 ? found : pairOf(value)
}

/** Where some data sets have what a user and a model said in turn, without their names. */
const SPOKEN = ['data', 'dialog', 'dialogue']

function isSpoken(list: Json | undefined): boolean {
  return isList(list) && list.length > 1 && list.every((one) => typeof one === 'string')
}

function aroundOf(holder: JsonRecord): JsonRecord {
  const around = AROUND.flatMap((key) => (Object.hasOwn(holder, key) ? [[key, holder[key]]] : []))
  return Object.fromEntries(around) as JsonRecord
}

function isReply(message: Json): boolean {
  return at(message, 'role') === 'assistant' || at(message, 'kwargs', 'type') === 'ai'
}

/** A message with the usual names; null if it is none. LangChain's stay as they are. */
function messageOf(value: Json): Json {
  if (!isRecord(value)) return null
  if (at(value, 'lc') !== undefined) return at(value, 'kwargs', 'content') === undefined ? null : value
  const message = lowered(value)
  const own = at(message, 'role')
  const role =
    firstOf(message, SPEAKERS, (one) =>
      typeof one === 'string'
        ? (ROLES[one.toLowerCase().replace(/_?message$/, '')] ?? (one === own ? one : undefined))
        : undefined,
    ) ??
    firstOf(message, OF_PERSON, (is) =>
      typeof is === 'boolean' ? (is ? 'user' : 'assistant') : undefined,
    ) ??
    firstOf(message, OF_MODEL, (is) => (typeof is === 'boolean' ? (is ? 'assistant' : 'user') : undefined))
  if (role === undefined) return null
  const content =
    firstOf(message, TEXTS, (one) => (one === null || one === '' ? undefined : one)) ??
    firstOf(message, TEXTS, (one) => (one === null ? undefined : one))
  const isEmpty = content === undefined && EMPTY.every((key) => at(message, key) === undefined)
  return isEmpty ? null : { ...message, role, content: content ?? null, ...usageOf(at(message, 'usage')) }
}

/** Tokens as the AI SDK names them. */
function usageOf(usage: Json | undefined): JsonRecord {
  const counted = typeof at(usage, 'inputTokens') === 'number' ? usageWithin(usage) : undefined
  return counted === undefined ? {} : { usage: counted }
}

function firstOf<Value>(
  record: JsonRecord,
  keys: readonly string[],
  take: (value: Json) => Value | undefined,
): Value | undefined {
  for (const key of keys) {
    const found = take(at(record, key) ?? null)
    if (found !== undefined) return found
  }
  return undefined
}

/** Programs in .NET begin the names of their fields with a capital. */
function lowered(record: JsonRecord): JsonRecord {
  if (!Object.hasOwn(record, 'Role') && !Object.hasOwn(record, 'Author')) return record
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key.charAt(0).toLowerCase() + key.slice(1),
      key === 'Arguments' ? value : deepLowered(value),
    ]),
  )
}

function deepLowered(value: Json): Json {
  if (isList(value)) return value.map(deepLowered)
  return isRecord(value) ? lowered({ Role: null, ...value }) : value
}
