import type { CheckpointSave } from '../../checkpoint/answer.ts'
import type { Checkpoint } from '../../checkpoint/checkpoint.ts'
import type { ContextEdit } from '../../core/message/context-management.ts'
import type { Decision, Held, HeldBack } from '../../policy/decision.ts'
import type { Likeness } from '../../policy/signals/likeness.ts'
import type { Fact } from '../../core/extract/fact.ts'
import type { Answer, Ask, AskSource } from '../../core/llm/ask.ts'
import type { Block } from '../../core/message/block.ts'
import type { Holding, WindowView } from '../../policy/window/view.ts'
import type { Note } from '../../notes/note.ts'
import type { Embedding } from '../../core/reference/embedder.ts'
import type { ReferenceIndex } from '../../core/reference/reference.ts'
import type { BlockId, MessageIndex, Milliseconds, Tokens, Turn } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import type { ContentId } from '../../core/window/window.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'

/** When in a turn a stage acts: as inputs arrive, when a person asks, before the call, or when the call would overflow. */
export const PHASES = Object.freeze(['result', 'manual', 'call', 'overflow'] as const)
export type Phase = (typeof PHASES)[number]

/** What a person may ask for at a turn: the history as one summary, or nothing of it. */
export const MANUAL_ACTIONS = Object.freeze(['compact', 'reset'] as const)
export type ManualAction = (typeof MANUAL_ACTIONS)[number]

/** What a log's own client did to its window before the call of this turn (REC-1). */
export interface RecordedAct {
  readonly kind: 'compaction' | 'microcompaction'
  /** What it put in place of what it removed; null where the log does not tell. */
  readonly summary: string | null
  /** Its own count of the tokens before; null where the log does not tell. */
  readonly tokensBefore: Tokens | null
  /** Tokens of the whole prompt of the call that followed, as its usage has them; null where the log does not tell. */
  readonly tokensAfter: Tokens | null
  /** Ids of the calls whose results were cleared; empty where the log does not tell them. */
  readonly cleared: readonly string[]
  /** Tokens that went, by its own count; null where the log does not tell. */
  readonly tokensFreed: Tokens | null
  /** The provider made this summary itself, of the request that this turn sent whole; missing: the client did. */
  readonly byProvider?: true
}

/** Failures in a row of requests to a model; open, nothing is asked any more in this window (COMP-3). */
export interface Breaker {
  readonly failures: number
  readonly open: boolean
}

/** What a window's agent knows beside the window: it survives edits, and goes into the next window (CROSS-3). */
export interface Carried {
  readonly notes: readonly Note[]
  readonly checkpoint: Checkpoint | null
  /** The checkpoint comes from another conversation: its turn is none of this one, which it knows nothing of. */
  readonly foreign?: true
  /** Which window of the conversation this is, from 1. */
  readonly serial: number
  /** Turn in which this window was opened. */
  readonly opened: Turn
}

/** What else a stage may use: everything known at this turn, nothing later (EDIT-4). */
export interface StageContext {
  readonly turn: Turn
  readonly time: Milliseconds | null
  /** Since the turn before of the same window, by the same clock; null where one of the two has no time. */
  readonly idle: Milliseconds | null
  readonly seed: number
  readonly messageOverhead: Tokens
  /** Tokens of a text made now, calibrated like the blocks of the trace. */
  readonly count: (text: string) => Tokens
  /** Original text of a block. */
  readonly text: (block: BlockId) => string
  /** A text of the content store. */
  readonly stored: (content: ContentId) => string
  /** What a block states, taken from it without a model. */
  readonly statements: (block: BlockId) => readonly Fact[]
  readonly references: ReferenceIndex
  readonly embedding: (block: BlockId) => Embedding | null
  /** Vector of the window's task; null where there is none. */
  readonly task: Embedding | null
  /** What is known of the likeness of a run's blocks, kept from decision to decision; made again where missing. */
  readonly likeness?: Likeness
  /** Blocks a person pinned. */
  readonly pinned: ReadonlySet<BlockId>
  /** Puts a text into the content store and returns its number (EDIT-2). */
  readonly store: (text: string) => ContentId
  /** Makes a block that did not arrive; it is in no window until an edit inserts it. */
  readonly makeBlock: (block: Omit<Block, 'id'>) => Block
  readonly breaker: Breaker
  readonly carried: Carried
  /** An alert demands that the window is compacted and its state saved now (HEALTH-2). */
  readonly emergency: boolean
  /** The last turn in which a stage asked a model about this window; null where none did. */
  readonly asked: Turn | null
  /** Subtasks that the trace marks, finished before this turn (COMP-7). */
  readonly finished: readonly FinishedSubtask[]
  /** What a person asked for at this turn, in order. */
  readonly manual: readonly ManualAction[]
  /** What the log's own client did before this call. */
  readonly recordedActs: readonly RecordedAct[]
  /** Full candidate tables are kept only when asked: `explain` sets this for its turn. */
  readonly detail: boolean
}

/**
 * What the provider told with its reply to the call before this one of the same window, which had asked it to compact as
 * this run does (EDITAPI-1).
 */
export interface ToldOfCall {
  readonly turn: Turn
  /** The reply. */
  readonly response: MessageIndex
  /** Its summary of everything before the reply, word for word; null where it compacted nothing. */
  readonly compaction: string | null
}

/** What it takes to say in a window what a provider told. */
export type HearingContext = Pick<StageContext, 'count' | 'text' | 'stored' | 'store' | 'makeBlock'>

/** The steps that `compression.cascade` may name, in the order of what a freed token costs. */
export const CASCADE_STEPS = Object.freeze([
  'tool_result_summarization',
  'progressive',
  'conversation_compaction',
  'sub_agent',
] as const)
export type CascadeStep = (typeof CASCADE_STEPS)[number]

/** How the requests of a run ask for their prompt to be cached (TIER-3). */
export interface CacheMarking {
  /** The line of the system prompt with which the half begins that changes between conversations. */
  readonly staticUntil: string
  /** How long what is marked is kept after it was read last; the provider knows these two. */
  readonly term: '5m' | '1h'
}

/** What an edit's trigger is held to, where it is a share or would take the reserve. */
export interface EditLimits {
  readonly limit: Tokens
  readonly reserve: Tokens
}

/** A stretch of turns that a scenario marks as one subtask. */
export interface FinishedSubtask {
  readonly title: string
  readonly from: Turn
  readonly to: Turn
}

/** How a stretch was made shorter, and what of (COMP-4). `own_summary`: by a strategy that has no cascade. */
export interface Compression {
  readonly step: CascadeStep | 'semantic_merge' | 'own_summary'
  /** What was taken in, for the questions that fidelity asks (HEALTH-3). */
  readonly sources: readonly AskSource[]
  /** Tokens of the stretch before and after. */
  readonly before: Tokens
  readonly after: Tokens
  /** Requests that went into it. */
  readonly asks: number
  /** What a sub-agent with a window of its own would have been charged; null where there is none. */
  readonly subagent: SubagentCost | null
}

export interface SubagentCost {
  readonly from: Turn
  readonly calls: number
  readonly input: Tokens
  readonly output: Tokens
}

/** One edit a stage wants: applied as a whole, then the window is re-measured (MAN-2). */
export interface EditPlan {
  readonly changes: readonly Change[]
  /** Writes the decision down; missing where no policy decided, or null. Asked once, before the edit is applied. */
  readonly decision?: () => Decision | null
  readonly compression?: Compression
  /** The edit opens a new window: what it leaves is what goes over. */
  readonly opensWindow?: true
  /** What kept blocks where they are, for an edit that asked guards and no policy. */
  readonly kept?: Kept
  /** Why it is made (EDIT-1); missing where a person asked for it, the log tells of it, or the provider told otherwise. */
  readonly trigger?: PlannedTrigger
  /** What the client that wrote the log counted where it did the same; missing where this run decided. */
  readonly logged?: Logged
}

/** Tokens of a window by the client that wrote the log; null where the log does not tell. */
export interface Logged {
  readonly before: Tokens | null
  /** Of the whole prompt of the call that followed, as its usage has them. */
  readonly after: Tokens | null
}

/** Blocks that an edit of whole messages left, and why. */
export interface Kept {
  /** Blocks behind guards; what shares a message or a pair with one stays with it. */
  readonly gated: readonly Held[]
  /** Blocks from this one on are the tail that stays; null where there is no tail. */
  readonly tailFrom: BlockId | null
}

/** What became of an answer. */
export const VERDICTS = Object.freeze([
  'used',
  'empty',
  'failed',
  'not_smaller',
  'unreadable',
  'ignored',
] as const)
export type Verdict = (typeof VERDICTS)[number]

export interface StageResult<State> {
  readonly edits: readonly EditPlan[]
  readonly state: State
  readonly outcome: 'done' | 'skipped' | 'refused'
  /** Why it did nothing, or what it could not reach. */
  readonly note: StageNote | null
  /** What became of each answer, in the order of the questions. */
  readonly verdicts?: readonly Verdict[]
  /** The notes, where the stage wrote some. */
  readonly notes?: readonly Note[]
  /** A checkpoint that the stage saved, and what became of the previous one. */
  readonly save?: CheckpointSave
  /** What it left undone, for the stages behind it. */
  readonly holding?: Holding
  /** The run is to end here, if the request still does not fit after every stage. */
  readonly ends?: true
}

/** A recorded reason for doing nothing, or for doing less than asked. */
export interface StageNote {
  readonly code:
    | 'below_trigger'
    | 'nothing_evictable'
    | 'target_unreachable'
    | 'not_worth_it'
    | 'held_back'
    | 'nothing_to_compress'
    | 'summary_discarded'
    | 'breaker_open'
    | 'new_window_no_gain'
    | 'soft_limit'
    | 'system_exceeds_budget'
    | 'reserve_exceeds_limit'
    | 'message_too_large'
    | 'kept_exchanges_too_large'
    | 'not_recorded'
    | 'not_told_which'
    | 'gone_before_rewrite'
    | 'not_that_block'
    | 'not_rewritable'
  /** What `code` counts: tokens, but messages for `soft_limit`. */
  readonly tokens: Tokens
  /** What there was room for, where the code compares. */
  readonly allowed?: Tokens
  /** The block it is about, where it is one. */
  readonly block?: BlockId
  /** The figures of an edit that was held back. */
  readonly heldBack?: HeldBack
}

/**
 * A step that may edit a window. It performs nothing: it returns edits and its next state, and asks a
 * model by yielding. State is plain data threaded by the driver.
 */
export interface Stage<State = unknown> {
  readonly name: string
  readonly phase: Phase
  readonly initial: State
  /** It counts on a prompt cache that lives so long after a call: the turn loop then tells when a call found less of it. */
  readonly cacheLife?: Milliseconds
  /** It has requests ask for that cache; missing: the provider keeps any prompt by itself. */
  readonly cacheMarks?: CacheMarking
  /** It stands for an edit of the provider's: what requests ask for, so that the provider makes it. */
  readonly providerEdit?: (limits: EditLimits) => ContextEdit
  /**
   * What it expected of the provider at the last call is replaced by what the provider told since. Before any stage
   * acts on the call that is due: what was decided for the last one stays decided as it was (EDIT-4).
   */
  hears?(
    view: WindowView,
    state: State,
    told: ToldOfCall,
    context: HearingContext,
  ): { readonly edits: readonly EditPlan[]; readonly state: State }
  act(view: WindowView, state: State, context: StageContext): Generator<Ask, StageResult<State>, Answer>
}
