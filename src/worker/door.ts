import { ProblemError, strategySpec } from '../engine/index.ts'
import type { CounterName, Problem, TokenCounter, Tokens } from '../engine/index.ts'
import { loadCounter } from '../tokenizer/index.ts'
import {
  compareRuns,
  explain,
  largestOf,
  readTraceSteps,
  runSteps,
  scenario,
  takeInSteps,
  unmanagedPeak,
} from '../sim/index.ts'
import type { Intake, Timeline, TimelineData, Trace } from '../sim/index.ts'
import { breathe, drain, Stopped } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import type {
  BudgetRequest,
  CompareRequest,
  Comparison,
  LaneRequest,
  ProgressReport,
  SimReply,
  SimRequest,
  SourceRequest,
  TraceSummary,
} from './protocol.ts'

/** Sends a reply. The buffers listed are given away with it. */
export type Post = (reply: SimReply, transfer: readonly ArrayBuffer[]) => void

/** The worker's side of the protocol, without the worker: requests go in, replies go to `post`. */
export interface Door {
  /** Never throws: whatever goes wrong becomes a `problem` reply. */
  receive(request: SimRequest): void
}

/** The last finished comparison, for questions about it. */
interface Held {
  readonly id: number
  readonly lanes: ReadonlyMap<string, Timeline>
}

/** The last conversation taken in: turning a knob runs the lanes again, and nothing else. */
interface TakenIn {
  readonly source: SourceRequest
  readonly counter: CounterName
  readonly intake: Intake
}

export function createDoor(post: Post, pace: Pace): Door {
  let running: Job | null = null
  let held: Held | null = null
  let taken: TakenIn | null = null

  async function compareLanes(request: CompareRequest, job: Job): Promise<void> {
    const progress = (report: ProgressReport): void => {
      post({ kind: 'progress', id: job.id, ...report }, [])
    }
    checkLanes(request)
    // A pause before any work, so that of many requests in a row only the last one does some.
    await breathe(job, pace)
    const intake = await intakeOf(request, job, progress)
    const peak = unmanagedPeak(intake)
    const limit = limitOf(request.budget, peak)
    const runs = new Map<string, Timeline>()
    for (const lane of request.lanes) runs.set(lane.name, await runLane(lane, intake, limit, job, progress))
    held = { id: job.id, lanes: runs }
    answer({ id: job.id, trace: summaryOf(intake), peak, limit, ...resultsOf(request.lanes, runs) })
  }

  async function runLane(
    lane: LaneRequest,
    intake: Intake,
    limit: Tokens,
    job: Job,
    progress: (report: ProgressReport) => void,
  ): Promise<Timeline> {
    const report = (done: number, total: number): void => {
      progress({ step: 'run', lane: lane.name, done, total })
    }
    const steps = runSteps(intake.trace, { ...lane.config, max_context_tokens: limit }, { intake })
    const turns = intake.trace.turns.length
    report(0, turns)
    const timeline = await drain(steps, job, pace, (step) => {
      report(step.turn, step.turns)
    })
    report(turns, turns)
    await breathe(job, pace)
    return timeline
  }

  /** Posts a comparison with copies of the columns, which are given away: the door needs its own for questions. */
  function answer(comparison: Comparison): void {
    const transfer: ArrayBuffer[] = []
    const lanes = comparison.lanes.map((lane) => ({ ...lane, data: withOwnColumns(lane.data, transfer) }))
    post({ kind: 'compared', ...comparison, lanes }, transfer)
  }

  async function intakeOf(
    { source, counter }: CompareRequest,
    job: Job,
    progress: (report: ProgressReport) => void,
  ): Promise<Intake> {
    if (taken !== null && taken.counter === counter && sameSource(taken.source, source)) return taken.intake
    const trace = await traceOf(source, job, progress)
    const loaded = await counterOf(counter)
    progress({ step: 'count', done: 0, total: 1 })
    await breathe(job, pace)
    const intake = await drain(takeInSteps(trace, loaded), job, pace, ({ done, total }) => {
      progress({ step: 'count', done, total })
    })
    progress({ step: 'count', done: 1, total: 1 })
    taken = { source, counter, intake }
    return intake
  }

  async function traceOf(
    source: SourceRequest,
    job: Job,
    progress: (report: ProgressReport) => void,
  ): Promise<Trace> {
    if (source.kind === 'scenario') return scenario(source.name, source.seed, source.overrides)
    const { text, filename } = source
    const steps = readTraceSteps(text, filename === undefined ? {} : { filename })
    const traces = await drain(steps, job, pace, ({ done, total }) => {
      progress({ step: 'read', done, total })
    })
    return largestOf(traces)
  }

  function start(request: Extract<SimRequest, { kind: 'compare' }>): void {
    if (running !== null) running.stopped = true
    const job: Job = { id: request.id, stopped: false }
    running = job
    compareLanes(request, job)
      .catch((failure: unknown) => {
        if (failure instanceof Stopped) post({ kind: 'cancelled', id: job.id }, [])
        else fail(job.id, failure)
      })
      .finally(() => {
        if (running === job) running = null
      })
  }

  function fail(id: number, failure: unknown): void {
    post({ kind: 'problem', id, problems: problemsOf(failure) }, [])
  }

  /** A lane of the comparison that a question names. */
  function timelineOf({ of, lane }: { readonly of: number; readonly lane: string }): Timeline {
    if (held?.id !== of) throw problem('stale-comparison', `this comparison is no longer held: ${of}`)
    const timeline = held.lanes.get(lane)
    if (timeline === undefined)
      throw problem('unknown-lane', `the comparison has no lane of this name: ${lane}`)
    return timeline
  }

  function reply(request: Exclude<SimRequest, { kind: 'compare' | 'cancel' }>): SimReply {
    const { id } = request
    const timeline = timelineOf(request)
    switch (request.kind) {
      case 'explain':
        return { kind: 'explained', id, ...explain(timeline, reached(timeline, request.turn)) }
      case 'text':
        return { kind: 'text', id, text: timeline.textOf(request.block, request.tick) }
      case 'request': {
        const turn = reached(timeline, request.turn)
        return { kind: 'request', id, request: timeline.messagesAt(turn, request.provider) }
      }
    }
  }

  return {
    receive(request) {
      try {
        if (request.kind === 'compare') start(request)
        else if (request.kind === 'cancel') {
          if (running?.id === request.id) running.stopped = true
        } else post(reply(request), [])
      } catch (failure) {
        fail(request.id, failure)
      }
    },
  }
}

/** What the runs say of each other. Lane names are people's; as keys of an object, numbers would come first. */
function resultsOf(
  requested: readonly LaneRequest[],
  runs: ReadonlyMap<string, Timeline>,
): Pick<Comparison, 'lanes' | 'firstDivergence'> {
  const keyed = [...runs].map(([name, timeline], index) => ({ key: `lane ${index}`, name, timeline }))
  const found = compareRuns(Object.fromEntries(keyed.map(({ key, timeline }) => [key, timeline])))
  const labels = new Map(requested.map(({ name, label }) => [name, label]))
  const nameOf = (key: string): string => keyed.find((one) => one.key === key)?.name ?? key
  const { firstDivergence } = found
  return {
    lanes: keyed.map(({ name, timeline }, index) => ({
      name,
      label: labels.get(name) ?? name,
      data: timeline.data,
      rows: found.rows[index] ?? [],
    })),
    firstDivergence:
      firstDivergence === null
        ? null
        : { ...firstDivergence, lanes: [nameOf(firstDivergence.lanes[0]), nameOf(firstDivergence.lanes[1])] },
  }
}

function checkLanes({ lanes }: CompareRequest): void {
  if (lanes.length === 0) throw problem('no-lanes', 'a comparison needs at least one lane, found 0')
  const names = new Set<string>()
  for (const { name } of lanes) {
    if (names.has(name)) throw problem('same-lane-twice', `two lanes have the same name: ${name}`)
    names.add(name)
  }
}

function limitOf(budget: BudgetRequest, peak: Tokens): Tokens {
  if (budget.kind === 'tokens') return budget.tokens
  if (!(budget.share > 0))
    throw problem('bad-budget', `a budget is a share above 0 of the peak, not ${budget.share}`)
  // A share of a short conversation may be less than any window a config can have.
  const setting = strategySpec['max_context_tokens']
  const least = setting?.kind === 'number' ? setting.min : 1
  return Math.max(least, Math.round(budget.share * peak))
}

async function counterOf(name: CounterName): Promise<TokenCounter> {
  try {
    return await loadCounter(name)
  } catch (failure) {
    throw problem('counter-not-loaded', `the counter ${name} could not be loaded: ${messageOf(failure)}`)
  }
}

function sameSource(a: SourceRequest, b: SourceRequest): boolean {
  if (a.kind === 'log') return b.kind === 'log' && a.text === b.text && a.filename === b.filename
  if (b.kind !== 'scenario' || a.name !== b.name || a.seed !== b.seed) return false
  const [first, second] = [Object.entries(a.overrides ?? {}), new Map(Object.entries(b.overrides ?? {}))]
  return first.length === second.size && first.every(([name, value]) => second.get(name) === value)
}

function summaryOf({ trace, blocks, calibration }: Intake): TraceSummary {
  return {
    title: trace.source.title,
    source: trace.source,
    turns: trace.turns.length,
    windows: trace.windows,
    blocks: blocks.length,
    intake: trace.intake,
    usage: trace.turns.some((turn) => turn.usage !== null),
    calibration,
    siblings: trace.siblings,
  }
}

function withOwnColumns(data: TimelineData, transfer: ArrayBuffer[]): TimelineData {
  const own = <Column extends Int32Array | Uint8Array | Float64Array>(column: Column): Column => {
    const copy = column.slice()
    if (copy.buffer instanceof ArrayBuffer) transfer.push(copy.buffer)
    // `slice` of a typed array gives the same kind of typed array.
    return copy as Column
  }
  const { spans } = data
  return {
    ...data,
    spans: {
      length: spans.length,
      block: own(spans.block),
      version: own(spans.version),
      window: own(spans.window),
      fromTick: own(spans.fromTick),
      toTick: own(spans.toTick),
      state: own(spans.state),
      order: own(spans.order),
      tokens: own(spans.tokens),
      content: own(spans.content),
    },
  }
}

function reached(timeline: Timeline, turn: number): number {
  if (timeline.turns[turn] !== undefined) return turn
  throw problem('no-such-turn', `the run has turns 0 to ${timeline.turns.length - 1}, not ${turn}`)
}

function problem(code: string, message: string): ProblemError {
  return new ProblemError([{ severity: 'error', code, message }])
}

function problemsOf(failure: unknown): readonly Problem[] {
  if (failure instanceof ProblemError) return failure.problems
  return problem('unexpected', `something went wrong that should not have: ${messageOf(failure)}`).problems
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
