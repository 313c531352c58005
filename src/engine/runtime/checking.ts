import { BUDGET_PARTS } from '../budget/budget.ts'
import type { BudgetCheck, BudgetPart } from '../budget/budget.ts'
import type { Tokens } from '../core/units.ts'
import type { Ledger } from '../core/window/ledger.ts'
import { plus, sumOfArrivals } from './arrivals.ts'
import type { Arrivals } from './arrivals.ts'

/** What the budget says of an addition to one part, and how many tokens that part gets. */
export interface AdditionCheck {
  readonly tokens: Tokens
  readonly check: BudgetCheck
}

/** The checks of an addition that were not simply allowed: of each component that it adds to, and of the whole (BUD-2). */
export function checksOf(
  added: Arrivals,
  ask: (part: BudgetPart, tokens: Tokens) => BudgetCheck | null,
): AdditionCheck[] {
  return BUDGET_PARTS.flatMap((part) => {
    const tokens = part === 'total' ? sumOfArrivals(added) : added[part]
    const check = tokens === 0 ? null : ask(part, tokens)
    return check === null || check.verdict === 'allowed' ? [] : [{ tokens, check }]
  })
}

/** The account of a window as it will be once what waits has come in. */
export function withWaiting(ledger: Ledger, waiting: Arrivals): Ledger {
  const used = ledger.used + sumOfArrivals(waiting)
  return {
    ...ledger,
    used,
    free: ledger.limit - used - ledger.reserve,
    utilization: used / ledger.limit,
    byComponent: plus(ledger.byComponent, waiting),
  }
}
