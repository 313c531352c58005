import type { SeedFigures } from './figures.ts'
import { pairedOf } from './summary.ts'
import type { FigureName, LaneSummary } from './summary.ts'
import { LEAST_EFFECT } from './verdict.ts'
import type { Difference, Verdict } from './verdict.ts'

/** What the best lane should be best at. */
export const AIMS = Object.freeze(['safe', 'tolerant', 'keeping', 'cheapest'] as const)
export type Aim = (typeof AIMS)[number]

/** Fewest logs, or seeds, for a verdict. */
export const LEAST_FOR_VERDICT = 10

/** Whether a difference is over too few logs, or seeds, for a verdict. */
export function isTooFew({ estimate }: Pick<Difference, 'estimate'>): boolean {
  return estimate !== null && estimate.n < LEAST_FOR_VERDICT
}

/** Of the logs, or seeds, in which the baseline ran to its end, the share in which another lane has to. */
const LEAST_REACHED = 0.9

/** What a tolerant choice may lose: constraints, and a share of the needs. */
export const TOLERATED = Object.freeze({ constraints: 2, needs: 0.05 })

/** The best lane of a study. */
export interface Best {
  /** Index of the lane; that of the baseline if no lane is allowed that is ahead of it. */
  readonly lane: number
  /** The figure that decides. */
  readonly figure: Extract<FigureName, 'cost' | 'needed'>
  /** Beside the baseline; `unclear` for the baseline itself, and for few logs. */
  readonly verdict: Verdict
  /** Other allowed lanes that the figure does not tell apart from it. */
  readonly rivals: readonly number[]
}

/**
 * The best lane by an aim:
 *
 * - `safe`: the cheapest that loses no more constraints than the baseline, and at most a point of needed context;
 * - `tolerant`: the cheapest that loses at most 2 constraints and 5 points of needed context more;
 * - `keeping`: the one with most needed context that does not clearly cost more;
 * - `cheapest`: the cheapest, whatever it loses.
 *
 * A single log has no interval: about that log alone, the size of a difference decides what is clear.
 *
 * A lane is only allowed if it came through ({@link throughOf}). So is the baseline, unless its runs ended early more often
 * than those of another allowed lane: then what it costs is no bound, either.
 *
 * @param logs the figures of each log, lane by lane
 * @param lanes the same lanes, summed up beside the baseline
 * @param lost constraints that each lane loses, as a count
 */
export function bestOf(
  logs: readonly (readonly (SeedFigures | undefined)[])[],
  lanes: readonly LaneSummary[],
  lost: readonly number[],
  baseline: number,
  aim: Aim,
): Best {
  const figure = aim === 'keeping' ? 'needed' : 'cost'
  const through = throughOf(lanes, baseline)
  const isShort = through.some((at) => (lanes[at]?.fit ?? 0) > (lanes[baseline]?.reached ?? 0))
  const more = (at: number): number => (lost[at] ?? 0) - (lost[baseline] ?? 0)
  const apart = ({ difference }: LaneSummary['needed']): number => difference?.estimate?.value ?? 0
  const allows: Readonly<Record<Aim, (lane: LaneSummary, at: number) => boolean>> = {
    safe: ({ needed }, at) => more(at) <= 0 && apart(needed) >= -LEAST_EFFECT.share,
    tolerant: ({ needed }, at) => more(at) <= TOLERATED.constraints && apart(needed) >= -TOLERATED.needs,
    keeping: ({ cost }) => isShort || settled(cost.difference, 'down') !== 'worse',
    cheapest: () => true,
  }
  const others = through.filter((at) => {
    const lane = lanes[at]
    return lane !== undefined && allows[aim](lane, at)
  })
  // The baseline first: another lane has to be ahead of it.
  const allowed = isShort && others.length > 0 ? others : [baseline, ...others]
  const apartFrom = (name: Best['figure'], one: number, other: number): number => {
    const [own, base] = [lanes[one]?.[name], lanes[other]?.[name]]
    // Only a difference leaves out the logs in which one of the two stopped.
    if (other === baseline) return own?.difference?.estimate?.value ?? 0
    return (own?.estimate?.value ?? Infinity) - (base?.estimate?.value ?? Infinity)
  }
  const isAhead = (one: number, other: number): boolean => {
    const [cheaper, keeps] = [apartFrom('cost', one, other), -apartFrom('needed', one, other)]
    const [first, second] = figure === 'cost' ? [cheaper, keeps] : [keeps, cheaper]
    if (first !== 0 || second !== 0) return first < 0 || (first === 0 && second < 0)
    // Of two that do the same, the one that can be used for more of the logs.
    return (lanes[one]?.offered ?? 0) > (lanes[other]?.offered ?? 0)
  }
  const lane = allowed.reduce((best, one) => (isAhead(one, best) ? one : best))
  const difference = lanes[lane]?.[figure].difference ?? null
  const verdict = difference === null || isTooFew(difference) ? null : difference.verdict
  return {
    lane,
    figure,
    verdict: verdict ?? 'unclear',
    rivals: allowed.filter(
      (one) =>
        one !== lane &&
        one !== baseline &&
        settled(pairedOf(logs, one, lane, figure), figure === 'cost' ? 'down' : 'up') === 'unclear',
    ),
  }
}

/**
 * The lanes but the baseline that came through: those that reached the end in as many logs as any other, and in nine of
 * ten in which the baseline did. One that stops costs little for that. A lane that no log's provider has is none of them.
 */
export function throughOf(
  lanes: readonly Pick<LaneSummary, 'fit' | 'reached' | 'offered'>[],
  baseline: number,
): readonly number[] {
  const others = lanes.flatMap(({ offered, fit }, at) =>
    at !== baseline && offered > 0 ? [{ at, fit }] : [],
  )
  const most = Math.max(0, ...others.map(({ fit }) => fit))
  const least = Math.max(most, LEAST_REACHED * (lanes[baseline]?.reached ?? 0))
  return others.flatMap(({ at, fit }) => (fit >= least ? [at] : []))
}

/** The verdict on a difference; in a single log it is as clear as it is large. */
function settled(difference: Difference | null, better: 'up' | 'down'): Verdict {
  if (difference === null) return 'unclear'
  const { estimate, kind, verdict } = difference
  if (estimate === null || estimate.n !== 1 || Math.abs(estimate.value) <= LEAST_EFFECT[kind]) return verdict
  return estimate.value > 0 === (better === 'up') ? 'better' : 'worse'
}
