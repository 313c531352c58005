import type { Ratio, Turn } from '../../core/units.ts'

/** How signals turn what they measure into a value (EVI-1). */
export interface ScoringSettings {
  /** Turns in which recency falls to 1/e: of fifo, and of every other policy. */
  readonly fifoDecay: Turn
  readonly recencyDecay: Turn
  /** Turns without a reference in which the last use falls to 1/e. */
  readonly idleDecay: Turn
  /** What a block is worth that was never referenced, before its age counts. */
  readonly neverUsed: Ratio
  /** Turns for which birth counts as a reference. */
  readonly birthTurns: Turn
  /** Turns with a reference that make a block as valuable as it gets. */
  readonly reuseFull: number
}

/** Birth counts in a block's own turn and in the next, in which no other reference is looked for (REF-1). */
export const SCORING: ScoringSettings = Object.freeze({
  fifoDecay: 10,
  recencyDecay: 15,
  idleDecay: 5,
  neverUsed: 0.3,
  birthTurns: 2,
  reuseFull: 5,
})
