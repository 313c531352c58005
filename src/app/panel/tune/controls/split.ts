import { budgetLimitOf, COMPONENTS } from '../../../../engine/internal.ts'
import type { BudgetSettings, Component, Ratio, Tokens } from '../../../../engine/index.ts'

/** A part of the window's plan. */
export interface SplitPart {
  readonly part: Component | 'reserve'
  readonly path: readonly string[]
  readonly share: Ratio
  /** Where it begins on the bar: the sum of the previous parts. */
  readonly from: Ratio
  /** How far it may grow into the unplanned rest. */
  readonly most: Ratio
  /** Its tokens in this window, including the minimum of the reserve and what history gives up for it (BUD-3). */
  readonly tokens: Tokens
}

export interface Split {
  readonly parts: readonly SplitPart[]
  /** The unplanned rest; negative if more than the window is planned. */
  readonly rest: Ratio
}

const KEYS: Readonly<Record<SplitPart['part'], string>> = {
  system: 'system_prompt',
  tools: 'tool_definitions',
  history: 'message_history',
  results: 'tool_results',
  memory: 'memory_injection',
  reserve: 'output_reserved',
}

/** Maximum reserve for the reply: the reserve rule cuts anything above (BUD-3). */
const MOST_RESERVE = 0.25

/** The division of a window. A part is moved alone: it grows into the rest and shrinks into it. */
export function splitOf(
  budget: BudgetSettings,
  window: { readonly limit: Tokens; readonly reserve: Tokens },
): Split {
  const shares = [
    ...COMPONENTS.map((part) => [part, budget.shares[part]] as const),
    ['reserve', budget.reserveShare] as const,
  ]
  const rest = rounded(1 - shares.reduce((sum, [, share]) => sum + share, 0))
  let from = 0
  const parts = shares.map(([part, share]): SplitPart => {
    const start = from
    from += share
    return {
      part,
      path: ['budget', 'allocations', KEYS[part]],
      share,
      from: rounded(start),
      most: Math.min(
        rounded(share + Math.max(0, rest)),
        part === 'reserve' ? Math.max(share, MOST_RESERVE) : 1,
      ),
      tokens: part === 'reserve' ? window.reserve : budgetLimitOf(window, budget, part),
    }
  })
  return { parts, rest }
}

/** Fractions that sum to 1 on paper may miss it by a rounding error. */
function rounded(value: number): number {
  return Number(value.toFixed(6))
}
