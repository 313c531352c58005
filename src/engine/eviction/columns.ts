import type { WindowView } from '../stage/stage.ts'

/** What an entry is, as bits. */
export const CALL = 1
export const RESULT = 2
export const THINKING = 4
export const ASSISTANT = 8
/** Part of the conversation, not system prompt or tool definition. */
export const TALK = 16
/** Stands as it came. */
export const LIVE = 32
export const PLACEHOLDER = 64
export const DO_NOT_EVICT = 128

/**
 * A window as columns, made in one pass. A batch eviction looks at every entry about ten times; over
 * typed arrays that costs less than following ten thousand objects once.
 */
export interface Columns {
  readonly length: number
  readonly flags: Uint8Array
  /** Tokens as they stand, without message overhead. */
  readonly content: Int32Array
  /** Tokens as they stand, message overhead included. */
  readonly tokens: Int32Array
  readonly turn: Int32Array
  readonly id: Int32Array
  readonly message: Int32Array
  /** The block before it in its tool group, −1 for none. */
  readonly before: Int32Array
  /** Bits that at least one entry has. */
  readonly any: number
}

export function columnsOf({ blocks, window }: WindowView): Columns {
  const length = blocks.length
  const flags = new Uint8Array(length)
  const content = new Int32Array(length)
  const tokens = new Int32Array(length)
  const turn = new Int32Array(length)
  const id = new Int32Array(length)
  const message = new Int32Array(length)
  const before = new Int32Array(length)
  let any = 0
  for (let at = 0; at < length; at++) {
    const block = blocks[at]
    const entry = window.entries[at]
    if (block === undefined || entry === undefined) continue
    const { type, call } = block
    let bits = block.role === 'assistant' ? ASSISTANT : 0
    if (type === 'tool_result') bits |= RESULT | TALK
    else if (type === 'tool_call') bits |= CALL | TALK
    else if (type === 'thinking') bits |= THINKING | TALK
    else if (type !== 'system_prompt' && type !== 'tool_definition') bits |= TALK
    if (entry.state === 'live') bits |= LIVE
    else if (entry.state === 'placeholder') bits |= PLACEHOLDER
    if (block.doNotEvict) bits |= DO_NOT_EVICT
    flags[at] = bits
    any |= bits
    content[at] = entry.tokens - entry.overhead
    tokens[at] = entry.tokens
    turn[at] = block.turn
    id[at] = block.id
    message[at] = block.message
    before[at] = call === null || call.before === null ? -1 : call.before
  }
  return { length, flags, content, tokens, turn, id, message, before, any }
}

/** Where each id (or message) of a column stands, or how often: an array from its lowest value on. */
export function rangeOf(column: Int32Array): { readonly low: number; readonly size: number } {
  let low = Infinity
  let high = -1
  for (let at = 0; at < column.length; at++) {
    const value = column[at] as number
    if (value < 0) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return high < 0 ? { low: 0, size: 0 } : { low, size: high - low + 1 }
}
