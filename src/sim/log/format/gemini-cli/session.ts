import type { Json, Message, Milliseconds, Part, ToolResultPart, WindowId } from '../../../../engine/index.ts'
import type { TraceWindow, Usage } from '../../../trace/trace.ts'
import { MAIN_WINDOW } from '../../read/assemble.ts'
import type { Arrival, Conversation, DraftEdit } from '../../read/assemble.ts'
import { instantOf } from '../../read/instant.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { ReadOptions } from '../../read/reader.ts'
import type { Report } from '../../read/report.ts'
import { Tally } from '../../read/usage.ts'
import type { Entry, History, Replacement } from './history.ts'
import { googleParts, resultOfCall } from './part.ts'

/** The beginning of the client's description of its environment, before the user says anything. */
const CONTEXT = '<session_context>'

/** The conversation of a session's messages. Notices of the client (`info`, `warning`, `error`) were never sent. */
export function conversationOf(
  history: History,
  label: string | null,
  records: number,
  report: Report,
  options: ReadOptions,
): Conversation {
  const session = new Session(report, options.recordedEdits === 'keep')
  const { replacements } = history
  let next = 0
  for (const entry of history.entries) {
    for (let one = replacements[next]; one && one.rank < entry.rank; one = replacements[next]) {
      session.replace(one)
      next += 1
    }
    session.entry(entry)
  }
  for (const one of replacements.slice(next)) session.replace(one)
  return session.finish(label, records)
}

class Session {
  readonly #report: Report
  readonly #keep: boolean
  readonly #arrivals: Arrival[] = []
  readonly #windows: Omit<TraceWindow, 'opened' | 'closed'>[] = [MAIN_WINDOW]
  readonly #edits: DraftEdit[] = []
  readonly #answered = new Set<string>()
  /** The arrivals of each message, if compactions are kept. */
  readonly #ofEntry = new Map<Entry, readonly Arrival[]>()
  #window: WindowId = MAIN_WINDOW.id
  #invented = 0
  #undone = 0
  #apart = 0

  constructor(report: Report, keep: boolean) {
    this.#report = report
    this.#keep = keep
  }

  entry(entry: Entry): void {
    const from = this.#arrivals.length
    this.#take(entry)
    if (this.#keep) this.#ofEntry.set(entry, this.#arrivals.slice(from))
  }

  #take(entry: Entry): void {
    this.#report.at(entry.place)
    const { value, path } = entry
    const type = at(value, 'type')
    switch (type) {
      case 'user':
        return this.#user(entry)
      case 'gemini':
        return this.#reply(entry)
      case undefined:
        return this.#report.mismatch(`${path}.type`, 'user, gemini or info', type)
      default:
        return this.#report.ignore(textOf(type) ?? 'message of another type')
    }
  }

  replace({ rank, kind, summary, after }: Replacement): void {
    const text = summary.map((entry) => this.#textOf(entry)).filter((words) => words !== '')[0]
    const standIns = new Set(summary)
    const stays = after.filter((entry) => !standIns.has(entry)).map((entry) => this.#textOf(entry))
    this.#edits.push({
      window: this.#window,
      order: rank,
      kind,
      trigger: null,
      tokensBefore: null,
      ...(kind === 'compaction' && text !== undefined && { summary: text }),
      ...(kind === 'compaction' &&
        stays.length > 0 && { stays: stays.map((content) => ({ role: 'user', content }) as const) }),
    })
    if (kind !== 'compaction') return
    if (!this.#keep) {
      this.#undone += 1
      return
    }
    const parent = this.#window
    this.#window = this.#windows.length
    this.#windows.push({ id: this.#window, parent, kind: 'continuation' })
    for (const entry of after) {
      if (!standIns.has(entry)) {
        // kept messages are in both windows; a reply among them was given in the first one
        const kept = this.#ofEntry.get(entry) ?? []
        for (const { message, time, injected } of kept) this.#add(message, rank, time, injected)
        continue
      }
      const content = this.#textOf(entry)
      const role = at(entry.value, 'type') === 'gemini' ? 'assistant' : 'user'
      if (content !== '') this.#add({ role, content }, rank, timeOf(entry))
    }
  }

  finish(label: string | null, records: number): Conversation {
    if (this.#undone > 0)
      this.#report.infer(
        `Compactions undone (summaries left out, full conversation continued): ${this.#undone}.`,
      )
    if (this.#apart > 0)
      this.#report.infer(
        `Calls recorded separately from their reply, because a notice interrupted it: ${this.#apart}.`,
      )
    return {
      label,
      system: '',
      tools: [],
      arrivals: this.#arrivals,
      windows: this.#windows,
      edits: this.#edits,
      records,
    }
  }

  #user(entry: Entry): void {
    const { value, path, rank } = entry
    const content = at(value, 'content')
    if (typeof content === 'string') {
      this.#add({ role: 'user', content }, rank, timeOf(entry), content.trimStart().startsWith(CONTEXT))
      return
    }
    if (!isList(content) && !isRecord(content))
      return this.#report.mismatch(`${path}.content`, 'a string or a list', content)
    const parts: Part[] = []
    for (const part of googleParts(content, `${path}.content`, this.#report)) {
      if (part.type === 'tool_use') this.#report.ignore('call of the user')
      else if (part.type !== 'tool_result') parts.push(part)
      else if (part.tool_use_id === '' || this.#answered.has(part.tool_use_id))
        this.#report.ignore('copy of a result')
      else {
        this.#answered.add(part.tool_use_id)
        parts.push(part)
      }
    }
    if (parts.length === 0) return
    const [first] = parts
    const injected = first?.type === 'text' && first.text.trimStart().startsWith(CONTEXT)
    this.#add({ role: 'user', content: parts }, rank, timeOf(entry), injected)
  }

  #reply(entry: Entry): void {
    const { value, path, rank } = entry
    const said = googleParts(at(value, 'content'), `${path}.content`, this.#report)
    const { calls, results, answered } = this.#calls(at(value, 'toolCalls'), `${path}.toolCalls`)
    const named = new Set(calls.map((call) => (call.type === 'tool_use' ? call.id : '')))
    // newer versions repeat the calls in the content
    const own = said.flatMap((part): readonly Part[] => {
      if (part.type === 'tool_result' || (part.type === 'tool_use' && named.has(part.id))) return []
      return part.type === 'tool_use' && part.id === '' ? [{ ...part, id: this.#invent() }] : [part]
    })
    const thoughts = own.some((part) => part.type === 'thinking')
      ? []
      : thoughtsOf(at(value, 'thoughts'), `${path}.thoughts`, this.#report)
    const usage = usageOf(at(value, 'tokens'), `${path}.tokens`, this.#report)
    const last = this.#arrivals.at(-1)
    if (
      own.length === 0 &&
      thoughts.length === 0 &&
      !usage &&
      calls.length > 0 &&
      last &&
      endsInWords(last)
    ) {
      // a notice came between the reply and its calls, and the client began a message for them
      const message: Message = { role: 'assistant', content: [...contentOf(last.message), ...calls] }
      this.#arrivals[this.#arrivals.length - 1] = { ...last, message }
      this.#apart += calls.length
    } else {
      const message: Message = { role: 'assistant', content: [...thoughts, ...own, ...calls] }
      const model = textOf(at(value, 'model')) ?? null
      const around = { window: this.#window, order: rank, injected: false }
      this.#arrivals.push({ ...around, response: true, message, time: timeOf(entry), usage, model })
    }
    if (results.length > 0) this.#add({ role: 'user', content: results }, rank, answered)
  }

  /** Calls and results of one reply; the client stores each pair as one object. */
  #calls(
    list: Json | undefined,
    path: string,
  ): { readonly calls: Part[]; readonly results: ToolResultPart[]; readonly answered: Milliseconds | null } {
    const calls: Part[] = []
    const results: ToolResultPart[] = []
    let answered: Milliseconds | null = null
    if (list === undefined || list === null) return { calls, results, answered }
    if (!isList(list)) {
      this.#report.mismatch(path, 'a list', list)
      return { calls, results, answered }
    }
    this.#report.countParts(list.length)
    for (const [index, call] of list.entries()) {
      const where = `${path}[${index}]`
      const name = at(call, 'name')
      if (!isRecord(call) || typeof name !== 'string') {
        this.#report.mismatch(`${where}.name`, 'a string', name)
        continue
      }
      const id = textOf(at(call, 'id')) ?? this.#invent()
      calls.push({ type: 'tool_use', id, name, input: at(call, 'args') ?? {} })
      const result = resultOfCall(call, id, where, this.#report)
      if (!result) continue
      this.#answered.add(id)
      results.push(result)
      answered = instantOf(at(call, 'timestamp')) ?? answered
    }
    return { calls, results, answered }
  }

  #add(message: Message, order: number, time: Milliseconds | null, injected = false): void {
    const nothing = { usage: null, model: null, response: false }
    this.#arrivals.push({ ...nothing, window: this.#window, order, message, time, injected })
  }

  #textOf({ value, path, place }: Entry): string {
    this.#report.at(place)
    const parts = googleParts(at(value, 'content'), `${path}.content`, this.#report)
    return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n\n')
  }

  #invent(): string {
    this.#invented += 1
    return `call_without_id_${this.#invented}`
  }
}

function timeOf({ value }: Entry): Milliseconds | null {
  return instantOf(at(value, 'timestamp'))
}

/** True for a reply that called nothing. */
function endsInWords({ response, message }: Arrival): boolean {
  return response && !contentOf(message).some((part) => part.type === 'tool_use')
}

function contentOf({ content }: Message): readonly Part[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** Summaries of the reasoning, each with a subject. */
function thoughtsOf(list: Json | undefined, path: string, report: Report): readonly Part[] {
  if (list === undefined || list === null) return []
  if (!isList(list)) {
    report.mismatch(path, 'a list', list)
    return []
  }
  report.countParts(list.length)
  return list.flatMap((thought): readonly Part[] => {
    const lines = [at(thought, 'subject'), at(thought, 'description')].map((line) => textOf(line) ?? '')
    const thinking = lines.filter((line) => line !== '').join('\n')
    return thinking === '' ? [] : [{ type: 'thinking', thinking }]
  })
}

/**
 * Tokens of a reply: `input` includes the cached ones, reasoning is counted in addition to the output; zero on
 * cancelled requests.
 */
function usageOf(tokens: Json | undefined, path: string, report: Report): Usage | null {
  const tally = new Tally(tokens, path, report)
  const input = tally.prompt('input')
  if (input === null || input === 0) return null
  const output = tally.other('output')
  const thoughts = tally.other('thoughts') ?? 0
  return tally.usage({
    // what a tool of the provider's put into the prompt is counted beside it
    input: input + (tally.other('tool') ?? 0),
    output: output === null ? null : output + thoughts,
    cacheRead: tally.other('cached'),
    cacheWrite: null,
  })
}
