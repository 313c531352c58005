import type { TokenCounter } from '../engine/index.ts'
import type { Trace } from '../sim/index.ts'
import { told } from './claim/claim.ts'
import type { Told } from './claim/claim.ts'
import { materialOf } from './claim/material.ts'
import { claims } from './list.ts'

/**
 * Measures every claim in conversations.
 *
 * @param traces conversations by their name
 * @param onClaim called before each claim
 */
export function measureClaims(
  traces: readonly (readonly [string, Trace])[],
  counter: TokenCounter,
  onClaim: (nth: number, of: number, id: string) => void = () => undefined,
): readonly Told[] {
  const material = materialOf(traces, counter)
  return claims.map((claim, at) => {
    onClaim(at + 1, claims.length, claim.id)
    return told(claim, material)
  })
}
