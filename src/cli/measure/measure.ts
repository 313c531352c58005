import type { TokenCounter } from '../../engine/index.ts'
import { compare, takeIn } from '../../sim/index.ts'
import { chosenWindow, hasRecorded, measuredLog } from '../../sim/internal.ts'
import { knownModel } from '../../llm/index.ts'
import { whole } from '../../view/index.ts'
import type { WindowChoice } from '../../sim/internal.ts'
import type { Intake, Progress, Timeline } from '../../sim/index.ts'
import type { Say } from '../input/each.ts'
import type { NamedTrace } from '../input/logs.ts'
import { RECORDED } from '../option/lane.ts'
import type { Lane } from '../option/lane.ts'
import type { LogResult } from './result.ts'

/** How every log is measured. */
export interface Measuring {
  readonly counter: TokenCounter
  readonly lanes: readonly Lane[]
  readonly window: WindowChoice
  readonly seed: number
  /** The model whose prices are used; null: that of the log. */
  readonly model: string | null
}

/** A log with its runs. */
export interface Measured {
  readonly result: LogResult
  readonly intake: Intake
  readonly runs: readonly { readonly lane: string; readonly timeline: Timeline }[]
}

/** Turns between two words about how far a run is: about a second of a slow one. */
const OFTEN = 200

/**
 * Runs every lane on one conversation.
 *
 * @param say is told how far the runs are; missing: nobody asks
 */
export function measure(
  { log, trace }: NamedTrace,
  order: number,
  measuring: Measuring,
  say: Say = () => undefined,
): Measured {
  const { counter, seed, model } = measuring
  const intake = takeIn(trace, counter)
  const window = chosenWindow(measuring.window, intake, model === null ? null : knownModel(model))
  const own = measuring.lanes.filter(
    ({ config, always }) => config.strategy !== RECORDED || always === true || hasRecorded(trace),
  )
  // As keys of an object, names that are numbers would come first.
  const keyed = own.map(({ name, config }, at) => ({
    key: `lane ${at}`,
    name,
    config: window === null ? config : { ...config, max_context_tokens: window.tokens },
  }))
  let lane = 0
  let before = Number.POSITIVE_INFINITY
  const onProgress = ({ turn, turns }: Progress): void => {
    if (turn === before) return
    if (turn < before) lane += 1
    before = turn
    if (turn % OFTEN === 0) say(`lane ${lane} of ${keyed.length}, turn ${whole(turn)} of ${whole(turns)}`)
  }
  const { runs, firstDivergence } = compare(
    trace,
    Object.fromEntries(keyed.map(({ key, config }) => [key, config])),
    { intake, seed, onProgress },
  )
  const done = keyed.flatMap(({ key, name, config }) => {
    const timeline = runs[key]
    return timeline === undefined ? [] : [{ lane: name, config, timeline }]
  })
  const nameOf = (key: string): string => keyed.find((one) => one.key === key)?.name ?? key
  return {
    intake,
    runs: done,
    result: {
      log,
      order,
      problems: trace.intake.problems,
      ...measuredLog(intake, done, window, model),
      divergence:
        firstDivergence === null
          ? null
          : {
              turn: firstDivergence.turn,
              lanes: [nameOf(firstDivergence.lanes[0]), nameOf(firstDivergence.lanes[1])],
            },
    },
  }
}
