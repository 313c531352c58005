import { ProblemError } from '../engine/index.ts'
import type { Tokens } from '../engine/index.ts'
import { asWrittenStrategies, loadAsWritten } from '../lessons/index.ts'
import { CodeMissing, loadForAsking } from '../engine/internal.ts'
import { openTimeline } from '../sim/index.ts'
import { startWindows } from '../sim/internal.ts'
import type { Intake, Progress as RunProgress, Timeline, TimelineData } from '../sim/index.ts'
import { UncountedText } from '../tokenizer/index.ts'
import { createWaiting, NoAnswer } from './asking.ts'
import {
  checkLanes,
  forkWithOwnColumns,
  inOrderOfRuns,
  limitOf,
  resultsOf,
  postComparison,
  summaryOf,
} from './comparison.ts'
import type { Post } from './comparison.ts'
import { createConversation, fetched, fetchForAsking, loadByHand } from './conversation.ts'
import { breathe, drain, Stopped } from './drain.ts'
import { reportOf } from './progress.ts'
import type { Job, Pace } from './drain.ts'
import {
  forkResult,
  forkedAs,
  forkLanesOf,
  knownForks,
  outcomeOf,
  priced,
  withOutcome,
  keyOf,
  laneConfig,
  withoutUnusable,
  stepsOf,
} from './held.ts'
import type { ForkLane, Held, Outcome } from './held.ts'
import type { LongerName } from './longer-answers.ts'
import type { previewOf } from './preview.ts'
import { problem, problemsOf } from './problem.ts'
import { ANSWERED } from './protocol.ts'
import type {
  AnsweredThen,
  CompareRequest,
  LaneRequest,
  ProgressReport,
  Question,
  SimReply,
  SimRequest,
} from './protocol.ts'

/** The worker's side of the protocol, without the worker: requests go in, replies go to `post`. */
export interface Door {
  /** Never throws: every error becomes a `problem` reply. */
  receive(request: SimRequest): void
}

type Progress = (report: ProgressReport) => void
type Request<Kind extends SimRequest['kind']> = Extract<SimRequest, { kind: Kind }>
type AtOnce = AnsweredThen<'at-once'>
/** Requests that a newer one of their kind cancels, and that wait for comparisons. */
type Later = Question<LongerName> | Request<'forks' | 'measure' | 'play' | 'worst'>

/**
 * Milliseconds of a run until its first turns are shown, and between two such pictures: a person who turns a knob sees
 * a reaction that feels immediate, however long the run is.
 */
const FIRST_PICTURE = 40
const NEXT_PICTURE = 1000

export function createDoor(post: Post, pace: Pace): Door {
  const conversation = createConversation(pace)
  /** The newest one, which the page may drop, and the one before it that is on the screen: questions are about both. */
  let held: readonly Held[] = []
  /** Running jobs, one per kind. */
  const underWay = new Map<(Later | Request<'compare'>)['kind'], Job>()
  /** Ends with the running comparison. */
  let comparison: Promise<void> = Promise.resolve()
  const waiting = createWaiting((reply) => {
    post(reply, [])
  })

  const progressOf =
    ({ id }: Job): Progress =>
    (report) => {
      post({ kind: 'progress', id, ...report }, [])
    }

  async function compareLanes(request: CompareRequest, job: Job): Promise<void> {
    const progress = progressOf(job)
    checkLanes(request)
    // A pause before any work, so that of many requests in a row only the last one does any.
    await breathe(job, pace)
    // Without pictures on the way to it a run is the same.
    const drawing = request.preview && import('./preview.ts').catch(() => undefined)
    let intake = await conversation.take(request, job, progress)
    const draw = (await drawing)?.previewOf
    let ran: Held
    try {
      ran = await runLanes(request, intake, job, progress, draw)
    } catch (failure) {
      if (!(failure instanceof UncountedText)) throw failure
      intake = await conversation.recount(intake, job, progress)
      ran = await runLanes(request, intake, job, progress, draw)
    }
    // This takes seconds for a long conversation, so the page is told before a pause.
    progress({ step: 'compare', done: 0, total: 0 })
    await breathe(job, pace)
    const now = withKnownForks(ran, recalledFor(request))
    const shown = onScreen(request)
    held = shown === undefined ? [now] : [now, request.again === true ? withoutUnusable(shown) : shown]
    const { windows, limit, lanes } = now
    const { peak } = windows.content
    const results = resultsOf(request.lanes, lanes, knownForks(now))
    await breathe(job, pace)
    const trace = summaryOf(intake, conversation.about(intake.trace))
    const whole = { id: job.id, trace, peak, limit, windows, ...results }
    await postComparison(whole, post, () => breathe(job, pace))
  }

  async function runLanes(
    request: CompareRequest,
    intake: Intake,
    job: Job,
    progress: Progress,
    draw: typeof previewOf | undefined,
  ): Promise<Held> {
    const { budget, preview, prices, lanes: requested } = request
    const windows = startWindows(intake)
    const limit = limitOf(budget, windows)
    const lanes = new Map<string, Timeline>()
    const byKey = new Map<string, Timeline>()
    for (const lane of inOrderOfRuns(request)) {
      const show = (data: TimelineData): void => {
        if (preview === undefined || preview.lanes?.includes(lane.name) === false) return
        const picture = draw?.(data, preview)
        if (picture !== undefined) post({ kind: 'preview', id: job.id, lane: lane.name, picture }, [])
      }
      const timeline = await runLane(lane, intake, limit, job, progress, show, recalledFor(request))
      lanes.set(lane.name, priced(timeline, prices))
      byKey.set(keyOf(lane, limit), timeline)
      show(timeline.data)
      await breathe(job, pace)
    }
    return { id: job.id, intake, windows, limit, prices, requested, lanes, byKey, refused: new Map() }
  }

  /** The comparisons whose runs may be shown again. */
  function recalledFor(request: CompareRequest): readonly Held[] {
    const shown = request.again === true ? undefined : onScreen(request)
    return held.map((one) => (one === shown ? one : withoutUnusable(one)))
  }

  /** The comparison on the screen; the newest, if the page names none that is held. */
  function onScreen({ shown }: CompareRequest): Held | undefined {
    return held.find(({ id }) => id === shown) ?? held[0]
  }

  /** A comparison with the known results of its forks from an earlier one. */
  function withKnownForks(now: Held, recalled: readonly Held[]): Held {
    let found = now
    for (const one of forkLanesOf(now)) {
      const key = keyOf(one.lane, now.limit)
      const ran = ranBefore(now.intake, key, recalled)
      const refused = held.find(
        ({ intake, refused: known }) => intake === now.intake && known.has(key),
      )?.refused
      const outcome = (ran && priced(ran, now.prices)) ?? refused?.get(key)
      if (outcome !== undefined) found = withOutcome(found, one, outcome)
    }
    return found
  }

  async function runForks({ id, of }: Request<'forks'>, job: Job): Promise<void> {
    const behind = behindComparisons(of, job)
    heldOrStale(of)
    await breathe(job, behind)
    /** Forks whose model could not be called: they are tried again on request. */
    const unanswered = new Set<string>()
    for (;;) {
      const now = heldOrStale(of)
      const next = forkLanesOf(now).find(
        (one) => outcomeOf(now, one) === undefined && !unanswered.has(one.lane.name),
      )
      if (next === undefined) break
      const outcome = await runFork(next, now, job, behind)
      if (outcome === null) await recountHeld(of, job)
      else {
        if (outcome instanceof NoAnswer) unanswered.add(next.lane.name)
        else held = held.map((one) => (one.id === of ? withOutcome(one, next, outcome) : one))
        const transfer: ArrayBuffer[] = []
        const fork = forkWithOwnColumns(
          forkResult(forkedAs(next, outcome instanceof NoAnswer ? outcome.problems : outcome)),
          transfer,
        )
        post({ kind: 'forked', id, lane: next.of, fork }, transfer)
      }
      await breathe(job, behind)
    }
    post({ kind: 'forks', id }, [])
  }

  async function aside(request: Request<'measure' | 'play' | 'worst'>, job: Job): Promise<void> {
    const { ranAside } = await fetched('what runs it', () => import('./aside.ts'))
    post(await ranAside(request, job, pace, progressOf(job)), [])
  }

  /** The run of a fork, or why there is none; null if it needs the complete counter. */
  async function runFork(
    { lane }: ForkLane,
    { intake, limit, prices }: Held,
    job: Job,
    behind: Pace,
  ): Promise<Outcome | NoAnswer | null> {
    try {
      return priced(await runToEnd(lane, intake, limit, job, behind, held, () => undefined), prices)
    } catch (failure) {
      if (failure instanceof NoAnswer) return failure
      if (failure instanceof ProblemError) return failure.problems
      if (failure instanceof UncountedText) return null
      throw failure
    }
  }

  async function runLane(
    lane: LaneRequest,
    intake: Intake,
    limit: Tokens,
    job: Job,
    progress: Progress,
    show: (data: TimelineData) => void,
    recalled: readonly Held[],
  ): Promise<Timeline> {
    let due = pace.now() + FIRST_PICTURE
    let shown = false
    const run = () =>
      runToEnd(lane, intake, limit, job, pace, recalled, (reached, mayTakeLong) => {
        progress(reportOf(lane.name, reached))
        const { turn, soFar } = reached
        if (soFar === undefined || turn === 0) return
        if (pace.now() < due && (shown || mayTakeLong !== true)) return
        show(soFar())
        shown = true
        due = pace.now() + NEXT_PICTURE
      })
    const timeline = ranBefore(intake, keyOf(lane, limit), recalled) ?? (await run())
    const turns = intake.trace.turns.length
    progress(reportOf(lane.name, { turn: turns, turns }))
    return timeline
  }

  /**
   * A run of a lane, in slices.
   *
   * @param report receives the progress, and whether a model is about to be called, which may take long
   */
  async function runToEnd(
    lane: LaneRequest,
    intake: Intake,
    limit: Tokens,
    job: Job,
    pacing: Pace,
    recalled: readonly Held[],
    report: (progress: RunProgress, mayTakeLong?: boolean) => void,
  ): Promise<Timeline> {
    const { strategy = '' } = laneConfig(lane, limit)
    if (Object.hasOwn(asWrittenStrategies, strategy)) await fetched('the article’s code', loadAsWritten)
    if ((lane.interventions ?? []).length > 0) await loadByHand()
    if (lane.model === undefined) {
      const fromItsBeginning = () => drain(stepsOf(lane, intake, limit), job, pacing, report)
      try {
        return await fromItsBeginning()
      } catch (failure) {
        if (!(failure instanceof CodeMissing)) throw failure
      }
      await fetchForAsking()
      return fromItsBeginning()
    }
    const [{ runAsked }] = await fetched('what asks a model', () =>
      Promise.all([import('./asked-lane.ts'), loadForAsking()]),
    )
    const { goesOn } = conversation
    return runAsked({ lane, intake, limit, held: recalled, goesOn, waiting, job, pace: pacing, report })
  }

  /** A lane of the previous comparison with the same settings: reordered lanes are not run again. */
  function ranBefore(intake: Intake, key: string, recalled: readonly Held[]): Timeline | null {
    return recalled.find((one) => one.intake === intake && one.byKey.has(key))?.byKey.get(key) ?? null
  }

  async function answerLater(question: Question<LongerName>, job: Job): Promise<void> {
    const { kind, id, of } = question
    const behind = behindComparisons(of, job)
    const found = async () => {
      const { longerSteps } = await fetched('the search', () => import('./longer-answers.ts'))
      const steps = await longerSteps(question, timelineOf(question))
      return drain(steps, job, behind, (progress) => {
        if (progress !== null) post({ kind: 'searching', id, ...progress }, [])
      })
    }
    timelineOf(question)
    await breathe(job, behind)
    await answered({ kind, id, of }, job, found)
  }

  /**
   * Posts an answer. If a table needs a text that no run counted, the question is answered again with the complete
   * counter.
   */
  async function answered(
    { kind, id, of }: Pick<Question, 'kind' | 'id' | 'of'>,
    job: Job,
    answer: () => Promise<unknown>,
  ): Promise<void> {
    const reply = async (): Promise<void> => {
      // the table types the handler of each question
      post({ kind, id, answer: await answer() } as SimReply, [])
    }
    try {
      await reply()
    } catch (failure) {
      if (!(failure instanceof UncountedText)) throw failure
      await recountHeld(of, job)
      await reply()
    }
  }

  /** Comparisons go first: the picture for a moving knob must not wait for a curve beside it. */
  function behindComparisons(of: number, job: Job): Pace {
    return {
      now: pace.now,
      async pause() {
        await pace.pause()
        while (underWay.has('compare') && !job.stopped) await comparison
        // The comparison is gone; its answer would be thrown away.
        if (heldAs(of) === null) job.stopped = true
      },
    }
  }

  /** Opens the finished runs again with the complete counter: full tables may need texts that no run counted. */
  async function recountHeld(of: number, job: Job): Promise<void> {
    const before = heldAs(of)
    if (before === null) return
    const intake = await conversation.recount(before.intake, job, () => undefined)
    const reopened = (one: Held): Held => ({
      ...one,
      intake,
      lanes: new Map(
        [...one.lanes].map(([name, { data }]) => [name, openTimeline(data, intake.trace, intake)]),
      ),
      byKey: new Map(),
    })
    held = held.map((one) => (one.id === of ? reopened(one) : one))
  }

  function heldAs(of: number): Held | null {
    return held.find(({ id }) => id === of) ?? null
  }

  function heldOrStale(of: number): Held {
    const found = heldAs(of)
    if (found === null) throw problem('stale-comparison', `this comparison is no longer in memory: ${of}`)
    return found
  }

  async function answerNow<Name extends AtOnce>(question: Question<Name>): Promise<void> {
    const { id } = question
    await answered(question, { id, stopped: false }, async () => {
      const timeline = timelineOf(question)
      const { answers } = await fetched('what answers the question', () => import('./answers.ts'))
      return answers[question.kind](timeline, question)
    })
  }

  /** A lane of the comparison that a question names. */
  function timelineOf({ of, lane }: { readonly of: number; readonly lane: string }): Timeline {
    const found = heldOrStale(of)
    const timeline = found.lanes.get(lane)
    if (timeline !== undefined) return timeline
    if (forkLanesOf(found).some((one) => one.lane.name === lane))
      throw problem('fork-not-run', `this fork has no run yet: ${lane}`)
    throw problem('unknown-lane', `the comparison has no lane of this name: ${lane}`)
  }

  function stop(job: Job | undefined): void {
    if (job === undefined) return
    job.stopped = true
    waiting.stop(job)
  }

  /** Starts a job and replaces the running one of its kind. */
  async function start(request: Later | Request<'compare'>): Promise<void> {
    const { kind, id } = request
    stop(underWay.get(kind))
    const job: Job = { id, stopped: false }
    underWay.set(kind, job)
    const done =
      request.kind === 'compare'
        ? compareLanes(request, job)
        : request.kind === 'forks'
          ? runForks(request, job)
          : 'of' in request
            ? answerLater(request, job)
            : aside(request, job)
    await follow(
      done.finally(() => {
        if (underWay.get(kind) === job) underWay.delete(kind)
      }),
      id,
    )
  }

  /** Reports the end of a job without an answer. */
  async function follow(job: Promise<void>, id: number): Promise<void> {
    try {
      await job
    } catch (failure) {
      if (failure instanceof Stopped) post({ kind: 'cancelled', id }, [])
      else fail(id, failure)
    }
  }

  function fail(id: number, failure: unknown): void {
    post({ kind: 'problem', id, problems: problemsOf(failure) }, [])
  }

  function cancel(id: number): void {
    for (const job of underWay.values()) if (job.id === id) stop(job)
  }

  return {
    receive(request) {
      try {
        if (request.kind === 'compare') comparison = start(request)
        else if (request.kind === 'cancel') cancel(request.id)
        else if (request.kind === 'answer') waiting.answered(request)
        else if (isLater(request)) void start(request)
        else void follow(answerNow(request), request.id)
      } catch (failure) {
        fail(request.id, failure)
      }
    },
  }
}

function isLater(request: Question | Later): request is Later {
  const answered: Readonly<Record<string, string>> = ANSWERED
  return answered[request.kind] !== 'at-once'
}
