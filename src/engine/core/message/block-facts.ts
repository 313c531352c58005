import type { BlockId, MessageIndex, Turn } from '../units.ts'
import { carriesState } from './block.ts'
import type { Block } from './block.ts'

/** Facts about a block, as bits. */
export const CALL = 1
export const RESULT = 2
export const THINKING = 4
export const ASSISTANT = 8
/** Part of the conversation, not system prompt or tool definition. */
export const TALK = 16
export const DO_NOT_EVICT = 32
/** Stands for other blocks; see `carriesState`. */
export const STATE = 64

/**
 * Immutable facts about the blocks of a block table, as columns by block id. The columns grow as blocks arrive or are
 * made; an eviction reads them instead of thousands of objects.
 */
export interface BlockFacts {
  /** Number of blocks. */
  readonly size: number
  readonly bits: Uint8Array
  /** Turn of birth. */
  readonly turn: Int32Array
  /** −1 for a block that is in no message. */
  readonly message: Int32Array
  /** The previous block in its tool group, −1 for none. */
  readonly before: Int32Array
  /** The highest message index plus one. */
  readonly messages: number
}

/** A table of facts that can grow. */
export interface GrowingFacts extends BlockFacts {
  /** Adds the next block of the table; throws a RangeError if its id is not the next one. */
  add(block: Block): void
}

export function blockFacts(blocks: readonly Block[]): GrowingFacts {
  const facts = {
    size: 0,
    bits: new Uint8Array(blocks.length),
    turn: new Int32Array(blocks.length),
    message: new Int32Array(blocks.length),
    before: new Int32Array(blocks.length),
    messages: 0,
    add(block: Block): void {
      const id: BlockId = facts.size
      if (block.id !== id) throw new RangeError(`the next block is ${id}, not ${block.id}`)
      if (id === facts.bits.length) grow()
      facts.bits[id] = bitsOf(block)
      facts.turn[id] = block.turn satisfies Turn
      facts.message[id] = block.message satisfies MessageIndex
      facts.before[id] = block.call?.before ?? -1
      if (block.message >= facts.messages) facts.messages = block.message + 1
      facts.size += 1
    },
  }
  for (const block of blocks) facts.add(block)
  return facts

  function grow(): void {
    const room = Math.max(64, facts.size * 2)
    const bits = new Uint8Array(room)
    bits.set(facts.bits)
    facts.bits = bits
    facts.turn = longer(facts.turn, room)
    facts.message = longer(facts.message, room)
    facts.before = longer(facts.before, room)
  }
}

function bitsOf(block: Block): number {
  const { type, role, doNotEvict } = block
  let bits = role === 'assistant' ? ASSISTANT : 0
  if (type === 'tool_result') bits |= RESULT
  else if (type === 'tool_call') bits |= CALL
  else if (type === 'thinking') bits |= THINKING
  if (type !== 'system_prompt' && type !== 'tool_definition') bits |= TALK
  if (carriesState(block)) bits |= STATE
  return doNotEvict ? bits | DO_NOT_EVICT : bits
}

function longer(column: Int32Array, room: number) {
  const next = new Int32Array(room)
  next.set(column)
  return next
}
