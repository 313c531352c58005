import type { Usd } from '../../../llm/index.ts'

/** The key under which the tab remembers the cost of calls, so that a reload does not bypass a limit. */
const STORED = 'context-window-lab spent'

/** The cost of this tab's calls. */
export interface Spent {
  /** Billed. */
  readonly spent: Usd
  /** Upper bound on the cost of calls whose cost is unknown. */
  readonly untold: Usd
}

/** The cost before this load of the page; zero if the browser keeps nothing for a tab. */
export function restoreSpent(): Spent {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORED) ?? 'null')
    if (!Array.isArray(stored)) return NOTHING
    const [spent, untold] = stored as readonly unknown[]
    return { spent: sumOf(spent), untold: sumOf(untold) }
  } catch {
    return NOTHING
  }
}

export function storeSpent({ spent, untold }: Spent): void {
  try {
    if (spent === 0 && untold === 0) window.sessionStorage.removeItem(STORED)
    else window.sessionStorage.setItem(STORED, JSON.stringify([spent, untold]))
  } catch {
    // The sum then covers this load only.
  }
}

const NOTHING: Spent = Object.freeze({ spent: 0, untold: 0 })

function sumOf(stored: unknown): Usd {
  return typeof stored === 'number' && stored >= 0 ? stored : 0
}
