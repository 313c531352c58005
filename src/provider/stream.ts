import type { CallWatcher, Reply } from './call.ts'
import { fieldOf, isObject, textAt } from './fields.ts'
import { replyOf } from './reply.ts'
import type { ReadReply } from './reply.ts'
import { PieceFilter } from './secret.ts'

/** What cannot be in a stream of events. Its message ends with what was found. */
export class StreamFault extends Error {}

type Told = Pick<CallWatcher, 'onText' | 'onThinking'>

/**
 * A message that grows with the events of a stream. Events come from the network and can be anything: what makes no
 * sense is a StreamFault, and new kinds of events are passed over, as the API asks its clients to.
 */
export class Draft {
  #message: Readonly<Record<string, unknown>> | null = null
  #usage: unknown = null
  #contextManagement: unknown = null
  #stopReason: unknown = null
  #done = false
  readonly #blocks = new Map<number, DraftBlock>()
  readonly #told: Told
  readonly #key: string

  constructor(told: Told, key: string) {
    this.#told = told
    this.#key = key
  }

  /** Whether the message came to its end. */
  get done(): boolean {
    return this.#done
  }

  take(event: unknown): void {
    const type = textAt(event, 'type')
    if (type === 'message_start') this.#begin(event)
    else if (type === 'content_block_start') this.#open(event)
    else if (type === 'content_block_delta') this.#grow(event)
    else if (type === 'content_block_stop') this.#blockAt(event, type).end()
    else if (type === 'message_delta') this.#close(event)
    else if (type === 'message_stop') {
      this.#begun(type)
      for (const block of this.#blocks.values()) block.end()
      this.#done = true
    }
  }

  /** The message as far as it came; null before its beginning. */
  read(requestId: string | null): ReadReply | null {
    if (this.#message === null) return null
    const content = [...this.#blocks].sort(([a], [b]) => a - b).map(([, block]) => block.whole())
    const stop = this.#stopReason ?? fieldOf(this.#message, 'stop_reason')
    return replyOf({ ...this.#message, content, stop_reason: stop }, requestId, {
      usage: this.#usage,
      contextManagement: this.#contextManagement ?? fieldOf(this.#message, 'context_management'),
    })
  }

  /** What of the message can be kept when the rest does not come; null for nothing. */
  partial(requestId: string | null): Reply | null {
    return this.read(requestId)?.reply ?? null
  }

  #begin(event: unknown): void {
    const message = fieldOf(event, 'message')
    if (!isObject(message)) throw new StreamFault(`a message that is no object: ${shown(message)}`)
    if (this.#message !== null) throw new StreamFault('a second message began: message_start')
    this.#message = message
  }

  #open(event: unknown): void {
    this.#begun('content_block_start')
    const index = fieldOf(event, 'index')
    const start = fieldOf(event, 'content_block')
    if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0 || this.#blocks.has(index)) {
      throw new StreamFault(`a part cannot begin at this place: ${shown(index)}`)
    }
    if (!isObject(start)) throw new StreamFault(`a part that is no object: ${shown(start)}`)
    this.#blocks.set(index, new DraftBlock(start, this.#told, this.#key))
  }

  #grow(event: unknown): void {
    this.#blockAt(event, 'content_block_delta').grow(fieldOf(event, 'delta'))
  }

  #close(event: unknown): void {
    this.#begun('message_delta')
    this.#usage = fieldOf(event, 'usage') ?? this.#usage
    this.#contextManagement = fieldOf(event, 'context_management') ?? this.#contextManagement
    this.#stopReason = fieldOf(fieldOf(event, 'delta'), 'stop_reason') ?? this.#stopReason
  }

  #blockAt(event: unknown, type: string): DraftBlock {
    this.#begun(type)
    const index = fieldOf(event, 'index')
    const block = typeof index === 'number' ? this.#blocks.get(index) : undefined
    if (block === undefined) throw new StreamFault(`${type} for a part that never began: ${shown(index)}`)
    return block
  }

  #begun(type: string): void {
    if (this.#message === null) throw new StreamFault(`an event came before the message began: ${type}`)
    if (this.#done) throw new StreamFault(`an event came after the message ended: ${type}`)
  }
}

/** One part that grows. */
class DraftBlock {
  readonly #start: Readonly<Record<string, unknown>>
  readonly #type: string
  readonly #texts = new Map<string, string>()
  readonly #fields = new Map<string, unknown>()
  #json = ''
  readonly #filter: PieceFilter
  readonly #tell: (piece: string) => void

  constructor(start: Readonly<Record<string, unknown>>, told: Told, key: string) {
    this.#start = start
    this.#type = textAt(start, 'type')
    this.#filter = new PieceFilter(key)
    const listener =
      this.#type === 'text' ? told.onText : this.#type === 'thinking' ? told.onThinking : undefined
    this.#tell = (piece) => {
      if (piece !== '') listener?.(piece)
    }
    if (listener !== undefined) this.#tell(this.#filter.push(textAt(start, this.#type)))
  }

  grow(delta: unknown): void {
    const type = textAt(delta, 'type')
    const field = GROWS.get(`${this.#type} ${type}`)
    if (field !== undefined) {
      const piece = textAt(delta, field)
      this.#texts.set(field, (this.#texts.get(field) ?? textAt(this.#start, field)) + piece)
      this.#tell(this.#filter.push(piece))
    } else if (type === 'signature_delta') this.#fields.set('signature', fieldOf(delta, 'signature'))
    else if (type === 'input_json_delta') this.#json += textAt(delta, 'partial_json')
    else if (type === 'compaction_delta' && isObject(delta)) {
      // It carries final values, not pieces.
      for (const [name, value] of Object.entries(delta)) if (name !== 'type') this.#fields.set(name, value)
    } else if (type !== 'citations_delta' && KNOWN.has(this.#type)) {
      // Places in sources are no content, and the engine has no place for them. What else is not known may be content.
      throw new StreamFault(`a piece of a kind that ${this.#type} does not have: ${shown(type)}`)
    }
  }

  end(): void {
    this.#tell(this.#filter.end())
  }

  whole(): Readonly<Record<string, unknown>> {
    const input = this.#json === '' ? {} : { input: parsed(this.#json) }
    return {
      ...this.#start,
      ...Object.fromEntries(this.#texts),
      ...Object.fromEntries(this.#fields),
      ...input,
    }
  }
}

/** Kind of part and of piece → the text that it adds to. */
const GROWS: ReadonlyMap<string, string> = new Map([
  ['text text_delta', 'text'],
  ['thinking thinking_delta', 'thinking'],
])

const KNOWN: ReadonlySet<string> = new Set([
  'text',
  'thinking',
  'redacted_thinking',
  'tool_use',
  'compaction',
])

/** Arguments that were cut off, or are no JSON for another reason, stay the text that they are. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80)
}
