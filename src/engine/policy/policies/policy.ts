import { score } from '../signals/score.ts'
import { SCORING } from '../signals/signal.ts'
import type { ScoringSettings, Policy, Signal, Term } from '../signals/signal.ts'

/** Settings of a policy; missing ones keep the policy's own. */
export interface PolicySettings {
  /** Weights by the name of the term. A missing one keeps its default; 0 leaves the term out. */
  readonly weights?: Readonly<Record<string, number>> | null | undefined
  /** How its signals turn measurements into a value; default: as in the default config. */
  readonly scoring?: ScoringSettings | undefined
}

/** A policy in the list: usable directly, with its own weights, and able to create variants. */
export interface PolicyEntry<Name extends string = string> extends Policy {
  readonly name: Name
  /** Shares by the name of the term; they sum to 1. */
  readonly weights: Readonly<Record<string, number>>
  /**
   * The policy with other settings. Weights that do not sum to 1 are scaled so that they do.
   *
   * @throws RangeError for a name that is not a term of the policy, a negative or invalid weight, weights that are all
   *   0, or a scoring figure that is not above 0
   */
  create(settings?: PolicySettings): Policy
}

interface PolicyRecipe<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly meaning: string
  readonly weights: Readonly<Record<string, number>>
  /** Signals in the order of their terms. `weights` has one entry per signal, by its name. */
  signals(scoring: ScoringSettings): readonly Signal[]
}

/** Completes a recipe: its terms with their own weights, and `create`. */
export function definePolicy<const Name extends string>(recipe: PolicyRecipe<Name>): PolicyEntry<Name> {
  const { name, label, meaning, weights } = recipe
  function create(settings: PolicySettings = {}): Policy & { readonly name: Name } {
    const scoring = settings.scoring ?? SCORING
    for (const [what, value] of Object.entries<number>({ ...scoring })) mustCount(name, what, value)
    return Object.freeze({
      name,
      label,
      meaning,
      terms: termsOf(recipe, recipe.signals(scoring), settings.weights),
    })
  }
  return Object.freeze({ ...create(), weights: Object.freeze({ ...weights }), create })
}

function mustCount(policy: string, what: string, value: number): void {
  const isTurns = what === 'birthTurns'
  if (value < Infinity && (isTurns ? value >= 0 : value > 0)) return
  throw new RangeError(
    `policy ${policy}: ${what} is a number ${isTurns ? 'from 0 up' : 'above 0'}, not ${value}`,
  )
}

function termsOf(
  recipe: PolicyRecipe<string>,
  list: readonly Signal[],
  chosen: PolicySettings['weights'],
): readonly Term[] {
  const weights = new Map(Object.entries(recipe.weights))
  for (const [name, weight] of Object.entries(chosen ?? {})) {
    if (!weights.has(name)) {
      const known = [...weights.keys()].join(', ')
      throw new RangeError(`policy ${recipe.name} has the weights ${known}, but not ${name}`)
    }
    if (!(weight >= 0 && weight < Infinity))
      throw new RangeError(`policy ${recipe.name}: the weight ${name} is a number from 0 up, not ${weight}`)
    weights.set(name, weight)
  }
  let sum = 0
  for (const weight of weights.values()) sum += weight
  if (sum === 0) throw new RangeError(`policy ${recipe.name}: one of its weights must be above 0, not all 0`)
  // .30 + .25 + .20 + .15 + .10 may differ from 1 by a rounding error; dividing then would turn .30 into
  // .30000000000000004.
  const scale = Math.abs(sum - 1) < 1e-12 ? 1 : sum
  const terms = list.map((signal) => ({ signal, weight: (weights.get(signal.name) ?? 0) / scale }))
  return Object.freeze(terms.filter((term) => term.weight > 0))
}

/** The same signal under the name that a policy's configuration uses. */
export function renamed(signal: Signal, name: string): Signal {
  return Object.freeze({ ...signal, name })
}

/** A policy's score as one signal of another policy, under the policy's name. */
export function nested(policy: Policy): Signal {
  return Object.freeze({
    name: policy.name,
    label: policy.label,
    meaning: policy.meaning,
    terms: policy.terms,
    // Weights scaled to 1 may sum to slightly more.
    values: (blocks, context) => score(policy, blocks, context).scores.map((value) => Math.min(1, value)),
  } satisfies Signal)
}
