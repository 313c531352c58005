import type { BudgetReading } from '../../budget/budget.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockFacts } from '../../core/message/block-facts.ts'
import type { PressureReading, Thresholds } from '../../pressure/pressure.ts'
import type { BlockId, Milliseconds, Tokens, Turn } from '../../core/units.ts'
import type { BlockTable, Window } from '../../core/window/window.ts'

/** A window as guards, policies and stages see it. */
export interface WindowView {
  readonly turn: Turn
  readonly window: Window
  /** The block of each entry of the window, in the same order. */
  readonly blocks: readonly Block[]
  readonly block: BlockTable
  /** Columns over the same table: the unchanging facts about its blocks. */
  readonly facts: BlockFacts
  readonly limit: Tokens
  readonly reserve: Tokens
  /**
   * Added to `used` before a stage judges an overflow, because the counter only estimates (BUD-5); 0 for an exact
   * counter.
   */
  readonly margin: Tokens
  /** Thresholds scaled to this window. */
  readonly thresholds: Thresholds
  readonly reading: PressureReading
  /** The budget of the window before any stage acted. */
  readonly budget: BudgetReading
  /** Inputs that arrived in this turn, in order: the model has not read them yet, however often the call is tried. */
  readonly arrived: readonly BlockId[]
  /** Some of them are from an earlier try of the call; missing: none. */
  readonly again?: true
  /** Whether an edit was already made in this turn, so that the cache is broken anyway. */
  readonly edited: boolean
  /** Whether the model accepts thinking only after an unchanged prefix (VALID-1); missing: it does not. */
  readonly bindsThinking?: boolean
  /** The window before any stage acted on this call. */
  readonly offered: Window
  /**
   * How many entries, from the first, the last call sent in their current form: the most that a prompt cache can hold.
   */
  readonly intact: number
  /** Time since the last call of this window; null for its first call, and if the conversation has no times. */
  readonly idle: Milliseconds | null
  /** How long the provider was asked to keep the prompt cache; missing: not known. */
  readonly cacheLife?: Milliseconds
  /**
   * Why the eviction of this turn did not reach its aim, in which case no model is asked either; null if it did what it
   * could.
   */
  readonly holding: Holding | null
}

/**
 * `held_back`: the batch was not worth making. `cannot_fit`: the protected tokens alone do not fit, so asking a model
 * would not help.
 */
export type Holding = 'held_back' | 'cannot_fit'
