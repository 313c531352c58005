import { floorShare } from '../../core/number/share.ts'
import type { TieredFullSettings } from './declaration.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { Tokens } from '../../core/units.ts'

/**
 * The base of shares in the small agent's pipeline (TIER-1): the window less a fixed reserve for the new input and the
 * answer, at least half the window, at most what the reserve leaves.
 */
export function effectiveWindow(
  { limit, reserve }: Pick<WindowView, 'limit' | 'reserve'>,
  reserveTokens: Tokens,
): Tokens {
  return Math.min(Math.max(limit - reserveTokens, Math.floor(limit / 2)), limit - reserve)
}

/**
 * Tokens above which the session is compacted: a share of the limit, or the limit less a margin of at most half of it;
 * at most what the reserve leaves.
 */
export function sessionLevel(
  { limit, reserve }: Pick<WindowView, 'limit' | 'reserve'>,
  {
    compactAt,
    compactShare,
    compactMarginTokens,
  }: Pick<TieredFullSettings, 'compactAt' | 'compactShare' | 'compactMarginTokens'>,
): Tokens {
  const level =
    compactAt === 'share'
      ? floorShare(compactShare, limit)
      : limit - Math.min(compactMarginTokens, Math.floor(limit / 2))
  return Math.min(level, limit - reserve)
}
