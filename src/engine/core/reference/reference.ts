import type { Block } from '../message/block.ts'
import type { BlockId, Turn } from '../units.ts'

/** Block `by` uses what first stood in block `source` (REF-1). */
export interface Reference {
  readonly source: BlockId
  readonly by: BlockId
  /** Turn in which it was used: the turn of `by`. */
  readonly turn: Turn
  /** First turn whose decisions may know of it: the same turn for an input, the next for a response (EDIT-4). */
  readonly visible: Turn
  /** The strings that show it, strongest first; at most four. */
  readonly evidence: readonly string[]
}

/**
 * Watches a conversation block by block, in the order of arrival, and tells which earlier blocks each
 * one refers to. The same code runs live and in replay, and never looks ahead (EVI-7).
 */
export interface ReferenceDetector {
  /** References made by `block`, whose text is `text` (a call's text is its arguments). Linear in the text. */
  observe(block: Block, text: string): readonly Reference[]
}

/** What is known of references at the decisions of a turn. */
export interface ReferenceIndex {
  readonly all: readonly Reference[]
  /** Latest turn in which `block` was referenced, as known at `turn`; null when never. O(log n). */
  lastUse(block: BlockId, turn: Turn): Turn | null
  /** How many turns referenced `block`, as known at `turn`. O(log n). */
  uses(block: BlockId, turn: Turn): number
}
