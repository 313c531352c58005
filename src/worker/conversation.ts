import type { CounterName, TokenCounter } from '../engine/index.ts'
import { largestOf, readTraceSteps, scenario, scenarios, takeInSteps, withSetup } from '../sim/index.ts'
import type { Intake, Trace } from '../sim/index.ts'
import { loadCounter, shippedCounter, UncountedText } from '../tokenizer/index.ts'
import { breathe, drain } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { messageOf, problem } from './problem.ts'
import type { CompareRequest, ProgressReport, SourceRequest } from './protocol.ts'

type Progress = (report: ProgressReport) => void
type LogSource = Extract<SourceRequest, { kind: 'log' }>
type ScenarioSource = Extract<SourceRequest, { kind: 'scenario' }>

/** The conversation of the last comparison: read and counted once, however often its lanes are run. */
export interface Conversation {
  /** What a request is about, taken in; from memory where only lanes and budget differ from the last. */
  take(request: CompareRequest, job: Job, progress: Progress): Promise<Intake>
  /** The same conversation with the whole counter, after counts made ahead of time met a text they do not have. */
  recount(intake: Intake, job: Job, progress: Progress): Promise<Intake>
}

export function createConversation(pace: Pace): Conversation {
  let read: { readonly source: LogSource; readonly trace: Trace } | null = null
  let taken: {
    readonly source: ScenarioSource | LogSource
    readonly counter: CounterName
    readonly intake: Intake
  } | null = null

  async function count(trace: Trace, counter: TokenCounter, job: Job, progress: Progress): Promise<Intake> {
    progress({ step: 'count', done: 0, total: 1 })
    const intake = await drain(takeInSteps(trace, counter), job, pace, ({ done, total }) => {
      progress({ step: 'count', done, total })
    })
    progress({ step: 'count', done: 1, total: 1 })
    return intake
  }

  /** A log as it was read, so that a setup given by hand can change without reading it again. */
  async function readLog(source: LogSource, job: Job, progress: Progress): Promise<Trace> {
    if (read !== null && sameLog(read.source, source)) return read.trace
    const { text, filename } = source
    const steps = readTraceSteps(text, filename === undefined ? {} : { filename })
    const traces = await drain(steps, job, pace, ({ done, total }) => {
      progress({ step: 'read', done, total })
    })
    const trace = largestOf(traces)
    read = { source, trace }
    return trace
  }

  async function traceOf(source: ScenarioSource | LogSource, job: Job, progress: Progress): Promise<Trace> {
    if (source.kind === 'scenario') {
      read = null
      return scenario(source.name, source.seed, source.overrides)
    }
    return withSetup(await readLog(source, job, progress), source.setup ?? {})
  }

  /** A request about the log before, as if it had been sent with it. */
  function whole(source: SourceRequest): ScenarioSource | LogSource {
    if (source.kind !== 'kept') return source
    if (read === null) throw problem('log-not-kept', 'no log was sent before, so there is none to go on with')
    const { setup: _before, ...log } = read.source
    return source.setup === undefined ? log : { ...log, setup: source.setup }
  }

  return {
    async take({ source: asked, counter }, job, progress) {
      const source = whole(asked)
      if (taken !== null && taken.counter === counter && sameSource(taken.source, source)) return taken.intake
      const trace = await traceOf(source, job, progress)
      const shipped = await shippedFor(source, counter)
      const loaded = shipped ?? (await counterOf(counter))
      await breathe(job, pace)
      let intake: Intake
      try {
        intake = await count(trace, loaded, job, progress)
      } catch (failure) {
        if (!(failure instanceof UncountedText)) throw failure
        intake = await count(trace, await counterOf(counter), job, progress)
      }
      taken = { source, counter, intake }
      return intake
    },

    async recount(intake, job, progress) {
      const whole = await count(intake.trace, await counterOf(intake.counter.name), job, progress)
      if (taken?.intake === intake) taken = { ...taken, intake: whole }
      return whole
    },
  }
}

/** Counts that come with the page; null where there are none, or where they could not be loaded. */
async function shippedFor(
  source: ScenarioSource | LogSource,
  counter: CounterName,
): Promise<TokenCounter | null> {
  if (source.kind !== 'scenario' || !isPlain(source)) return null
  try {
    return await shippedCounter(counter, `${source.name} ${source.seed}`)
  } catch {
    // The whole counter says the same, only later.
    return null
  }
}

/** Whether every parameter of the scenario has its default. */
function isPlain({ name, overrides = {} }: ScenarioSource): boolean {
  const parameters = Object.hasOwn(scenarios, name) ? scenarios[name]?.parameters : undefined
  return Object.entries(overrides).every(([key, value]) => parameters?.[key]?.default === value)
}

async function counterOf(name: CounterName): Promise<TokenCounter> {
  try {
    return await loadCounter(name)
  } catch (failure) {
    throw problem('counter-not-loaded', `the counter ${name} could not be loaded: ${messageOf(failure)}`)
  }
}

function sameSource(a: ScenarioSource | LogSource, b: ScenarioSource | LogSource): boolean {
  if (a.kind === 'log') {
    return (
      b.kind === 'log' &&
      sameLog(a, b) &&
      (a.setup?.system ?? '') === (b.setup?.system ?? '') &&
      (a.setup?.tools ?? '') === (b.setup?.tools ?? '')
    )
  }
  if (b.kind !== 'scenario' || a.name !== b.name || a.seed !== b.seed) return false
  const [first, second] = [Object.entries(a.overrides ?? {}), new Map(Object.entries(b.overrides ?? {}))]
  return first.length === second.size && first.every(([name, value]) => second.get(name) === value)
}

function sameLog(a: LogSource, b: LogSource): boolean {
  return a.text === b.text && a.filename === b.filename
}
