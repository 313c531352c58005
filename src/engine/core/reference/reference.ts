import type { Block } from '../message/block.ts'
import type { BlockId, Turn } from '../units.ts'

/** Block `by` uses a string that first occurred in block `source` (REF-1). */
export interface Reference {
  readonly source: BlockId
  readonly by: BlockId
  /** Turn in which it was used: the turn of `by`. */
  readonly turn: Turn
  /** First turn whose decisions may know of it: the same turn for an input, the next one for a response (EDIT-4). */
  readonly visible: Turn
  /** The strings that prove it, strongest first; at most four. */
  readonly evidence: readonly string[]
}

/**
 * Observes a conversation block by block, in the order of arrival, and returns which earlier blocks each one refers to.
 * The same code runs live and in replay, and never looks ahead (EVI-7).
 */
export interface ReferenceDetector {
  /** References made by `block`, whose text is `text` (a call's text is its arguments). Linear in the text. */
  observe(block: Block, text: string): readonly Reference[]
}

/** References as known when the decisions of a turn are made. */
export interface ReferenceIndex {
  readonly all: readonly Reference[]
  /** Latest turn in which `block` was referenced, as known at `turn`; null when never. O(log n). */
  lastUse(block: BlockId, turn: Turn): Turn | null
  /** How many turns referenced `block`, as known at `turn`. O(log n). */
  uses(block: BlockId, turn: Turn): number
}
