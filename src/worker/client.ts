import { ModelFailure, ProblemError } from '../engine/index.ts'
import type { Problem } from '../engine/index.ts'
import type { RecordedAnswer, SearchProgress } from '../sim/index.ts'
import type { MeasuredLog, Worst } from '../sim/internal.ts'
import { watchLife } from './life.ts'
import type { Locks } from './life.ts'
import { ANSWERED } from './protocol.ts'
import { watchSilence } from './silence.ts'
import type {
  AnsweredThen,
  AnswerTo,
  Asking,
  CompareRequest,
  Column,
  Comparison,
  DataPart,
  LanePreview,
  LaterFork,
  MeasureRequest,
  PlayRequest,
  ProgressReport,
  Question,
  QuestionName,
  Questions,
  Said,
  SimReply,
  SimRequest,
  SourceRequest,
  TaskPlay,
  WorstRequest,
} from './protocol.ts'

/**
 * Answers the model requests of a lane. A rejection with a ProblemError ends the request to the worker with its
 * problems; a ModelFailure is recorded as the answer, and the run continues. `signal` aborts when nobody waits for it
 * any more.
 */
export type OnAsk = (asking: Asking, signal: AbortSignal) => Promise<RecordedAnswer>

export interface CompareOptions {
  /** Missing: a lane with a model is refused with a problem `no-model`. */
  readonly onAsk?: OnAsk
  /** Called for every report of this comparison, in order; never after it has ended. */
  readonly onProgress?: (report: ProgressReport) => void
  /**
   * Called with each lane's first picture, in the order in which they are run, if the request asks for a `preview`;
   * never after it has ended.
   */
  readonly onPreview?: (preview: LanePreview) => void
  /** Aborting it cancels the comparison: the promise rejects with an AbortError. */
  readonly signal?: AbortSignal
}

export interface SearchOptions {
  /** Called with the progress of the search; never after it has ended. */
  readonly onProgress?: (progress: SearchProgress) => void
  readonly signal?: AbortSignal
}

export interface ForkOptions {
  /**
   * Called with each fork when its run ends or turns out to be impossible, lane by lane in order; never after the end.
   */
  readonly onFork: (later: LaterFork) => void
  /** Missing: a fork is refused with a problem `no-model` if it makes a request without a recorded answer. */
  readonly onAsk?: OnAsk
  readonly signal?: AbortSignal
}

/**
 * The simulator behind a worker, as promises. Every promise rejects with a `ProblemError` that carries
 * the problems a person can act on, or with a `DOMException` named `AbortError` when it was cancelled.
 */
export interface SimClient {
  /** Runs all lanes on one conversation. A new comparison cancels the previous one. */
  compare(request: CompareRequest, options?: CompareOptions): Promise<Comparison>
  /**
   * Runs the forks that did not come with their comparison. Cancelled by a newer request of this kind; while a
   * comparison is running it waits, and continues if that one fails.
   */
  forks(comparison: Comparison, options: ForkOptions): Promise<void>
  /** The figures of lanes on every conversation of a file, in its order. A newer request cancels it. */
  measure(
    request: MeasureRequest,
    options?: Pick<CompareOptions, 'onProgress' | 'signal'>,
  ): Promise<readonly MeasuredLog[]>
  /** The generated conversation in which a lane does worst; null if it does badly in none. A newer request cancels it. */
  worst(request: WorstRequest, options?: Pick<CompareOptions, 'onProgress' | 'signal'>): Promise<Worst | null>
  /** Plays a task under each lane; their order is that of the request. A newer request cancels it. */
  play(
    request: PlayRequest,
    options?: Pick<CompareOptions, 'onProgress' | 'signal'>,
  ): Promise<readonly TaskPlay[]>
  /**
   * Asks a question about a run of the given comparison; see `Questions`. For slower questions, a newer one of the same
   * name cancels this one; a running comparison goes first, and the end of the comparison cancels it.
   */
  ask<Name extends QuestionName>(
    question: Name,
    comparison: Comparison,
    lane: string,
    about: Questions[Name]['about'],
    options?: SearchOptions,
  ): Promise<Questions[Name]['answer']>
  /** Stops the worker; everything in progress rejects with an AbortError. */
  close(): void
}

/** The part of a `Worker` that the client uses. */
export interface WorkerPort {
  postMessage(message: SimRequest): void
  addEventListener(type: 'message', listener: (event: { readonly data: SimReply }) => void): void
  addEventListener(
    type: 'error' | 'messageerror',
    listener: (event: { readonly message?: string }) => void,
  ): void
  terminate(): void
}

/** Reports about a request before its answer, and their listeners. */
const HEARD = {
  progress: 'onProgress',
  searching: 'onSearch',
  preview: 'onPreview',
  forked: 'onFork',
} as const satisfies Partial<Record<SimReply['kind'], keyof Listeners>>
type Heard = Extract<SimReply, { kind: keyof typeof HEARD }>
type Answered = Exclude<SimReply, Heard | { kind: 'asking' | 'part' | 'problem' | 'cancelled' }>

interface Listeners extends Pick<CompareOptions, 'onProgress' | 'onPreview' | 'onAsk'> {
  readonly onSearch?: (progress: SearchProgress) => void
  readonly onFork?: (later: LaterFork) => void
}

interface Waiting {
  readonly resolve: (reply: Answered) => void
  readonly reject: (reason: Error) => void
  readonly listeners: Listeners
  /** Aborts the model requests made for it. */
  readonly asking: AbortController
  /** What came before the answer that it belongs to. */
  readonly parts: DataPart[]
}

export interface ClientOptions {
  /**
   * Gives each request a number. A page that replaces its worker never reuses one: answers identify comparisons by it.
   */
  readonly nextId?: () => number
  /**
   * For `holdLife` in the worker: its name, and the locks of the browser. `onEnded` is called when it ended or failed,
   * with whether nothing was at work that may be the cause, and why; `onSilent` when it owes an answer and has said
   * nothing for a minute, with what waits another minute, and with null once that is over.
   */
  readonly life?: {
    readonly name: string
    readonly locks: Locks | undefined
    readonly onEnded: (mayGoOn: boolean, reason: Error) => void
    readonly onSilent: (wait: (() => void) | null) => void
  }
}

/** Wraps a worker made from `sim.worker.ts`. */
export function createSimClient(worker: WorkerPort, options: ClientOptions = {}): SimClient {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  const nextId = options.nextId ?? (() => ++lastId)
  const { life } = options
  /** For kinds of request where a newer one cancels the older: the id of the waiting one. */
  const newest = new Map<SimRequest['kind'], number>()
  let broken: Error | null = null
  /** Answers that it waits for itself. */
  let asked = 0

  const silence = life && watchSilence(() => waiting.size > 0 && asked === 0, life.onSilent)

  worker.addEventListener('message', ({ data }) => {
    receive(data)
  })
  worker.addEventListener('error', (event) => {
    end(failure(event.message ?? 'no message'), waiting.size === 0)
  })
  worker.addEventListener('messageerror', () => {
    end(failure('a message could not be read'), false)
  })

  if (life !== undefined)
    watchLife(worker, life.locks, life.name, () => {
      end(problemOf('worker-ended', 'the simulator ended unexpectedly'), true)
    })

  /** Once, whatever is noticed first. */
  function end(reason: Error, mayGoOn: boolean): void {
    if (broken !== null) return
    worker.terminate()
    stop(reason)
    life?.onEnded(mayGoOn, reason)
  }

  function receive(reply: SimReply): void {
    silence?.heard()
    const request = waiting.get(reply.id)
    // A reply to a request that was cancelled or replaced is dropped.
    if (request === undefined) return
    if (isHeard(reply)) {
      const { kind, id: _id, ...report } = reply
      // the table gives each kind the listener of its report
      request.listeners[HEARD[kind]]?.(report as never)
      return
    }
    if (reply.kind === 'asking') {
      void ask(request, reply)
      return
    }
    if (reply.kind === 'part') {
      request.parts.push(reply)
      return
    }
    settle(reply.id)
    if (reply.kind === 'problem') request.reject(new ProblemError(reply.problems))
    else if (reply.kind === 'cancelled') request.reject(aborted())
    else request.resolve(reply.kind === 'compared' ? { ...reply, ...joined(reply, request.parts) } : reply)
  }

  async function ask(
    request: Waiting,
    { kind: _kind, id, ...asking }: Extract<SimReply, { kind: 'asking' }>,
  ) {
    const { onAsk } = request.listeners
    asked += 1
    const said: Said = onAsk === undefined ? { stop: noModel(asking.lane).problems } : await told(onAsk)
    asked -= 1
    // Nobody waits for the answer to a request that was cancelled in the meantime.
    if (waiting.get(id) === request) worker.postMessage({ kind: 'answer', id, n: asking.n, ...said })

    async function told(answer: OnAsk): Promise<Said> {
      try {
        return { reply: await answer(asking, request.asking.signal) }
      } catch (reason) {
        if (reason instanceof ModelFailure) return { reply: { failure: reason.failure } }
        if (reason instanceof ProblemError) return { stop: reason.problems }
        return { stop: unanswered(reason).problems }
      }
    }
  }

  function settle(id: number): void {
    waiting.get(id)?.asking.abort(aborted())
    waiting.delete(id)
    for (const [kind, waits] of newest) if (waits === id) newest.delete(kind)
  }

  function stop(reason: Error): void {
    broken = reason
    silence?.stop()
    const requests = [...waiting.values()]
    waiting.clear()
    newest.clear()
    for (const request of requests) {
      request.asking.abort(reason)
      request.reject(reason)
    }
  }

  function send(
    message: (id: number) => SimRequest,
    listeners: Listeners = {},
  ): { readonly id: number; readonly reply: Promise<Answered> } {
    const id = nextId()
    const reply = new Promise<Answered>((resolve, reject) => {
      if (broken !== null) {
        reject(broken)
        return
      }
      waiting.set(id, { resolve, reject, listeners, asking: new AbortController(), parts: [] })
      try {
        worker.postMessage(message(id))
      } catch (failure) {
        // The message cannot be cloned: the error rejects the promise.
        settle(id)
        throw failure
      }
    })
    return { id, reply }
  }

  function cancel(id: number): void {
    const request = waiting.get(id)
    if (request === undefined) return
    settle(id)
    worker.postMessage({ kind: 'cancel', id })
    request.reject(aborted())
  }

  /** The last conversation that was sent whole, and whether the worker has answered since. */
  let sent: { readonly source: SourceRequest; arrived: boolean } | null = null

  /** Sends a request that replaces the waiting one of its kind, and that a signal can abort. */
  async function sendNewest(
    message: (
      id: number,
    ) =>
      | Extract<SimRequest, { kind: 'compare' | 'forks' | 'measure' | 'play' | 'worst' }>
      | Question<AnsweredThen<'later'>>,
    signal: AbortSignal | undefined,
    listeners: Listeners = {},
  ): Promise<Answered> {
    if (signal?.aborted === true) throw aborted()
    const { kind } = message(0)
    const before = newest.get(kind)
    if (before !== undefined) cancel(before)
    const { id, reply } = send(message, listeners)
    newest.set(kind, id)
    const onAbort = (): void => {
      cancel(id)
    }
    signal?.addEventListener('abort', onAbort)
    try {
      return await reply
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  /** The source to send: a log that the worker already has is only named. */
  function kept(source: SourceRequest): SourceRequest {
    const before = sent?.arrived === true ? sent.source : null
    if (source.kind === 'trace' && before?.kind === 'trace') {
      const { id, revision } = source
      return before.id === id && before.revision === revision ? { kind: 'kept-trace', id, revision } : source
    }
    if (source.kind !== 'log' || before?.kind !== 'log') return source
    if (source.text !== before.text || source.filename !== before.filename) return source
    const { kind: _kind, text: _text, filename: _filename, ...reading } = source
    return { kind: 'kept', ...reading }
  }

  return {
    async compare(request, options = {}) {
      const { signal, onAsk } = options
      const asks = request.lanes.find(({ model }) => model !== undefined)
      if (asks !== undefined && onAsk === undefined) throw noModel(asks.label)
      const source = kept(request.source)
      if (source.kind !== 'kept' && source.kind !== 'kept-trace')
        sent = { source: request.source, arrived: false }
      const own = sent
      const reply = await sendNewest((id) => ({ ...request, source, kind: 'compare', id }), signal, options)
      const { kind: _kind, ...comparison } = expected(reply, 'compared')
      if (own !== null) own.arrived = true
      return comparison
    },
    async forks(comparison, { signal, ...listeners }) {
      const reply = await sendNewest((id) => ({ kind: 'forks', id, of: comparison.id }), signal, listeners)
      expected(reply, 'forks')
    },
    async measure(request, { signal, ...listeners } = {}) {
      const reply = await sendNewest((id) => ({ ...request, kind: 'measure', id }), signal, listeners)
      return expected(reply, 'measured').logs
    },
    async play(request, { signal, ...listeners } = {}) {
      const reply = await sendNewest((id) => ({ ...request, kind: 'play', id }), signal, listeners)
      return expected(reply, 'played').plays
    },
    async worst(request, { signal, ...listeners } = {}) {
      const reply = await sendNewest((id) => ({ ...request, kind: 'worst', id }), signal, listeners)
      return expected(reply, 'worst').worst
    },
    async ask<Name extends QuestionName>(
      question: Name,
      comparison: Comparison,
      lane: string,
      about: Questions[Name]['about'],
      { signal, onProgress }: SearchOptions = {},
    ) {
      const message = (id: number) => ({ kind: question, id, of: comparison.id, lane, ...about }) as never
      const reply =
        ANSWERED[question] === 'at-once'
          ? send(message).reply
          : sendNewest(message, signal, onProgress === undefined ? {} : { onSearch: onProgress })
      const { answer } = expected<AnswerTo['kind']>(await reply, question)
      return answer
    },
    close() {
      worker.terminate()
      stop(aborted())
    },
  }
}

/** The lanes of a comparison with the columns that came in parts. */
function joined({ lanes }: Comparison, parts: readonly DataPart[]): Pick<Comparison, 'lanes'> {
  if (parts.length === 0) return { lanes }
  return {
    lanes: lanes.map((lane, run) => {
      const columns: { [Name in Column]?: unknown[] } = {}
      for (const part of parts) {
        if (part.run !== run) continue
        const column = (columns[part.column] ??= [])
        for (const item of part.items) column.push(item)
      }
      // each part names its column
      return { ...lane, data: { ...lane.data, ...(columns as object) } }
    }),
  }
}

function expected<Kind extends Answered['kind']>(
  reply: Answered,
  kind: Kind,
): Extract<Answered, { kind: Kind }> {
  if (isOfKind(reply, kind)) return reply
  throw failure(`it answered ${reply.kind} to a request for ${kind}`)
}

function isHeard(reply: SimReply): reply is Heard {
  return Object.hasOwn(HEARD, reply.kind)
}

function isOfKind<Kind extends Answered['kind']>(
  reply: Answered,
  kind: Kind,
): reply is Extract<Answered, { kind: Kind }> {
  return reply.kind === kind
}

function aborted(): DOMException {
  return new DOMException('the request was cancelled', 'AbortError')
}

function failure(message: string): ProblemError {
  return problemOf('worker-failed', `the simulator stopped working: ${message}`)
}

function noModel(lane: string): ProblemError {
  return problemOf('no-model', `a lane needs a model, but none is connected: ${lane}`)
}

function unanswered(reason: unknown): ProblemError {
  const said = reason instanceof Error ? reason.message : String(reason)
  return problemOf('no-answer', `the model call failed: ${said}`)
}

function problemOf(code: string, message: string): ProblemError {
  const problem: Problem = { severity: 'error', code, message }
  return new ProblemError([problem])
}
