import { ProblemError } from '../../../engine/index.ts'
import { firstFor, partsOf } from '../../../engine/internal.ts'
import type {
  Json,
  Message,
  MessageIndex,
  Milliseconds,
  Part,
  Problem,
  ThinkingConfig,
  Tokens,
  ToolDefinition,
  Turn,
  WindowId,
} from '../../../engine/index.ts'
import type { RecordedEdit, Trace, TraceTurn, TraceWindow, Usage } from '../../trace/trace.ts'
import { cut, CUT_IT, MAX_MESSAGES } from '../json/guard.ts'
import type { ReadOptions } from './reader.ts'
import type { Report } from './report.ts'

/** A message before it is put into a trace. Messages of one window come in the order of that window. */
export interface Arrival {
  readonly window: WindowId
  /** Position in the file; turns of several windows are sorted by that of their response. */
  readonly order: number
  /** True for what the model wrote. */
  readonly response: boolean
  readonly message: Message
  readonly time: Milliseconds | null
  readonly usage: Usage | null
  readonly model: string | null
  /** See `TraceTurn`. */
  readonly effort?: string
  readonly injected: boolean
  /** True for a summary of content that the log no longer has; missing: false. */
  readonly summary?: boolean
  /** See `TraceTurn`. */
  readonly applied?: readonly Json[]
  readonly asked?: readonly Json[]
}

/** A recorded edit before turns are numbered: it applies to the first turn of its window after `order`. */
export interface DraftEdit extends Omit<RecordedEdit, 'turn'> {
  readonly order: number
}

/** One conversation as a reader understood it. */
export interface Conversation {
  /** What distinguishes it from others of the file; null if nothing does. */
  readonly label: string | null
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  readonly thinking?: ThinkingConfig
  /** See `Trace`. */
  readonly model?: string
  readonly contextWindow?: Tokens
  /** See `TraceSource`. */
  readonly versions?: readonly string[]
  readonly folder?: string
  readonly arrivals: readonly Arrival[]
  /** Without their turns; window 0 comes first. */
  readonly windows: readonly Omit<TraceWindow, 'opened' | 'closed'>[]
  readonly edits: readonly DraftEdit[]
  /** True where a format never records the client's own tools, even if it has a system prompt. Default: false. */
  readonly lacksTools?: boolean
  /** True if the time of an input is that at which the client had it, just before its request. Default: false. */
  readonly timesInputs?: boolean
  /** Lines or records read. */
  readonly records: number
}

interface DraftTurn {
  readonly window: WindowId
  readonly order: number
  readonly inputs: readonly Arrival[]
  readonly response: Arrival | null
}

export const MAIN_WINDOW = Object.freeze({ id: 0, parent: null, kind: 'main' } as const)

export const LACKS_OVERHEAD =
  'The log contains no system prompt and no tools, but its usage shows that there were some.'
export const LACKS_TOOLS =
  'The log does not define the client’s own tools, but its usage shows that there were some.'

/**
 * Makes a trace from a conversation: turns end after each response, results of one reply become one message, and
 * messages and turns are numbered in the order of arrival. Throws a ProblemError with the report's problems if no
 * message is left.
 */
export function assemble(
  reader: { readonly name: string; readonly title: string },
  conversation: Conversation,
  report: Report,
  options: ReadOptions,
): Trace {
  const { arrivals, system, tools } = conversation
  if (arrivals.length === 0) throw new ProblemError(noMessages(reader.title, report.problems))
  checkCount(arrivals.length)

  const messages: Message[] = []
  const injected: MessageIndex[] = []
  const summaries: MessageIndex[] = []
  const turns: TraceTurn[] = []
  const drafts = turnsOf(arrivals)
  const add = (arrival: Arrival): MessageIndex => {
    if (arrival.injected) injected.push(messages.length)
    if (arrival.summary === true) summaries.push(messages.length)
    return messages.push(arrival.message) - 1
  }
  for (const [turn, draft] of drafts.entries()) {
    const inputs = draft.inputs.map(add)
    const response = draft.response && add(draft.response)
    const last = draft.response ?? draft.inputs.at(-1)
    const asked = conversation.timesInputs === true ? draft.inputs.at(-1)?.time : null
    const answered = draft.response?.time ?? null
    const sent = asked !== undefined && asked !== null && answered !== null && asked < answered ? asked : null
    turns.push({
      turn,
      window: draft.window,
      inputs,
      response,
      time: last?.time ?? draft.inputs.findLast((input) => input.time !== null)?.time ?? null,
      ...(sent !== null && { sent }),
      usage: draft.response?.usage ?? null,
      model: draft.response?.model ?? null,
      ...(draft.response?.effort !== undefined && { effort: draft.response.effort }),
      ...(draft.response?.applied !== undefined && { applied: draft.response.applied }),
      ...(draft.response?.asked !== undefined && { asked: draft.response.asked }),
    })
  }

  const lacksAll = system === '' && tools.length === 0
  const lacksOverhead =
    (lacksAll || conversation.lacksTools === true) && turns.some((turn) => turn.usage !== null)
  if (lacksOverhead) report.infer(lacksAll ? LACKS_OVERHEAD : LACKS_TOOLS)
  for (const sentence of unpaired(messages)) report.infer(sentence)
  tellShared(arrivals, report)

  return {
    version: 1,
    source: {
      kind: 'log',
      name: reader.name,
      title: titleOf(reader.title, conversation, options.filename),
      ...nameOf(conversation),
      seed: null,
      filename: options.filename ?? null,
      ...(conversation.versions?.length && { versions: conversation.versions }),
      ...(conversation.folder !== undefined && { folder: conversation.folder }),
    },
    system,
    tools,
    ...(conversation.thinking !== undefined && { thinking: conversation.thinking }),
    ...(conversation.model !== undefined && { model: conversation.model }),
    ...(conversation.contextWindow !== undefined && { contextWindow: conversation.contextWindow }),
    messages,
    windows: windowsOf(conversation.windows, drafts),
    injected,
    ...(summaries.length > 0 && { summaries }),
    turns,
    needs: [],
    recordedEdits: numbered(conversation.edits, conversation.windows, drafts),
    intake: report.finish(conversation.records),
    siblings: [],
    lacksOverhead,
    counts: null,
  }
}

/** Refuses a file with more records or messages than MAX_MESSAGES. */
export function checkCount(count: number): void {
  if (count <= MAX_MESSAGES) return
  throw new ProblemError([
    {
      severity: 'error',
      code: 'too-many-messages',
      message: `a log may hold ${MAX_MESSAGES} messages or lines, but this one holds ${count}`,
      expected: `at most ${MAX_MESSAGES}`,
      found: String(count),
      fix: CUT_IT,
    },
  ])
}

function turnsOf(arrivals: readonly Arrival[]): readonly DraftTurn[] {
  const waiting = new Map<WindowId, Arrival[]>()
  const drafts: DraftTurn[] = []
  for (const arrival of arrivals) {
    const inputs = waiting.get(arrival.window) ?? []
    if (arrival.response) {
      drafts.push({ window: arrival.window, order: arrival.order, inputs: joined(inputs), response: arrival })
      waiting.delete(arrival.window)
    } else {
      inputs.push(arrival)
      waiting.set(arrival.window, inputs)
    }
  }
  for (const [window, inputs] of waiting) {
    const order = inputs.reduce((latest, input) => Math.max(latest, input.order), 0)
    drafts.push({ window, order, inputs: joined(inputs), response: null })
  }
  return drafts.sort((a, b) => a.order - b.order || a.window - b.window)
}

/** The inputs of a turn; an example reply among them separates the results before it from those after it. */
function joined(inputs: readonly Arrival[]): readonly Arrival[] {
  const runs: Arrival[][] = [[]]
  for (const input of inputs) {
    if (input.message.role === 'assistant') runs.push([])
    runs.at(-1)?.push(input)
  }
  return runs.flatMap(withResultsJoined)
}

/** Several messages with results in one turn are joined into one with the results first; other messages stay. */
function withResultsJoined(inputs: readonly Arrival[]): readonly Arrival[] {
  const withResults = inputs.filter((input) => hasResult(input.message))
  const first = withResults[0]
  const last = withResults.at(-1)
  if (!first || !last || first === last) return inputs
  const parts = withResults.flatMap((input) => partsOf(input.message))
  const content = [...parts.filter(isResult), ...parts.filter((part) => !isResult(part))]
  const whole: Arrival = { ...first, order: last.order, time: last.time, message: { role: 'user', content } }
  return inputs
    .filter((input) => input === first || !hasResult(input.message))
    .map((input) => (input === first ? whole : input))
}

function hasResult(message: Message): boolean {
  return typeof message.content !== 'string' && message.content.some(isResult)
}

function isResult(part: Part): boolean {
  return part.type === 'tool_result'
}

/** Windows with their first and last turn. */
function windowsOf(windows: Conversation['windows'], turns: readonly DraftTurn[]): readonly TraceWindow[] {
  const opened = new Map<WindowId, Turn>()
  const last = new Map<WindowId, Turn>()
  for (const [turn, { window }] of turns.entries()) {
    if (!opened.has(window)) opened.set(window, turn)
    last.set(window, turn)
  }
  const origins = originsOf(windows)
  const continued = new Set(windows.map((window) => (window.kind === 'continuation' ? window.parent : null)))
  return windows.map((window) => {
    const end = last.get(window.id) ?? null
    // a sub-agent that is working when the log ends is still open, and so is the newest main window
    const main = (origins.get(window.id) ?? window.id) === MAIN_WINDOW.id
    const open = !continued.has(window.id) && (main || end === turns.length - 1)
    return { ...window, opened: opened.get(window.id) ?? 0, closed: open ? null : end }
  })
}

/** The first window of each one's chain of continuations, itself if it continues none. */
function originsOf(windows: Conversation['windows']): ReadonlyMap<WindowId, WindowId> {
  const origins = new Map<WindowId, WindowId>()
  for (const { id, kind, parent } of windows)
    origins.set(id, kind === 'continuation' && parent !== null ? (origins.get(parent) ?? parent) : id)
  return origins
}

/** Gives each edit the first turn after it, in its window or in the one that continues it. */
function numbered(
  edits: readonly DraftEdit[],
  windows: Conversation['windows'],
  turns: readonly DraftTurn[],
): readonly RecordedEdit[] {
  const origin = originsOf(windows)
  const turnsOfOrigin = new Map<WindowId, Turn[]>()
  for (const [turn, { window }] of turns.entries()) {
    const key = origin.get(window) ?? window
    const list = turnsOfOrigin.get(key)
    if (list) list.push(turn)
    else turnsOfOrigin.set(key, [turn])
  }
  return edits.map(({ order, ...edit }) => {
    const own = turnsOfOrigin.get(origin.get(edit.window) ?? edit.window) ?? []
    const next = firstFor(0, own.length, (at) => (turns[own[at] ?? 0]?.order ?? 0) > order)
    // an edit at the end of the log has no turn after it, so it stays with the last one
    return { turn: own[next] ?? own.at(-1) ?? 0, ...edit }
  })
}

function titleOf(format: string, conversation: Conversation, filename: string | undefined): string {
  const label = conversation.label
  if (filename !== undefined) return label === null ? filename : `${filename}: ${label}`
  return label ?? firstWords(conversation.arrivals) ?? format
}

function nameOf(conversation: Conversation): { readonly conversation?: string } {
  const name = conversation.label ?? firstWords(conversation.arrivals)
  return name === null ? {} : { conversation: name }
}

function firstWords(arrivals: readonly Arrival[]): string | null {
  for (const { response, injected, message } of arrivals) {
    if (response || injected || message.role !== 'user') continue
    for (const part of partsOf(message)) {
      const words = part.type === 'text' ? part.text.slice(0, 400).trim().replace(/\s+/g, ' ') : ''
      if (words !== '') return cut(words)
    }
  }
  return null
}

function unpaired(messages: readonly Message[]): readonly string[] {
  const calls = new Set<string>()
  const results = new Set<string>()
  for (const message of messages)
    for (const part of partsOf(message)) {
      if (part.type === 'tool_use') calls.add(part.id)
      else if (part.type === 'tool_result') results.add(part.tool_use_id)
    }
  const open = [...calls].filter((id) => !results.has(id))
  const orphans = [...results].filter((id) => !calls.has(id))
  const sentences: string[] = []
  if (open.length > 0) sentences.push(`Calls without a result in the log: ${named(open)}.`)
  if (orphans.length > 0) sentences.push(`Results without a call in the log: ${named(orphans)}.`)
  return sentences
}

/** Reports calls, and results, of one window that share an id: the first two of each, and how many there are. */
function tellShared(arrivals: readonly Arrival[], report: Report): void {
  const known = new Map<
    string,
    { readonly kind: 'call' | 'result'; readonly id: string; readonly parts: Part[] }
  >()
  for (const { window, message } of arrivals)
    for (const part of partsOf(message)) {
      if (part.type !== 'tool_use' && part.type !== 'tool_result') continue
      const kind = part.type === 'tool_use' ? 'call' : 'result'
      const id = part.type === 'tool_use' ? part.id : part.tool_use_id
      const key = `${window} ${kind} ${id}`
      const same = known.get(key)
      if (same === undefined) known.set(key, { kind, id, parts: [part] })
      else same.parts.push(part)
    }
  for (const { kind, id, parts } of known.values()) {
    const [first, second] = parts
    if (first && second) report.sharedId(kind, id, first, second, 'kept', parts.length)
  }
}

function named(ids: readonly string[]): string {
  const shownIds = ids.slice(0, 5).map((id) => cut(id, 40))
  return `${ids.length} (${shownIds.join(', ')}${ids.length > shownIds.length ? ', …' : ''})`
}

/** Why no message is left, with the first problem that was found, and the others. */
function noMessages(title: string, [first, ...others]: readonly Problem[]): readonly Problem[] {
  const count = others.length === 0 ? '' : `the first of ${others.length + 1} problems: `
  const why = first ? `${count}${first.message}` : 'nobody has said anything in it'
  const none: Problem = {
    severity: 'error',
    code: 'no-messages',
    message: `no message could be read from this log (${title}): ${why}`,
    line: first?.line ?? 1,
    column: first?.column ?? 1,
    expected: first?.expected ?? 'a message of a user or a reply',
    found: first?.found ?? 'none',
    fix: first?.fix ?? 'Choose another session, or check that the whole log was exported.',
  }
  return [none, ...others]
}
