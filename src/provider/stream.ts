import type { CallWatcher, Reply, AppliedEdit } from './call.ts'
import { fieldOf, isObject, textAt, listAt, countAt } from './fields.ts'
import { PieceFilter } from './secret.ts'
import type { Json, Part } from '../engine/index.ts'
import type { CallUsage } from '../llm/index.ts'

/** A provider's message as the engine's parts, and the kinds of its parts that the engine does not know. */
export interface ReadReply {
  readonly reply: Reply
  /** Empty if all is well; parts of these kinds are not in the reply. */
  readonly unknown: readonly string[]
}

/** Usage and edits in a stream: once at its beginning, once at its end. */
interface Ending {
  readonly usage: unknown
  readonly contextManagement: unknown
}

/** Reads a message from any value. Missing fields are empty or null. */
export function replyOf(message: unknown, requestId: string | null, ending: Ending | null = null): ReadReply {
  const content: Part[] = []
  const unknown: string[] = []
  for (const block of listAt(message, 'content')) {
    const part = partOf(block)
    if (part === null) unknown.push(textAt(block, 'type'))
    else if (part !== 'nothing') content.push(part)
  }
  const stopReason = textAt(message, 'stop_reason')
  const first = fieldOf(message, 'usage')
  const last = ending?.usage ?? first
  const compaction = compactionOf(last) ?? compactionOf(first)
  return {
    unknown,
    reply: {
      id: textAt(message, 'id'),
      requestId,
      model: textAt(message, 'model'),
      content,
      stopReason: stopReason === '' ? null : stopReason,
      usage: usageOf(first, last),
      ...(compaction === null ? {} : { compaction }),
      applied: appliedOf(ending?.contextManagement ?? fieldOf(message, 'context_management')),
    },
  }
}

function partOf(block: unknown): Part | 'nothing' | null {
  switch (textAt(block, 'type')) {
    case 'text':
      return { type: 'text', text: textAt(block, 'text') }
    case 'thinking': {
      const signature = textAt(block, 'signature')
      return {
        type: 'thinking',
        thinking: textAt(block, 'thinking'),
        ...(signature === '' ? {} : { signature }),
      }
    }
    case 'redacted_thinking':
      return { type: 'redacted_thinking', data: textAt(block, 'data') }
    case 'tool_use': {
      const input = fieldOf(block, 'input') ?? {}
      return { type: 'tool_use', id: textAt(block, 'id'), name: textAt(block, 'name'), input: input as Json }
    }
    case 'compaction': {
      const content = fieldOf(block, 'content')
      // A failed summary is null; the provider ignores its block, and so does the reader. It does not accept an empty
      // one back.
      if (typeof content !== 'string' || content === '' || !isObject(block)) return 'nothing'
      // Signature and hidden state must be sent back unchanged, so all fields are kept.
      return { ...block, type: 'compaction', content }
    }
    default:
      return null
  }
}

/**
 * The billed usage of an answer; null if it has no count of input. In a stream the last one covers everything, but
 * leaves out the cache term of writes, which only the first has.
 */
export function usageOf(first: unknown, last: unknown = first): CallUsage | null {
  const either = (name: string): number | null => countAt(last, name) ?? countAt(first, name)
  const uncached = either('input_tokens')
  if (uncached === null) return null
  const terms = fieldOf(last, 'cache_creation') ?? fieldOf(first, 'cache_creation')
  const short = countAt(terms, 'ephemeral_5m_input_tokens') ?? 0
  const long = countAt(terms, 'ephemeral_1h_input_tokens') ?? 0
  const written = either('cache_creation_input_tokens') ?? short + long
  const cacheWrite1h = Math.min(long, written)
  return {
    uncached,
    cacheRead: either('cache_read_input_tokens') ?? 0,
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
    output: either('output_tokens') ?? 0,
  }
}

/**
 * The billed usage of summaries that the provider made during the call; null for none. The usage of the answer does not
 * include it (EDITAPI-1).
 */
export function compactionOf(usage: unknown): CallUsage | null {
  let sum: CallUsage | null = null
  for (const one of listAt(usage, 'iterations')) {
    if (textAt(one, 'type') !== 'compaction') continue
    const next = usageOf(one)
    if (next !== null) sum = sum === null ? next : added(sum, next)
  }
  return sum
}

function added(a: CallUsage, b: CallUsage): CallUsage {
  return {
    uncached: a.uncached + b.uncached,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite5m: a.cacheWrite5m + b.cacheWrite5m,
    cacheWrite1h: a.cacheWrite1h + b.cacheWrite1h,
    output: a.output + b.output,
  }
}

/** The provider's report of what it cleared from the prompt. */
function appliedOf(contextManagement: unknown): readonly AppliedEdit[] {
  return listAt(contextManagement, 'applied_edits').map((edit) => ({
    type: textAt(edit, 'type'),
    clearedInputTokens: countAt(edit, 'cleared_input_tokens') ?? 0,
    clearedToolUses: countAt(edit, 'cleared_tool_uses'),
    clearedThinkingTurns: countAt(edit, 'cleared_thinking_turns'),
  }))
}

/** An invalid event in a stream. Its message ends with what was found. */
export class StreamFault extends Error {}

type Told = Pick<CallWatcher, 'onText' | 'onThinking'>

/**
 * A message that grows with the events of a stream. Events come from the network and can be anything: invalid ones are
 * a StreamFault, and new kinds of events are skipped, as the API asks of its clients.
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

  /** Whether the message is complete. */
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

  /** The message so far; null before its beginning. */
  read(requestId: string | null): ReadReply | null {
    if (this.#message === null) return null
    const content = [...this.#blocks].sort(([a], [b]) => a - b).map(([, block]) => block.whole())
    const stop = this.#stopReason ?? fieldOf(this.#message, 'stop_reason')
    return replyOf({ ...this.#message, content, stop_reason: stop }, requestId, {
      usage: this.#usage,
      contextManagement: this.#contextManagement ?? fieldOf(this.#message, 'context_management'),
    })
  }

  /** The part of the message that can be kept if the rest does not arrive; null for nothing. */
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

/** One growing part. */
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
      // It has final values, not pieces.
      for (const [name, value] of Object.entries(delta)) if (name !== 'type') this.#fields.set(name, value)
    } else if (type !== 'citations_delta' && KNOWN.has(this.#type)) {
      // Citations are not content, and the engine cannot store them. Other unknown pieces may be content.
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

/** Kind of part and of piece → the text that the piece extends. */
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

/** Arguments that were cut off, or are invalid JSON, stay text. */
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
