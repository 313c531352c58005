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
import type { Intake } from '../../trace/intake.ts'
import type { NeedKind, Trace } from '../../trace/trace.ts'

/** Version of the recorded form; see FORMAT.md. */
export const TIMELINE_VERSION = 3
/** Version of the engine that decided; part of a run's identity (EDIT-3). */
export const ENGINE_VERSION = '0.4.0'

/** Something a person did to a run at a turn. */
export type Intervention =
  | { readonly turn: Turn; readonly kind: 'pin' | 'unpin'; readonly block: BlockId }
  | { readonly turn: Turn; readonly kind: ManualAction }
  | {
      /**
       * Before the call of the turn the content of a block that stands in the window becomes this text. What came
       * as something else than text cannot be edited: calls, tool definitions, thinking, images. Of a block that is
       * gone, or that gave way to a shorter text, nothing is edited, and a note of the turn says so. The block's
       * references stay those of its original text, by which it is known.
       */
      readonly turn: Turn
      readonly kind: 'edit'
      readonly block: BlockId
      /** Not empty. */
      readonly text: string
      /**
       * Of a block that the run made: its type, and the turn in which it was made. Where the run has another block of
       * that number, nothing is edited, and a note of the turn says so. Missing: whichever block has the number.
       */
      readonly of?: MadeBlock
    }
  | {
      /**
       * From this turn on, arrivals and all, the run obeys these settings, laid over those it had (CONF-4), another
       * strategy's among them. The window size stays the run's.
       */
      readonly turn: Turn
      readonly kind: 'set'
      readonly config: PartialConfig
    }

/** What a model answered, or how it failed. */
export type RecordedAnswer = { readonly text: string } | { readonly failure: Failure }

/** Everything a run is a function of (EDIT-3); its hash identifies the run. */
export interface RunSpec {
  readonly trace: string
  readonly config: Config
  readonly seed: number
  readonly counter: CounterName
  readonly calibrated: boolean
  readonly interventions: readonly Intervention[]
  /** Recorded answers of a real model, in order; empty where the mock answered. */
  readonly answers: readonly RecordedAnswer[]
  readonly engine: string
}

/**
 * One stretch of a block's life in a window: the ticks it stood in one state. Columns of equal length;
 * row i is one span. The window at tick k holds the spans with fromTick ≤ k < toTick, by `order`.
 */
export interface Spans {
  readonly length: number
  readonly block: Int32Array
  readonly version: Int32Array
  readonly window: Int32Array
  readonly fromTick: Int32Array
  /** First tick at which it no longer stands; OPEN for spans that stand at the end. */
  readonly toTick: Int32Array
  /** Index into BLOCK_STATES. */
  readonly state: Uint8Array
  readonly order: Float64Array
  readonly tokens: Int32Array
  /** Index into `contents`, −1 for the content the block came with. */
  readonly content: Int32Array
}
export const OPEN: Tick = 0x7fffffff

/** One block's part in an edit. */
export interface EditedBlock {
  readonly block: BlockId
  readonly verb: Verb
  readonly from: BlockState
  readonly to: BlockState
  readonly freed: Tokens
  readonly added: Tokens
  /** The block that its content went into, where it went into one: a summary, or the newest of a merge. */
  readonly into?: BlockId
}

/** One entry of the audit log. */
export interface EditRecord {
  /** Position in `timeline.edits`. */
  readonly edit: number
  readonly tick: Tick
  readonly turn: Turn
  readonly window: WindowId
  /** The stage that asked for it; `repair` for what made the request valid. */
  readonly stage: string
  /** before − freed + added = after (LED-1); `freed` is what `blocks` freed, `added` what they added and the two below. */
  readonly before: Tokens
  readonly freed: Tokens
  readonly added: Tokens
  readonly after: Tokens
  /** Overhead of messages that went over to blocks with no part in the edit, below 0 where it went from them; missing: none. */
  readonly overhead?: Tokens
  /** What recorded usage had taken away of the blocks that left: it cannot be freed twice; missing: nothing. */
  readonly returned?: Tokens
  readonly blocks: readonly EditedBlock[]
  readonly decision: Decision | null
  readonly repairs: readonly Repair[]
  /** What was compressed and kept; null for an edit that compressed nothing. `asks` are positions in `timeline.asks`. */
  readonly compression: CompressionRecord | null
  /** The window that the edit opened, null for all others. */
  readonly opened: WindowId | null
  /** What kept blocks where they are, for an edit of whole messages; missing for all others. */
  readonly kept?: Kept
  /** Position of the stage in the strategy's list, or in the pipeline; missing for what no stage did. */
  readonly step?: number
  /** Why it was made (EDIT-1); missing where a person asked for it, the log tells of it, or the provider told otherwise. */
  readonly trigger?: EditTrigger
  /** What the client that wrote the log counted where it did the same (REC-1); missing where this run decided. */
  readonly logged?: Logged
}

/** How a need was met (NEED-2); `unreached` where its turn was never sent, because the run had ended. */
export type Resolution = 'full' | 'summary' | 'partial' | 'pointer' | 'lost' | 'unreached'

/** A need of a turn and how the prompt of that turn met it (NEED-2). */
export interface NeedRecord {
  readonly turn: Turn
  readonly source: BlockId
  readonly kind: NeedKind
  readonly evidence: readonly string[]
  readonly refetchable: boolean
  /** True where the need was inferred from a reference in a log, false for a scenario's ground truth. */
  readonly inferred: boolean
  readonly resolution: Resolution
}

/** A question to a model that a stage asked, in the order of the run. */
export interface RunAsk extends AskRecord {
  /** Position in `timeline.asks`. */
  readonly ask: number
  readonly turn: Turn
  readonly window: WindowId
}

/** A note and the turns in which it stands: from `from` to before `to`. */
export interface NoteRecord extends Note {
  readonly window: WindowId
  readonly from: Turn
  /** Null while it stands at the end. */
  readonly to: Turn | null
}

/** A checkpoint as it was saved. */
export interface SavedCheckpoint {
  readonly turn: Turn
  readonly window: WindowId
  readonly checkpoint: Checkpoint
}

/** One request to the model. What a sub-agent would have asked in a window of its own is one record. */
export interface CallRecord {
  readonly kind: 'main' | 'summarize' | 'subagent'
  readonly input: Tokens
  /** Tokens of the recorded response; null where the turn has none. */
  readonly output: Tokens | null
}

export interface TurnRecord {
  readonly turn: Turn
  readonly window: WindowId
  /** The model context that the call was made with: `window`, or the newest that a strategy opened in its place. */
  readonly context: WindowId
  readonly time: Milliseconds | null
  /** What arrived, after stages on arrival, after the strategy (LED-3). */
  readonly points: {
    readonly arrived: WindowPoint
    readonly offered: WindowPoint
    readonly sent: WindowPoint
  }
  /** After the response was appended; null where there is none. */
  readonly responded: WindowPoint | null
  readonly reading: PressureReading
  readonly used: Tokens
  readonly free: Tokens
  readonly utilization: Ratio
  /** What recorded usage adds to the sum by type, below 0 where a prompt shrank and nobody tells by what (LED-1); missing: nothing. */
  readonly adjustment?: Tokens
  readonly byType: Readonly<Record<BlockType, Tokens>>
  readonly byComponent: Readonly<Record<Component, Tokens>>
  readonly calls: readonly CallRecord[]
  /** The model that answered, where the log names another than that of the conversation; missing: that one, or not known. */
  readonly model?: string
  /** How long the log's client asked its provider to keep this prompt in the cache; missing: five minutes, or not known. */
  readonly cacheTerm?: '1h'
  /** Tokens that came since the previous turn, by component: inputs, and the response before them (BUD-4). */
  readonly arrivedBy: Readonly<Record<Component, Tokens>>
  /** Tool calls in a row that repeat one before them, up to the last whose result arrived; missing where none does. */
  readonly repeatedCalls?: number
  /** Positions in `timeline.asks`. */
  readonly asks: readonly number[]
  readonly events: readonly TurnEvent[]
  /** Positions in `timeline.edits`. */
  readonly edits: readonly number[]
  /** Positions in `timeline.needs`. */
  readonly needs: readonly number[]
  readonly violations: readonly FoundViolation[]
}

export interface WindowRecord {
  readonly id: WindowId
  readonly parent: WindowId | null
  readonly kind: 'main' | 'subagent' | 'continuation'
  readonly opened: Turn
  readonly closed: Turn | null
}

/** Where `explain` and forks start from: what a run carried into turn `turn`. The windows themselves are in the spans. */
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

/** What a run obeys from a turn on, complete, up to the next such change. */
export interface SetSettings {
  readonly from: Turn
  readonly config: Config
  readonly reserve: Tokens
  /** As `thresholds` of the run. */
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
  /** As the run used them: scaled where the reserve takes more than .05 of the window. */
  readonly thresholds: Thresholds
  /** What a person set in mid-run, by turn; missing where nobody did. See `configAt`. */
  readonly set?: readonly SetSettings[]
  /** The model that made the trace, and its window; missing where neither the log nor the table of models tells. */
  readonly model?: { readonly name: string | null; readonly window: Tokens }
  readonly exact: boolean
  /** Recorded tokens per counted one; null where the trace has no usage. */
  readonly calibration: Ratio | null
  readonly blocks: readonly Block[]
  readonly spans: Spans
  readonly windows: readonly WindowRecord[]
  readonly turns: readonly TurnRecord[]
  readonly edits: readonly EditRecord[]
  readonly needs: readonly NeedRecord[]
  readonly asks: readonly RunAsk[]
  readonly checkpoints: readonly SavedCheckpoint[]
  readonly notes: readonly NoteRecord[]
  /** Texts that edits made and models answered: placeholders, summaries, clipped results, stubs. */
  readonly contents: readonly string[]
  /** One every 32 turns, the first before turn 0. */
  readonly snapshots: readonly Snapshot[]
  /** Where the run stopped before its trace did, and how many turns the trace has: a file of before may not tell. */
  readonly ended: { readonly turn: Turn; readonly code: 'overflow'; readonly of?: number } | null
}

/** The request of a turn in a provider's shape, with what had to be repaired. */
export type RequestAt<To extends Provider = Provider> = RequestTo[To] & {
  readonly repairs: readonly Repair[]
}

/** A timeline with what its trace knows: texts and requests. */
export interface Timeline {
  readonly data: TimelineData
  readonly trace: Trace
  readonly intake: Intake
  readonly turns: readonly TurnRecord[]
  readonly blocks: readonly Block[]
  readonly windows: readonly WindowRecord[]
  readonly edits: readonly EditRecord[]
  readonly ended: TimelineData['ended']
  /** The request that would be sent at `turn`, repaired. Throws a RangeError for a turn the run did not reach. */
  messagesAt<To extends Provider>(turn: Turn, provider: To): RequestAt<To>
  /**
   * What the model sees of that request, after what the provider leaves out by itself (LED-4): in Anthropic's shape,
   * as nobody sends it. The same messages as in the request, unless a provider's edit is simulated.
   */
  promptAt(turn: Turn): AnthropicRequest
  /** Text of a block as it stands at `tick`, or as it came when no tick is given; '' once it is gone. */
  textOf(block: BlockId, tick?: Tick): string
}
