import type { Json } from '../../../engine/index.ts'
import { at, isList, recordOf, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import {
  addressOf,
  asText,
  callOf,
  chatMessage,
  injectedMessage,
  pictureBlock,
  resultOf,
  summaryOf,
  textBlock,
  textsOf,
  usageBeside,
} from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/**
 * A session of the agent Pi, and of those made with it: a tree of entries, of which the newest branch is read; what they
 * print for programs; their messages alone.
 */
export const pi: Container = {
  name: 'a session of Pi',
  keys: ['message', 'messages', 'role'],
  open: ({ records }) => {
    const said = records.filter(({ value }) => isSaid(value))
    if (said.length > 0) return said.flatMap(openedOf)
    if (records.some(({ value }) => isOwn(at(value, 'message'))) || records.some(isBeginning))
      return sessionOf(records)
    if (records.some(({ value }) => isOwn(value)))
      return records.flatMap(({ value, ...place }) =>
        messagesOf(value, at(value, 'timestamp')).map((one) => ({ ...place, value: one })),
      )
    const talks = records.flatMap(({ value, ...place }) => {
      const messages = isList(value) ? value : listAt(value, 'messages')
      const around = isList(value) ? {} : { ...recordOf(value), system: at(value, 'systemPrompt') ?? '' }
      return messages.some(isOwn) ? [{ place, messages, around }] : []
    })
    return withoutBeginnings(talks).map(talkOf)
  },
}

/** Messages of Pi, with what stands around them. */
export interface Talk {
  readonly place: Omit<LogRecord, 'value'>
  readonly messages: readonly Json[]
  readonly around: JsonRecord
}

/** All messages may be written down after each run: the lists that no later one begins with. */
export function withoutBeginnings(talks: readonly Talk[]): readonly Talk[] {
  const firsts = talks.map(({ messages }) => keyOf(messages[0]))
  return talks.filter(({ messages }, index) => {
    const last = keyOf(messages.at(-1))
    return !talks.some(
      (other, place) =>
        place > index &&
        firsts[place] === firsts[index] &&
        other.messages.length >= messages.length &&
        keyOf(other.messages[messages.length - 1]) === last,
    )
  })
}

function keyOf(message: Json | undefined): string {
  return JSON.stringify([at(message, 'role'), at(message, 'content') ?? at(message, 'summary')])
}

export function talkOf({ place, messages, around }: Talk): LogRecord {
  const translated = messages.flatMap((one) => messagesOf(one, at(one, 'timestamp')))
  return { ...place, value: { ...around, messages: translated } }
}

/** The newest branch of a session; a compaction names the first entry that stayed. */
function sessionOf(records: readonly LogRecord[]): readonly LogRecord[] {
  const byId = new Map(records.flatMap(({ value }, place) => [[textOf(at(value, 'id')), place] as const]))
  const branch = withModels(branchOf(records))
  return branch.flatMap((record, index) => {
    const { value } = record
    const kept = at(value, 'type') === 'compaction' ? textOf(at(value, 'firstKeptEntryId')) : undefined
    const first = kept === undefined ? undefined : byId.get(kept)
    if (first === undefined) return openedOf(record)
    const stays = branch
      .slice(0, index)
      .filter(
        (one) =>
          (byId.get(textOf(at(one.value, 'id'))) ?? 0) >= first && at(one.value, 'type') !== 'compaction',
      )
      .flatMap(openedOf)
    return openedOf({ ...record, value: { ...recordOf(value), stays: stays.length } })
  })
}

/** A reply that names no model is of the one that was chosen last. */
function withModels(branch: readonly LogRecord[]): readonly LogRecord[] {
  let model: Json | undefined
  return branch.map((record) => {
    const { value } = record
    if (at(value, 'type') === 'model_change') model = at(value, 'modelId')
    const message = at(value, 'message')
    if (
      model === undefined ||
      at(message, 'role') !== 'assistant' ||
      textOf(at(message, 'model')) !== undefined
    )
      return record
    return { ...record, value: { ...recordOf(value), message: { ...recordOf(message), model } } }
  })
}

function openedOf({ value, ...place }: LogRecord): readonly LogRecord[] {
  return entryOf(value).map((one) => ({ ...place, value: one }))
}

/** What is printed for programs has each message whole at its end; what comes later repeats it. */
function isSaid(value: Json): boolean {
  const type = textOf(at(value, 'type')) ?? ''
  if (type.endsWith('compaction_end')) return at(value, 'result', 'summary') !== undefined
  return type === 'message_end' && at(value, 'message', 'role') !== undefined
}

function isOwn(message: Json | undefined): boolean {
  return (
    at(message, 'role') === 'toolResult' ||
    listAt(message, 'content').some((block) => at(block, 'type') === 'toolCall')
  )
}

/** The first line, in a session without calls of tools the only sign. */
function isBeginning({ value }: LogRecord): boolean {
  return at(value, 'type') === 'session' && typeof at(value, 'cwd') === 'string'
}

/** The kinds of entries that a model sees, and those that choose it. */
const SEEN: ReadonlySet<Json | undefined> = new Set([
  'message',
  'model_change',
  'custom_message',
  'branch_summary',
  'compaction',
])

/** The entries from the newest message back to the first; all of them where entries name no parents. */
function branchOf(records: readonly LogRecord[]): readonly LogRecord[] {
  const messages = records.filter(({ value }) => SEEN.has(at(value, 'type')))
  const byId = new Map(records.flatMap((record) => [[at(record.value, 'id'), record] as const]))
  const branch = new Set<LogRecord>()
  for (let record = messages.at(-1); record !== undefined && !branch.has(record);) {
    branch.add(record)
    const parent = at(record.value, 'parentId')
    // a parent that is not in the file was in a broken line: what stands before it is the best guess
    record =
      typeof parent === 'string' ? (byId.get(parent) ?? records[records.indexOf(record) - 1]) : undefined
  }
  const isTree = messages.some(({ value }) => typeof at(value, 'parentId') === 'string')
  return isTree ? messages.filter((record) => branch.has(record)) : messages
}

function entryOf(entry: Json): readonly Json[] {
  const message = at(entry, 'message')
  const timestamp = at(message, 'timestamp') ?? at(entry, 'timestamp')
  const summary = asText(at(entry, 'summary'))
  switch (at(entry, 'type')) {
    case 'compaction':
      return [summaryOf(summary, at(entry, 'tokensBefore'), Number(at(entry, 'stays') ?? 0))]
    case 'branch_summary':
      return [chatMessage('user', { content: summary, timestamp })]
    case 'custom_message':
      return messagesOf({ role: 'custom', content: at(entry, 'content') ?? '' }, timestamp)
    case 'compaction_end':
    case 'auto_compaction_end':
      return [summaryOf(asText(at(entry, 'result', 'summary')), at(entry, 'result', 'tokensBefore'))]
    default:
      return messagesOf(message ?? null, timestamp)
  }
}

function messagesOf(message: Json, timestamp: Json | undefined): readonly Json[] {
  const listed = at(message, 'content')
  const blocks = listAt(message, 'content')
  const content = isList(listed) ? blocks.flatMap(blockOf) : asText(listed)
  switch (at(message, 'role')) {
    case 'user':
      return [chatMessage('user', { content, timestamp })]
    case 'branchSummary':
      return [chatMessage('user', { content: asText(at(message, 'summary')), timestamp })]
    case 'compactionSummary':
      return [summaryOf(asText(at(message, 'summary')), at(message, 'tokensBefore'))]
    case 'custom':
      return [injectedMessage(content, timestamp)]
    case 'toolResult':
      return [resultOf(at(message, 'toolCallId'), content, { name: at(message, 'toolName'), timestamp })]
    case 'assistant': {
      const usage = at(message, 'usage')
      return [
        chatMessage('assistant', {
          content,
          thoughts: textsOf(blocks, 'thinking', 'thinking'),
          calls: blocks
            .filter((block) => at(block, 'type') === 'toolCall')
            .map((block) => callOf(at(block, 'id'), at(block, 'name'), at(block, 'arguments'))),
          timestamp,
          model: at(message, 'model'),
          usage: usageBeside(usage),
        }),
      ]
    }
    case 'bashExecution': {
      const words = `$ ${asText(at(message, 'command'))}\n${asText(at(message, 'output'))}`
      return at(message, 'excludeFromContext') === true
        ? []
        : [chatMessage('user', { content: words, timestamp })]
    }
    default:
      return []
  }
}

function blockOf(block: Json): readonly Json[] {
  const text = textOf(at(block, 'text'))
  if (at(block, 'type') === 'text' && text !== undefined) return [textBlock(text)]
  const data = textOf(at(block, 'data'))
  if (at(block, 'type') !== 'image' || data === undefined) return []
  return [pictureBlock(addressOf(data, textOf(at(block, 'mimeType'))))]
}
