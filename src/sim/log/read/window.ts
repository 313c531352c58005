import type { Json, Message, Milliseconds, Part, ToolResultPart, WindowId } from '../../../engine/index.ts'
import type { TraceWindow, Usage } from '../../trace/trace.ts'
import type { Arrival } from './assemble.ts'

/** One API reply, built from its lines; its results are kept with it, wherever their lines are. */
export interface Reply {
  readonly kind: 'reply'
  /** Line of its first block. */
  readonly order: number
  readonly time: Milliseconds | null
  readonly model: string | null
  /** See `TraceTurn`. */
  readonly effort?: string
  /** True for a reply of another log’s that this one repeats: its call was not this one’s. Missing: false. */
  readonly copied?: boolean
  readonly parts: Part[]
  usage: Usage | null
  /** See `TraceTurn`. */
  applied?: readonly Json[]
  readonly results: ToolResultPart[]
  /** Parts on a result's line other than the result. */
  readonly rest: Part[]
  /** Line and time of the newest result. */
  answered: { readonly order: number; readonly time: Milliseconds | null } | null
}

/** A user message, a message of the client's own role, or results whose call is not in the file. */
export interface Input {
  readonly kind: 'input'
  /** Default: user. */
  readonly role?: Message['role']
  readonly order: number
  readonly time: Milliseconds | null
  injected: boolean
  content: string | readonly Part[]
}

/** A model context while its lines are read. */
export interface Context {
  readonly kind: TraceWindow['kind']
  readonly parent: Context | null
  /** True for the contexts of a sub-agent. */
  readonly side: boolean
  /** The context that continues after kept compactions, not always the very next. */
  next: Context | null
  readonly items: (Reply | Input)[]
  readonly replies: Map<string, Reply>
}

/** What is said of a window that goes on with one that is not in the log. */
export const CONTINUED =
  'The log begins in the middle of a conversation: its first line continues one that is not in the file.'

export function openContext(kind: Context['kind'], parent: Context | null): Context {
  const side = kind === 'subagent' || (kind === 'continuation' && parent?.side === true)
  return { kind, parent, side, next: null, items: [], replies: new Map() }
}

/** The context that a line goes into: the newest one that continues its own. Paths are shortened as they are walked. */
export function newestOf(context: Context): Context {
  let newest = context
  while (newest.next) {
    newest.next = newest.next.next ?? newest.next
    newest = newest.next
  }
  return newest
}

/**
 * The messages of a context: each reply is followed by its results, as the provider requires, then by the user's
 * messages.
 */
export function arrivalsOf(context: Context, window: WindowId): readonly Arrival[] {
  const arrivals: Arrival[] = []
  const nothing = { window, usage: null, model: null, injected: false }
  for (const item of context.items) {
    if (item.kind === 'input') {
      if (typeof item.content !== 'string' && item.content.length === 0) continue
      const message: Message = { role: item.role ?? 'user', content: item.content }
      arrivals.push({
        ...nothing,
        order: item.order,
        response: false,
        message,
        time: item.time,
        injected: item.injected,
      })
      continue
    }
    const { order, time, model, effort, applied, results, rest, answered } = item
    const isCopied = item.copied === true
    const message: Message = { role: 'assistant', content: item.parts }
    arrivals.push({
      ...nothing,
      order,
      response: !isCopied,
      message,
      time,
      usage: isCopied ? null : item.usage,
      model,
      ...(effort !== undefined && { effort }),
      ...(applied !== undefined && { applied }),
    })
    if (answered) {
      const content = [...results, ...rest]
      arrivals.push({ ...nothing, ...answered, response: false, message: { role: 'user', content } })
    }
  }
  return arrivals
}
