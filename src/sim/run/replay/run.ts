import { chars4, driveAsync, driveSync } from '../../../engine/index.ts'
import type { Answer, Ask } from '../../../engine/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { analysisSteps } from '../need/analysis.ts'
import { takeIn } from '../../trace/intake.ts'
import { replyOf } from './answers.ts'
import { createReplay } from './replay.ts'
import { openTimeline } from '../timeline/open.ts'
import type { Progress, RunOptions } from './run-options.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { Trace } from '../../trace/trace.ts'

/**
 * Runs a trace with a config and records every decision. Pure: the same arguments give the same bytes everywhere
 * (EDIT-3). A refusal or overflow is recorded, never thrown (STRAT-1).
 *
 * @throws ProblemError for an invalid config, RangeError for a seed that is no finite number
 */
export function run(trace: Trace, config: PartialConfig, options: RunOptions = {}): Timeline {
  const steps = runSteps(trace, config, options)
  let step = steps.next()
  while (step.done !== true) {
    options.onProgress?.(step.value)
    step = steps.next()
  }
  return step.value
}

/**
 * `run` in steps: yields the number of finished turns after every turn, so that a worker can show progress and cancel
 * it, and returns the timeline.
 *
 * @throws ProblemError for an invalid config
 */
export function* runSteps(
  trace: Trace,
  config: PartialConfig,
  options: RunOptions = {},
): Generator<Progress, Timeline, void> {
  const turns = trace.turns.length
  const intake = options.intake ?? takeIn(trace, options.counter ?? chars4, options.calibrated ?? true)
  // Finding references reads every text once, in the first lane over a trace.
  for (const searched of analysisSteps(intake)) yield { turn: 0, turns, searched }
  const replay = createReplay(trace, config, { ...options, intake })
  for (let turn = 0; turn < turns && !replay.ended(); turn++) {
    yield { turn, turns, soFar: () => replay.data() }
    replay.finish(driveSync(replay.step(turn), replay.answer))
  }
  yield { turn: turns, turns, soFar: () => replay.data() }
  return openTimeline(replay.data(), trace, replay.intake)
}

/** Options of `runAsync` in addition to those of `run`. */
export interface AsyncRunOptions extends Omit<RunOptions, 'llm'> {
  /** Answers requests to a model; a ModelFailure that it throws is recorded, any other error ends the run. */
  readonly llm: (ask: Ask, signal?: AbortSignalLike) => Promise<Answer>
  /** Ends the run before the next turn or the next request. */
  readonly signal?: AbortSignalLike
  /**
   * Called before every turn, and at every step before the first. The run waits for its promise, so that a worker can
   * handle messages; a rejection ends the run.
   */
  readonly pause?: (progress: Progress) => Promise<void> | undefined
}

/** The part of an AbortSignal that a pure layer needs. */
export interface AbortSignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
}

/**
 * Runs a trace with an asynchronous model. Its answers are recorded in the RunSpec, so that `run` with them gives the
 * same bytes without it (LLM-1).
 *
 * @throws the signal's reason once it is aborted, and rejections of `pause` and, except a ModelFailure, of `llm`
 */
export async function runAsync(
  trace: Trace,
  config: PartialConfig,
  options: AsyncRunOptions,
): Promise<Timeline> {
  const { llm, signal, pause, ...rest } = options
  const turns = trace.turns.length
  const intake = options.intake ?? takeIn(trace, options.counter ?? chars4, options.calibrated ?? true)
  // As in the synchronous run: the first lane over a trace reads all of it.
  for (const searched of analysisSteps(intake)) {
    const pausing = pause?.({ turn: 0, turns, searched })
    if (pausing !== undefined) await pausing
  }
  const replay = createReplay(trace, config, { ...rest, intake, answers: rest.answers ?? [] })
  const stopIfAborted = (): void => {
    if (signal?.aborted !== true) return
    const { reason } = signal
    throw reason instanceof Error ? reason : new Error('the run was aborted')
  }
  for (let turn = 0; turn < turns && !replay.ended(); turn++) {
    const progress: Progress = { turn, turns, soFar: () => replay.data() }
    const pausing = pause?.(progress)
    if (pausing !== undefined) await pausing
    stopIfAborted()
    options.onProgress?.(progress)
    const outcome = await driveAsync(replay.step(turn), async (ask) => {
      const known = replay.recorded()
      if (known !== null) return replyOf(known)
      stopIfAborted()
      return llm(ask, signal)
    })
    replay.finish(outcome)
  }
  options.onProgress?.({ turn: turns, turns, soFar: () => replay.data() })
  return openTimeline(replay.data(), trace, replay.intake)
}
