import type { Component } from '../core/message/block.ts'
import type { Ratio, Turn } from '../core/units.ts'

/** What the budget obeys, normalised from the YAML's `budget` section. */
export interface BudgetSettings {
  /** Share of the limit planned for each component; the rest is the reserve for the answer. */
  readonly shares: Readonly<Record<Component, Ratio>>
  readonly reserveShare: Ratio
  /** Share of an allocation from which it is nearly used up. */
  readonly softLimit: Ratio
  /** Turns over which the burn rate is a mean (BUD-4). */
  readonly burnWindow: Turn
  /** Fewer turns until it is used up make a part's urgency critical, or a warning (BUD-4). */
  readonly criticalTurns: Turn
  readonly warningTurns: Turn
  /** Share of its count that an estimating counter is believed to miss (BUD-5). */
  readonly margin: Ratio
  /** `global`: components warn; `per_component`: a component over its limit is acted on (BUD-6). */
  readonly enforce: 'global' | 'per_component'
}
