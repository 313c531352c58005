import type {
  Json,
  Message,
  Milliseconds,
  Part,
  ResultContentPart,
  ToolDefinition,
  Turn,
  WindowId,
} from '../../../engine/index.ts'
import type { Trace, TraceNeed, TraceSource, TraceTurn, TraceWindow } from '../../trace/trace.ts'
import type { Fact } from './fact.ts'

export interface Call {
  readonly name: string
  readonly input: { readonly [key: string]: Json }
}

export interface Reply {
  readonly thinking?: string
  readonly text: string
  readonly calls: readonly Call[]
  /** Facts first stated in the text of this reply (decisions). */
  readonly plants?: readonly Fact[]
  /** Facts that the text or the calls use. */
  readonly uses?: readonly Fact[]
}

export interface Answer {
  readonly text: string
  /** A picture after the text. */
  readonly image?: { readonly url: string; readonly width: number; readonly height: number }
  readonly failed?: boolean
  readonly plants?: readonly Fact[]
}

interface Source {
  readonly message: number
  readonly part: number
  readonly text: string
}

/** Milliseconds until a result, a user's message or the model's reply arrives. */
export interface Pace {
  tool(): Milliseconds
  human(): Milliseconds
  model(): Milliseconds
}

/**
 * Records a conversation as a trace. Inputs open a turn, a reply closes it; calls get their ids here and results are
 * matched to them by order.
 *
 * A fact's evidence is checked where it is planted and where it is used, and a missing one throws an error: needs are
 * ground truth, so a scenario that only claims a use is a bug.
 */
export class Recorder {
  readonly #pace: Pace
  readonly #callId: () => string
  readonly #messages: Message[] = []
  readonly #turns: TraceTurn[] = []
  readonly #needs: TraceNeed[] = []
  readonly #sources = new Map<string, Source>()
  readonly #subtasks: { readonly title: string; readonly from: Turn }[] = []
  readonly #windows: OpenWindow[] = [mainWindow()]
  readonly #sent: boolean
  #now: OpenWindow = this.#windows[0] ?? mainWindow()
  #time: Milliseconds

  /** @param sent whether turns say when their request was sent */
  constructor(start: Milliseconds, pace: Pace, callId: () => string, sent = false) {
    this.#time = start
    this.#pace = pace
    this.#callId = callId
    this.#sent = sent
  }

  /** The turn with inputs and no reply yet. */
  get turn(): Turn {
    return this.#turns.length
  }

  /** A piece of work begins with the open turn; the previous one ends with the previous turn. */
  begin(title: string): void {
    this.#subtasks.push({ title, from: this.turn })
  }

  /** The window that is told at the moment. */
  get window(): WindowId {
    return this.#now.id
  }

  /** Opens the window of a sub-agent, without going there. */
  open(): WindowId {
    const id = this.#windows.length
    this.#windows.push({ ...mainWindow(), id, parent: this.#now.id, kind: 'subagent' })
    return id
  }

  /** Goes on in another window. */
  go(window: WindowId): void {
    const found = this.#windows[window]
    if (found === undefined) throw new Error(`there is no window ${window}`)
    this.#now = found
  }

  /** Time passes without a message. */
  wait(time: Milliseconds): void {
    this.#time += time
  }

  knows(fact: Fact): boolean {
    return this.#sources.has(this.#place(fact.key))
  }

  /** The text in which a fact was last planted; null for an unknown one. */
  sourceText(key: string): string | null {
    return this.#sources.get(this.#place(key))?.text ?? null
  }

  /** A message of the user arrives. */
  hear(text: string, plants: readonly Fact[]): void {
    this.#time += this.#pace.human()
    this.order(text, plants)
  }

  /** The same at once: the order that an agent gives to another. */
  order(text: string, plants: readonly Fact[]): void {
    this.#arrive({ role: 'user', content: text })
    for (const fact of plants) this.#plant(fact, 0, text)
  }

  /** The results of the last reply's calls arrive, in the order of the calls. */
  answer(answers: readonly Answer[]): void {
    const { waiting } = this.#now
    if (answers.length !== waiting.length) {
      throw new Error(`${waiting.length} calls wait for results, given: ${answers.length}`)
    }
    this.#time += answers.reduce((slowest, _) => Math.max(slowest, this.#pace.tool()), 0)
    const parts = answers.map((answer, index): Part => ({
      type: 'tool_result',
      tool_use_id: waiting[index] ?? '',
      content: contentOf(answer),
      ...(answer.failed === true ? { is_error: true } : {}),
    }))
    this.#now.waiting = []
    this.#arrive({ role: 'user', content: parts })
    answers.forEach((answer, index) => {
      for (const fact of answer.plants ?? []) this.#plant(fact, index, answer.text)
    })
  }

  /** The agent's reply; ends the turn. */
  reply(reply: Reply): void {
    const sent = this.#time
    this.#time += this.#pace.model()
    const turn = this.turn
    const message = this.#messages.length
    const calls = reply.calls.map((call) => ({ ...call, id: this.#callId() }))
    const parts: Part[] = [
      ...(reply.thinking === undefined ? [] : [{ type: 'thinking', thinking: reply.thinking } as const]),
      ...(reply.text === '' ? [] : [{ type: 'text', text: reply.text } as const]),
      ...calls.map(
        (call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.input }) as const,
      ),
    ]
    for (const fact of reply.uses ?? []) this.#use(fact, reply)
    this.#messages.push({ role: 'assistant', content: parts })
    this.#turns.push({
      turn,
      window: this.window,
      inputs: this.#now.inputs,
      response: message,
      time: this.#time,
      ...(this.#sent && { sent }),
      usage: null,
      model: null,
    })
    this.#now.opened ??= turn
    this.#now.last = turn
    this.#now.inputs = []
    this.#now.waiting = calls.map((call) => call.id)
    const textPart = reply.thinking === undefined ? 0 : 1
    for (const fact of reply.plants ?? []) this.#sourceAt(fact, { message, part: textPart, text: reply.text })
  }

  trace(about: {
    readonly source: Omit<TraceSource, 'kind' | 'filename'>
    readonly system: string
    readonly tools: readonly ToolDefinition[]
    readonly model?: string
  }): Trace {
    return {
      version: 1,
      source: { kind: 'scenario', ...about.source, filename: null },
      system: about.system,
      tools: about.tools,
      ...(about.model !== undefined && { model: about.model }),
      messages: this.#messages,
      windows: this.#windows.map(({ id, parent, kind, opened, last }) => ({
        id,
        parent,
        kind,
        opened: opened ?? 0,
        closed: kind === 'main' ? null : last,
      })),
      injected: [],
      turns: this.#turns,
      needs: this.#needs,
      recordedEdits: [],
      subtasks: this.#subtasks.map(({ title, from }, index) => ({
        title,
        window: 0,
        from,
        to: (this.#subtasks[index + 1]?.from ?? this.turn) - 1,
      })),
      intake: { records: this.#messages.length, problems: [], ignored: [], inferred: [] },
      siblings: [],
      lacksOverhead: false,
      counts: null,
    }
  }

  #arrive(message: Message): void {
    this.#now.inputs = [...this.#now.inputs, this.#messages.length]
    this.#messages.push(message)
  }

  /** The key of a fact in the window that is told: another window has its own source of it. */
  #place(key: string): string {
    return `${this.window} ${key}`
  }

  #plant(fact: Fact, part: number, text: string): void {
    this.#sourceAt(fact, {
      message: this.#messages.length - 1,
      part,
      text,
    })
  }

  #sourceAt(fact: Fact, source: Source): void {
    demand(fact, [source.text], 'is not in its source')
    this.#sources.set(this.#place(fact.key), source)
  }

  #use(fact: Fact, reply: Reply): void {
    const source = this.#sources.get(this.#place(fact.key))
    if (source === undefined) throw new Error(`used before it was planted: ${fact.key}`)
    const said = [reply.text, ...reply.calls.flatMap((call) => stringsIn(call.input))]
    demand(fact, [source.text], 'is not in its source')
    demand(fact, said, 'is not used where the need is')
    // What arrived in the same turn was visible anyway: not a need that a strategy could fail.
    if (this.#now.inputs.includes(source.message)) return
    this.#needs.push({
      turn: this.turn,
      message: source.message,
      part: source.part,
      evidence: fact.evidence,
      kind: fact.kind,
      refetchable: fact.again(),
      ...(fact.detail !== undefined && { detail: fact.detail }),
      ...(fact.outdated !== undefined && { outdated: fact.outdated }),
    })
  }
}

/** A window while it is told: inputs without a reply yet, and calls without a result. */
interface OpenWindow {
  readonly id: WindowId
  readonly parent: WindowId | null
  readonly kind: TraceWindow['kind']
  inputs: readonly number[]
  waiting: readonly string[]
  opened: Turn | null
  last: Turn | null
}

function mainWindow(): OpenWindow {
  return { id: 0, parent: null, kind: 'main', inputs: [], waiting: [], opened: null, last: null }
}

function contentOf({ text, image }: Answer): string | readonly ResultContentPart[] {
  if (image === undefined) return text
  const { url, width, height } = image
  return [
    { type: 'text', text },
    { type: 'image', source: { type: 'url', url }, width, height },
  ]
}

function demand(fact: Fact, texts: readonly string[], otherwise: string): void {
  for (const string of fact.evidence) {
    if (!texts.some((text) => text.includes(string))) {
      throw new Error(`evidence of ${fact.key} ${otherwise}: ${string}`)
    }
  }
}

/** Every string inside a JSON value, where a call's arguments have their content. */
function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((item: Json) => stringsIn(item))
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(stringsIn)
  return []
}
