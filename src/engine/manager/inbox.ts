import type { Block } from '../message/block.ts'
import { partsOf } from '../message/message.ts'
import type { Message, ToolResultPart } from '../message/message.ts'
import { ownMessage } from '../message/own-copy.ts'
import type { BlockId, Turn } from '../units.ts'
import type { Conversation } from './conversation.ts'

/** What came since the last reply and waits for the next turn; and which calls of that reply are still open. */
export class Inbox {
  readonly #conversation: Conversation
  readonly #open = new Set<string>()
  #results: ToolResultPart[] = []
  #messages: { readonly message: Message; readonly injected: boolean }[] = []
  /** Blocks of the coming turn, or of the one under way. */
  #blocks: Block[] = []

  constructor(conversation: Conversation) {
    this.#conversation = conversation
  }

  /** Ids of calls that no result has answered. */
  get open(): readonly string[] {
    return [...this.#open]
  }

  /** Blocks that are there: those made outside of messages, system prompt and tools, come first. */
  begin(blocks: readonly Block[]): void {
    for (const block of blocks) this.#blocks.push(block)
  }

  /** A reply opens its calls; the turn is over, and the next one is empty. */
  reply(message: Message | null, turn: Turn): readonly Block[] {
    const coming = { turn, response: true, injected: false }
    const blocks = message === null ? [] : this.#conversation.take(message, coming)
    for (const { type, call } of blocks) if (type === 'tool_call' && call !== null) this.#open.add(call.id)
    this.#blocks = []
    return blocks
  }

  /** @throws Error for a call that is not open */
  result(part: ToolResultPart): void {
    this.#settle([part.tool_use_id])
    this.#results.push(part)
  }

  /** @throws Error where it answers a call that is not open */
  message(message: Message, injected: boolean): void {
    this.#settle(partsOf(message).flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : [])))
    this.#messages.push({ message: ownMessage(message), injected })
  }

  /** Cuts everything that came into blocks: results first, then what was said, as a provider wants it. */
  take(turn: Turn): readonly Block[] {
    const coming = { turn, response: false }
    if (this.#results.length > 0) {
      const message: Message = { role: 'user', content: this.#results }
      this.begin(this.#conversation.take(message, { ...coming, injected: false }))
    }
    for (const { message, injected } of this.#messages) {
      this.begin(this.#conversation.take(message, { ...coming, injected }))
    }
    this.#results = []
    this.#messages = []
    return this.#blocks
  }

  get arrived(): readonly BlockId[] {
    return this.#blocks.map(({ id }) => id)
  }

  #settle(callIds: readonly string[]): void {
    const ids = callIds.map((id) => this.#conversation.callId(id))
    ids.forEach((id, index) => {
      if (this.#open.has(id) && ids.indexOf(id) === index) return
      const open = this.#open.size === 0 ? 'none is open' : `open are ${this.open.join(', ')}`
      throw new Error(`there is no open call (${open}) with the id ${callIds[index]}`)
    })
    for (const id of ids) this.#open.delete(id)
  }
}
