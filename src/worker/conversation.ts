import { ProblemError } from '../engine/index.ts'
import type { CounterName, TokenCounter } from '../engine/index.ts'
import { loadForAsking, loadRecordedActs } from '../engine/internal.ts'
import { loadMock, loadOtherModels } from '../llm/index.ts'
import {
  loadFit,
  loadInferredNeeds,
  loadInterventions,
  loadProviderTold,
  loadSettingsSet,
  loadReading,
  loadScenario,
  takeInSteps,
} from '../sim/internal.ts'
import type { Intake, Trace } from '../sim/index.ts'
import { loadCounter, shippedCounter, UncountedText } from '../tokenizer/index.ts'
import { breathe, drain } from './drain.ts'
import type { Job, Pace } from './drain.ts'
import { messageOf, problem } from './problem.ts'
import type { About } from './comparison.ts'
import type { CompareRequest, CounterFit, ProgressReport, SourceRequest } from './protocol.ts'

type Progress = (report: ProgressReport) => void
type LogSource = Extract<SourceRequest, { kind: 'log' }>
type ScenarioSource = Extract<SourceRequest, { kind: 'scenario' }>
type GrownSource = Extract<SourceRequest, { kind: 'trace' }>
type WholeSource = ScenarioSource | LogSource | GrownSource

/** The conversation of the last comparison: read and counted once, however often its lanes are run. */
export interface Conversation {
  /** The conversation of a request after intake; from the cache if only lanes and budget differ from the last one. */
  take(request: CompareRequest, job: Job, progress: Progress): Promise<Intake>
  /** The same conversation with the complete counter, if counts made in advance lack a text. */
  recount(intake: Intake, job: Job, progress: Progress): Promise<Intake>
  /** The place of a trace in its file, and the errors of its counters. */
  about(trace: Trace): About
  /** Whether a trace is an earlier revision of another, or the same one. */
  readonly goesOn: (before: Trace, now: Trace) => boolean
}

/** One way of reading a log, with all its conversations. */
interface Reading {
  readonly source: LogSource
  readonly traces: readonly Trace[]
}

/**
 * Cached readings of one text, so that a person may switch back and forth: two need no more memory than one did twice.
 */
const READINGS = 2

export function createConversation(pace: Pace): Conversation {
  /** The log of the last request, which the next one may only name. Unlike `taken`, also if that was cancelled. */
  let named: LogSource | null = null
  /** Readings of the last text, the newest first. */
  let readings: readonly Reading[] = []
  const files = new WeakMap<Trace, Omit<About, 'fits'>>()
  const fits = new WeakMap<Trace, readonly CounterFit[]>()
  /** The live conversation and revision that a trace belongs to. */
  const growing = new WeakMap<Trace, Pick<GrownSource, 'id' | 'revision'>>()
  let taken: {
    readonly source: WholeSource
    readonly counter: CounterName
    readonly intake: Intake
    /** Whether the counter has only the texts of a list. */
    readonly listed: boolean
  } | null = null

  async function count(trace: Trace, counter: TokenCounter, job: Job, progress: Progress): Promise<Intake> {
    progress({ step: 'count', done: 0, total: 1 })
    return drain(takeInSteps(trace, counter), job, pace, (part) => {
      progress({ step: 'count', ...part })
    })
  }

  async function traceOf(source: WholeSource, job: Job, progress: Progress): Promise<Trace> {
    if (source.kind !== 'log') readings = []
    if (source.kind !== 'scenario') await fetched('the readers of logs', loadForLogs)
    if (source.kind === 'trace') {
      const { trace, id, revision } = source
      growing.set(trace, { id, revision })
      return trace
    }
    if (source.kind === 'scenario') {
      const found = await fetched('the scenario', () => loadScenario(source.name))
      const trace = found.generate(source.seed, source.overrides)
      if (trace.needs.length === 0) await fetched('the search for needs', loadInferredNeeds)
      return trace
    }
    const [{ chosenConversation }, readers] = await fetched('the readers of logs', () =>
      Promise.all([import('./chosen-log.ts'), loadReading()]),
    )
    const known = readings.find((one) => sameReading(one.source, source))
    const others = readings.filter((one) => one !== known && sameLog(one.source, source))
    const { traces, trace, file } = await chosenConversation(
      readers,
      source,
      known?.traces,
      job,
      pace,
      progress,
    )
    // Another of its conversations, or another setup, does not read it again.
    readings = [known ?? { source, traces }, ...others].slice(0, READINGS)
    files.set(trace, file)
    return trace
  }

  /** A request about the previous log, as if it contained the log. */
  function whole(source: SourceRequest): WholeSource {
    if (source.kind === 'kept-trace') {
      const before = taken?.source
      if (before?.kind === 'trace' && before.id === source.id && before.revision === source.revision)
        return before
      throw problem('trace-not-kept', `no revision ${source.revision} was sent before`)
    }
    if (source.kind !== 'kept') return source
    if (named === null) throw problem('log-not-kept', 'no log was sent before')
    const { text, filename } = named
    return { ...source, kind: 'log', text, ...(filename !== undefined && { filename }) }
  }

  /** Records the error of a counter against recorded usage. */
  function fitted({ trace, counter, calibration }: Intake): void {
    if (calibration === null) return
    const others = (fits.get(trace) ?? []).filter((fit) => fit.counter !== counter.name)
    fits.set(trace, [...others, { counter: counter.name, error: 1 / calibration - 1 }])
  }

  return {
    async take({ source: asked, counter, lanes }, job, progress) {
      const source = whole(asked)
      named = source.kind === 'log' ? source : null
      // A model's answers are in no list.
      const mayBeListed = lanes.every(({ model }) => model === undefined)
      const known = taken !== null && sameSource(taken.source, source) ? taken : null
      if (known !== null && known.counter === counter && (mayBeListed || !known.listed)) return known.intake
      const trace = known?.intake.trace ?? (await traceOf(source, job, progress))
      const shipped = mayBeListed ? await shippedFor(source, counter) : null
      const loaded = shipped ?? (await counterOf(counter))
      await breathe(job, pace)
      let intake: Intake
      let listed = shipped !== null
      try {
        intake = await count(trace, loaded, job, progress)
      } catch (failure) {
        if (!(failure instanceof UncountedText)) throw failure
        intake = await count(trace, await counterOf(counter), job, progress)
        listed = false
      }
      fitted(intake)
      taken = { source, counter, intake, listed }
      return intake
    },

    async recount(intake, job, progress) {
      const whole = await count(intake.trace, await counterOf(intake.counter.name), job, progress)
      if (taken?.intake === intake) taken = { ...taken, intake: whole, listed: false }
      return whole
    },

    about(trace) {
      const file = files.get(trace) ?? { conversations: [], conversation: 0, cut: null }
      return { ...file, fits: fits.get(trace) ?? [] }
    },

    goesOn(before, now) {
      const [first, second] = [growing.get(before), growing.get(now)]
      if (before === now || first === undefined || second === undefined) return before === now
      return first.id === second.id && before.turns.length <= now.turns.length
    },
  }
}

/** Counts shipped with the page; null if there are none, or if they could not be loaded. */
async function shippedFor(source: WholeSource, counter: CounterName): Promise<TokenCounter | null> {
  if (source.kind !== 'scenario') return null
  try {
    if (!(await isPlain(source))) return null
    return await shippedCounter(counter, `${source.name} ${source.seed}`)
  } catch {
    // The complete counter gives the same result, only later.
    return null
  }
}

/** Whether every parameter of the scenario has its default. */
async function isPlain({ name, overrides = {} }: ScenarioSource): Promise<boolean> {
  const { parameters } = await loadScenario(name)
  return Object.entries(overrides).every(([key, value]) => parameters[key]?.default === value)
}

/**
 * Fetches what a conversation may need that was not generated: models that it names, edits and usage that it recorded,
 * and the search for what it needed.
 */
export async function loadForLogs(): Promise<void> {
  await Promise.all([
    loadOtherModels(),
    loadRecordedActs(),
    loadFit(),
    loadProviderTold(),
    loadInferredNeeds(),
  ])
}

/** Fetches what a person may do in a run, which searches for a change that saves a block do, too. */
export async function loadByHand(): Promise<void> {
  await fetched('what a person does in a run', () => Promise.all([loadInterventions(), loadSettingsSet()]))
}

/** Fetches what runs need that compress or ask a model, with the mock, which answers. */
export async function fetchForAsking(): Promise<void> {
  await fetched('what writes summaries', () => Promise.all([loadMock(), loadForAsking()]))
}

/** Loads code from a separate chunk. A failed load is a problem, and is retried next time. */
export async function fetched<Code>(what: string, load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (failure) {
    if (failure instanceof ProblemError) throw failure
    throw problem('code-not-loaded', `${what} could not be loaded: ${messageOf(failure)}`)
  }
}

export async function counterOf(name: CounterName): Promise<TokenCounter> {
  try {
    return await loadCounter(name)
  } catch (failure) {
    throw problem('counter-not-loaded', `the counter ${name} could not be loaded: ${messageOf(failure)}`)
  }
}

function sameSource(a: WholeSource, b: WholeSource): boolean {
  return a.kind === b.kind && (a.kind !== 'log' || sameLog(a, b as LogSource)) && keyOf(a) === keyOf(b)
}

/** All that decides about a conversation, but for the text of a log. */
function keyOf(source: WholeSource): string {
  if (source.kind === 'trace') return JSON.stringify([source.id, source.revision])
  if (source.kind === 'scenario') {
    const { name, seed, overrides = {} } = source
    // Their order decides nothing.
    return JSON.stringify([name, seed, overrides], Object.keys(overrides).sort())
  }
  const { format, conversation, whole, setup: { system = '', tools = '', model = '' } = {} } = source
  return JSON.stringify([format, undoes(source), conversation, whole, system, tools, model])
}

function sameLog(a: LogSource, b: LogSource): boolean {
  return a.text === b.text && a.filename === b.filename
}

function sameReading(a: LogSource, b: LogSource): boolean {
  return sameLog(a, b) && a.format === b.format && undoes(a) === undoes(b)
}

function undoes({ recordedEdits = 'undo' }: LogSource): boolean {
  return recordedEdits === 'undo'
}
