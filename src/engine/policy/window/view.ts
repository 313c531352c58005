import type { BudgetReading } from '../../budget/budget.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockFacts } from '../../core/message/block-facts.ts'
import type { PressureReading, Thresholds } from '../../pressure/pressure.ts'
import type { BlockId, Tokens, Turn } from '../../core/units.ts'
import type { BlockTable, Window } from '../../core/window/window.ts'

/** A window as guards, policies and stages see it. */
export interface WindowView {
  readonly turn: Turn
  readonly window: Window
  /** The block of each entry of the window, in the same order. */
  readonly blocks: readonly Block[]
  readonly block: BlockTable
  /** Columns over the same table: what never changes about its blocks. */
  readonly facts: BlockFacts
  readonly limit: Tokens
  readonly reserve: Tokens
  /** Added to `used` before a stage judges an overflow, because the counter only estimates (BUD-5); 0 where it counts. */
  readonly margin: Tokens
  /** Thresholds scaled to this window. */
  readonly thresholds: Thresholds
  readonly reading: PressureReading
  /** The budget of the window as it was offered. */
  readonly budget: BudgetReading
  /** Inputs that arrived in this turn, in order. */
  readonly arrived: readonly BlockId[]
  /** Whether an edit was made in this turn already, so that the cache is broken anyway. */
  readonly edited: boolean
  /** Whether the model takes thinking back only where nothing before it was changed (VALID-1); missing: it does not. */
  readonly bindsThinking?: boolean
  /** The window as it was offered to the strategy, before any stage acted on this call. */
  readonly offered: Window
  /** How many entries, from the first on, the last call sent as they stand now: what a prompt cache can hold. */
  readonly intact: number
  /** What the eviction of this turn left undone, so that no model is to be asked either; null where it did what it could. */
  readonly holding: Holding | null
}

/** `held_back`: the batch was not worth making. `cannot_fit`: what must stay is more than fits, whoever is asked. */
export type Holding = 'held_back' | 'cannot_fit'
