import type {
  CompactionPart,
  CounterName,
  Json,
  Message,
  MessageIndex,
  Milliseconds,
  Problem,
  ThinkingConfig,
  Tokens,
  ToolDefinition,
  Turn,
  WindowId,
} from '../../engine/index.ts'

/** A response's reported usage. `input` is the whole prompt: uncached + cache writes + cache reads (TOK-2). */
export interface Usage {
  readonly input: Tokens
  readonly output: Tokens | null
  readonly cacheRead: Tokens | null
  readonly cacheWrite: Tokens | null
  /** Cache term of most of what was written, if the log says that it is an hour; missing: five minutes, or unknown. */
  readonly cacheTerm?: '1h'
  /** Tokens of `cacheWrite` that are kept for an hour, if others of this call are kept for five minutes. */
  readonly hourWrite?: Tokens
  /**
   * Prompts with which the model was asked again for the same reply, because of tools that the provider runs: they are
   * paid for, and are no prompt of the client. Missing: none.
   */
  readonly sampledAgain?: Readonly<Record<'input' | 'cacheRead' | 'cacheWrite', Tokens>>
  /** Tokens of the prompt that are sound, and those of them that were read from the cache. Missing: none, or unknown. */
  readonly audio?: Readonly<Record<'input' | 'cacheRead', Tokens>>
  /**
   * Tokens of the prompt that was really sent, by counter. A client that manages its window does not send everything,
   * so counts are fitted to these and not to the sum of the blocks (TOK-2).
   */
  readonly counted?: Readonly<Record<string, Tokens>>
}

/** One model context of a conversation: the main one (id 0), a sub-agent's, or a continuation. */
export interface TraceWindow {
  readonly id: WindowId
  readonly parent: WindowId | null
  readonly kind: 'main' | 'subagent' | 'continuation'
  /** First turn of the window. */
  readonly opened: Turn
  readonly closed: Turn | null
  /** The log begins in the middle of this window's conversation: it names an earlier line that it lacks. */
  readonly continued?: true
}

/** The inputs that arrive and the agent's response to them. Trailing inputs form a last turn without response. */
export interface TraceTurn {
  readonly turn: Turn
  readonly window: WindowId
  readonly inputs: readonly MessageIndex[]
  readonly response: MessageIndex | null
  /** Time of the response (or of the last input) on the trace's own clock. */
  readonly time: Milliseconds | null
  /** When the request was sent: time of the newest input, if the log tells it and it is before `time`. */
  readonly sent?: Milliseconds
  readonly usage: Usage | null
  readonly model: string | null
  /** The reasoning effort that the call asked for, if another than the first call’s; missing: the same, or unknown. */
  readonly effort?: string
  /**
   * The provider's report of what it cleared from the prompt of this turn (EDITAPI-1), possibly nothing. Missing: not
   * requested, or not known.
   */
  readonly applied?: readonly Json[]
  /**
   * The edits that the request of this turn asked the provider for, as in the request. If a compaction is among them,
   * the provider compacted if `recordedEdits` has one for the turn. Missing: none, or unknown.
   */
  readonly asked?: readonly Json[]
}

/** Kinds of content that a later turn may depend on (NEED-1). */
export const NEED_KINDS = Object.freeze([
  'goal',
  'constraint',
  'decision',
  'fact',
  'artifact',
  'tool_result',
] as const)
export type NeedKind = (typeof NEED_KINDS)[number]

/**
 * A later turn depends on an earlier part of the conversation (NEED-1). The source is a part of a
 * message, which becomes a block at intake. Ground truth of a scenario; in a log, needs are inferred
 * from references and are not part of the trace.
 */
export interface TraceNeed {
  readonly turn: Turn
  readonly message: MessageIndex
  readonly part: number
  /** Strings that prove the need is met; all of them for `full`. */
  readonly evidence: readonly string[]
  readonly kind: NeedKind
  /** True when the agent could get it back with one more call (a file, a search), false for the user's words. */
  readonly refetchable: boolean
  /** A finer kind for probes of what was kept; missing: as `kind` says. */
  readonly detail?: 'side_constraint' | 'number' | 'continuation' | 'changed'
  /** Strings of the value that this one replaced: whoever has only these is out of date. */
  readonly outdated?: readonly string[]
}

/** What a log's own client did to its window (a compaction boundary and the like). Undone in replay unless asked (REC-1). */
export interface RecordedEdit {
  readonly turn: Turn
  readonly window: WindowId
  readonly kind: 'compaction' | 'microcompaction'
  readonly trigger: string | null
  /** Version of the client that did it, if the log has it. */
  readonly version?: string
  readonly tokensBefore: Tokens | null
  /** What the client put in place of what it removed, if the log has it. */
  readonly summary?: string
  /** Messages from before that stayed in the window unchanged, where the log says which. Missing: none, or unknown. */
  readonly stays?: readonly Message[]
  /** The provider's own summary as it came in the reply, to be sent back unchanged; missing: a client made it. */
  readonly part?: CompactionPart
  /** Tokens freed, by the client's own count. */
  readonly tokensFreed?: Tokens
  /** Ids of the calls whose results were cleared, if the log has them. */
  readonly cleared?: readonly string[]
}

/** A range of turns that works on one subtask. */
export interface TraceSubtask {
  readonly title: string
  readonly window: WindowId
  /** First and last turn. */
  readonly from: Turn
  readonly to: Turn
}

export interface TraceSource {
  /** `live`: a conversation in progress, which grows at its end. */
  readonly kind: 'log' | 'scenario' | 'live'
  /** Reader's or scenario's name. */
  readonly name: string
  readonly title: string
  /** The conversation's title in the log, or its first words, if there are any. */
  readonly conversation?: string
  readonly seed: number | null
  /** Parameters of the scenario that a person changed; missing: none. */
  readonly overrides?: Readonly<Record<string, number>>
  readonly filename: string | null
  /** Versions of the client that wrote the log, in their order; missing if it names none. */
  readonly versions?: readonly string[]
  /** The folder in which the client began, if the log tells it. */
  readonly folder?: string
}

/** What a reader skipped or filled in, for the page to show. */
export interface IntakeReport {
  /** Lines or records read. */
  readonly records: number
  /** Broken records that were skipped, each with its place. */
  readonly problems: readonly Problem[]
  /** Records skipped on purpose (user-interface copies, titles, snapshots), counted by kind. */
  readonly ignored: readonly { readonly kind: string; readonly count: number }[]
  /** Sentences about what was inferred: a missing system prompt, a missing result, an image's size. */
  readonly inferred: readonly string[]
}

/** A conversation to replay. Plain data: it can be cloned, posted to a worker, and written as JSON. */
export interface Trace {
  readonly version: 1
  readonly source: TraceSource
  /** System text of the request, '' if the log lacks it. */
  readonly system: string
  readonly tools: readonly ToolDefinition[]
  /** The model that the file names for all of its calls; missing if it names none, or one per call. */
  readonly model?: string
  /**
   * Window of the model as the log’s own client recorded it, or as implied by the size at which it compacts
   * automatically; missing if unknown.
   */
  readonly contextWindow?: Tokens
  /** The thinking setting of requests; missing if unknown. */
  readonly thinking?: ThinkingConfig
  /**
   * Every message of every window once, in the order of arrival; none has role `system` unless it arrived in
   * mid-conversation.
   */
  readonly messages: readonly Message[]
  readonly windows: readonly TraceWindow[]
  /** Messages that the client injected itself (skill bodies, caveats, memory): they become memory injections. */
  readonly injected: readonly MessageIndex[]
  /** Messages in which the client summarized what it had removed, if the log no longer has that; missing: none. */
  readonly summaries?: readonly MessageIndex[]
  /** Turns of all windows, in the order of arrival; `turns[i].turn === i`. */
  readonly turns: readonly TraceTurn[]
  readonly needs: readonly TraceNeed[]
  readonly recordedEdits: readonly RecordedEdit[]
  /** Ranges of turns that are one subtask each, as marked by a scenario (COMP-7). Missing if none are marked. */
  readonly subtasks?: readonly TraceSubtask[]
  readonly intake: IntakeReport
  /** Other conversations of the same file, largest first; empty for most. */
  readonly siblings: readonly string[]
  /**
   * True if the request's system prompt and tools are not in the log but usage shows that there were some, and nobody
   * entered both by hand: the excess of usage over all blocks becomes one block (TOK-2).
   */
  readonly lacksOverhead: boolean
  /** Exact counts made in advance, so that a bundled sample needs no rank files; in the order of `blocksOf`. */
  readonly counts: { readonly counter: CounterName; readonly tokens: readonly Tokens[] } | null
}
