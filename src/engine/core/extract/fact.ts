import type { BlockId, Turn } from '../units.ts'

/** What a line of a conversation can tell that outlives it, in the order of the sections it goes to. */
export const FACT_KINDS = Object.freeze([
  'goal',
  'constraint',
  'decision',
  'done',
  'current',
  'next',
  'file',
  'number',
  'error',
  'fix',
  'open',
  'learning',
] as const)
export type FactKind = (typeof FACT_KINDS)[number]

/** One statement taken from a block, without a model. */
export interface Fact {
  readonly kind: FactKind
  /** One line of at most 240 characters, in the words of the block. */
  readonly text: string
  /** What a newer statement of the same kind replaces: a path, the name of a number, the words of a plan. */
  readonly key: string
  readonly block: BlockId
  readonly turn: Turn
}
