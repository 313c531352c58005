/** The articles' claims with what was measured, as `npm run claims -- --write` stored them. Nothing is measured here. */
import type { PitfallFigures } from './advice/measured-pitfall.ts'
import type { SituationFigures } from './advice/measured-situation.ts'
import { pitfalls } from './advice/pitfalls.ts'
import type { Pitfall } from './advice/pitfalls.ts'
import { situations } from './advice/situations.ts'
import type { Situation } from './advice/situations.ts'
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

export type MeasuredSituation = Situation & SituationFigures
export type MeasuredPitfall = Pitfall & PitfallFigures

/** What the articles advise and warn of, with what was measured. */
export const advised = /* @__PURE__ */ withFigures(storedAdvice as unknown as StoredAdvice)

/** The figures of each by its id. */
interface StoredAdvice {
  /** Version of the engine that was measured. */
  readonly engine: string
  readonly situations: Readonly<Record<string, SituationFigures>>
  readonly pitfalls: Readonly<Record<string, PitfallFigures>>
}

function withFigures(stored: StoredAdvice) {
  const found = <Figures>(of: Readonly<Record<string, Figures>>, id: string): Figures => {
    const figures = of[id]
    if (figures === undefined) throw new RangeError(`${id} was not measured: npm run claims -- --write`)
    return figures
  }
  return {
    engine: stored.engine,
    situations: situations.map((one): MeasuredSituation => ({ ...one, ...found(stored.situations, one.id) })),
    pitfalls: pitfalls.map((one): MeasuredPitfall => ({ ...one, ...found(stored.pitfalls, one.id) })),
  }
}

export { figureText, rangeText } from './text.ts'
export type { Plan } from './advice/plan.ts'
export type { Shown, Told, Verdict } from './claim/claim.ts'
