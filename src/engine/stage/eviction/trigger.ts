import { anchoredUsed, countedLevel, scaleToUsable } from '../../pressure/pressure.ts'
import { aheadCause, NO_SETTING, shareTrigger } from '../contract/trigger.ts'
import type { AheadSettings } from '../contract/trigger.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { isBatchAbove, leastOf } from '../contract/worth.ts'
import type { Ratio, Tokens } from '../../core/units.ts'
import { overflows } from '../../core/window/ledger.ts'
import type { Trigger } from '../../policy/decision.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { floorShare } from '../../core/number/share.ts'
import { byShare } from '../../policy/edit-trigger.ts'
import type { Thresholds } from '../../pressure/pressure.ts'

/** Why the window has to be freed now, after earlier stages acted; null if it need not. */
export function causeOf(
  view: WindowView,
  settings: AheadSettings & Pick<EvictionSettings, 'from'>,
): Trigger['cause'] | null {
  const { window, limit, reserve } = view
  const used = Math.max(window.used, anchoredUsed(view))
  if (overflows(used, limit, reserve)) return 'overflow'
  if (used / limit >= startOf(view, settings)) return 'zone'
  return aheadCause(view, settings)
}

/** The share of the limit from which it acts: orange, unless configured otherwise. */
function startOf(
  { limit, reserve, thresholds }: WindowView,
  { from }: Pick<EvictionSettings, 'from'>,
): Ratio {
  return from === undefined ? thresholds.orange : scaleToUsable(from, limit, reserve)
}

/**
 * The trigger of an eviction as it is recorded with its edit: the measurement, and the setting that it was compared
 * with.
 */
export function editTriggerOf(
  view: WindowView,
  settings: Pick<EvictionSettings, 'from' | 'by'>,
  { cause, aim: target, toFree }: Trigger,
): PlannedTrigger {
  const why = cause === 'zone' || cause === 'component' ? 'level' : cause
  return { ...shareTrigger(view, why, startOf(view, settings), settings.by ?? NO_SETTING), target, toFree }
}

/** Tokens that an eviction frees down to (EVI-4). */
export function targetOf(view: WindowView, settings: Pick<EvictionSettings, 'target'>): Tokens {
  const { limit, reserve } = view
  return countedLevel(view, floorShare(scaleToUsable(settings.target, limit, reserve), limit))
}

/** The highest level at which the request fits, with room for a batch. */
export function fittingLevel(view: WindowView, settings: LeastBatch): Tokens {
  const { limit, reserve, margin } = view
  return Math.min(limit - reserve - margin, countedLevel(view, limit - reserve)) - leastOf(settings, limit)
}

type LeastBatch = Pick<EvictionSettings, 'minFreeTokens' | 'minFreeShare'>

/** What stays in a window, in tokens. */
interface Staying {
  /** What stays under any policy. */
  readonly floor: Tokens
  /** What the user said, besides: it leaves only if the request would not fit. */
  readonly said?: Tokens
  /** Those tokens of `floor` that later steps remove if the request would not fit. */
  readonly later?: Tokens
}

/** Share of the limit that must be evictable for a batch from a window that cannot fit. */
const LEAST_BATCH = 0.05

/**
 * The aim of the batch, or why there is none. Usually the aim is the target, even if protected blocks exceed it: then
 * everything else leaves, and the shortfall is reported. Where only what the user said exceeds it, the batch frees its
 * usual part of the rest, so that the newest replies stay. If in addition the request does not fit, usually because of a
 * result that just arrived, the batch frees its usual part of what can leave, and at least what makes the request fit.
 * Emptying the window would lose everything for a turn that is soon over, or for nothing if even that does not make it
 * fit. If the whole reserve cannot be kept, a request within the limit is still better than one above it. If orange is
 * not reached and red is only near, there is no batch unless the window is a whole batch above the target.
 */
export function aimOf(
  view: WindowView,
  settings: Pick<EvictionSettings, 'target' | 'from'> & LeastBatch,
  cause: Trigger['cause'],
  { floor, said = 0, later = 0 }: Staying,
): Trigger | 'below_trigger' | 'target_unreachable' {
  const { limit, reserve } = view
  const { used } = view.window
  const usable = countedLevel(view, limit - reserve)
  const target = targetOf(view, settings)
  let aim = Math.min(target, usable)
  // When acting early, one large block would leave for the few tokens missing to the target.
  if ((cause === 'preemptive' || cause === 'cold') && !isBatchAbove(view, aim, settings))
    return 'below_trigger'
  const stays = floor + said
  if (floor <= aim && stays > aim) aim = Math.max(aim, Math.min(fittingLevel(view, settings), partOf(stays)))
  if (cause === 'overflow' && floor > aim) {
    const fits = fitting()
    if ((fits === null || fits >= used) && used - floor < LEAST_BATCH * limit) return 'target_unreachable'
    aim = fits === null ? partOf(floor) : Math.min(fits, partOf(floor))
  }
  const { from } = settings
  const began = from === undefined ? {} : { from: scaleToUsable(from, limit, reserve) }
  return { cause, zone: view.reading.zone, used, limit, reserve, target, aim, toFree: used - aim, ...began }

  /** What stays, and the usual part of what can leave. */
  function partOf(stays: Tokens): Tokens {
    return Math.floor(stays + settings.target * (used - stays))
  }

  /** Tokens that may remain after a batch so that the request fits, or fits better; null if no batch achieves that. */
  function fitting(): Tokens | null {
    if (floor <= usable) return usable
    if (floor - later <= usable) return usable + later
    const most = countedLevel(view, limit)
    if (used > most && floor <= most) return most
    return floor - later <= most ? most + later : null
  }
}

/** Where an eviction begins: at a share of its own, else at orange. */
export function fromOrange(
  { eviction, thresholds }: { readonly eviction: EvictionSettings; readonly thresholds: Thresholds },
  at: Ratio | null,
): EvictionSettings {
  const by = byShare('pressure.thresholds.orange', at ?? thresholds.orange, 'limit')
  return at === null ? { ...eviction, by } : { ...eviction, by, from: at }
}
