import type { WindowView } from '../../policy/window/view.ts'
import type { Tokens } from '../../core/units.ts'

/**
 * What shares of the small agent's pipeline are of (TIER-1): the window less a fixed reserve for the new
 * input and the answer, never below half the window, never above what the answer's reserve leaves.
 */
export function effectiveWindow(
  { limit, reserve }: Pick<WindowView, 'limit' | 'reserve'>,
  reserveTokens: Tokens,
): Tokens {
  return Math.min(Math.max(limit - reserveTokens, Math.floor(limit / 2)), limit - reserve)
}
