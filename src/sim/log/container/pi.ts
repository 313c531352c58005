import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
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

/** A session of the agent Pi, and of those made with it: a tree of entries, of which the newest branch is read. */
export const pi: Container = {
  name: 'a session of Pi',
  keys: ['message'],
  open: ({ records }) => {
    if (!records.some(isOwn) && !records.some(isBeginning)) return []
    return branchOf(records).flatMap(({ value, line, column }) =>
      entryOf(value).map((one) => ({ value: one, line, column })),
    )
  },
}

function isOwn({ value }: LogRecord): boolean {
  if (at(value, 'type') !== 'message') return false
  const content = at(value, 'message', 'content')
  return (
    at(value, 'message', 'role') === 'toolResult' ||
    (isList(content) && content.some((block) => at(block, 'type') === 'toolCall'))
  )
}

/** The first line, in a session without calls of tools the only sign. */
function isBeginning({ value }: LogRecord): boolean {
  return at(value, 'type') === 'session' && typeof at(value, 'cwd') === 'string'
}

/** The kinds of entries that a model sees. */
const SEEN: ReadonlySet<Json | undefined> = new Set([
  'message',
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
      return [summaryOf(summary, at(entry, 'tokensBefore'))]
    case 'branch_summary':
      return [chatMessage('user', { content: summary, timestamp })]
    case 'custom_message':
      return messagesOf({ role: 'custom', content: at(entry, 'content') ?? '' }, timestamp)
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
          usage: usageBeside(
            at(usage, 'input'),
            at(usage, 'cacheRead'),
            at(usage, 'cacheWrite'),
            at(usage, 'output'),
          ),
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
