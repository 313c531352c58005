import type { Zone } from '../pressure/pressure.ts'
import type { Ratio, Tokens } from '../core/units.ts'

/**
 * What the value of a setting is a share of, or is taken from. `limit`, `effective`, `budget`: a share of it. `limit
 * less`, `budget less`: the setting says what is kept free, in tokens or as a share. `reserve`: no setting says it, but
 * what the reserve leaves.
 */
export type AllowedBase = 'limit' | 'effective' | 'budget' | 'limit less' | 'budget less' | 'reserve'

/** What allows as much as is allowed. */
export interface AllowedBy {
  /** The setting, as in `compression.keep_messages`; `compression.cascade` has its thresholds as keys. Null where none says it. */
  readonly key: string | null
  /** What is written there; '' where no setting says it. */
  readonly written: string
  /** Null for a plain amount. */
  readonly of: AllowedBase | null
}

/** What is measured of a window, or of one result, where it is compared with what is allowed. */
export type EditMeasure =
  /** used / limit. */
  | 'share'
  | 'messages'
  | 'tokens'
  | 'characters'
  | 'bytes'
  | 'milliseconds'
  | 'tool_uses'
  | 'turns'
  /** Tokens of the longest result that was too long. */
  | 'result_tokens'
  /** Tokens of the part of the window that has a budget of its own. */
  | 'component_tokens'
  /** Calls of a finished subtask. */
  | 'calls'
  /** Notes that are known. */
  | 'notes'

/**
 * Why an edit was made, as its stage decides it (EDIT-1): what was measured, how much of it was allowed, and by what.
 * `level`: more was measured than is allowed, or as much where that counts. Below it: `overflow`, the answer would not
 * have its reserve; `preemptive`, red is few turns away, or a spike came (PRES-6); `alert`, one demanded it (HEALTH-2).
 */
export interface PlannedTrigger {
  readonly cause: 'level' | 'overflow' | 'preemptive' | 'alert'
  readonly measure: EditMeasure
  readonly value: number
  readonly allowed: number
  readonly by: AllowedBy
  /** Where the stage wants the window, or the component, to be; missing where it aims at nothing. */
  readonly target?: Tokens
  /** Tokens from there up to what stood. */
  readonly toFree?: Tokens
}

/** The same with the window in which it was decided, as it is recorded. */
export interface EditTrigger extends PlannedTrigger {
  readonly zone: Zone
  readonly used: Tokens
  readonly limit: Tokens
  readonly reserve: Tokens
}

/** What the reserve leaves, because the stage's own settings would leave more. */
export const BY_RESERVE: AllowedBy = Object.freeze({ key: null, written: '', of: 'reserve' })

/** A setting that says a plain amount. */
export function byAmount(key: string, value: number): AllowedBy {
  return { key, written: String(value), of: null }
}

/** A setting that says a share, or an amount that is kept free. */
export function byShare(key: string, value: Ratio, of: AllowedBase): AllowedBy {
  return { key, written: String(value), of }
}

/** More was measured than is allowed. */
export function above(
  measure: EditMeasure,
  value: number,
  allowed: number,
  by: AllowedBy,
  target?: Tokens,
  used?: Tokens,
): PlannedTrigger {
  return {
    cause: 'level',
    measure,
    value,
    allowed,
    by,
    ...(target === undefined || used === undefined ? {} : { target, toFree: used - target }),
  }
}
