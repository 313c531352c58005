import { scaleToUsable } from '../pressure/pressure.ts'
import { NO_SETTING, shareTrigger } from '../compression/trigger.ts'
import type { PlannedTrigger } from '../stage/edit-trigger.ts'
import type { WindowView } from '../stage/stage.ts'
import type { Ratio, Tokens, Turn } from '../units.ts'
import { overflows } from '../window/ledger.ts'
import type { Trigger } from './decision.ts'
import type { EvictionSettings } from './settings.ts'
import { floorShare } from '../number/share.ts'

/** Fewer turns than this until red count as orange (PRES-6). */
const SOON: Turn = 3

/** Why the window has to be freed now, as it stands after what stages before did; null where it need not. */
export function causeOf(
  view: WindowView,
  settings: Pick<EvictionSettings, 'preemptive' | 'from'>,
): Trigger['cause'] | null {
  const { window, limit, reserve, reading } = view
  if (overflows(window.used, limit, reserve)) return 'overflow'
  if (window.used / limit >= startOf(view, settings)) return 'zone'
  const soon = reading.turnsUntilRed !== null && reading.turnsUntilRed < SOON
  return settings.preemptive && (soon || reading.spike) ? 'preemptive' : null
}

/** The share of the limit from which it acts: orange, unless it is told another. */
function startOf(
  { limit, reserve, thresholds }: WindowView,
  { from }: Pick<EvictionSettings, 'from'>,
): Ratio {
  return from === undefined ? thresholds.orange : scaleToUsable(from, limit, reserve)
}

/** The trigger of an eviction as it stands with its edit: what was measured, and the setting that it was compared with. */
export function editTriggerOf(
  view: WindowView,
  settings: Pick<EvictionSettings, 'from' | 'by'>,
  { cause, aim: target, toFree }: Trigger,
): PlannedTrigger {
  const why = cause === 'zone' || cause === 'component' ? 'level' : cause
  return { ...shareTrigger(view, why, startOf(view, settings), settings.by ?? NO_SETTING), target, toFree }
}

/**
 * Whether a batch is put off because it would free too little to be worth its cache invalidation (EVI-4). Not where
 * the request would overflow, which an estimating counter sees a little early (BUD-5).
 */
export function isPutOff(
  { window, limit, reserve, margin }: WindowView,
  settings: Pick<EvictionSettings, 'minFreeTokens'>,
  frees: Tokens,
): boolean {
  return frees < settings.minFreeTokens && !overflows(window.used + margin, limit, reserve)
}

/** Tokens that an eviction frees down to (EVI-4). */
export function targetOf({ limit, reserve }: WindowView, settings: Pick<EvictionSettings, 'target'>): Tokens {
  return floorShare(scaleToUsable(settings.target, limit, reserve), limit)
}

/** Share of the limit that must be evictable before a batch is taken from a window that cannot fit. */
const LEAST_BATCH = 0.05

/**
 * Where the batch aims, or why there is none. A target below what the gates hold cannot be reached by
 * anyone. Where the request can still be made to fit, trigger and target keep their shares of the room
 * above the gated blocks, or there would be a batch in every turn. Where it cannot fit, emptying the
 * window would lose everything for nothing: a batch takes its usual part, and only once there is
 * something to take. The shortfall is reported against the target.
 *
 * @param floor tokens that stay whatever a policy does
 */
export function aimOf(
  view: WindowView,
  settings: Pick<EvictionSettings, 'target' | 'from'>,
  cause: Trigger['cause'],
  floor: Tokens,
): Trigger | 'below_trigger' | 'target_unreachable' | 'nothing_evictable' {
  const { limit, reserve } = view
  const { used } = view.window
  const usable = limit - reserve
  const target = targetOf(view, settings)
  const room = usable - floor
  let aim = Math.min(target, usable)
  if (cause === 'preemptive' && used <= aim) return 'below_trigger'
  if (floor > target && room > 0) {
    if (floor >= used) return 'nothing_evictable'
    const level = floor + (room * startOf(view, settings) * limit) / usable
    if (cause === 'zone' && used < level) return 'below_trigger'
    aim = Math.min(usable, Math.floor(floor + (room * target) / usable))
    if (cause === 'preemptive' && used <= aim) return 'below_trigger'
  } else if (room <= 0) {
    if (used - floor < LEAST_BATCH * limit) return 'target_unreachable'
    aim = Math.floor(floor + settings.target * (used - floor))
  }
  const { from } = settings
  const began = from === undefined ? {} : { from: scaleToUsable(from, limit, reserve) }
  return { cause, zone: view.reading.zone, used, limit, reserve, target, aim, toFree: used - aim, ...began }
}
