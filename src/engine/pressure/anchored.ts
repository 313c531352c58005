import type { Tokens } from '../core/units.ts'
import type { Window } from '../core/window/window.ts'
import type { PressureReading } from './pressure.ts'

/** What is read of a window. */
interface Read {
  readonly window: Window
  readonly reading: Pick<PressureReading, 'used' | 'counted'>
}

/**
 * Tokens used by the anchored count (TOK-1, TOK-2): what the model reported for its last call, corrected by
 * everything that came or went since, so that what a stage freed counts at once for the next one's trigger
 * (TIER-3). In a replay nothing is reported and the counts are calibrated: then it is the ledger's figure.
 */
export function anchoredUsed({ window, reading }: Read): Tokens {
  return window.used + reading.used - reading.counted
}

/** A budget by both counts. */
export interface AnchoredBudget {
  /** What is used, and allowed, as the model counts. */
  readonly used: Tokens
  readonly allowed: Tokens
  /** What is allowed as the ledger counts, which sizes every block: an edit frees down to here. */
  readonly room: Tokens
}

/**
 * A budget of so many tokens by the anchored count. What the ledger holds beside the reserve is never exceeded
 * either: where the model reported less than was counted, the overflow is still judged by the count (PRES-4).
 *
 * @param allowed at most what the limit leaves beside the reserve
 */
export function anchoredBudget(
  view: Read & { readonly limit: Tokens; readonly reserve: Tokens },
  allowed: Tokens,
): AnchoredBudget {
  const used = anchoredUsed(view)
  const apart = used - view.window.used
  const room = Math.max(0, Math.min(allowed - apart, view.limit - view.reserve))
  return { used, allowed: Math.min(allowed, room + apart), room }
}
