/** The articles' claims with what was measured, as `npm run claims -- --write` stored them. Nothing is measured here. */
import type { Told } from './claim/claim.ts'
import stored from './measured.json' with { type: 'json' }

export interface MeasuredClaims {
  /** Version of the engine that was measured. */
  readonly engine: string
  readonly scenarios: readonly string[]
  readonly seeds: readonly number[]
  readonly claims: readonly Told[]
}

export const measured: MeasuredClaims = stored as MeasuredClaims
export { figureText, rangeText } from './text.ts'
export type { Shown, Told, Verdict } from './claim/claim.ts'
