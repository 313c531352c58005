/** The articles' claims with what was measured, as `npm run claims -- --write` stored them. Nothing is measured here. */
import type { MeasuredPitfall } from './advice/measured-pitfall.ts'
import type { MeasuredSituation } from './advice/situations.ts'
import type { Told } from './claim/claim.ts'
import storedAdvice from './advised.json' with { type: 'json' }
import stored from './measured.json' with { type: 'json' }

export interface MeasuredClaims {
  /** Version of the engine that was measured. */
  readonly engine: string
  readonly scenarios: readonly string[]
  readonly seeds: readonly number[]
  readonly claims: readonly Told[]
}

export const measured: MeasuredClaims = stored as MeasuredClaims

export interface MeasuredAdvice {
  /** Version of the engine that was measured. */
  readonly engine: string
  readonly situations: readonly MeasuredSituation[]
  readonly pitfalls: readonly MeasuredPitfall[]
}

/** What the articles advise and warn of, with what was measured. */
export const advised: MeasuredAdvice = storedAdvice as unknown as MeasuredAdvice
export { figureText, rangeText } from './text.ts'
export type { Plan } from './advice/plan.ts'
export type { MeasuredPitfall } from './advice/measured-pitfall.ts'
export type { MeasuredSituation } from './advice/situations.ts'
export type { Shown, Told, Verdict } from './claim/claim.ts'
