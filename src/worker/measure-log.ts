import { asWrittenStrategies, loadAsWritten } from '../lessons/index.ts'
import { chosenWindow, loadReading, measuredLog, regretOf, takeInSteps } from '../sim/internal.ts'
import type { MeasuredLog } from '../sim/internal.ts'
import { counterOf, fetched, fetchForAsking, loadForLogs } from './conversation.ts'
import { breathe, drain } from './drain.ts'
import { reportOf } from './progress.ts'
import type { Job, Pace } from './drain.ts'
import { laneConfig, stepsOf } from './held.ts'
import { problem } from './problem.ts'
import type { MeasureRequest, ProgressReport } from './protocol.ts'
import { solver } from './reference-answer.ts'

type Progress = (report: ProgressReport) => void

/**
 * Runs every lane on every conversation of a file, one after the other, and keeps the figures. The door loads this file
 * with the first such request.
 *
 * @throws ProblemError for a text that no reader takes, and Stopped
 */
export async function measureLog(
  { content, filename, reading = {}, lanes, window: choice, counter: name, prices, regret }: MeasureRequest,
  job: Job,
  pace: Pace,
  progress: Progress,
): Promise<readonly MeasuredLog[]> {
  const { readTraceSteps, withSetup } = await fetched('the readers of logs', loadReading)
  await fetched('the readers of logs', loadForLogs)
  await fetchForAsking()
  const counter = await counterOf(name)
  const text = typeof content === 'string' ? content : await content.text()
  await breathe(job, pace)
  const { conversation, whole: _, setup = {}, ...options } = reading
  const all = await drain(readTraceSteps(text, { filename, ...options }), job, pace, ({ done, total }) => {
    progress({ step: 'read', done, total })
  })
  const chosen = conversation === undefined ? all : all.slice(conversation, conversation + 1)
  const traces = chosen.map((trace) => withSetup(trace, setup))
  const solve = regret ? await solver() : null
  const logs: MeasuredLog[] = []
  for (const trace of traces) {
    const intake = await drain(takeInSteps(trace, counter), job, pace, ({ done, total }) => {
      progress({ step: 'count', done, total })
    })
    const window = chosenWindow(choice, intake)
    if (window === null) throw problem('no-window', 'all lanes of a study share a window')
    const runs = []
    for (const lane of lanes) {
      const config = laneConfig(lane, window.tokens)
      if (Object.hasOwn(asWrittenStrategies, config.strategy ?? ''))
        await fetched('the article’s code', loadAsWritten)
      const timeline = await drain(stepsOf(lane, intake, window.tokens, false), job, pace, (reached) => {
        progress(reportOf(lane.label, reached))
      })
      await breathe(job, pace)
      runs.push({
        lane: lane.name,
        config,
        timeline,
        ...(regret && { regret: regretOf(timeline, solve) }),
      })
    }
    logs.push(measuredLog(intake, runs, window, null, prices))
    await breathe(job, pace)
  }
  return logs
}
