import { ceilShare, floorShare } from '../../core/number/share.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { anchoredUsed, countedLevel, scaleToUsable } from '../../pressure/pressure.ts'
import type { Ratio, Tokens } from '../../core/units.ts'
import { ledgerOf } from '../../core/window/ledger.ts'
import type { AllowedBy, PlannedTrigger } from '../../policy/edit-trigger.ts'
import type { StageContext, StageNote, StageResult, Verdict } from './stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { hasColdCache, heldBack, isBatchAbove } from './worth.ts'
import type { ColdSettings, Intended, WorthSettings } from './worth.ts'

/** When a step of the cascade acts and stops, as shares of the limit. */
export interface RungSettings {
  readonly at: Ratio
  readonly target: Ratio
  /** The setting behind it; missing if there is none. */
  readonly by?: AllowedBy
  /** The step also acts when history is over its own budget, at any utilization. */
  readonly holdsHistory?: boolean
  /** When a near red or a spike counts as orange (PRES-6); missing: never. */
  readonly ahead?: AheadSettings & Pick<WorthSettings, 'minFreeShare'>
  /**
   * Settings that decide whether its edits pay; missing: not checked, because the config puts the step before eviction.
   */
  readonly worth?: WorthSettings
}

/** Whether the window is treated as in orange early, and how early. */
export type AheadSettings = ColdSettings & Pick<EvictionSettings, 'preemptive' | 'preemptiveTurns'>

/** Target size of the window for the cascade, in tokens (EVI-4's target, scaled like the zones). */
export function targetTokens(view: WindowView, target: Ratio): Tokens {
  return countedLevel(view, floorShare(scaleToUsable(target, view.limit, view.reserve), view.limit))
}

/** Tokens that a step of the cascade has to free, and why. */
export interface RungTrigger extends PlannedTrigger {
  readonly target: Tokens
  readonly toFree: Tokens
}

/**
 * Why a step of the cascade acts; null if it does not: below its threshold, or if the window is already at the target
 * (COMP-2). If red is near, or after a spike, a step whose threshold is not above orange acts as if orange were reached
 * (PRES-6).
 */
export function rungTrigger(
  view: WindowView,
  { at, target: share, by = NO_SETTING, holdsHistory, ahead }: RungSettings,
  emergency: boolean,
): RungTrigger | null {
  const { used } = view.window
  const begins = scaleToUsable(at, view.limit, view.reserve)
  const due = Math.max(used, anchoredUsed(view)) >= ceilShare(begins, view.limit)
  const target = targetTokens(view, share)
  const isEarly =
    ahead !== undefined && !due && begins <= view.thresholds.orange && isBatchAbove(view, target, ahead)
  const early = isEarly ? aheadCause(view, ahead) : null
  const acts = due || early !== null || emergency
  if (!acts || used <= target) return holdsHistory === true ? historyTrigger(view) : null
  const cause = due ? 'level' : (early ?? 'alert')
  return { ...shareTrigger(view, cause, begins, by), target, toFree: used - target }
}

/**
 * Why the window is treated as in orange, in any zone: red is near, or a spike arrived (PRES-6), or the prompt cache has
 * expired, so that an edit costs less now than later (COST-6). Null if it is not.
 */
export function aheadCause(
  view: WindowView,
  { preemptive, preemptiveTurns, ...cold }: AheadSettings,
): 'preemptive' | 'cold' | null {
  if (!preemptive) return null
  const { turnsUntilRed, spike } = view.reading
  if (spike || (turnsUntilRed !== null && turnsUntilRed < preemptiveTurns)) return 'preemptive'
  return hasColdCache(view, cold) ? 'cold' : null
}

/** Why a step of the cascade holds an edit back; null if the edit pays, or that is not checked. */
export function rungHeldBack(
  view: WindowView,
  { worth }: RungSettings,
  { cause, measure }: RungTrigger,
  edit: Intended,
): StageNote | null {
  const isDemanded = cause === 'alert' || measure === 'component_tokens'
  return worth === undefined || isDemanded ? null : heldBack(view, worth, edit)
}

/** Trigger of a step because history is over its own budget (BUD-6) after earlier stages acted. */
function historyTrigger(view: WindowView): RungTrigger | null {
  const { window, block, limit, reserve } = view
  const { limit: target, status } = view.budget.components.history
  if (status !== 'blocked') return null
  const { history } = ledgerOf(window, block, limit, reserve).byComponent
  return history <= target
    ? null
    : { ...componentTrigger('history', history, target), target, toFree: history - target }
}

/** The setting that plans each component's share of the window. */
const ALLOCATIONS = {
  history: 'message_history',
  results: 'tool_results',
  memory: 'memory_injection',
} as const

/** Trigger of a stage that enforces a component's budget. */
export function componentTrigger(
  component: keyof typeof ALLOCATIONS,
  used: Tokens,
  allowed: Tokens,
): PlannedTrigger {
  const by = { key: `budget.allocations.${ALLOCATIONS[component]}`, written: '', of: null }
  return { cause: 'level', measure: 'component_tokens', value: used, allowed, by }
}

/** Trigger of a stage that compares the window with a share of the limit, scaled to the window. */
export function shareTrigger(
  { window, limit }: WindowView,
  cause: PlannedTrigger['cause'],
  begins: Ratio,
  by: AllowedBy,
): PlannedTrigger {
  return { cause, measure: 'share', value: window.used / limit, allowed: begins, by }
}

/** For a comparison with a value that no setting sets. */
export const NO_SETTING: AllowedBy = Object.freeze({ key: null, written: '', of: null })

/** The result of a stage that made edits. `more` is its note and other outputs. */
export function done<State>(
  state: State,
  edits: StageResult<State>['edits'],
  more: Partial<StageResult<State>> = {},
): StageResult<State> {
  return { edits, state, outcome: 'done', note: null, ...more }
}

export function skipped<State>(
  state: State,
  code: StageNote['code'],
  tokens: Tokens = 0,
  verdicts: readonly Verdict[] = [],
): StageResult<State> {
  return { edits: [], state, outcome: 'skipped', note: { code, tokens }, verdicts }
}

/** The fields of a request other than its sources. */
export function whereAsked(view: WindowView, context: StageContext, stage: string) {
  return { stage, turn: context.turn, window: view.window.id }
}
