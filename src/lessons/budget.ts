import { COMPONENTS } from '../engine/internal.ts'
import type { BudgetCheck, Component, Tokens } from '../engine/index.ts'

/** Tokens are only ever added to the budget. */
export const budgetNeverReleases = Object.freeze({
  /** Tokens used after these arrivals; there is no function to call after an eviction. */
  track(
    used: Readonly<Record<Component, Tokens>>,
    arrived: Readonly<Record<Component, Tokens>>,
  ): Record<Component, Tokens> {
    const next: Record<Component, Tokens> = { ...used }
    for (const component of COMPONENTS) next[component] += arrived[component]
    return next
  },
})

/** The last token of a limit may not be used. */
export const budgetExactFit = Object.freeze({
  verdict(used: Tokens, limit: Tokens, softLimit: number, added: Tokens): BudgetCheck['verdict'] {
    const after = used + added
    if (after >= limit) return 'blocked'
    return after >= Math.floor(limit * softLimit) ? 'warned' : 'allowed'
  },
})

/** The turns left include the reserve. */
export const budgetReserveAsRoom = Object.freeze({
  turnsLeft(used: Tokens, limit: Tokens, burn: number): number | null {
    return burn <= 0 ? null : Math.max(0, (limit - used) / burn)
  },
})
