import { COMPONENTS } from '../engine/internal.ts'
import type { BudgetCheck, Component, Tokens } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** A budget to which tokens are only ever added. */
export const budgetNeverReleases = Object.freeze({
  name: 'budget_never_releases',
  article: 'Agent Context Window Management',
  rule: 'BUD-2',
  defect: 'What arrives is added to the budget of its component; nothing is ever taken off.',
  harm: 'After an eviction the component still counts as full, so everything after it is refused in a half-empty window.',
  fix: 'Consumption is read from the ledger in every turn.',
  /** Tokens used after these arrivals; there is no function that an eviction could call. */
  track(
    used: Readonly<Record<Component, Tokens>>,
    arrived: Readonly<Record<Component, Tokens>>,
  ): Record<Component, Tokens> {
    const next: Record<Component, Tokens> = { ...used }
    for (const component of COMPONENTS) next[component] += arrived[component]
    return next
  },
} satisfies AsWritten & Record<string, unknown>)

/** A limit whose last token may not be used. */
export const budgetExactFit = Object.freeze({
  name: 'budget_exact_fit_blocked',
  article: 'Agent Context Window Management',
  rule: 'BUD-2',
  defect: 'An addition that reaches the limit is refused like one that goes over it.',
  harm: 'An exact fit is refused with an excess of 0 tokens, and an empty component without a share refuses even an empty addition.',
  fix: 'Only what goes over the limit is blocked.',
  verdict(used: Tokens, limit: Tokens, softLimit: number, added: Tokens): BudgetCheck['verdict'] {
    const after = used + added
    if (after >= limit) return 'blocked'
    return after >= Math.floor(limit * softLimit) ? 'warned' : 'allowed'
  },
} satisfies AsWritten & Record<string, unknown>)

/** Turns left of a window whose reserve may be used up too. */
export const budgetReserveAsRoom = Object.freeze({
  name: 'budget_reserve_as_room',
  article: 'Agent Context Window Management',
  rule: 'BUD-3',
  defect: 'Turns left are counted to the end of the window, through the room that is kept for the answer.',
  harm: 'It predicts more turns although the reply is already being cut short.',
  fix: 'The window is used up where its reserve begins.',
  turnsLeft(used: Tokens, limit: Tokens, burn: number): number | null {
    return burn <= 0 ? null : Math.max(0, (limit - used) / burn)
  },
} satisfies AsWritten & Record<string, unknown>)

/** The budget's rules as “Agent Context Window Management” writes them. */
export const budgetAsWritten: readonly AsWritten[] = Object.freeze([
  budgetNeverReleases,
  budgetExactFit,
  budgetReserveAsRoom,
])
