import { candidatesOf, comparedOf, frontOf, placesOf, searched, totalOf } from '../../../../sim/internal.ts'
import type { BestOfSearch, Candidate, Range, Total } from '../../../../sim/internal.ts'
import type { Config } from '../../../../config/index.ts'
import type { LaneRequest } from '../../../../worker/protocol.ts'
import type { LaneChoice, RunChoices } from '../../../store/choice/choices.ts'
import { isVerdict } from '../../../store/choice/lanes.ts'
import { sourcesOf } from '../seeds/conversations.ts'
import { studiedLanes } from '../seeds/seed-trials.ts'
import { withValue } from '../seeds/sweep.ts'
import { knownTrial } from '../seeds/trials.ts'
import type { Trial } from '../seeds/trials.ts'
import { requestPrices } from '../../../store/model/prices.ts'

/** What a search looks for. The same inputs give the same result. */
export interface SearchInputs extends Pick<RunChoices, 'source' | 'seed' | 'budget' | 'counter' | 'prices'> {
  readonly lane: LaneChoice
  /** What the lane runs. */
  readonly config: Config
  readonly ranges: readonly Range[]
  /** Candidates beside the lane as it is. */
  readonly tries: number
  /** Conversations from this seed on; a log is one. */
  readonly seeds: number
}

/** The settings that a lane of a search changes; none for the lane as it is. */
export type Changes = Candidate['changes']

/** What a search found. */
export interface SearchResult {
  /** Candidates beside the lane as it is. */
  readonly candidates: number
  readonly seeds: number
  readonly own: Total
  /** Those that ran on every conversation, the lane as it is first. */
  readonly finalists: readonly (Total & { readonly changes: Changes })[]
  readonly front: readonly BestOfSearch<Changes>[]
}

/** Lanes of one trial: few enough to stop soon, and enough for a conversation to be read once for several. */
const TOGETHER = 6

/** Runs of a search in all, and how many of them are done. */
export interface SearchProgress {
  readonly done: number
  readonly all: number
}

/** Identifies a search: what was found is shown as long as this is the same. */
export function keyOfSearch({ config, lane, ...inputs }: SearchInputs): string {
  return JSON.stringify([inputs, config, lane.actions?.filter(isVerdict)])
}

/**
 * Searches the settings of a lane, in the same rounds as the command line.
 *
 * @param run runs trials, so that `knownTrial` knows them
 * @param onProgress called before each round and, by `run`, after each trial
 * @throws ProblemError if no settings in the ranges can run, or a trial cannot
 */
export async function searchOnPage(
  inputs: SearchInputs,
  run: (trials: readonly Trial[], onDone: () => void) => Promise<void>,
  onProgress: (progress: SearchProgress) => void,
): Promise<SearchResult> {
  const { config, ranges, tries, seeds } = inputs
  const candidates = candidatesOf(config, ranges, tries)
  const all = placesOf(candidates.length, seeds).reduce(
    (sum, { candidates: alive, places }) => sum + (alive + 1) * places.length,
    0,
  )
  let before = 0
  const found = await searched<Changes>(
    [],
    candidates.map(({ changes }) => changes),
    seeds,
    async (places, lanes) => {
      const byPlace = places.map((place) => trialsOf(inputs, inputs.seed + place, lanes))
      const tell = (): void => {
        onProgress({ done: before + byPlace.flat().reduce((sum, one) => sum + doneIn(one), 0), all })
      }
      tell()
      await run(byPlace.flat(), tell)
      before += places.length * lanes.length
      return byPlace.map((trials) =>
        trials.flatMap((trial) =>
          (knownTrial(trial) ?? []).map(({ figures, lost }) => ({ study: figures, lost })),
        ),
      )
    },
  )
  const finalists = comparedOf(found)
  return {
    candidates: candidates.length,
    seeds,
    own: totalOf(finalists[0].figures),
    finalists: finalists.map(({ lane, figures }) => ({ changes: lane, ...totalOf(figures) })),
    front: frontOf(finalists),
  }
}

function doneIn(trial: Trial): number {
  return knownTrial(trial)?.length ?? 0
}

function trialsOf(inputs: SearchInputs, seed: number, lanes: readonly Changes[]): readonly Trial[] {
  const source = sourcesOf(inputs)?.(seed)
  const [base] = studiedLanes([inputs.lane], inputs.source.kind === 'log')
  if (source === undefined || base === undefined) return []
  const { budget, counter } = inputs
  const priced = requestPrices(inputs.prices)
  const log = inputs.source.kind === 'log' ? { log: inputs.source.id } : {}
  return Array.from({ length: Math.ceil(lanes.length / TOGETHER) }, (_, part): Trial => {
    const some = lanes.slice(part * TOGETHER, (part + 1) * TOGETHER)
    const requests = some.map((changes, at): LaneRequest => ({
      ...base,
      name: `try ${at}`,
      byHand: changes.reduce<Readonly<Record<string, unknown>>>(
        (below, [key, value]) => withValue(below, key.split('.'), value),
        base.byHand ?? {},
      ),
    }))
    const request = { source, budget, counter, lanes: requests, ...priced }
    return { request, regret: false, pricings: false, ...log }
  })
}
