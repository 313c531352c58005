import type { Zone } from '../pressure/pressure.ts'
import type { BlockId, Ratio, Tokens, Turn } from '../core/units.ts'
import type { Verb } from '../core/window/change.ts'
import type { Measure } from './signals/signal.ts'

/** Why a decision was made, recorded when it was made (EDIT-1). */
export interface Trigger {
  /**
   * `preemptive`: few turns until red, or a spike, in a zone below orange (PRES-6). `component`: a part of the window is
   * over its own budget (BUD-6).
   */
  readonly cause: 'zone' | 'overflow' | 'preemptive' | 'component'
  readonly zone: Zone
  readonly used: Tokens
  readonly limit: Tokens
  readonly reserve: Tokens
  /** Where the config wants the window after the edit. */
  readonly target: Tokens
  /**
   * Where this edit aims: the target, whether it can be reached or not; where it cannot and the request does not fit
   * besides, what must stay and a part of the rest.
   */
  readonly aim: Tokens
  /** used − aim. */
  readonly toFree: Tokens
  /** Share of the limit from which the stage acts, scaled to the window; missing where that is orange. */
  readonly from?: Ratio
}

/** What a value was made from: a measurement, or a weighted sum of others. */
export interface Input {
  readonly measure: Measure | null
  /** The sum's terms; empty where the value is none. */
  readonly parts: readonly InputPart[]
}

/** One term of a value that is itself a weighted sum. */
export interface InputPart extends Input {
  readonly signal: string
  readonly weight: Ratio
  readonly value: Ratio
}

/** One candidate of a decision, as it was ranked. */
export interface Ranked {
  readonly block: BlockId
  /** Blocks that go with it (its call), itself included. */
  readonly blocks: readonly BlockId[]
  readonly verb: Verb
  /** 0: evicted first. */
  readonly rank: number
  /** Raw values of the signals, in the order of `Decision.terms`; their weighted sum is the score. */
  readonly values: readonly Ratio[]
  /** What each value was made from, in the same order; only when asked for detail. */
  readonly inputs?: readonly Input[]
  readonly score: Ratio
  /** What was ranked by: the score, or for a policy of one signal its key (an age that has not underflowed). */
  readonly key: number
  /** Tokens of content that taking it frees, less the placeholder or marker that stays of it; message overhead is not counted. */
  readonly frees: Tokens
  readonly taken: boolean
}

/** A block that no policy was asked about, and the guards that held it. */
export interface Held {
  readonly block: BlockId
  readonly gates: readonly string[]
}

/** Why an edit was not made although there was something to free, with its figures (EVI-4). */
export interface HeldBack {
  /** `gain`: it would free less than a batch has to. `horizon`: it would not pay in time for what it rewrites. */
  readonly why: 'gain' | 'horizon'
  /** Tokens that it would free, less what it would put in their place. */
  readonly frees: Tokens
  /** Tokens that a batch has to free at least. */
  readonly least: Tokens
  /** Tokens of the cached prompt that it would rewrite. */
  readonly rewrites: Tokens
  /** Turns until what it frees pays for that; null where it never does. */
  readonly paysAfter: number | null
  /** Turns in which it has to pay; 0 where that is not asked. */
  readonly horizon: Turn
}

export interface Decision {
  readonly stage: string
  readonly policy: string
  readonly trigger: Trigger
  readonly terms: readonly { readonly signal: string; readonly weight: Ratio }[]
  readonly tieBreak: string
  readonly candidates: number
  readonly held: number
  /** Rank of the first survivor: victims are 0 … cut − 1. */
  readonly cut: number
  readonly victims: readonly Ranked[]
  /** The first few that stayed, lowest first; all of them when asked for detail. */
  readonly survivors: readonly Ranked[]
  /** Blocks behind guards; only when asked for detail. */
  readonly gated: readonly Held[] | null
  /** Blocks no policy was asked about that had to go with the victims: thinking that led up to one. */
  readonly along: readonly BlockId[]
  /** What the edit frees, less what it puts in its place: before − after. */
  readonly freed: Tokens
  /** Tokens of the cached prompt that it rewrites, and after how many turns that has paid; missing in older records. */
  readonly rewrites?: Tokens
  readonly paysAfter?: number | null
  /** Tokens still above the configured target afterwards; 0 when it was met. */
  readonly shortfall: Tokens
}
