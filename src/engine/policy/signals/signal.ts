import type { Block, BlockType } from '../../core/message/block.ts'
import type { Embedding } from '../../core/reference/embedder.ts'
import type { ReferenceIndex } from '../../core/reference/reference.ts'
import type { BlockId, Ratio, Turn } from '../../core/units.ts'
import type { Likeness } from './likeness.ts'
import type { RequestIndex } from './requests.ts'

/** The input of a signal for a decision in `turn`: the current window, nothing later (EDIT-4). */
export interface SignalContext {
  readonly turn: Turn
  readonly seed: number
  readonly references: ReferenceIndex
  /** What results were requested, and which of them a later one replaced. */
  readonly requests: RequestIndex
  /** Vector of a block, fixed on arrival; null if it has no text. */
  readonly embedding: (block: BlockId) => Embedding | null
  /** Vector of the task (the first user message); null if there is none. */
  readonly task: Embedding | null
  /** Blocks that are whole in the window now, as they arrived or as a person rewrote them, in prompt order. */
  readonly window: readonly Block[]
  /** Cache of comparisons at earlier decisions of the run; it changes no value. */
  readonly likeness?: Likeness
  readonly typeTtl: Readonly<Partial<Record<BlockType, Turn>>>
}

/**
 * The measurement behind a value: `type` is the block's type and has no figure, `mark` is 1 if the author marked it.
 */
export interface Measure {
  readonly of: 'age' | 'idle' | 'unused' | 'uses' | 'cosine' | 'tokens' | 'type' | 'mark'
  /** Turns, uses, tokens, or a cosine. */
  readonly figure: number
  /**
   * Figure at which the value reaches its end (a lifetime in turns, a sufficient number of uses); null if it has none.
   */
  readonly full: number | null
}

/**
 * One input of a policy: 0…1 for each block, 1 = keep (EVI-1). Called for many blocks at once, so that a signal that
 * compares blocks can do so without comparing all pairs.
 */
export interface Signal<Name extends string = string> {
  readonly name: Name
  /** Two or three words for a chart. */
  readonly label: string
  /** One sentence with the formula, for the page and the reference. */
  readonly meaning: string
  values(blocks: readonly Block[], context: SignalContext): Float64Array
  /**
   * Sort keys in the same order as the values but without their underflow (age instead of exp(−age)): lower leaves
   * first. Policies of one signal rank by them; without them they rank by the value.
   */
  keys?(blocks: readonly Block[], context: SignalContext): Float64Array
  /** The measurement behind a value; null if there was nothing to measure. For the record (EDIT-1). */
  measure?(block: Block, value: Ratio, context: SignalContext): Measure | null
  /** The terms, if the value is a weighted sum. */
  readonly terms?: readonly Term[]
  /** True if the keys are in the order of birth, so that a policy of this signal alone can rank without them. */
  readonly byAge?: true
}

/** A number for each block. `Float64Array.from` with a function takes several times as long. */
export function column(blocks: readonly Block[], valueOf: (block: Block) => number): Float64Array {
  const values = new Float64Array(blocks.length)
  for (let i = 0; i < values.length; i++) values[i] = valueOf(blocks[i] as Block)
  return values
}

/** A signal and its weight in a policy's score. The weights of a policy sum to 1. */
export interface Term {
  readonly signal: Signal
  readonly weight: Ratio
}

/** An eviction order: the weighted sum of its signals, lowest first (EVI-2). */
export interface Policy {
  readonly name: string
  readonly label: string
  readonly meaning: string
  readonly terms: readonly Term[]
}

/** How signals turn measurements into a value (EVI-1). */
export interface ScoringSettings {
  /** Turns in which recency falls to 1/e: for fifo, and for every other policy. */
  readonly fifoDecay: Turn
  readonly recencyDecay: Turn
  /** Turns without a reference in which the value of the last use falls to 1/e. */
  readonly idleDecay: Turn
  /** The value of a block that was never referenced, before decay by age. */
  readonly neverUsed: Ratio
  /** Turns for which birth counts as a reference. */
  readonly birthTurns: Turn
  /** Turns with a reference that give a block the maximum value. */
  readonly reuseFull: number
}

/** Birth counts in a block's own turn and in the next one, in which REF-1 counts no other reference. */
export const SCORING: ScoringSettings = Object.freeze({
  fifoDecay: 10,
  recencyDecay: 15,
  idleDecay: 5,
  neverUsed: 0.3,
  birthTurns: 2,
  reuseFull: 5,
})
