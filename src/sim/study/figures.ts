import type { RulesKept } from '../autopsy/rules.ts'
import type { Regret } from '../clairvoyant/reference.ts'
import { isKnown, isMissing, isOfConstraint, metOf } from '../run/metric/share-of-needs.ts'
import type { NeedRecord } from '../run/timeline/timeline.ts'
import type { Part } from './estimate.ts'

/** What one run of a lane adds to a study. */
export interface SeedFigures {
  /** US dollars, over 1. */
  readonly cost: Part
  /** Needs that were met, over all: the metric `need-hit-rate`. */
  readonly needed: Part
  /** The same of the user's constraints: `constraint-retention`; of a log, its rules in the last request. */
  readonly constraints: Part
  /** Needed blocks that the run missed more than the best known plan, over the needs; missing: not searched. */
  readonly regret?: Part
  /** The same beside the bound that no plan is below. */
  readonly regretAtMost?: Part
  /** Whether the run reached the end of its conversation and sent nothing over the limit. */
  readonly fit: boolean
  /** Whether it reached that end, whatever it sent. */
  readonly reached: boolean
  /** The log's provider, if it lacks what the lane leaves to a provider: the lane cannot be used there. */
  readonly lackedBy?: string
}

/** What the figures of a run are made from. */
export interface StudiedRun {
  readonly needs: readonly NeedRecord[]
  /** What it costs: `costOfRun`. */
  readonly usd: number
  /** The user's rules of a log; null or missing where the needs tell the constraints. */
  readonly rules?: RulesKept | null
  /** See `isFit`. */
  readonly fit: boolean
  readonly reached: boolean
}

/** What a run has lost of the user's constraints: needs of which it had nothing, or, in a log, rules at its end. */
export function constraintsLost({ needs, rules = null }: Pick<StudiedRun, 'needs' | 'rules'>): number {
  return rules?.lost.length ?? needs.filter((need) => isOfConstraint(need) && isMissing(need)).length
}

/** The figures of one run, as parts of a ratio of sums. */
export function figuresOf(
  { needs, rules = null, usd, fit, reached }: StudiedRun,
  regret: Regret | null = null,
): SeedFigures {
  return {
    cost: { top: usd, bottom: 1 },
    needed: met(needs),
    constraints:
      rules === null
        ? met(needs.filter(isOfConstraint))
        : { top: rules.told - rules.lost.length, bottom: rules.told },
    ...(regret === null
      ? {}
      : {
          regret: beyond(regret, regret.reference.atMost),
          regretAtMost: beyond(regret, regret.reference.atLeast),
        }),
    fit,
    reached,
  }
}

function met(needs: readonly NeedRecord[]): Part {
  const known = needs.filter(isKnown)
  return { top: known.reduce((sum, need) => sum + metOf(need), 0), bottom: known.length }
}

/** A plan that nobody has to carry out can be worse than a run that was. */
function beyond({ missed, reference: { needs } }: Regret, best: number): Part {
  return { top: Math.max(0, missed - best), bottom: needs }
}
