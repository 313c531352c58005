import type { Zone } from '../pressure/pressure.ts'
import type { BlockId, Ratio, Tokens, Turn } from '../core/units.ts'
import type { Verb } from '../core/window/change.ts'
import type { Measure } from './signals/signal.ts'

/** Why a decision was made, recorded when it was made (EDIT-1). */
export interface Trigger {
  /**
   * `preemptive`: few turns until red, or a spike, in a zone below orange (PRES-6). `cold`: the prompt cache has expired (COST-6). `component`: a part of the window
   * is over its own budget (BUD-6).
   */
  readonly cause: 'zone' | 'overflow' | 'preemptive' | 'cold' | 'component'
  readonly zone: Zone
  readonly used: Tokens
  readonly limit: Tokens
  readonly reserve: Tokens
  /** The configured target for the window after the edit. */
  readonly target: Tokens
  /**
   * The aim of this edit. Usually it is the target, reachable or not. If the target is out of reach and the request
   * does not fit, it is the protected tokens plus a part of the rest.
   */
  readonly aim: Tokens
  /** used − aim. */
  readonly toFree: Tokens
  /** Share of the limit from which the stage acts, scaled to the window; missing if that is orange. */
  readonly from?: Ratio
}

/** The source of a value: a measurement, or a weighted sum of others. */
export interface Input {
  readonly measure: Measure | null
  /** The terms of the sum; empty if the value is not a sum. */
  readonly parts: readonly InputPart[]
}

/** One term of a value that is itself a weighted sum. */
export interface InputPart extends Input {
  readonly signal: string
  readonly weight: Ratio
  readonly value: Ratio
}

/** One candidate of a decision with its rank. */
export interface Ranked {
  readonly block: BlockId
  /** Blocks that leave with it (its call), including itself. */
  readonly blocks: readonly BlockId[]
  readonly verb: Verb
  /** 0 is evicted first. */
  readonly rank: number
  /** Raw values of the signals, in the order of `Decision.terms`; their weighted sum is the score. */
  readonly values: readonly Ratio[]
  /** The source of each value, in the same order; only with `detail`. */
  readonly inputs?: readonly Input[]
  readonly score: Ratio
  /**
   * The sort key among candidates of its kind (EVI-4: results and other blocks, then whole pairs, then what was said):
   * the score, or for a policy of one signal its own key (such as an age, which does not underflow). By `fifo`, pairs
   * leave in the order in which their results arrived, though their key is a mean.
   */
  readonly key: number
  /** Tokens of content that evicting it frees, less its placeholder or marker; without message overhead. */
  readonly frees: Tokens
  readonly taken: boolean
}

/** A block that was protected from eviction, and its guards. */
export interface Held {
  readonly block: BlockId
  readonly gates: readonly string[]
}

/** Why an edit was held back although it could free tokens, with the figures (EVI-4). */
export interface HeldBack {
  /**
   * `gain`: it would free less than the minimum batch. `horizon`: it would not pay back in time for the tokens that it
   * rewrites. `saving`: it would, but save too little by then. `warm`: edits wait for an expired cache. `early`: a later
   * batch costs less per turn.
   */
  readonly why: 'gain' | 'horizon' | 'saving' | 'warm' | 'early'
  /** Tokens that it would free, less those that it would add. */
  readonly frees: Tokens
  /** Minimum tokens that a batch has to free. */
  readonly least: Tokens
  /** Tokens of the cached prompt that it would rewrite. */
  readonly rewrites: Tokens
  /** Turns until the freed tokens pay for that; null if they never do. */
  readonly paysAfter: number | null
  /** Maximum turns until it pays back; 0 if there is no maximum. */
  readonly horizon: Turn
  /** What it would save within the horizon, in tokens read from the cache; set if it had to save some. */
  readonly saves?: Tokens
  /** Minimum of that. */
  readonly leastSaved?: Tokens
  /** Turns in which as much arrives as it would free; set if the batch can wait. */
  readonly grewIn?: Ratio
}

export interface Decision {
  readonly stage: string
  readonly policy: string
  readonly trigger: Trigger
  readonly terms: readonly { readonly signal: string; readonly weight: Ratio }[]
  readonly tieBreak: string
  readonly candidates: number
  readonly held: number
  /** Rank of the first survivor: the evicted candidates are 0 … cut − 1. */
  readonly cut: number
  readonly victims: readonly Ranked[]
  /** The first few survivors, lowest first; all of them with `detail`. */
  readonly survivors: readonly Ranked[]
  /** Blocks protected by guards; only with `detail`. */
  readonly gated: readonly Held[] | null
  /** Blocks that were not candidates but had to leave with the evicted ones: thinking that led up to one. */
  readonly along: readonly BlockId[]
  /** Tokens that the edit frees, less those that it adds: before − after. */
  readonly freed: Tokens
  /** Tokens of the cached prompt that it rewrites, and the turns until it pays back; missing in older records. */
  readonly rewrites?: Tokens
  readonly paysAfter?: number | null
  /** Tokens still above the configured target afterwards; 0 when it was met. */
  readonly shortfall: Tokens
}
