import { ceilShare } from '../../core/number/share.ts'
import type { Tokens } from '../../core/units.ts'
import type { TokenTrimSettings } from './declaration.ts'

/** The room that a budget leaves for the request. */
export interface TrimRoom {
  readonly limit: Tokens
  /** Reserved for the reply, rounded up. */
  readonly reserve: Tokens
  readonly room: Tokens
}

/**
 * The room that the settings leave in a window.
 *
 * @param limit size of the window, which no setting exceeds
 * @param usable maximum part of it for a request
 */
export function trimRoom(
  { maxTokens, reserve: share }: Pick<TokenTrimSettings, 'maxTokens' | 'reserve'>,
  limit: Tokens,
  usable: Tokens,
): TrimRoom {
  const budget = maxTokens === 0 ? limit : Math.min(maxTokens, limit)
  const reserve = ceilShare(share, budget)
  return { limit: budget, reserve, room: Math.min(budget - reserve, usable) }
}
