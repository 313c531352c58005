import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import { conversationIn } from '../read/conversation-id.ts'
import { instantOf } from '../read/instant.ts'
import type { Log, LogRecord } from '../read/reader.ts'
import { asText, chatMessage } from './chat-message.ts'
import type { Container } from './container.ts'
import { TIME_KEYS } from './pair.ts'

/** What somebody said. */
export interface Said {
  readonly who: string
  readonly isBot: boolean
  readonly text: string
  readonly timestamp: Json | undefined
}

/**
 * Chats of people and bots: exports of Slack, Discord, Telegram, Teams and Facebook, trackers of Rasa, transcripts of the Bot
 * Framework. Bots are the assistant; without any, whoever speaks second is. Of three and more, each is named.
 */
export const transcript: Container = {
  name: 'a chat of people or bots',
  keys: ['messages', 'value', 'events', 'user', 'from', 'author', 'event'],
  isGuess: true,
  open: (log) => chatsIn(log, saidIn),
}

/**
 * A talk or a game of several speakers, each with a text, whose names are no roles; of several talks on lines, each line
 * names its own.
 */
export const speakers: Container = {
  name: 'a talk of several speakers',
  isGuess: true,
  open({ records, faults }) {
    const [first] = records
    if (first === undefined || faults.length > 0) return []
    if (records.length === 1)
      return listsByName(first.value, 0).flatMap((list) =>
        chatsIn({ records: [{ ...first, value: list }] }, saidByName),
      )
    if (!records.every(({ value }) => saidByName(value) !== undefined)) return []
    const talks = new Map<Json | undefined, LogRecord[]>()
    for (const record of records) {
      const id = conversationIn(record.value)
      const talk = talks.get(id) ?? []
      talks.set(id, talk)
      talk.push(record)
    }
    return [...talks.values()].flatMap((own) => chatsIn({ records: own }, saidByName))
  },
}

/** How far down such lists are looked for. */
const DEEPEST = 4

/** The lists of which each value is what somebody says, two or more in all. */
function listsByName(value: Json, depth: number): readonly Json[] {
  if (isList(value)) {
    const who = new Set(value.map((one) => saidByName(one)?.who))
    if (who.size > 1 && !who.has(undefined)) return [value]
  }
  const inner = isList(value) ? value : isRecord(value) ? Object.values(value) : []
  return depth === DEEPEST ? [] : inner.flatMap((one) => listsByName(one, depth + 1))
}

function chatsIn(
  { records }: Pick<Log, 'records'>,
  read: (value: Json) => Said | undefined,
): readonly LogRecord[] {
  const [first] = records
  if (first === undefined) return []
  const lists =
    records.length > 1
      ? [records.map(({ value }) => value)]
      : [first.value, ...['messages', 'value', 'events'].map((key) => at(first.value, key))].filter(isList)
  return lists.flatMap((list): readonly LogRecord[] => {
    const said = list.flatMap((one) => read(one) ?? [])
    return said.length < 2 ? [] : [{ ...first, value: { messages: chatOf(inOrder(said)) } }]
  })
}

/** Who is a bot is the assistant, else whoever spoke second. */
export function chatOf(said: readonly Said[]): readonly Json[] {
  const speakers = [...new Set(said.map(({ who }) => who))]
  const hasBot = said.some(({ isBot }) => isBot)
  return said.map(({ who, isBot, text, timestamp }) =>
    chatMessage((hasBot ? isBot : who === speakers[1]) ? 'assistant' : 'user', {
      content: speakers.length > 2 ? `${who}: ${text}` : text,
      timestamp,
    }),
  )
}

/** By time, if each has one: Facebook and Teams have the newest first, and tables of many talks any order. */
function inOrder(said: readonly Said[]): readonly Said[] {
  const timed = said.map((one) => ({ one, time: instantOf(one.timestamp) ?? Number.NaN }))
  const [first, last] = [timed[0]?.time ?? 0, timed.at(-1)?.time ?? 0]
  const before = first > last ? timed.toReversed() : timed
  return before.some(({ time }) => Number.isNaN(time))
    ? before.map(({ one }) => one)
    : before.toSorted((one, other) => one.time - other.time).map(({ one }) => one)
}

/** What a record says, and who; undefined for another record. */
function saidIn(value: Json): Said | undefined {
  const event = at(value, 'event')
  if ((event === 'user' || event === 'bot') && textOf(at(value, 'text')) !== undefined)
    return of(event, event === 'bot', at(value, 'text'), at(value, 'timestamp'))
  const author = at(value, 'author')
  if (typeof at(author, 'isBot') === 'boolean')
    return of(at(author, 'name'), at(author, 'isBot') === true, at(value, 'content'), at(value, 'timestamp'))
  const from = at(value, 'from')
  const [person, program] = [at(from, 'user', 'displayName'), at(from, 'application', 'displayName')]
  if (person !== undefined || program !== undefined)
    return of(
      person ?? program,
      person === undefined,
      withoutTags(at(value, 'body', 'content')),
      at(value, 'createdDateTime'),
    )
  if (textOf(at(value, 'sender_name')) !== undefined)
    return of(at(value, 'sender_name'), false, at(value, 'content'), at(value, 'timestamp_ms'))
  if (at(value, 'type') !== 'message') return undefined
  if (typeof from === 'string') return of(from, false, textIn(at(value, 'text')), at(value, 'date'))
  if (textOf(at(from, 'id')) !== undefined)
    return of(at(from, 'id'), at(from, 'role') === 'bot', at(value, 'text'), at(value, 'timestamp'))
  const isBot = at(value, 'bot_id') !== undefined
  const who = at(value, 'user_profile', 'real_name') ?? at(value, 'username') ?? at(value, 'user')
  return of(who ?? at(value, 'bot_id'), isBot, at(value, 'text'), Number(at(value, 'ts') ?? 0) || undefined)
}

function isTime(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number'
}

const WHO = ['speaker', 'sender', 'character', 'author', 'from', 'who']
const WORDS = ['text', 'content', 'message', 'dialogue', 'utterance', 'line', 'body']

function saidByName(value: Json): Said | undefined {
  const who = WHO.map((key) => textOf(at(value, key))).find((one) => one !== undefined)
  const text = WORDS.map((key) => textOf(at(value, key))).find((one) => one !== undefined)
  const time = TIME_KEYS.map((key) => at(value, key)).find(isTime)
  return of(who, /^(?:ai|bot|assistant|chatbot|chatgpt)$/i.test(who ?? ''), text, time)
}

function of(
  who: Json | undefined,
  isBot: boolean,
  text: Json | undefined,
  timestamp: Json | undefined,
): Said | undefined {
  const name = textOf(who)
  return name === undefined || textOf(text) === undefined
    ? undefined
    : { who: name, isBot, text: asText(text), timestamp }
}

/** A text, or its pieces. */
function textIn(text: Json | undefined): string {
  return isList(text) ? text.map((piece) => asText(at(piece, 'text') ?? piece)).join('') : asText(text)
}

function withoutTags(text: Json | undefined): string {
  return asText(text).replaceAll(/<[^<>]*>/g, '')
}
