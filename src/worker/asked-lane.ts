import type { Tokens } from '../engine/index.ts'
import { runAsync } from '../sim/index.ts'
import type { Intake, Progress, Timeline, Trace } from '../sim/index.ts'
import type { Waiting } from './asking.ts'
import { sliced } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { withPlace } from './forks.ts'
import type { Held } from './held.ts'
import { laneConfig, settingsKeyOf } from './lane-config.ts'
import type { LaneRequest } from './protocol.ts'
import { recalledAnswers } from './recalled.ts'

/** A run that asks a model of the page, under a job. */
export interface AskedRun {
  readonly lane: LaneRequest
  readonly intake: Intake
  readonly limit: Tokens
  /** Finished comparisons, whose answers are not asked for again. */
  readonly held: readonly Held[]
  readonly goesOn: (before: Trace, now: Trace) => boolean
  readonly waiting: Waiting
  readonly job: Job
  readonly pace: Pace
  /** Told how far the run is at pauses. */
  readonly report: (progress: Progress) => void
  /** Told, before a request goes out that may take its time, how far the run has come. */
  readonly asks: (progress: Progress) => void
}

/** Runs a lane whose requests are answered by the page. The door fetches this file for the first such lane. */
export async function runAsked(run: AskedRun): Promise<Timeline> {
  const { lane, intake, limit, waiting, job, pace, report } = run
  const interventions = withPlace(lane.interventions ?? [], intake)
  const slice = sliced(job, pace, report)
  let reached: Progress | null = null
  return runAsync(intake.trace, laneConfig(lane, limit), {
    intake,
    interventions,
    answers: recalledAnswers(run.held, settingsKeyOf(lane, limit), interventions, intake, run.goesOn),
    pause(progress) {
      reached = progress
      return slice(progress)
    },
    llm(ask) {
      if (reached !== null) run.asks(reached)
      return waiting.ask(job, lane.name, ask)
    },
  })
}
