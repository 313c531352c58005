import type { Usd } from '../../../llm/index.ts'

/** Under this name the tab remembers what calls have cost, so that a reload is no way around a limit. */
const STORED = 'context-window-lab spent'

/** What was spent in this tab. */
export interface Spent {
  /** Billed. */
  readonly spent: Usd
  /** What calls of which nobody said what they cost may have cost at most. */
  readonly untold: Usd
}

/** What was spent before this load of the page; nothing where a browser keeps nothing for a tab. */
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
    // The sum is then that of this load alone.
  }
}

const NOTHING: Spent = Object.freeze({ spent: 0, untold: 0 })

function sumOf(stored: unknown): Usd {
  return typeof stored === 'number' && stored >= 0 ? stored : 0
}
