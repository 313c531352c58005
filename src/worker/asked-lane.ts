import type { Tokens, Turn } from '../engine/index.ts'
import { completeConfig } from '../config/index.ts'
import type { PartialConfig } from '../config/index.ts'
import { runAsync, answersOf, traceHash } from '../sim/index.ts'
import type {
  Intake,
  Progress,
  Timeline,
  Trace,
  Intervention,
  RecordedAnswer,
  TraceTurn,
} from '../sim/index.ts'
import type { Waiting } from './asking.ts'
import { sliced } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { withPlace, laneConfig, settingsKeyOf } from './held.ts'
import type { Held } from './held.ts'
import type { LaneRequest, RecordedRun } from './protocol.ts'

/** A run whose model requests are answered by the page, as part of a job. */
export interface AskedRun {
  readonly lane: LaneRequest
  readonly intake: Intake
  readonly limit: Tokens
  /** Finished comparisons, whose answers are not requested again. */
  readonly held: readonly Held[]
  readonly goesOn: (before: Trace, now: Trace) => boolean
  readonly waiting: Waiting
  readonly job: Job
  readonly pace: Pace
  /** Receives the progress at pauses, and before a request that may take long. */
  readonly report: (progress: Progress, mayTakeLong?: boolean) => void
}

/** Runs a lane whose requests are answered by the page. The door loads this file for the first such lane. */
export async function runAsked(run: AskedRun): Promise<Timeline> {
  const { lane, intake, limit, waiting, job, pace, report } = run
  const interventions = withPlace(lane.interventions ?? [], intake)
  const slice = sliced(job, pace, report)
  let reached: Progress | null = null
  return runAsync(intake.trace, laneConfig(lane, limit), {
    intake,
    interventions,
    answers: most([
      recalledAnswers(run.held, settingsKeyOf(lane, limit), interventions, intake, run.goesOn),
      ...(lane.model?.recorded ?? []).map((one) =>
        answersIn(one, laneConfig(lane, limit), interventions, intake),
      ),
    ]),
    pause(progress) {
      reached = progress
      return slice(progress)
    },
    llm(ask) {
      if (reached !== null) report(reached, true)
      return waiting.ask(job, lane.name, ask)
    },
  })
}

/**
 * The answers of a model to a run with the same settings, up to where the new run begins to differ from it: by a manual
 * action at a turn, as in a fork, or because the conversation has grown or changed. Up to there both make the same
 * requests (EDIT-4).
 *
 * @param settings see `settingsKeyOf`
 * @param goesOn whether a trace is an earlier revision of another, or the same one
 */
export function recalledAnswers(
  held: readonly Pick<Held, 'intake' | 'byKey'>[],
  settings: string,
  interventions: readonly Intervention[],
  intake: Intake,
  goesOn: (before: Trace, now: Trace) => boolean,
): readonly RecordedAnswer[] {
  return most(
    held.flatMap((one) => {
      if (one.intake.counter.name !== intake.counter.name || !goesOn(one.intake.trace, intake.trace))
        return []
      const told = otherwiseFrom(one.intake.trace, intake.trace)
      return [...one.byKey].flatMap(([key, { data }]) =>
        key.startsWith(settings)
          ? [answersUpTo(answersOf(data), data, Math.min(told, partingOf(data.spec, interventions)))]
          : [],
      )
    }),
  )
}

/** The answers in a run of a file to a run with the same settings over the same conversation; none to another. */
export function answersIn(
  { spec, turns }: RecordedRun,
  config: PartialConfig,
  interventions: readonly Intervention[],
  { trace, counter }: Intake,
): readonly RecordedAnswer[] {
  const isSame =
    spec.counter === counter.name &&
    spec.trace === traceHash(trace) &&
    JSON.stringify(spec.config) === JSON.stringify(completeConfig(config))
  const asks = turns.map((turn) => ({ turn }))
  return isSame ? answersUpTo(spec.answers, { asks }, partingOf(spec, interventions)) : []
}

function most(found: readonly (readonly RecordedAnswer[])[]): readonly RecordedAnswer[] {
  return found.reduce((longest, one) => (one.length > longest.length ? one : longest), [])
}

function answersUpTo(
  answers: readonly RecordedAnswer[],
  { asks }: { readonly asks: readonly { readonly turn: Turn }[] },
  turn: Turn,
): readonly RecordedAnswer[] {
  return answers.slice(0, asks.filter((ask) => ask.turn < turn).length)
}

/**
 * The first turn whose requests may differ because of manual actions; Infinity for none. Within a turn their order
 * matters: of two changed settings the later one applies, and a pin followed by an unpin has no effect.
 */
function partingOf(
  before: Pick<RecordedRun['spec'], 'interventions'>,
  interventions: readonly Intervention[],
): Turn {
  const [own, other] = [before.interventions, interventions].map((list) =>
    // What a person says about a need changes figures, and no request.
    list.filter(({ kind }) => kind !== 'confirm' && kind !== 'reject').toSorted((a, b) => a.turn - b.turn),
  )
  for (let at = 0; ; at++) {
    const [one, two] = [own?.[at], other?.[at]]
    if (one === undefined || two === undefined || textOf(one) !== textOf(two))
      return Math.min(one?.turn ?? Infinity, two?.turn ?? Infinity)
  }
}

/**
 * The first turn in which the arrivals or the reply differ: in a live conversation, a person may remove the end and say
 * something else in the same number of turns. Infinity if the later revision begins with the whole earlier one.
 */
function otherwiseFrom(before: Trace, now: Trace): Turn {
  if (before === now) return Infinity
  const found = before.turns.find((turn) => {
    const later = now.turns[turn.turn]
    if (later === undefined || arrivedIn(before, turn) !== arrivedIn(now, later)) return true
    // A missing reply cannot influence earlier requests, nor can what was reported with it (EDIT-4).
    return turn.response !== null && repliedIn(before, turn) !== repliedIn(now, later)
  })
  return found?.turn ?? Infinity
}

function arrivedIn({ messages }: Trace, { inputs }: TraceTurn): string {
  return JSON.stringify(inputs.map((index) => messages[index]))
}

function repliedIn({ messages, recordedEdits }: Trace, turn: TraceTurn): string {
  const { response, time, usage, applied = null, asked = null } = turn
  const made = recordedEdits.filter((edit) => edit.turn === turn.turn && edit.window === turn.window)
  return JSON.stringify([response === null ? null : messages[response], time, usage, applied, asked, made])
}

function textOf(intervention: Intervention): string {
  return JSON.stringify(intervention)
}
