import { COMPONENT_OF } from '../core/message/block.ts'
import type { Block, Component } from '../core/message/block.ts'
import { partsOf } from '../core/message/message.ts'
import type {
  CompactionPart,
  GivenContent,
  GivenTool,
  Message,
  Part,
  Reply,
  ToolDefinition,
  ToolResultPart,
} from '../core/message/message.ts'
import type { ReportedOutput } from '../core/message/hidden.ts'
import { ownMessage } from '../core/message/own-copy.ts'
import type { Tokens, Turn } from '../core/units.ts'
import { mustBeContent, mustBeReply, mustBeTask, RESULT_PARTS, USER_PARTS } from '../validity/checkable.ts'
import { plus } from './arrivals.ts'
import type { Arrivals } from './arrivals.ts'
import type { Coming, Conversation } from './conversation.ts'
import type { ResultOptions } from './manager-options.ts'
import { NOTHING_BY_COMPONENT } from './memory.ts'

/** What arrived since the last reply and waits for the next turn, and the open calls of that reply. */
export class Inbox {
  readonly #conversation: Conversation
  /** By the conversation's own ids, each with the id that came: two calls of a reply may have one. */
  readonly #open = new Map<string, string>()
  #results: ToolResultPart[] = []
  #messages: { readonly message: Message; readonly injected: Coming['injected'] }[] = []
  #resumed: { readonly write: () => string; readonly added: Arrivals } | null = null
  /** Blocks of the next turn, or of the current one. */
  #blocks: Block[] = []
  /** Waiting tokens, as the ledger will count them. */
  #waiting: Arrivals = NOTHING_BY_COMPONENT

  /** What the provider wrote at the front of the last reply, of everything before it. */
  summary: CompactionPart | null = null

  constructor(conversation: Conversation) {
    this.#conversation = conversation
  }

  /** Ids of calls without a result, as they came. */
  get open(): readonly string[] {
    return [...this.#open.values()]
  }

  /** Tokens that wait for the next turn, by budget component. */
  get waiting(): Arrivals {
    return this.#resumed === null ? this.#waiting : plus(this.#waiting, this.#resumed.added)
  }

  /** The state of an earlier process, which is written when it arrives; of two that wait, the newer one does. */
  resume(write: () => string): void {
    const added = this.#count({ role: 'user', content: write() }, 'resumed', true)
    this.#resumed = { write, added }
  }

  /** The blocks of system prompt and tools, and the tokens of the task. @throws ProblemError for what is none, or no task; nothing changes then */
  task(system: string, tools: readonly GivenTool[], content: GivenContent) {
    mustBeTask(system, tools, content)
    const added = this.#count({ role: 'user', content }, false, true)
    return { blocks: this.#conversation.begin(system, tools as readonly ToolDefinition[]), added }
  }

  /** Adds the blocks outside of messages, system prompt and tools, which come first. */
  begin(blocks: readonly Block[]): void {
    for (const block of blocks) this.#blocks.push(block)
  }

  /** Blocks that wait outside of messages. */
  beginWith(blocks: readonly Block[]): Arrivals {
    this.begin(blocks)
    const added: Record<Component, Tokens> = { ...NOTHING_BY_COMPONENT }
    for (const { type, tokens } of blocks) added[COMPONENT_OF[type]] += tokens
    this.#waiting = plus(this.#waiting, added)
    return added
  }

  /** A reply opens its calls; it ends the turn, and the next one starts empty. */
  reply(message: Message | null, turn: Turn, reported: ReportedOutput | null = null): readonly Block[] {
    const coming = { turn, response: true, injected: false }
    const all = message === null ? [] : partsOf(message)
    const said = all.filter(({ type }) => type !== 'compaction')
    const summary = all.findLast((part) => part.type === 'compaction' && part.content !== '')
    // A reply that is nothing else stays as it came: there is nothing that the summary could stand in front of.
    this.summary = summary?.type === 'compaction' && said.length > 0 ? summary : null
    const parts = this.summary === null ? all : said
    const own = message === null || this.summary === null ? message : { ...message, content: said }
    const blocks = own === null ? [] : this.#conversation.take(own, coming, reported)
    for (const { type, call, part } of blocks) {
      const made = parts[part]
      if (type === 'tool_call' && call !== null && made?.type === 'tool_use') this.#open.set(call.id, made.id)
    }
    this.#blocks = []
    return blocks
  }

  /**
   * @returns tokens added to the window, by component
   * @throws Error for a call that is not open
   */
  result(given: ToolResultPart): Arrivals {
    const names = this.#namesOf([given.tool_use_id])
    const part = { ...given, tool_use_id: names[0] ?? '' }
    // All results arrive in one message; the first one carries its overhead.
    const isFirst = this.#results.length === 0
    const added = this.#count({ role: 'user', content: [part] }, false, isFirst)
    this.#results.push(part)
    return this.#wait(added, names)
  }

  /**
   * @returns tokens added to the window, by component
   * @throws Error if it answers a call that is not open, ProblemError for content that is none
   */
  message(content: GivenContent, injected: Coming['injected'], counted: Arrivals | null = null): Arrivals {
    mustBeContent(content, 'content', USER_PARTS)
    const given: Message = { role: 'user', content }
    const parts = partsOf(given)
    const results = parts.flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : []))
    const names = this.#namesOf(results)
    const left = names.values()
    const named = (part: Part): Part =>
      part.type === 'tool_result'
        ? { ...part, tool_use_id: left.next().value ?? '', content: part.content ?? '' }
        : part
    const message = ownMessage(results.length === 0 ? given : { ...given, content: parts.map(named) })
    const added = counted ?? this.#count(message, injected, true)
    this.#messages.push({ message, injected })
    return this.#wait(added, names)
  }

  /**
   * Splits everything that arrived into blocks: results first, then user messages, as providers require. Blocks that
   * were taken before come first.
   */
  take(turn: Turn): readonly Block[] {
    const coming = { turn, response: false }
    if (this.#results.length > 0) {
      const message: Message = { role: 'user', content: this.#results }
      this.begin(this.#conversation.take(message, { ...coming, injected: false }))
      this.#results = []
    }
    const content = this.#resumed?.write() ?? ''
    if (content !== '') {
      const message: Message = { role: 'user', content }
      this.begin(this.#conversation.take(message, { ...coming, injected: 'resumed' }))
      this.#waiting = this.waiting
    }
    this.#resumed = null
    for (const { message, injected } of this.#messages.slice()) {
      this.begin(this.#conversation.take(message, { ...coming, injected }))
      this.#messages.shift()
    }
    return this.#blocks
  }

  /** What was taken is in the window now, so it does not wait any more. */
  entered(): void {
    this.#waiting = NOTHING_BY_COMPONENT
  }

  /**
   * Tokens of a message that arrives, by component. A counter of the client's own may throw.
   *
   * @param pays whether its first block carries the overhead of a message
   */
  #count(message: Message, injected: Coming['injected'], pays: boolean): Arrivals {
    const { resources } = this.#conversation
    const added: Record<Component, Tokens> = { ...NOTHING_BY_COMPONENT }
    const blocks = this.#conversation.preview(message, injected)
    for (const [index, { type, tokens }] of blocks.entries()) {
      added[COMPONENT_OF[type]] += tokens + (pays && index === 0 ? resources.messageOverhead : 0)
    }
    return added
  }

  /** @param names of the calls that it answers */
  #wait(added: Arrivals, names: readonly string[]): Arrivals {
    for (const name of names) this.#open.delete(name)
    this.#waiting = plus(this.#waiting, added)
    return added
  }

  /** The conversation's own ids of open calls; of two calls with one id, the first is answered first. */
  #namesOf(callIds: readonly string[]): readonly string[] {
    const left = new Map(this.#open)
    return callIds.map((id) => {
      const [name = id] = [...left].find(([, own]) => own === id) ?? []
      if (left.delete(name)) return name
      const open = this.#open.size === 0 ? 'none is open' : `open are ${this.open.join(', ')}`
      throw new Error(`there is no open call (${open}) with the id ${id}`)
    })
  }
}

/** What a tool returned, as a part. @throws ProblemError for content that is none */
export function resultOf(
  tool_use_id: string,
  content: GivenContent,
  { isError, cacheControl }: ResultOptions,
): ToolResultPart {
  mustBeContent(content, 'content', RESULT_PARTS)
  const mark: object = cacheControl === undefined ? {} : { cache_control: cacheControl }
  return {
    type: 'tool_result',
    tool_use_id,
    content,
    ...(isError === true ? { is_error: true } : {}),
    ...mark,
  }
}

/**
 * A model's answer as a message; null if there is none.
 *
 * @throws Error for a message of another role, ProblemError for what is no message
 */
export function replyOf(response: Reply | string | null): Message | null {
  mustBeReply(response)
  if (typeof response === 'string') return { role: 'assistant', content: response }
  if (response === null || response.role === 'assistant') return response
  throw new Error(`a reply has the role assistant, not ${response.role}`)
}
