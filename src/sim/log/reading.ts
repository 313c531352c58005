import { ProblemError } from '../../engine/index.ts'
import { partsOf } from '../../engine/internal.ts'
import type { Problem } from '../../engine/index.ts'
import type { Trace } from '../trace/trace.ts'
import { byAgent } from './read/by-agent.ts'
import { byProvider } from './read/by-provider.ts'
import { parseLog } from './read/log.ts'
import { cut, isList, isRecord, shown } from './json/guard.ts'
import { placeOf, valueOf } from './json/parse.ts'
import { opened } from './container/list.ts'
import type { Opened } from './container/list.ts'
import { pythonFault } from './container/python.ts'
import { readers } from './formats.ts'
import { ENOUGH, leftOut, shareRead } from './read/left-out.ts'
import { lookAlike } from './read/look-alike.ts'
import type { Log, Reader, ReadOptions, ReadProgress } from './read/reader.ts'

/**
 * Reads a log as a trace. The format is detected from the content. If a file contains several conversations, the
 * largest (by content) is returned, and `siblings` names the others.
 *
 * Throws a ProblemError if nothing can be read: `not-a-text`, `empty-text`, `binary-text`, `text-too-large`,
 * `nested-too-deep`, `too-many-messages`, `too-many-parts`, `too-many-conversations`, `invalid-json`,
 * `only-broken-lines`, `unknown-format`, `wrong-format`, `mostly-left-out`, `no-messages`. Whatever was skipped or
 * inferred is in `intake`.
 */
export function readTrace(text: string, options: ReadOptions = {}): Trace {
  return largestOf(readTraces(text, options))
}

/** The conversation with the most content, the first of equals: what `readTrace` picks. */
export function largestOf(traces: readonly Trace[]): Trace {
  const sizes = traces.map((trace) => (traces.length > 1 ? sizeOf(trace) : 0))
  const largest = traces[sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0))]
  if (!largest) throw new Error('a reader returned no trace')
  return largest
}

/** Reads all conversations of a log, in the order of the file. Options and errors as for `readTrace`. */
export function readTraces(text: string, options: ReadOptions = {}): Trace[] {
  const steps = readTraceSteps(text, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * `readTraces` in slices of a few hundred lines: running it in small steps lets a worker report progress and stop.
 * `total` is twice the text's length, once for parsing and once for translating.
 */
export function* readTraceSteps(text: string, options: ReadOptions = {}): Generator<ReadProgress, Trace[]> {
  const parsing = parseLog(text)
  let parsed = parsing.next()
  const total = 2 * text.length
  for (; !parsed.done; parsed = parsing.next()) yield { done: parsed.value, total }
  const log = parsed.value
  const reading = tracesOf(log, options, total)
  let done = 0
  let step = reading.next()
  for (; !step.done; step = reading.next()) {
    done = Math.max(done, step.value.done)
    yield { done, total }
  }
  const traces = step.value
  yield { done: total, total }
  return withSiblings(traces)
}

interface Attempt {
  readonly reader: Reader
  readonly traces: readonly Trace[]
  /** See `shareRead`. */
  readonly share: number
}

/**
 * The conversations of a log, by the chosen reader, or by the first one that recognises it. If that one would leave out
 * most of the text, the others are tried, and the one that leaves out least reads it. Throws a ProblemError if even that
 * leaves out nearly everything.
 */
function* tracesOf(
  log: Log,
  options: ReadOptions,
  total: number,
  depth = 0,
): Generator<ReadProgress, readonly Trace[]> {
  const { format } = options
  const chosen = format === undefined ? undefined : readerNamed(format)
  let logs = chosen === undefined ? byProvider(log) : []
  const apart = logs.length === 1 && depth === 0 ? byAgent(log, Object.values(readers)) : null
  if (apart !== null && (yield* hasReply(apart[1], options, total))) logs = apart
  if (logs.length > 1) return yield* ofEach(logs, options, total, depth)
  const candidates = chosen === undefined ? Object.values(readers) : [chosen]
  let best: Attempt | null = null
  let refusal: ProblemError | null = null
  let done = total / 2
  let isOpened = chosen !== undefined
  for (const reader of candidates) {
    if (!isOpened && best === null && reader.kind !== 'agents') {
      isOpened = true
      const inner = opened(log, false)
      if (inner !== null) return yield* insideOf(inner, log, options, total, depth)
    }
    // each one looks at the whole text, which may be long
    yield { done, total }
    const reading = reader.read(log, options)
    if (!reading) continue
    try {
      let step = reading.next()
      for (; !step.done; step = reading.next()) {
        done = Math.max(done, Math.floor(((1 + step.value) * total) / 2))
        yield { done, total }
      }
      const attempt = { reader, traces: step.value, share: shareRead(log, step.value, reader) }
      if (best === null || attempt.share > best.share) best = attempt
      if (best.share >= ENOUGH) break
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      refusal ??= error
    }
  }
  if (best === null) {
    if (chosen !== undefined) throw refusal ?? new ProblemError([...log.faults, wrongFormat(chosen, log)])
    // other problems are of a log that the reader knows
    const isOther = refusal === null || refusal.problems[0]?.code === 'no-messages'
    const inner = isOther && depth < DEEPEST ? opened(log, true) : null
    if (inner !== null)
      try {
        return yield* insideOf(inner, log, options, total, depth)
      } catch (error) {
        throw refusal ?? error
      }
    if (refusal !== null) throw refusal
    const problems = unknown(log)
    const isBroken = log.faults.length > 0 && lookAlike(log) === null && problems.length > 1
    throw new ProblemError(isBroken ? log.faults : problems)
  }
  const { reader, traces, share } = best
  const sureness = chosen !== undefined ? 'chosen' : reader.kind === 'agents' ? 'signs' : 'guessed'
  const problem = leftOut(log, traces, share, reader.title, sureness, reader)
  if (problem === null) return traces
  if (problem.severity === 'error') {
    const inner = share === 0 && depth < DEEPEST ? opened(log, true) : null
    if (inner !== null) return yield* insideOf(inner, log, options, total, depth)
    throw new ProblemError([problem])
  }
  return traces.map((trace) => ({
    ...trace,
    intake: { ...trace.intake, problems: [problem, ...trace.intake.problems] },
  }))
}

/** Whether somebody answered in a log. */
function* hasReply(log: Log, options: ReadOptions, total: number): Generator<ReadProgress, boolean> {
  try {
    const traces = yield* tracesOf(log, options, total, 1)
    return traces.some(({ turns }) => turns.some(({ response }) => response !== null))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return false
  }
}

/** The conversations of several logs in one file. What cannot be read of one is told beside the others. */
function* ofEach(
  logs: readonly Log[],
  options: ReadOptions,
  total: number,
  depth: number,
): Generator<ReadProgress, readonly Trace[]> {
  const traces: Trace[] = []
  const refusals: Problem[] = []
  for (const log of logs)
    try {
      for (const trace of yield* tracesOf(log, options, total, depth)) traces.push(trace)
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      for (const problem of error.problems) refusals.push(problem)
    }
  const [first, ...others] = traces
  if (first === undefined) throw new ProblemError(refusals)
  const problems = refusals.map((problem) => ({ ...problem, severity: 'warning' as const }))
  return [
    { ...first, intake: { ...first.intake, problems: [...problems, ...first.intake.problems] } },
    ...others,
  ]
}

/** How often what was in another file may be in a file again: JSON in a block of code is in a table, and so on. */
const DEEPEST = 3

/** The conversations of a log that was in another file. */
function* insideOf(
  { log, name, isGuess }: Opened,
  outer: Log,
  options: ReadOptions,
  total: number,
  depth: number,
): Generator<ReadProgress, readonly Trace[]> {
  let traces: readonly Trace[]
  try {
    traces = yield* tracesOf(log, options, total, depth + 1)
  } catch (error) {
    const isUnknown = error instanceof ProblemError && error.problems[0]?.code === 'unknown-format'
    throw isUnknown ? new ProblemError(unknown(outer)) : error
  }
  const problem = isGuess
    ? leftOut(outer, traces, shareRead(outer, traces, null), name, 'guessed', null)
    : null
  if (problem !== null)
    throw new ProblemError([{ ...problem, fix: 'Save the messages alone: a list, or one per line.' }])
  const isRows = traces.length > 1 && traces.every(({ messages }) => messages.length <= 2)
  return traces.map((trace) => ({
    ...trace,
    intake: {
      ...trace.intake,
      inferred: [
        `The conversation was taken from ${name}.`,
        ...(isRows ? [ROWS_ALONE] : []),
        ...trace.intake.inferred,
      ],
    },
  }))
}

/** A history of a bot may look like data for training. */
const ROWS_ALONE =
  'Each row was read as a conversation of its own: rows of one conversation have its id, the number of their turn or a time.'

function readerNamed(format: string): Reader {
  const chosen = Object.values(readers).find(({ name }) => name === format)
  if (!chosen) throw new ProblemError([noSuchReader(format)])
  return chosen
}

function withSiblings(traces: readonly Trace[]): Trace[] {
  if (traces.length < 2) return [...traces]
  const named = traces.map((trace, index) => {
    const title = `${trace.source.title} (${index + 1} of ${traces.length})`
    return { title, size: sizeOf(trace), trace: { ...trace, source: { ...trace.source, title } } }
  })
  const bySize = named.toSorted((a, b) => b.size - a.size || named.indexOf(a) - named.indexOf(b))
  return named.map(({ trace }) => ({
    ...trace,
    siblings: bySize.filter((other) => other.trace !== trace).map((other) => other.title),
  }))
}

/** Characters of content, without pictures and signatures. */
function sizeOf(trace: Trace): number {
  let size = trace.system.length
  for (const message of trace.messages)
    for (const part of partsOf(message)) {
      if (part.type === 'text') size += part.text.length
      else if (part.type === 'thinking') size += part.thinking.length
      else if (part.type === 'tool_use') size += part.name.length + JSON.stringify(part.input).length
      else if (part.type === 'tool_result')
        size +=
          typeof part.content === 'string'
            ? part.content.length
            : part.content.reduce((sum, inner) => sum + (inner.type === 'text' ? inner.text.length : 0), 0)
    }
  return size
}

/** Why no reader knows a log. */
function unknown(log: Log): readonly Problem[] {
  const offset = log.shape === 'text' ? pythonFault(log.text) : null
  return offset === null ? [unknownFormat(log), ...log.faults] : [brokenPython(log.text, offset)]
}

function brokenPython(text: string, offset: number): Problem {
  const rest = text.slice(offset).trim()
  const found = rest === '' ? 'the end of the text' : JSON.stringify(cut(rest))
  // a text that does not end
  const isCut = rest === '' || /^(['"])(?:(?!\1)[^\n])*$/.test(rest)
  return {
    severity: 'error',
    code: 'unknown-format',
    message: `no known format: the text looks like Python, not JSON, and cannot be read any further at ${found}`,
    ...placeOf(text, offset),
    expected: 'a value of Python',
    found,
    fix: isCut
      ? 'The text looks cut off: print or copy it again as a whole.'
      : 'Fix it there, or write it with json.dump instead of print.',
  }
}

function unknownFormat(log: Log): Problem {
  const alike = lookAlike(log)
  const seen =
    alike === null ? `is ${kindOf(log)} and begins with ${beginning(log)}` : `looks like ${alike.what}`
  return {
    severity: 'error',
    code: 'unknown-format',
    message: `no known format: the text ${seen}`,
    line: 1,
    column: 1,
    expected: 'a log of a known format',
    found: alike === null ? kindOf(log) : alike.what,
    ...(alike !== null && { fix: alike.way }),
    ...(alike === null && log.shape === 'text' && { fix: NAME_SPEAKERS }),
  }
}

const NAME_SPEAKERS = 'In a chat as text, write who speaks before each message: "User:" and "Assistant:".'

function wrongFormat(reader: Reader, log: Log): Problem {
  return {
    severity: 'error',
    code: 'wrong-format',
    message: `the text cannot be read as ${reader.title}: it is ${kindOf(log)} and begins with ${beginning(log)}`,
    line: 1,
    column: 1,
    expected: reader.title,
    found: kindOf(log),
    fix: 'Let the format be found by content, or choose another.',
  }
}

function noSuchReader(format: string): Problem {
  const names = Object.keys(readers).join(', ')
  return {
    severity: 'error',
    code: 'unknown-format',
    message: `format must be one of ${names}, but is ${shown(format)}`,
    expected: names,
    found: shown(format),
  }
}

/** A description of the text: `a JSON object with the keys { id, object }`. */
function kindOf({ shape, records, text }: Log): string {
  const value = records[0]?.value
  if (shape === 'text') {
    const scalar = text.length < LONGEST_SCALAR ? valueOf(text.trim()) : undefined
    return scalar === undefined ? 'no JSON' : `JSON, but only ${shown(scalar)}`
  }
  const what = isRecord(value)
    ? `an object with the keys ${shown(value)}`
    : isList(value)
      ? listWords(value)
      : shown(value)
  return shape === 'json' ? `JSON, ${what}` : `${records.length} lines of JSON, the first ${what}`
}

/** A text that is one number, word or string is no longer than this, in characters. */
const LONGEST_SCALAR = 1000

function listWords(list: Parameters<typeof shown>[0] & readonly unknown[]): string {
  const first = (list as readonly Parameters<typeof shown>[0][])[0]
  if (first === undefined) return 'an empty list'
  return isRecord(first)
    ? `a list of objects with the keys ${shown(first)}`
    : `a list of ${list.length}, the first ${shown(first)}`
}

function beginning({ text }: Log): string {
  return JSON.stringify(cut(text.trimStart()))
}
