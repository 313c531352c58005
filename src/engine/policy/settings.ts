import type { SettingsOf } from '../core/setting.ts'
import type { Ratio, Turn } from '../core/units.ts'
import type { evictionSpec } from './declaration.ts'
import type { AllowedBy } from './edit-trigger.ts'
import type { GuardSettings } from './guards/guarded.ts'

/** Settings of the eviction stage, in the engine's spelling, with those of the pressure that begin it early. */
export interface EvictionSettings
  extends GuardSettings, Omit<SettingsOf<typeof evictionSpec>, 'gates' | 'protectedTypes'> {
  /** Few turns until red, or a spike, count as orange (PRES-6). */
  readonly preemptive: boolean
  /** How many turns until red count as few. */
  readonly preemptiveTurns: Turn
  /** Share of the limit from which eviction acts, instead of where orange begins. */
  readonly from?: Ratio
  /** The setting that sets it, for the record; missing if none does. */
  readonly by?: AllowedBy
}
