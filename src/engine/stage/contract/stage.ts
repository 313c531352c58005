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

/** What a person may request in a turn: the history as one summary, or its removal. */
export const MANUAL_ACTIONS = Object.freeze(['compact', 'reset'] as const)
export type ManualAction = (typeof MANUAL_ACTIONS)[number]

/** What a log's own client did to its window before the call of this turn (REC-1). */
export interface RecordedAct {
  readonly kind: 'compaction' | 'microcompaction'
  /** What it put in place of what it removed; null if unknown. */
  readonly summary: string | null
  /** Its own count of the tokens before; null if unknown. */
  readonly tokensBefore: Tokens | null
  /** Tokens of the whole prompt of the following call, from its usage; null if unknown. */
  readonly tokensAfter: Tokens | null
  /** Ids of the calls whose results were cleared; empty if unknown. */
  readonly cleared: readonly string[]
  /** Tokens freed, by its own count; null if unknown. */
  readonly tokensFreed: Tokens | null
  /** Blocks from before a compaction that the log says stayed in the window; missing: none, or unknown. */
  readonly stays?: readonly BlockId[]
  /** The provider made this summary itself, from the request that this turn sent whole; missing: the client did. */
  readonly byProvider?: true
}

/** Failed requests to a model in a row; when open, no model is asked again in this window (COMP-3). */
export interface Breaker {
  readonly failures: number
  readonly open: boolean
}

/** State of the agent outside the window: it survives edits, and goes into the next window (CROSS-3). */
export interface Carried {
  readonly notes: readonly Note[]
  readonly checkpoint: Checkpoint | null
  /** The checkpoint comes from another conversation, so its turn is not one of this conversation. */
  readonly foreign?: true
  /** A person started anew since the checkpoint was saved: it only numbers the next one. */
  readonly closed?: true
  /**
   * Blocks that came after a failed call, in a turn of which the checkpoint knows only what came before; missing: none.
   */
  readonly late?: readonly BlockId[]
  /** The goal of the checkpoint from which this conversation goes on; missing if it began by itself. */
  readonly goal?: string
  /** Number of this window in the conversation, from 1. */
  readonly serial: number
  /** Turn in which this window was opened. */
  readonly opened: Turn
}

/** Further input of a stage: everything known at this turn, nothing later (EDIT-4). */
export interface StageContext {
  readonly turn: Turn
  readonly time: Milliseconds | null
  /** Time since the previous turn of the same window; null if one of the two has no time. */
  readonly idle: Milliseconds | null
  readonly seed: number
  readonly messageOverhead: Tokens
  /** Tokens of a text made now, calibrated like the blocks of the trace. */
  readonly count: (text: string) => Tokens
  /** Original text of a block. */
  readonly text: (block: BlockId) => string
  /** A text of the content store. */
  readonly stored: (content: ContentId) => string
  /** Facts of a block, extracted without a model. */
  readonly statements: (block: BlockId) => readonly Fact[]
  readonly references: ReferenceIndex
  readonly embedding: (block: BlockId) => Embedding | null
  /** Vector of the window's task; null if there is none. */
  readonly task: Embedding | null
  /** Cache of similarities of a run's blocks between decisions; made again if missing. */
  readonly likeness?: Likeness
  /** Blocks a person pinned. */
  readonly pinned: ReadonlySet<BlockId>
  /** Stores a text and returns its number (EDIT-2). */
  readonly store: (text: string) => ContentId
  /** Makes a block that did not arrive; it is in no window until an edit inserts it. */
  readonly makeBlock: (block: Omit<Block, 'id'>) => Block
  readonly breaker: Breaker
  readonly carried: Carried
  /** An alert demands that the window is compacted and its state saved now (HEALTH-2). */
  readonly emergency: boolean
  /** The last turn in which a stage asked a model about this window; null if none did. */
  readonly asked: Turn | null
  /** Subtasks that the trace marks, finished before this turn (COMP-7). */
  readonly finished: readonly FinishedSubtask[]
  /** What a person requested for this turn, in order. */
  readonly manual: readonly ManualAction[]
  /** What the log's own client did before this call. */
  readonly recordedActs: readonly RecordedAct[]
  /** Whether to keep full candidate tables; `explain` sets this for its turn. */
  readonly detail: boolean
}

/**
 * The provider's report with its reply to the previous call of the same window, which had asked it to compact as this
 * run does (EDITAPI-1).
 */
export interface ToldOfCall {
  readonly turn: Turn
  /** The reply. */
  readonly response: MessageIndex
  /** Its summary of everything before the reply, word for word; null if it compacted nothing. */
  readonly compaction: string | null
}

/** What is needed to apply a provider's report to a window. */
export type HearingContext = Pick<StageContext, 'count' | 'text' | 'stored' | 'store' | 'makeBlock'>

/** The steps that `compression.cascade` may name, ordered by the cost of a freed token. */
export const CASCADE_STEPS = Object.freeze([
  'tool_result_summarization',
  'progressive',
  'conversation_compaction',
  'sub_agent',
] as const)
export type CascadeStep = (typeof CASCADE_STEPS)[number]

/** How the requests of a run ask for their prompt to be cached (TIER-3). */
export interface CacheMarking {
  /** The line of the system prompt that begins the half that changes between conversations. */
  readonly staticUntil: string
  /** How long marked content is kept after it was last read; the provider offers these two. */
  readonly term: '5m' | '1h'
}

/** Limits for a provider's trigger that is given as a share or would use the reserve. */
export interface EditLimits {
  readonly limit: Tokens
  readonly reserve: Tokens
}

/** Turns that a scenario marks as one subtask. */
export interface FinishedSubtask {
  readonly title: string
  readonly from: Turn
  readonly to: Turn
}

/** How messages were compressed (COMP-4). `own_summary`: by a strategy without a cascade. */
export interface Compression {
  readonly step: CascadeStep | 'semantic_merge' | 'own_summary'
  /** What was compressed, for the questions of fidelity (HEALTH-3). */
  readonly sources: readonly AskSource[]
  /** Tokens of the compressed part before and after. */
  readonly before: Tokens
  readonly after: Tokens
  /** Number of requests used. */
  readonly asks: number
  /** Cost of a sub-agent with a window of its own; null if there is none. */
  readonly subagent: SubagentCost | null
}

export interface SubagentCost {
  readonly from: Turn
  readonly calls: number
  readonly input: Tokens
  readonly output: Tokens
}

/** One edit that a stage wants: it is applied as a whole, then the window is measured again (MAN-2). */
export interface EditPlan {
  readonly changes: readonly Change[]
  /**
   * Makes the record of the decision; missing or null if no policy decided. Called once, before the edit is applied.
   */
  readonly decision?: () => Decision | null
  readonly compression?: Compression
  /** The edit opens a new window, with the entries that it leaves. */
  readonly opensWindow?: true
  /** Protected blocks, for an edit that used guards but no policy. */
  readonly kept?: Kept
  /**
   * Why it is made (EDIT-1); missing if a person requested it, it comes from the log, or it corrects the record after a
   * report by the provider.
   */
  readonly trigger?: PlannedTrigger
  /** The counts of the client that wrote the log for the same edit; missing if this run decided. */
  readonly logged?: Logged
}

/** Tokens of a window as counted by the client that wrote the log; null if unknown. */
export interface Logged {
  readonly before: Tokens | null
  /** Tokens of the whole prompt of the following call, from its usage. */
  readonly after: Tokens | null
}

/** Blocks that an edit of whole messages had to keep, and why. */
export interface Kept {
  /** Blocks protected by guards; blocks that share a message or a pair with one stay too. */
  readonly gated: readonly Held[]
  /** Blocks from this one on are the tail that stays; null if there is no tail. */
  readonly tailFrom: BlockId | null
}

/** Verdicts on an answer. */
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
  /** The verdict on each answer, in the order of the requests. */
  readonly verdicts?: readonly Verdict[]
  /** The notes, if the stage wrote some. */
  readonly notes?: readonly Note[]
  /** A person started anew: the checkpoint is about what was before. */
  readonly closes?: true
  /** A checkpoint that the stage saved, and what happened to the items of the previous one. */
  readonly save?: CheckpointSave
  /** Why it held back, for later stages. */
  readonly holding?: Holding
  /** The run ends here if the request still does not fit after every stage. */
  readonly ends?: true
}

export const NOTE_CODES = Object.freeze([
  'below_trigger',
  'nothing_evictable',
  'target_unreachable',
  'not_worth_it',
  'held_back',
  'nothing_to_compress',
  'summary_discarded',
  'breaker_open',
  'new_window_no_gain',
  'soft_limit',
  'system_exceeds_budget',
  'reserve_exceeds_limit',
  'message_too_large',
  'kept_exchanges_too_large',
  'not_recorded',
  'not_told_which',
  'gone_before_rewrite',
  'not_that_block',
  'not_rewritable',
] as const)

/** A recorded reason for doing nothing, or for doing less than required. */
export interface StageNote {
  readonly code: (typeof NOTE_CODES)[number]
  /** The figure that `code` is about: tokens, but messages for `soft_limit`. */
  readonly tokens: Tokens
  /** The available room, if the code compares with it. */
  readonly allowed?: Tokens
  /** The block that it is about, if there is one. */
  readonly block?: BlockId
  /** The figures of an edit that was held back. */
  readonly heldBack?: HeldBack
}

/**
 * A step that may edit a window. It has no side effects: it returns edits and its next state, and asks a model by
 * yielding. State is plain data that the driver passes on.
 */
export interface Stage<State = unknown> {
  readonly name: string
  readonly phase: Phase
  readonly initial: State
  /**
   * Set if it depends on a prompt cache that lives this long after a call: the turn loop then reports when a call could
   * read less from it.
   */
  readonly cacheLife?: Milliseconds
  /** How requests ask for that cache; missing: the provider caches any prompt by itself. */
  readonly cacheMarks?: CacheMarking
  /** Set if it simulates an edit by the provider: the edit to request. */
  readonly providerEdit?: (limits: EditLimits) => ContextEdit
  /**
   * Replaces what it simulated for the last call by what the provider has reported. Runs before any stage acts on the
   * next call; earlier decisions do not change (EDIT-4).
   */
  hears?(
    view: WindowView,
    state: State,
    told: ToldOfCall,
    context: HearingContext,
  ): { readonly edits: readonly EditPlan[]; readonly state: State }
  act(view: WindowView, state: State, context: StageContext): Generator<Ask, StageResult<State>, Answer>
}
