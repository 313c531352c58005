import type { Json } from '../../../engine/index.ts'
import { at, isList, textOf } from '../json/guard.ts'
import type { LogRecord } from '../read/reader.ts'
import { chatMessage } from './chat-message.ts'
import { listAt } from './container.ts'
import type { Container } from './container.ts'

/** Messages of a thread, as OpenAI's Assistants API lists them, the newest first, and as Jan stores them. */
export const threadMessages: Container = {
  name: 'messages of a thread, as Jan and the Assistants API have them',
  keys: ['thread_id', 'data'],
  open: ({ records }) => {
    const [first] = records
    const messages = records.flatMap(messagesIn).toSorted((a, b) => timeOf(a) - timeOf(b))
    if (first === undefined) return []
    const threads = new Map<Json | undefined, Json[]>()
    for (const message of messages) {
      const thread = at(message, 'thread_id')
      const own = threads.get(thread) ?? []
      own.push(messageOf(message))
      threads.set(thread, own)
    }
    return [...threads.values()].map((own) => ({ ...first, value: { messages: own } }))
  },
}

function messagesIn({ value }: LogRecord): readonly Json[] {
  const data = at(value, 'data')
  const list = isList(value) ? value : isList(data) ? data : [value]
  const own = list.filter((one) => at(one, 'object') === 'thread.message' && isList(at(one, 'content')))
  const [first, last] = [own[0], own.at(-1)]
  // the order counts among those of one second
  const isNewestFirst = at(value, 'object') === 'list' && first && last && timeOf(first) >= timeOf(last)
  return isNewestFirst ? own.toReversed() : own
}

function timeOf(message: Json): number {
  return Number(at(message, 'created_at') ?? 0)
}

function messageOf(message: Json): Json {
  const role = textOf(at(message, 'role')) ?? 'user'
  const blocks = listAt(message, 'content')
  const textIn = (block: Json): string | undefined => textOf(at(block, 'text', 'value'))
  const isThought = (block: Json): boolean => at(block, 'type') === 'reasoning'
  const model = at(message, 'metadata', 'modelId')
  return chatMessage(role, {
    content: blocks
      .filter((block) => !isThought(block))
      .map((block) => (textIn(block) === undefined ? block : { type: 'text', text: textIn(block) ?? '' })),
    thoughts: blocks.filter(isThought).flatMap((block) => textIn(block) ?? []),
    timestamp: at(message, 'created_at'),
    ...(role === 'assistant' && model !== undefined && { model }),
  })
}
