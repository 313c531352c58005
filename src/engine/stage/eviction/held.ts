import type { Trigger } from '../../policy/decision.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { Tokens } from '../../core/units.ts'
import { wouldOverflow } from '../../pressure/pressure.ts'
import type { StageContext, StageNote } from '../contract/stage.ts'
import { hasColdCache, leastOf } from '../contract/worth.ts'

/** A batch that was held back, and the window's size then. */
export interface Held {
  readonly note: StageNote
  readonly cause: Trigger['cause']
  readonly used: Tokens
}

/** Part of the smallest batch by which the window grows until a batch that was held back is judged again. */
const JUDGED_AGAIN = 0.1

/** Whether so little has changed that a batch is still held back; ranking all blocks at every turn would be quadratic. */
export function isStillHeld(
  held: Held,
  cause: Trigger['cause'],
  view: WindowView,
  settings: EvictionSettings,
  { emergency }: StageContext,
): boolean {
  const { limit, window } = view
  const { used } = window
  const grown = used - held.used
  if (cause !== held.cause || grown < 0 || grown >= JUDGED_AGAIN * leastOf(settings, limit)) return false
  return !emergency && !wouldOverflow(view) && !hasColdCache(view, settings)
}
