import type { HealthAction, StageName } from '../../engine/index.ts'
import type { Reader } from './level.ts'
import type { Teller } from './story.ts'

/**
 * How a stage is told to people, beside what it says of itself in the engine. `doing` is what acts in a sentence (`by
 * snipping outdated results`, `compaction freed 900 tokens`); `done` is what an edit of it comes to, as the head of a line
 * (`outdated results snipped`).
 */
export interface ToldStage {
  readonly doing: string
  readonly done: string
  /** Alerts that it does something about, by what they ask for (HEALTH-2). */
  readonly answers?: readonly HealthAction[]
  /** What its edit takes into a summary, where that is not `older messages`. */
  readonly took?: string
  /** A block's part in an edit of it, by what its settings say; missing where it ranks, or nothing is to be said. */
  readonly story?: Teller
  /** With what it compares its readings; missing where a run records nothing of that. */
  readonly levels?: Reader
  /** It acts at the reserve at the latest, however high its own level is (BUD-3). */
  readonly endsAtReserve?: true
}

/** Some stages of one kind. */
export type ToldStages = { readonly [Name in StageName]?: ToldStage }
