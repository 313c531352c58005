import { partsOf } from '../../../../engine/internal.ts'
import type {
  Json,
  Message,
  Part,
  ResultContentPart,
  ToolCallPart,
  ToolResultPart,
} from '../../../../engine/index.ts'
import { BlankLines, callText, resultText } from './call.ts'
import type { Trace } from '../../../trace/trace.ts'
import { mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

/**
 * A chat whose calls are XML in the replies, one per message, and whose results are user messages. A trace that was
 * read from such a chat is written back exactly. In other traces parallel calls follow one another, each with its
 * result. The format cannot express thinking, pictures, times, usage and sub-agents, and arguments come back as texts.
 */
export const writePlainXml: Writer = (trace) => {
  const chat = new Chat(trace)
  if (trace.system !== '') chat.say('system', trace.system)
  for (const { message } of mainMessages(trace)) chat.add(message)
  return `${JSON.stringify({ messages: chat.messages })}\n`
}

class Chat {
  readonly messages: Json[] = []
  readonly #own: boolean
  readonly #results = new Map<string, ToolResultPart>()
  readonly #written = new Set<ToolResultPart>()
  readonly #blank = new BlankLines()

  constructor(trace: Trace) {
    this.#own = trace.source.name === 'plain-xml'
    for (const message of trace.messages)
      for (const part of partsOf(message))
        if (part.type === 'tool_result') this.#results.set(part.tool_use_id, part)
  }

  say(role: string, content: string): void {
    this.messages.push({ role, content })
  }

  add(message: Message): void {
    if (message.role === 'assistant') return this.#reply(message)
    const results = partsOf(message).filter((part) => part.type === 'tool_result')
    for (const result of results) this.#result(result)
    const others = partsOf(message).filter((part) => part.type !== 'tool_result')
    if (others.length > 0 || results.length === 0) this.say(message.role, joined(others))
  }

  /** One message for each call: the first includes the text before the calls, the last the text after them. */
  #reply(message: Message): void {
    const parts = partsOf(message)
    const calls = parts.filter((part) => part.type === 'tool_use')
    const first = parts.findIndex((part) => part.type === 'tool_use')
    if (first < 0) return this.say('assistant', joined(parts))
    const last = parts.findLastIndex((part) => part.type === 'tool_use')
    for (const [index, call] of calls.entries()) {
      const before = index === 0 ? parts.slice(0, first) : []
      const after =
        index === calls.length - 1 ? parts.slice(first).filter((part) => part.type !== 'tool_use') : []
      this.#call(before, call, after)
      const result = this.#results.get(call.id)
      if (parts.indexOf(call) < last && result) this.#result(result)
    }
  }

  #call(before: readonly Part[], call: ToolCallPart, after: readonly Part[]): void {
    const beginning = this.#around(before, this.#blank.usualBefore)
    this.#blank.beforeIsUsual(beginning)
    const ending = hasText(after) ? joined(after) : this.#blank.usualAfter
    this.#blank.afterIsUsual(ending)
    this.say('assistant', `${beginning}${callText(call.name, call.input)}${ending}`)
  }

  /** The text before a call; words from other formats get a blank line after them. */
  #around(parts: readonly Part[], usual: string): string {
    if (!hasText(parts)) return usual
    const text = joined(parts)
    return this.#own || text.endsWith('\n') ? text : `${text}\n\n`
  }

  #result(result: ToolResultPart): void {
    if (this.#written.has(result)) return
    this.#written.add(result)
    const text = typeof result.content === 'string' ? result.content : joined(result.content)
    this.say('user', this.#own ? text : resultText(text))
  }
}

function hasText(parts: readonly Part[]): boolean {
  return parts.some((part) => textOf(part) !== null)
}

function joined(parts: readonly (Part | ResultContentPart)[]): string {
  return parts.flatMap((part) => textOf(part) ?? []).join('\n\n')
}

function textOf(part: Part | ResultContentPart): string | null {
  switch (part.type) {
    case 'text':
      return part.text
    case 'compaction':
      return part.content
    case 'image':
    case 'document':
    case 'audio':
      return `[${part.type}]`
    case 'thinking':
    case 'redacted_thinking':
    case 'tool_use':
    case 'tool_result':
      return null
  }
}
