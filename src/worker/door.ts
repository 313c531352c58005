import { ProblemError } from '../engine/index.ts'
import type { Tokens } from '../engine/index.ts'
import { explain, openTimeline, referencesOf, runSteps, unmanagedPeak } from '../sim/index.ts'
import type { Intake, Timeline, TimelineData } from '../sim/index.ts'
import { UncountedText } from '../tokenizer/index.ts'
import {
  checkLanes,
  inOrderOfRuns,
  limitOf,
  previewOf,
  resultsOf,
  summaryOf,
  withOwnColumns,
} from './comparison.ts'
import { createConversation, fetched } from './conversation.ts'
import { breathe, drain, Stopped } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { forksOf } from './forks.ts'
import type { Forked } from './forks.ts'
import { keyOf, laneConfig } from './lane-config.ts'
import type { LongerQuestion } from './longer-questions.ts'
import { known, reached } from './of-run.ts'
import { problem, problemsOf } from './problem.ts'
import type { CompareRequest, LaneRequest, ProgressReport, SimReply, SimRequest } from './protocol.ts'

/** Sends a reply. The buffers listed are given away with it. */
export type Post = (reply: SimReply, transfer: readonly ArrayBuffer[]) => void

/** The worker's side of the protocol, without the worker: requests go in, replies go to `post`. */
export interface Door {
  /** Never throws: whatever goes wrong becomes a `problem` reply. */
  receive(request: SimRequest): void
}

/** A finished comparison, for questions about it. */
interface Held {
  readonly id: number
  readonly intake: Intake
  /** Forks among them, by the names that questions have for them. */
  readonly lanes: ReadonlyMap<string, Timeline>
  /** The same runs by what they were made of; see `keyOf`. */
  readonly byKey: ReadonlyMap<string, Timeline>
}

/** What the lanes of a comparison became. */
interface Ran extends Pick<Held, 'lanes' | 'byKey'> {
  readonly peak: Tokens
  readonly limit: Tokens
  /** By the name of their lane. */
  readonly forks: ReadonlyMap<string, readonly Forked[]>
}

type Progress = (report: ProgressReport) => void
type Request<Kind extends SimRequest['kind']> = Extract<SimRequest, { kind: Kind }>
/** Questions that are answered at once. */
type Question = Request<'explain' | 'text' | 'request' | 'prompt' | 'references'>

/**
 * Milliseconds of a run until its first turns are shown, and from one such picture to the next: a person who turns a
 * knob sees something within the time that feels immediate, however long the run is.
 */
const FIRST_PICTURE = 40
const NEXT_PICTURE = 300

/** Finished comparisons that questions can be about: the one on the screen, and one that is on its way there. */
const HELD = 2

export function createDoor(post: Post, pace: Pace): Door {
  const conversation = createConversation(pace)
  /** The newest first. The page may drop a comparison that it no longer wants and go on asking about the one before. */
  let held: readonly Held[] = []
  let comparing: Job | null = null
  /** Ends with the comparison that is under way. */
  let comparison: Promise<void> = Promise.resolve()
  /** Longer questions under way, one of a kind. */
  const longer = new Map<LongerQuestion['kind'], Job>()

  async function compareLanes(request: CompareRequest, job: Job): Promise<void> {
    const progress: Progress = (report) => {
      post({ kind: 'progress', id: job.id, ...report }, [])
    }
    checkLanes(request)
    // A pause before any work, so that of many requests in a row only the last one does some.
    await breathe(job, pace)
    let intake = await conversation.take(request, job, progress)
    let ran: Ran
    try {
      ran = await runLanes(request, intake, job, progress)
    } catch (failure) {
      if (!(failure instanceof UncountedText)) throw failure
      intake = await conversation.recount(intake, job, progress)
      ran = await runLanes(request, intake, job, progress)
    }
    const { peak, limit, lanes, byKey, forks } = ran
    held = [{ id: job.id, intake, lanes, byKey }, ...held].slice(0, HELD)
    const results = resultsOf(request.lanes, lanes, forks)
    const transfer: ArrayBuffer[] = []
    const trace = summaryOf(intake, conversation.about(intake.trace))
    const own = withOwnColumns({ id: job.id, trace, peak, limit, ...results }, transfer)
    post({ kind: 'compared', ...own }, transfer)
  }

  async function runLanes(
    request: CompareRequest,
    intake: Intake,
    job: Job,
    progress: Progress,
  ): Promise<Ran> {
    const { budget, preview } = request
    const peak = unmanagedPeak(intake)
    const limit = limitOf(budget, peak)
    const lanes = new Map<string, Timeline>()
    const byKey = new Map<string, Timeline>()
    for (const lane of inOrderOfRuns(request)) {
      const show = (data: TimelineData): void => {
        if (preview === undefined || preview.lanes?.includes(lane.name) === false) return
        const picture = previewOf(data, preview)
        post({ kind: 'preview', id: job.id, lane: lane.name, picture }, [])
      }
      const timeline = await runLane(lane, intake, limit, job, progress, show)
      keep(lane, timeline)
      show(timeline.data)
      await breathe(job, pace)
    }
    const forks = new Map<string, readonly Forked[]>()
    // What might have been comes after what is.
    for (const lane of request.lanes) forks.set(lane.name, await runForks(lane))
    return { peak, limit, lanes, byKey, forks }

    function keep(lane: LaneRequest, timeline: Timeline): void {
      lanes.set(lane.name, timeline)
      byKey.set(keyOf(lane, limit), timeline)
    }

    async function runForks(lane: LaneRequest): Promise<readonly Forked[]> {
      const forked: Forked[] = []
      const base = lanes.get(lane.name)
      for (const { fork, lane: own } of base === undefined ? [] : forksOf(lane, intake, base)) {
        try {
          const timeline = await runLane(own, intake, limit, job, progress, () => undefined)
          keep(own, timeline)
          forked.push({ fork, timeline })
        } catch (failure) {
          if (!(failure instanceof ProblemError)) throw failure
          forked.push({ fork, problems: failure.problems })
        }
        await breathe(job, pace)
      }
      return forked
    }
  }

  async function runLane(
    lane: LaneRequest,
    intake: Intake,
    limit: Tokens,
    job: Job,
    progress: Progress,
    show: (data: TimelineData) => void,
  ): Promise<Timeline> {
    const report = (done: number, total: number): void => {
      progress({ step: 'run', lane: lane.name, done, total })
    }
    const turns = intake.trace.turns.length
    const known = ranBefore(intake, keyOf(lane, limit))
    if (known !== null) {
      report(turns, turns)
      return known
    }
    const steps = runSteps(intake.trace, laneConfig(lane, limit), {
      intake,
      interventions: (lane.interventions ?? []).filter(({ turn }) => intake.trace.turns[turn] !== undefined),
    })
    report(0, turns)
    let due = pace.now() + FIRST_PICTURE
    const timeline = await drain(steps, job, pace, ({ turn, turns: all, soFar }) => {
      report(turn, all)
      if (soFar === undefined || turn === 0 || pace.now() < due) return
      show(soFar())
      due = pace.now() + NEXT_PICTURE
    })
    report(turns, turns)
    return timeline
  }

  /** A lane of the comparison before that was made of the same: lanes that change places are not run again. */
  function ranBefore(intake: Intake, key: string): Timeline | null {
    return held.find((one) => one.intake === intake && one.byKey.has(key))?.byKey.get(key) ?? null
  }

  async function answerLater(request: LongerQuestion, job: Job): Promise<void> {
    const { id, of } = request
    // Comparisons go first: the picture that a knob moves must not wait for a curve beside it.
    const behind: Pace = {
      now: pace.now,
      async pause() {
        await pace.pause()
        while (comparing !== null && !job.stopped) await comparison
        // What was asked about is gone; its answer would be thrown away.
        if (heldAs(of) === null) job.stopped = true
      },
    }
    const found = async () => {
      const { longerSteps } = await fetched('the search', () => import('./longer-questions.ts'))
      const steps = longerSteps(request, timelineOf(request))
      return drain(steps, job, behind, (progress) => {
        if (progress !== null) post({ kind: 'searching', id, ...progress }, [])
      })
    }
    timelineOf(request)
    await breathe(job, behind)
    try {
      post(await found(), [])
    } catch (failure) {
      if (!(failure instanceof UncountedText)) throw failure
      await recountHeld(of, job)
      post(await found(), [])
    }
  }

  /** Opens the held runs again with the whole counter: full tables may name texts that no run counted. */
  async function recountHeld(of: number, job: Job): Promise<void> {
    const before = heldAs(of)
    if (before === null) return
    const intake = await conversation.recount(before.intake, job, () => undefined)
    const reopened = [...before.lanes].map(
      ([name, { data }]) => [name, openTimeline(data, intake.trace, intake)] as const,
    )
    const now = { id: before.id, intake, lanes: new Map(reopened), byKey: new Map<string, Timeline>() }
    held = held.map((one) => (one === before ? now : one))
  }

  function heldAs(of: number): Held | null {
    return held.find(({ id }) => id === of) ?? null
  }

  function answer(request: Question): void {
    try {
      post(reply(request), [])
    } catch (failure) {
      if (!(failure instanceof UncountedText)) throw failure
      const again = recountHeld(request.of, { id: request.id, stopped: false }).then(() => {
        post(reply(request), [])
      })
      void follow(again, request.id)
    }
  }

  function reply(request: Question): SimReply {
    const { id } = request
    const timeline = timelineOf(request)
    switch (request.kind) {
      case 'explain':
        return { kind: 'explained', id, ...explain(timeline, reached(timeline, request.turn)) }
      case 'text':
        return { kind: 'text', id, text: timeline.textOf(request.block, request.tick) }
      case 'references':
        return { kind: 'references', id, references: referencesOf(timeline, known(timeline, request.block)) }
      case 'request': {
        const turn = reached(timeline, request.turn)
        return { kind: 'request', id, request: timeline.messagesAt(turn, request.provider) }
      }
      case 'prompt':
        return { kind: 'prompt', id, prompt: timeline.promptAt(reached(timeline, request.turn)) }
    }
  }

  /** A lane of the comparison that a question names. */
  function timelineOf({ of, lane }: { readonly of: number; readonly lane: string }): Timeline {
    const found = heldAs(of)
    if (found === null) throw problem('stale-comparison', `this comparison is no longer held: ${of}`)
    const timeline = found.lanes.get(lane)
    if (timeline === undefined)
      throw problem('unknown-lane', `the comparison has no lane of this name: ${lane}`)
    return timeline
  }

  function startComparison(request: Request<'compare'>): void {
    if (comparing !== null) comparing.stopped = true
    const job: Job = { id: request.id, stopped: false }
    comparing = job
    const done = compareLanes(request, job).finally(() => {
      if (comparing === job) comparing = null
    })
    comparison = follow(done, job.id)
  }

  function startLonger(request: LongerQuestion): void {
    const before = longer.get(request.kind)
    if (before !== undefined) before.stopped = true
    const job: Job = { id: request.id, stopped: false }
    longer.set(request.kind, job)
    const done = answerLater(request, job).finally(() => {
      if (longer.get(request.kind) === job) longer.delete(request.kind)
    })
    void follow(done, job.id)
  }

  /** Tells the page how a job ended that did not answer. */
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
    for (const job of [comparing, ...longer.values()]) if (job?.id === id) job.stopped = true
  }

  return {
    receive(request) {
      try {
        if (request.kind === 'compare') startComparison(request)
        else if (request.kind === 'cancel') cancel(request.id)
        else if (isLonger(request)) startLonger(request)
        else answer(request)
      } catch (failure) {
        fail(request.id, failure)
      }
    },
  }
}

function isLonger(request: SimRequest): request is LongerQuestion {
  return request.kind === 'scores' || request.kind === 'savings' || request.kind === 'unmoved'
}
