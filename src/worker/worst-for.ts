import { asWrittenStrategies, loadAsWritten } from '../lessons/index.ts'
import { loadInferredNeeds, loadScenarios, worstSteps } from '../sim/internal.ts'
import type { Worst } from '../sim/internal.ts'
import { counterOf, fetched, fetchForAsking } from './conversation.ts'
import { drain } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { laneConfig } from './held.ts'
import type { ProgressReport, WorstRequest } from './protocol.ts'

/**
 * Looks for the conversation in which a lane does worst. The door loads this file, with the generators of all scenarios,
 * with the first such request.
 *
 * @throws ProblemError for an invalid config, and Stopped
 */
export async function worstFor(
  { lane, against, counter: name, harm, tries, seed, window }: WorstRequest,
  job: Job,
  pace: Pace,
  progress: (report: ProgressReport) => void,
): Promise<Worst | null> {
  const counter = await counterOf(name)
  // The window of each conversation takes the place of the limit.
  const [own, other] = [laneConfig(lane, 0), laneConfig(against, 0)]
  if ([own, other].some(({ strategy }) => Object.hasOwn(asWrittenStrategies, strategy ?? '')))
    await fetched('the article’s code', loadAsWritten)
  await fetched('the search for needs', loadInferredNeeds)
  await fetchForAsking()
  const generators = await fetched('the scenarios', loadScenarios)
  const steps = worstSteps({ harm, generators, tries, seed, window, lane: own, against: other, counter })
  return drain(steps, job, pace, ({ step, done, total }) => {
    progress({ step: 'run', search: step, done, total })
  })
}
