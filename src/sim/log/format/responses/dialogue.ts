import type { Message, Milliseconds, Part, ToolResultPart } from '../../../../engine/index.ts'
import type { Usage } from '../../../trace/trace.ts'
import { MAIN_WINDOW } from '../../read/assemble.ts'
import type { Arrival, Conversation } from '../../read/assemble.ts'
import { arrivalsOf, openContext } from '../../read/window.ts'
import type { Context, Input, Reply } from '../../read/window.ts'
import type { Report } from '../../read/report.ts'

/** Position and time of a message, and its model. */
export interface Moment {
  /** Position in the file; it grows. */
  readonly order: number
  readonly time: Milliseconds | null
  readonly model: string | null
  /** See `TraceTurn`. */
  readonly effort?: string
  /** See `Reply`. */
  readonly copied?: boolean
}

/** The result of a compaction: its summary, and the messages with which the window continued. */
export interface Compaction {
  readonly summary: string | null
  readonly tokensBefore: number | null
  readonly order: number
  readonly version?: string
  readonly stays?: readonly Message[]
}

interface PendingEdit extends Compaction {
  readonly context: Context
}

/**
 * A conversation built from items. Consecutive items of the model are one reply, until its usage arrives, something
 * else arrives, or the caller closes it. Results stay with the reply that made the call, wherever they come.
 */
export class Dialogue {
  readonly #report: Report
  readonly #keep: boolean
  readonly #contexts: Context[] = [openContext('main', null)]
  readonly #edits: PendingEdit[] = []
  /** Replies that wait for the result of a call, the newest first. */
  #waiting = new Map<string, Reply>()
  #answered = new Map<string, ToolResultPart>()
  #open: Reply | null = null
  #newest: Reply | null = null
  #undone = 0

  constructor(report: Report, keep: boolean) {
    this.#report = report
    this.#keep = keep
  }

  /** The newest reply; null before there is one. */
  get newest(): Reply | null {
    return this.#newest
  }

  /** True until the reply ends. */
  get isOpen(): boolean {
    return this.#open !== null
  }

  /** True while nothing has arrived. */
  get isEmpty(): boolean {
    return this.#context.items.length === 0
  }

  said(parts: readonly Part[], { order, time, model, effort, copied }: Moment): void {
    if (this.#open === null) {
      this.#open = {
        kind: 'reply',
        order,
        time,
        model,
        ...(effort !== undefined && { effort }),
        ...(copied === true && { copied }),
        parts: [],
        usage: null,
        results: [],
        rest: [],
        answered: null,
      }
      this.#newest = this.#open
      this.#context.items.push(this.#open)
    }
    for (const part of parts) {
      this.#open.parts.push(part)
      if (part.type !== 'tool_use') continue
      this.#waiting.set(part.id, this.#open)
      this.#answered.delete(part.id)
    }
  }

  /** The reply is finished: the model's next item begins another one. */
  close(): void {
    this.#open = null
  }

  /** Continues a reply that a result had ended. */
  resume(reply: Reply): void {
    this.#open = reply
  }

  /** Usage of the newest reply, which ends it. */
  used(usage: Usage | null): void {
    if (this.#newest && usage) this.#newest.usage = usage
    this.close()
  }

  result(result: ToolResultPart, { order, time }: Moment): void {
    const id = result.tool_use_id
    this.close()
    const first = this.#answered.get(id)
    if (first !== undefined) return this.#report.secondResult(first, result)
    this.#answered.set(id, result)
    const reply = this.#waiting.get(id)
    if (reply === undefined)
      this.#context.items.push({ kind: 'input', order, time, injected: false, content: [result] })
    else {
      reply.results.push(result)
      reply.answered = { order, time }
    }
  }

  /** A message that is not the model's. `isInjected` is decided after everything has been read. */
  given(role: 'user' | 'system', content: Message['content'], moment: Moment): Given {
    this.close()
    const { order, time } = moment
    const input = { kind: 'input' as const, role, order, time, injected: false, content }
    this.#context.items.push(input)
    return input
  }

  /**
   * The client, or the provider, replaced everything so far. If kept, a window opens that continues from here; if
   * undone, the log simply continues. Returns whether the compacted messages belong to the window: they do if it is
   * kept, and if the log begins with the compaction and has nothing else from before.
   */
  compacted(compaction: Compaction): boolean {
    this.close()
    const context = this.#context
    if (context.items.length === 0) return true
    this.#edits.push({ ...compaction, context })
    if (!this.#keep) {
      this.#undone += 1
      return false
    }
    this.#contexts.push(openContext('continuation', context))
    this.#waiting = new Map()
    this.#answered = new Map()
    return true
  }

  finish(): Pick<Conversation, 'arrivals' | 'windows' | 'edits'> {
    if (this.#undone > 0)
      this.#report.infer(
        `Compactions undone (summaries left out, full conversation continued): ${this.#undone}.`,
      )
    const ids = new Map<Context, number>()
    const arrivals: Arrival[] = []
    const windows: Conversation['windows'][number][] = []
    for (const context of this.#contexts) {
      const items = context.items.filter((item) => this.#says(item))
      if (items.length > 0) {
        const id = windows.length
        windows.push(id === 0 ? MAIN_WINDOW : { id, parent: id - 1, kind: 'continuation' })
        for (const arrival of arrivalsOf({ ...context, items }, id)) arrivals.push(arrival)
      }
      ids.set(context, Math.max(0, windows.length - 1))
    }
    return {
      arrivals,
      windows: windows.length === 0 ? [MAIN_WINDOW] : windows,
      edits: this.#edits.map(({ context, summary, ...edit }) => ({
        kind: 'compaction',
        window: ids.get(context) ?? 0,
        trigger: null,
        ...edit,
        ...(summary !== null && { summary }),
      })),
    }
  }

  get #context(): Context {
    const last = this.#contexts.at(-1)
    if (!last) throw new Error('a dialogue has at least one context')
    return last
  }

  /** A reply of only hidden reasoning was interrupted. */
  #says(item: Context['items'][number]): boolean {
    if (item.kind === 'input' || item.parts.length > 0 || item.results.length > 0) return true
    this.#report.ignore('reply without content')
    return false
  }
}

/** A message for which it is decided later whether it was injected. */
export type Given = Omit<Input, 'injected'> & { injected: boolean }
