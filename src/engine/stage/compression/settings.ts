import type { UpdateMode } from '../../core/llm/ask.ts'
import type { CascadeStep } from '../contract/stage.ts'
import type { Ratio, Tokens, Turn } from '../../core/units.ts'

/** A step of the ladder and the utilization from which it acts (COMP-2). */
export interface Rung {
  readonly at: Ratio
  readonly step: CascadeStep
}

/** What compression obeys, normalised from the YAML's `compression` section. */
export interface CompressionSettings {
  /** When a long result is summarized; `at_pressure` leaves it to the cascade. */
  readonly toolResults: 'on_arrival' | 'at_pressure' | 'never'
  /** Results of more tokens than this are summarized. */
  readonly summarizeAbove: Tokens
  /** Aim of a result's summary, as a share of the result. */
  readonly resultShare: Ratio
  /** From low to high; of one threshold, in the order of `CASCADE_STEPS`. */
  readonly cascade: readonly Rung[]
  /** Still at this or above it after the last rung, the window is handed over to a new one. */
  readonly overflowAt: Ratio
  /** Messages at the end that a compaction leaves as they are. */
  readonly keepMessages: number
  /** A compaction's summary is not to be longer. */
  readonly summaryTokens: Tokens
  readonly update: UpdateMode
  readonly progressive: {
    /** Blocks of at most this age are whole, then key points, then one line, then a title. */
    readonly fullUntil: Turn
    readonly keyPointsUntil: Turn
    readonly oneLineUntil: Turn
    readonly keyPointsShare: Ratio
    readonly oneLineShare: Ratio
    readonly titleShare: Ratio
    /** No level aims below this. */
    readonly floor: Tokens
    /** Each level is made from the kept original, or from the level before, which drifts. */
    readonly from: 'original' | 'current'
  }
  readonly delegation: {
    /** A stretch with fewer calls stays where it is. */
    readonly minCalls: number
    readonly maxTokens: Tokens
    /** A subtask that the scenario marks is handed over as soon as it is finished, whatever the pressure. */
    readonly ahead: boolean
  }
  /** Share of the limit that has to be new since the last compaction, for another to be worth the whole cached prefix. */
  readonly leastNew: Ratio
  /** After a turn in which a model was asked, the next one that may ask is so many turns later, unless the request would not fit. */
  readonly askInterval: Turn
  /** Failures in a row after which no model is asked any more in this window (COMP-3). */
  readonly breakerAfter: number
  readonly notes: { readonly enabled: boolean; readonly maxTokens: Tokens }
}
