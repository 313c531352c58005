import { floorShare } from '../../core/number/share.ts'
import type { Tokens } from '../../core/units.ts'
import type { AtomicWindowSettings } from './declaration.ts'

/** Tokens above which a token-aware window is trimmed, and what they are a share of; the reserve may lower them. */
export function slideLevel(
  { maxTokens, tokenThreshold }: Pick<AtomicWindowSettings, 'maxTokens' | 'tokenThreshold'>,
  limit: Tokens,
): { readonly most: Tokens; readonly tokens: Tokens } {
  const most = maxTokens === 0 ? limit : Math.min(maxTokens, limit)
  return { most, tokens: floorShare(tokenThreshold, most) }
}
