import { TALK } from '../../core/message/block-facts.ts'
import type { BlockFacts } from '../../core/message/block-facts.ts'
import type { WindowView } from './view.ts'
import type { BlockId } from '../../core/units.ts'
import { isWhole } from '../../core/window/window.ts'
import type { Entry } from '../../core/window/window.ts'

/** Bits of an entry in addition to those of its block: it is whole or a summary of itself, or it is a placeholder. */
export const LIVE = 64
export const PLACEHOLDER = 128
/** It represents its tool group: the first entry after the call that opens the group. */
export const SPEAKS = 256
/** A guard forbids dropping it, or replacing it. */
export const NO_DROP = 512
export const NO_REPLACE = 1024

/**
 * A window as columns by position, made in one pass. A batch eviction looks at every entry several times; with typed
 * arrays that costs less than following ten thousand objects once.
 */
export interface Columns {
  readonly length: number
  readonly id: Int32Array
  /** Bits of the block and of the entry; tool groups and guards add theirs. */
  readonly flags: Uint16Array
  /** Current tokens without message overhead. */
  readonly content: Int32Array
  /** Current tokens including message overhead. */
  readonly tokens: Int32Array
  /** Bits that at least one entry has. */
  readonly any: number
  /** Positions outside the conversation: system prompt and tool definitions. */
  readonly outside: readonly number[]
  /** Number of entries by message; a selection decrements it for each entry it drops. */
  readonly inMessage: Int32Array
  readonly facts: BlockFacts
}

export function columnsOf({ window, facts }: WindowView): Columns {
  const { entries } = window
  const { length } = entries
  const { bits, message } = facts
  const id = new Int32Array(length)
  const flags = new Uint16Array(length)
  const content = new Int32Array(length)
  const tokens = new Int32Array(length)
  const inMessage = new Int32Array(facts.messages)
  const outside: number[] = []
  let any = 0
  for (let at = 0; at < length; at++) {
    const entry = entries[at] as Entry
    const block: BlockId = entry.block
    const { state } = entry
    const told = isWhole(entry) || state === 'summarized'
    const own = (bits[block] as number) | (told ? LIVE : state === 'placeholder' ? PLACEHOLDER : 0)
    id[at] = block
    flags[at] = own
    any |= own
    content[at] = entry.tokens - entry.overhead
    tokens[at] = entry.tokens
    if ((own & TALK) === 0) outside.push(at)
    const parent = message[block] as number
    if (parent >= 0) inMessage[parent] = (inMessage[parent] as number) + 1
  }
  return { length, id, flags, content, tokens, any, outside, inMessage, facts }
}
