import type { Zone } from '../pressure/pressure.ts'
import type { Ratio, Tokens } from '../core/units.ts'

/**
 * What a setting's value is a share of, or is subtracted from. `limit`, `effective`, `budget`: a share of it. `limit
 * less`, `budget less`: the setting says what to keep free, in tokens or as a share. `reserve`: no setting; the limit
 * is what the reserve leaves.
 */
export type AllowedBase = 'limit' | 'effective' | 'budget' | 'limit less' | 'budget less' | 'reserve'

/** What sets the allowed maximum. */
export interface AllowedBy {
  /**
   * The setting, such as `compression.keep_messages`; for `compression.cascade` the key includes its threshold. Null if
   * no setting sets it.
   */
  readonly key: string | null
  /** The value written there; '' if no setting sets it. */
  readonly written: string
  /** Null for a plain amount. */
  readonly of: AllowedBase | null
}

/** What is measured in a window, or in one result, and compared with the allowed maximum. */
export type EditMeasure = (typeof EDIT_MEASURES)[number]

export const EDIT_MEASURES = Object.freeze([
  /** used / limit. */
  'share',
  'messages',
  'tokens',
  'characters',
  'bytes',
  'milliseconds',
  'tool_uses',
  'turns',
  /** Tokens of the longest result above the maximum. */
  'result_tokens',
  /** Tokens of a component with a budget of its own. */
  'component_tokens',
  /** Calls of a finished subtask. */
  'calls',
  /** Number of known notes. */
  'notes',
] as const)

/**
 * Why a stage made an edit (EDIT-1): what was measured, the allowed maximum, and what set it. `level`: the measurement
 * is above the maximum, or equal to it if that counts. Below it: `overflow`, the reply would not have its reserve;
 * `preemptive`, red is few turns away, or a spike arrived (PRES-6); `cold`, the prompt cache has expired (COST-6); `alert`, an alert demanded it (HEALTH-2).
 */
export interface PlannedTrigger {
  readonly cause: 'level' | 'overflow' | 'preemptive' | 'cold' | 'alert'
  readonly measure: EditMeasure
  readonly value: number
  readonly allowed: number
  readonly by: AllowedBy
  /** The stage's target for the window or the component; missing if it has none. */
  readonly target?: Tokens
  /** Tokens in use above the target. */
  readonly toFree?: Tokens
}

/** The same with the window before the edit, as it is recorded. */
export interface EditTrigger extends PlannedTrigger {
  readonly zone: Zone
  readonly used: Tokens
  readonly limit: Tokens
  readonly reserve: Tokens
}

/** The limit set by the reserve, because the stage's own settings would allow more. */
export const BY_RESERVE: AllowedBy = Object.freeze({ key: null, written: '', of: 'reserve' })

/** A setting with a plain amount. */
export function byAmount(key: string, value: number): AllowedBy {
  return { key, written: String(value), of: null }
}

/** A setting with a share, or with an amount that is kept free. */
export function byShare(key: string, value: Ratio, of: AllowedBase): AllowedBy {
  return { key, written: String(value), of }
}

/** A trigger because more was measured than is allowed. */
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
