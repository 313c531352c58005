import { asWrittenStrategies, loadAsWritten } from '../lessons/index.ts'
import { playSteps, taskPresets } from '../live/index.ts'
import type { Played } from '../live/index.ts'
import { resultsOf } from './comparison.ts'
import { counterOf, fetched, fetchForAsking, loadForLogs } from './conversation.ts'
import { breathe, drain } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { laneConfig } from './held.ts'
import { problem } from './problem.ts'
import type { PlayRequest, ProgressReport, TaskPlay } from './protocol.ts'

/**
 * Plays a task under every lane, one after the other. The door loads this file with the first such request.
 *
 * @throws ProblemError for an unknown task and an invalid config, and Stopped
 */
export async function playTask(
  { task: id, lanes, window, counter: name }: PlayRequest,
  job: Job,
  pace: Pace,
  progress: (report: ProgressReport) => void,
): Promise<readonly TaskPlay[]> {
  const task = taskPresets.find((one) => one.id === id)
  if (task === undefined) throw problem('unknown-task', `there is no task of this name: ${id}`)
  await fetched('the search for needs', loadForLogs)
  await fetchForAsking()
  const counter = await counterOf(name)
  await breathe(job, pace)
  const plays = new Map<string, Played>()
  for (const lane of lanes) {
    const config = laneConfig(lane, window)
    if (Object.hasOwn(asWrittenStrategies, config.strategy ?? ''))
      await fetched('the article’s code', loadAsWritten)
    progress({ step: 'run', lane: lane.name, done: 0, total: 0 })
    const played = await drain(playSteps(task, config, { counter }), job, pace, ({ step }) => {
      progress({ step: 'run', lane: lane.name, done: step, total: 0 })
    })
    plays.set(lane.name, played)
    await breathe(job, pace)
  }
  return lanes.flatMap((lane): TaskPlay[] => {
    const played = plays.get(lane.name)
    if (played === undefined) return []
    const { live, world: _, timeline, ...told } = played
    // Each lane has a conversation of its own, so its figures are those of a comparison with one lane.
    const [result] = resultsOf([lane], new Map([[lane.name, timeline]]), new Map()).lanes
    return result === undefined ? [] : [{ ...told, trace: live.trace, lane: result }]
  })
}
