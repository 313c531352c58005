import type {
  AnthropicRequest,
  AskRecord,
  Block,
  BlockId,
  BlockState,
  Component,
  BlockType,
  Checkpoint,
  CompressionRecord,
  CounterName,
  Decision,
  EditTrigger,
  Failure,
  FoundViolation,
  Kept,
  Logged,
  MadeBlock,
  ManualAction,
  Milliseconds,
  Note,
  PressureReading,
  Provider,
  Ratio,
  Repair,
  RequestTo,
  Thresholds,
  Tick,
  Tokens,
  Turn,
  TurnEvent,
  Verb,
  WindowId,
  WindowMemory,
  WindowPoint,
} from '../../../engine/index.ts'
import type { Config, PartialConfig } from '../../../config/index.ts'
import type { PricedModel } from '../../../llm/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { NeedKind, Trace } from '../../trace/trace.ts'

/** Version of the recorded form; see FORMAT.md. */
export const TIMELINE_VERSION = 3
/** Version of the engine that decided; part of a run's identity (EDIT-3). */
export const ENGINE_VERSION = '0.28.0'

/** What a person chose to price runs with. */
export interface ChosenPrices {
  /** Missing: the prices of the model that made the conversation. */
  readonly model?: PricedModel
  /** How long the cache is kept; missing: as it was asked for. */
  readonly term?: '5m' | '1h'
}

/** Something a person did to a run at a turn. */
export type Intervention =
  | { readonly turn: Turn; readonly kind: 'pin' | 'unpin'; readonly block: BlockId }
  | { readonly turn: Turn; readonly kind: ManualAction }
  /**
   * The need of this turn on this block, as inferred in a log, is one or is none (REF-2). A rejected need counts nowhere;
   * of several verdicts about one need, the last holds.
   */
  | { readonly turn: Turn; readonly kind: 'confirm' | 'reject'; readonly block: BlockId }
  | {
      /**
       * Before the call of the turn, this text replaces the content of a block in the window. Blocks that are not plain
       * text cannot be edited: calls, tool definitions, thinking, images. If the block is gone or was replaced by a
       * shorter text, nothing is edited, and a note of the turn says so. The block's references stay those of its
       * original text.
       */
      readonly turn: Turn
      readonly kind: 'edit'
      readonly block: BlockId
      /** Not empty. */
      readonly text: string
      /**
       * For a block that the run made: its type, and the turn in which it was made. If the run has a different block
       * with that id, nothing is edited, and a note of the turn says so. Missing: any block with the id.
       */
      readonly of?: MadeBlock
    }
  | {
      /**
       * From this turn on, including its arrivals, the run uses these settings, laid over the previous ones (CONF-4),
       * possibly with another strategy. The window size stays the run's.
       */
      readonly turn: Turn
      readonly kind: 'set'
      readonly config: PartialConfig
    }

/** A model's answer, or its failure. */
export type RecordedAnswer = { readonly text: string } | { readonly failure: Failure }

/** Everything a run is a function of (EDIT-3); its hash identifies the run. */
export interface RunSpec {
  readonly trace: string
  readonly config: Config
  readonly seed: number
  readonly counter: CounterName
  readonly calibrated: boolean
  readonly interventions: readonly Intervention[]
  /** Recorded answers of a real model, in order; empty if the mock answered. */
  readonly answers: readonly RecordedAnswer[]
  readonly engine: string
}

/**
 * The time of a block in a window in one state: a range of ticks. Columns of equal length; row i is one span. The
 * window at tick k contains the spans with fromTick ≤ k < toTick, by `order`.
 */
export interface Spans {
  readonly length: number
  readonly block: Int32Array
  readonly version: Int32Array
  readonly window: Int32Array
  readonly fromTick: Int32Array
  /** First tick at which it is no longer there; OPEN for spans at the end of the run. */
  readonly toTick: Int32Array
  /** Index into BLOCK_STATES. */
  readonly state: Uint8Array
  readonly order: Float64Array
  readonly tokens: Int32Array
  /** Index into `contents`, −1 for the original content. */
  readonly content: Int32Array
}
export const OPEN: Tick = 0x7fffffff

/** What an edit did to one block. */
export interface EditedBlock {
  readonly block: BlockId
  readonly verb: Verb
  readonly from: BlockState
  readonly to: BlockState
  readonly freed: Tokens
  readonly added: Tokens
  /** The block that received its content, if there is one: a summary, or the newest block of a merge. */
  readonly into?: BlockId
}

/** One entry of the audit log. */
export interface EditRecord {
  /** Index in `timeline.edits`. */
  readonly edit: number
  readonly tick: Tick
  readonly turn: Turn
  readonly window: WindowId
  /** The stage that made it; `repair` for an edit that made the request valid. */
  readonly stage: string
  /**
   * before − freed + added = after (LED-1); `freed` is the sum of what `blocks` freed, `added` that of what they added
   * plus the two fields below.
   */
  readonly before: Tokens
  readonly freed: Tokens
  readonly added: Tokens
  readonly after: Tokens
  /** Message overhead that moved to blocks outside the edit, negative if it moved from them; missing: none. */
  readonly overhead?: Tokens
  /**
   * Tokens that recorded usage had already subtracted for the blocks that left, which cannot be freed twice; missing:
   * none.
   */
  readonly returned?: Tokens
  readonly blocks: readonly EditedBlock[]
  readonly decision: Decision | null
  readonly repairs: readonly Repair[]
  /** The compression; null for an edit that compressed nothing. `asks` are indices in `timeline.asks`. */
  readonly compression: CompressionRecord | null
  /** The window that the edit opened, null for all others. */
  readonly opened: WindowId | null
  /** Protected blocks, for an edit of whole messages; missing for all others. */
  readonly kept?: Kept
  /** Index of the stage in the strategy's list, or in the pipeline; missing if no stage made the edit. */
  readonly step?: number
  /**
   * Why it was made (EDIT-1); missing if a person requested it, it comes from the log, or it corrects the record after
   * a report by the provider.
   */
  readonly trigger?: EditTrigger
  /** The counts of the client that wrote the log for the same edit (REC-1); missing if this run decided. */
  readonly logged?: Logged
}

/**
 * How a need was met (NEED-2); `unknown` if a text that the log does not hold may have met it, `unreached` if its turn
 * was never sent, because the run had ended.
 */
export type Resolution = 'full' | 'summary' | 'partial' | 'pointer' | 'lost' | 'unknown' | 'unreached'

/** A need of a turn and how the prompt of that turn met it (NEED-2). */
export interface NeedRecord {
  readonly turn: Turn
  readonly source: BlockId
  readonly kind: NeedKind
  readonly evidence: readonly string[]
  readonly refetchable: boolean
  /** True if the need was inferred from a reference in a log; false for a scenario's, and one that a person confirmed. */
  readonly inferred: boolean
  readonly resolution: Resolution
}

/** A call of a log that asked again for a result that would still have served (REF-2). */
export interface AskedAgainRecord {
  readonly turn: Turn
  readonly call: BlockId
  /** The newest result that the same call had before. */
  readonly source: BlockId
  /** Whether that was in the prompt, whole or in part, when the call was made. */
  readonly present: boolean
}

/** A request of a stage to a model, in the order of the run. */
export interface RunAsk extends AskRecord {
  /** Index in `timeline.asks`. */
  readonly ask: number
  readonly turn: Turn
  readonly window: WindowId
}

/** A note and its turns: from `from` to before `to`. */
export interface NoteRecord extends Note {
  readonly window: WindowId
  readonly from: Turn
  /** Null if it is there at the end. */
  readonly to: Turn | null
}

/** A checkpoint as it was saved. */
export interface SavedCheckpoint {
  readonly turn: Turn
  readonly window: WindowId
  readonly checkpoint: Checkpoint
}

/**
 * Content that the model fetched again before it answered (NEED-3): the call and its result are copies at the end of the
 * window, and stay there.
 */
export interface Refetch {
  /** The block that was needed. */
  readonly source: BlockId
  readonly call: BlockId
  readonly result: BlockId
  /** Calls that found nothing, before this one; what they wrote does not stay in the window. */
  readonly blind: number
}

/**
 * One request to the model. All requests of a sub-agent in a window of its own are one record. `refetch` gets content
 * back that the prompt lacks, `search` looks for it in vain; `main` comes after them.
 */
export interface CallRecord {
  readonly kind: 'main' | 'refetch' | 'search' | 'summarize' | 'subagent'
  readonly input: Tokens
  /** It continues the agent's own prompt, of which it reads from the cache what that would; missing: it does not. */
  readonly continues?: true
  /** Tokens of the recorded response; null if the turn has none. */
  readonly output: Tokens | null
  /**
   * What is paid for the response beyond `output`: thoughts that were not shown, and what our own count lacks, or has too
   * much (negative). It is in no later prompt. Missing: nothing.
   */
  readonly unseen?: Tokens
}

export interface TurnRecord {
  readonly turn: Turn
  readonly window: WindowId
  /** The model context of the call: `window`, or the newest one that a strategy opened in its place. */
  readonly context: WindowId
  readonly time: Milliseconds | null
  /** When the request was sent, if the log tells that apart from `time`. */
  readonly sent?: Milliseconds
  /** What arrived, after stages on arrival, after the strategy (LED-3). */
  readonly points: {
    readonly arrived: WindowPoint
    readonly offered: WindowPoint
    readonly sent: WindowPoint
  }
  /** What the model fetched again before it answered, and the window with it (NEED-3); missing: nothing. */
  readonly fetched?: { readonly point: WindowPoint; readonly again: readonly Refetch[] }
  /** After the response was appended; null if there is none. */
  readonly responded: WindowPoint | null
  readonly reading: PressureReading
  readonly used: Tokens
  readonly free: Tokens
  readonly utilization: Ratio
  /**
   * Tokens that recorded usage adds to the sum by type, negative if a prompt shrank without a record (LED-1); missing:
   * none.
   */
  readonly adjustment?: Tokens
  readonly byType: Readonly<Record<BlockType, Tokens>>
  readonly byComponent: Readonly<Record<Component, Tokens>>
  readonly calls: readonly CallRecord[]
  /**
   * The model that answered, if the log names a different one than that of the conversation; missing: the same, or
   * unknown.
   */
  readonly model?: string
  /** The reasoning effort of the call, if the log names a different one than for the first; missing: the same, or unknown. */
  readonly effort?: string
  /** The cache term that the log's client asked for; missing: five minutes, or unknown. */
  readonly cacheTerm?: '1h'
  /** Tokens that arrived since the previous turn, by component: inputs, and the previous response (BUD-4). */
  readonly arrivedBy: Readonly<Record<Component, Tokens>>
  /** Repeated tool calls in a row, up to the last one whose result arrived; missing if there are none. */
  readonly repeatedCalls?: number
  /** Indices in `timeline.asks`. */
  readonly asks: readonly number[]
  readonly events: readonly TurnEvent[]
  /** Indices in `timeline.edits`. */
  readonly edits: readonly number[]
  /** Indices in `timeline.needs`. */
  readonly needs: readonly number[]
  readonly violations: readonly FoundViolation[]
}

export interface WindowRecord {
  readonly id: WindowId
  readonly parent: WindowId | null
  readonly kind: 'main' | 'subagent' | 'continuation'
  readonly opened: Turn
  readonly closed: Turn | null
  /** The log begins in the middle of its conversation; missing: no, or unknown. */
  readonly continued?: true
}

/** State of a run before turn `turn`, from which `explain` and forks start. The windows themselves are in the spans. */
export interface Snapshot {
  readonly turn: Turn
  readonly tick: Tick
  readonly stages: readonly unknown[]
  /** How many blocks and texts the run had made by then. */
  readonly made: number
  readonly contents: number
  readonly asks: number
  readonly nextWindow: WindowId
  readonly windows: readonly Omit<WindowMemory & { readonly id: WindowId }, 'window' | 'byType'>[]
}

/** The complete settings of a run from a turn on, up to the next change. */
export interface SetSettings {
  readonly from: Turn
  readonly config: Config
  readonly reserve: Tokens
  /** Like `thresholds` of the run. */
  readonly thresholds: Thresholds
}

/** A finished run as plain, cloneable data: it can be posted to a worker, stored, and written to a file. */
export interface TimelineData {
  readonly format: 'context-window-lab/timeline'
  readonly version: typeof TIMELINE_VERSION
  readonly spec: RunSpec
  /** Hash of the spec: the run's identity in links, caches and files. */
  readonly hash: string
  readonly title: string
  readonly limit: Tokens
  readonly reserve: Tokens
  /** Scaled if the reserve is more than .05 of the window. */
  readonly thresholds: Thresholds
  /** Settings that a person changed in mid-run, by turn; missing if there are none. See `configAt`. */
  readonly set?: readonly SetSettings[]
  /** The model that made the trace, and its window; missing if neither the log nor the table of models has them. */
  readonly model?: { readonly name: string | null; readonly window: Tokens }
  readonly exact: boolean
  /** The prices that a person chose for it; missing: those of `model`. They are no part of its recorded form. */
  readonly prices?: ChosenPrices
  /** The model fetches content again that a prompt lacks (NEED-3); missing: needs are only counted. */
  readonly refetching?: true
  /** Recorded tokens per counted token; null if the trace has no usage. */
  readonly calibration: Ratio | null
  readonly blocks: readonly Block[]
  readonly spans: Spans
  readonly windows: readonly WindowRecord[]
  readonly turns: readonly TurnRecord[]
  readonly edits: readonly EditRecord[]
  readonly needs: readonly NeedRecord[]
  /** What the agent of a log asked for again, as far as the run came; missing for conversations whose needs are known. */
  readonly askedAgain?: readonly AskedAgainRecord[]
  readonly asks: readonly RunAsk[]
  readonly checkpoints: readonly SavedCheckpoint[]
  readonly notes: readonly NoteRecord[]
  /** Texts by edits and answers of models: placeholders, summaries, clipped results, made-up results. */
  readonly contents: readonly string[]
  /** One every 32 turns, the first before turn 0. */
  readonly snapshots: readonly Snapshot[]
  /**
   * Where the run stopped before the end of its trace, and how many turns the trace has, which older files may lack.
   */
  readonly ended: { readonly turn: Turn; readonly code: 'overflow'; readonly of?: number } | null
}

/** The request of a turn in a provider's shape, with its repairs. */
export type RequestAt<To extends Provider = Provider> = RequestTo[To] & {
  readonly repairs: readonly Repair[]
}

/** A timeline with the data of its trace: texts and requests. */
export interface Timeline {
  readonly data: TimelineData
  readonly trace: Trace
  readonly intake: Intake
  readonly turns: readonly TurnRecord[]
  readonly blocks: readonly Block[]
  readonly windows: readonly WindowRecord[]
  readonly edits: readonly EditRecord[]
  readonly ended: TimelineData['ended']
  /** The request that would be sent at `turn`, repaired. Throws a RangeError for a turn that the run did not reach. */
  messagesAt<To extends Provider>(turn: Turn, provider: To): RequestAt<To>
  /**
   * What the model sees of that request, after the provider's own edits (LED-4), in Anthropic's shape. The same
   * messages as in the request, unless a provider's edit is simulated.
   */
  promptAt(turn: Turn): AnthropicRequest
  /** Text of a block at `tick`, or its original text without a tick; '' after it is gone. */
  textOf(block: BlockId, tick?: Tick): string
}
