import { COMPONENTS } from '../core/message/block.ts'
import type { Component } from '../core/message/block.ts'
import type { Ratio } from '../core/units.ts'
import type { BudgetSettings } from './settings.ts'

/** A plan for the window: the share of each component and the reserve. The shares sum to 1. */
export type BudgetPlan = Pick<BudgetSettings, 'shares' | 'reserveShare'>

/** Plans for kinds of work, by name (“Agent Context Window Management”, 5; BUD-1). */
export const BUDGET_PRESETS = Object.freeze({
  default: plan(0.06, 0.04, 0.65, 0.12, 0.08, 0.05),
  /** Reads a lot of code: more for results. */
  review: plan(0.06, 0.05, 0.6, 0.18, 0.06, 0.05),
  /** Relies on earlier findings: more for memory. */
  research: plan(0.05, 0.05, 0.55, 0.15, 0.15, 0.05),
  /** Mostly conversation. */
  support: plan(0.08, 0.03, 0.7, 0.08, 0.06, 0.05),
})

/** A share outside the usual range; a hint, never an error. */
export interface BudgetHint {
  readonly component: Component | 'reserve'
  readonly share: Ratio
  readonly usual: readonly [from: Ratio, to: Ratio]
}

/** The usual share of each component, both ends included (BUD-1). */
const USUAL: Readonly<Record<BudgetHint['component'], BudgetHint['usual']>> = Object.freeze({
  system: [0.05, 0.08],
  tools: [0.03, 0.05],
  history: [0.6, 0.7],
  results: [0.1, 0.15],
  memory: [0.05, 0.1],
  reserve: [0.04, 0.08],
})

/** The shares of a plan outside the usual range, in prompt order. */
export function budgetHints(settings: BudgetPlan): BudgetHint[] {
  const hints: BudgetHint[] = []
  for (const component of [...COMPONENTS, 'reserve'] as const) {
    const share = component === 'reserve' ? settings.reserveShare : settings.shares[component]
    const usual = USUAL[component]
    if (share < usual[0] || share > usual[1]) hints.push({ component, share, usual })
  }
  return hints
}

function plan(
  system: Ratio,
  tools: Ratio,
  history: Ratio,
  results: Ratio,
  memory: Ratio,
  reserveShare: Ratio,
): BudgetPlan {
  return Object.freeze({ shares: Object.freeze({ system, tools, history, results, memory }), reserveShare })
}
