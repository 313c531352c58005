import { differenceOf } from '../../../../sim/index.ts'
import { summaryOf } from '../../../../sim/internal.ts'
import type { LaneSummary } from '../../../../sim/internal.ts'
import type { LaneRequest } from '../../../../worker/protocol.ts'
import type { RunChoices } from '../../../store/choice/choices.ts'
import { isVerdict, laneRequests } from '../../../store/choice/lanes.ts'
import { knownTrial } from './trials.ts'
import type { LaneTrial, Pricing, Trial } from './trials.ts'
import { requestPrices } from '../../../store/model/prices.ts'

/** The seeds of a study, and of a preview. */
export const SEEDS = 30
export const PREVIEW_SEEDS = 10
/** Seeds with which other assumptions are tried. */
const ASSUMED_SEEDS = 10

/**
 * What a study keeps of the lanes: a hand’s acts and forks are about one seed, and the mock writes all summaries.
 *
 * @param ofLog true if they run on the log of the page: what a person said of its needs holds there, too
 */
export function studiedLanes(lanes: RunChoices['lanes'], ofLog = false): readonly LaneRequest[] {
  const byMock = lanes.map(({ answeredBy: _, ...lane }) => lane)
  return laneRequests(byMock).map(({ interventions = [], forks: _, ...lane }) => {
    const verdicts = ofLog ? interventions.filter(isVerdict) : []
    return verdicts.length === 0 ? lane : { ...lane, interventions: verdicts }
  })
}

/** The trials of a study, seed by seed; empty for what is no scenario. */
export function seedTrials(choices: RunChoices, seeds: number): readonly Trial[] {
  return Array.from({ length: seeds }, (_, at) =>
    trialOf(choices, choices.seed + at, {}, at < ASSUMED_SEEDS, true),
  ).flat()
}

/** The same with other odds that something seen is needed again. */
export function reuseTrials(choices: RunChoices, reuse: number): readonly Trial[] {
  return Array.from({ length: ASSUMED_SEEDS }, (_, at) =>
    trialOf(choices, choices.seed + at, { reuse }, false, false),
  ).flat()
}

function trialOf(
  { source, budget, counter, lanes, prices }: RunChoices,
  seed: number,
  overrides: Readonly<Record<string, number>>,
  pricings: boolean,
  regret: boolean,
): readonly Trial[] {
  if (source.kind !== 'scenario') return []
  const asked = { ...source, seed, overrides: { ...source.overrides, ...overrides } }
  const request = { source: asked, budget, counter, lanes: studiedLanes(lanes), ...requestPrices(prices) }
  return [{ request, pricings, regret }]
}

/** The lanes over the seeds that were run; null before the first. */
export function summaryNow(
  trials: readonly Trial[],
  baseline: number,
): { readonly seeds: number; readonly lanes: readonly LaneSummary[] } | null {
  const ran = ranOf(trials)
  if (ran.length === 0) return null
  return {
    seeds: ran.length,
    lanes: summaryOf(
      ran.map((lanes) => lanes.map(({ figures }) => figures)),
      baseline,
    ),
  }
}

function ranOf(trials: readonly Trial[]): readonly (readonly LaneTrial[])[] {
  return trials.flatMap((trial) => {
    const lanes = knownTrial(trial)
    return lanes === null ? [] : [lanes]
  })
}

/** Two lanes whose order by a figure is another under an assumption: `now` is ahead of `before`. */
export interface Flip {
  readonly figure: 'cost' | 'needed'
  readonly now: number
  readonly before: number
  /** Whether the new order is beyond the noise of the seeds. */
  readonly clear: boolean
}

/** An assumption and what it flips; null while it has no figures. */
export interface Assumption {
  readonly id: Pricing | 'less-reuse' | 'more-reuse'
  readonly flips: readonly Flip[] | null
}

/** What other assumptions would change in the order of the lanes. */
export function assumptionsOf(
  trials: readonly Trial[],
  lessReuse: readonly Trial[],
  moreReuse: readonly Trial[],
): readonly Assumption[] {
  const base = ranOf(trials.filter(({ pricings }) => pricings))
  const atPrices = (pricing: Pricing): Assumption => {
    const other = base.map((lanes) =>
      lanes.map((lane) => ({
        ...lane,
        figures: { ...lane.figures, cost: { top: lane.costs?.[pricing] ?? 0, bottom: 1 } },
      })),
    )
    return { id: pricing, flips: base.length === 0 ? null : flipsOf(base, other, ['cost']) }
  }
  const withReuse = (id: Assumption['id'], ran: readonly Trial[]): Assumption => {
    const other = ranOf(ran)
    return {
      id,
      flips: other.length === 0 || base.length === 0 ? null : flipsOf(base, other, ['cost', 'needed']),
    }
  }
  return [
    atPrices('no-cache'),
    atPrices('read-10'),
    atPrices('read-5'),
    withReuse('less-reuse', lessReuse),
    withReuse('more-reuse', moreReuse),
  ]
}

/** The pairs of lanes that change their order. A pair that was or is equal has not changed it. */
function flipsOf(
  base: readonly (readonly LaneTrial[])[],
  other: readonly (readonly LaneTrial[])[],
  figures: readonly Flip['figure'][],
): readonly Flip[] {
  const flips: Flip[] = []
  const lanes = base[0]?.length ?? 0
  for (const figure of figures) {
    const direction = figure === 'cost' ? 'down' : 'up'
    const compared = (of: readonly (readonly LaneTrial[])[], a: number, b: number) => {
      const parts = (lane: number) => of.flatMap((all) => all[lane]?.figures[figure] ?? [])
      return differenceOf(parts(a), parts(b), figure === 'cost' ? 'relative' : 'share', direction)
    }
    for (let a = 0; a < lanes; a++)
      for (let b = a + 1; b < lanes; b++) {
        const was = compared(base, a, b).estimate?.value ?? 0
        const is = compared(other, a, b)
        const value = is.estimate?.value ?? 0
        if (was * value >= 0) continue
        const aAhead = direction === 'down' ? value < 0 : value > 0
        flips.push({
          figure,
          now: aAhead ? a : b,
          before: aAhead ? b : a,
          clear: is.verdict !== 'unclear',
        })
      }
  }
  return flips
}
