import type { CounterName, Ratio, Tokens, Turn } from '../engine/index.ts'
import type { PartialConfig } from '../config/index.ts'
import type {
  ChosenPrices,
  Intervention,
  ReadOptions,
  Setup,
  TimelineData,
  Trace,
  WindowFrom,
} from '../sim/index.ts'
import type { WindowChoice, WorstSearch } from '../sim/internal.ts'

/** The source of a conversation: a generator, a log from the user, or a live conversation of the page. */
export type SourceRequest =
  | {
      readonly kind: 'scenario'
      readonly name: string
      readonly seed: number
      /** Parameters of the scenario that differ from its defaults. */
      readonly overrides?: Readonly<Record<string, number>>
    }
  /** A file is read in the worker. */
  | (LogReading & { readonly kind: 'log'; readonly text: string | Blob; readonly filename?: string })
  /** The log of the previous request: its text is large, so a moving slider does not send it again. */
  | (LogReading & { readonly kind: 'kept' })
  | (GrowingSource & {
      readonly kind: 'trace'
      /** Begins with the same messages and turns in every revision; the last turn may get more of either. */
      readonly trace: Trace
    })
  /** The revision that was sent before, for the same reason. */
  | (GrowingSource & { readonly kind: 'kept-trace' })

/** Identifies a live conversation and its revision. */
export interface GrowingSource {
  readonly id: number
  /** A new number for every change. */
  readonly revision: number
}

/** How a log is read: as what, which conversation of it, and what is added to it. */
export interface LogReading extends Pick<ReadOptions, 'format' | 'recordedEdits'> {
  /** Which conversation of the file, by its place there from 0; missing: the one with the most content. */
  readonly conversation?: number
  /** As much of it as can be shown at all; missing: as much as can be shown at once. */
  readonly whole?: true
  /**
   * System prompt and tools that the log lacks. Its problems are told apart by `setupPathOf` of sim. A change
   * of it does not read the log again.
   */
  readonly setup?: Setup
}

/**
 * The size of the window: in tokens, as a share of the peak without eviction, or as suggested by the conversation
 * (`startWindows` of sim).
 */
export type BudgetRequest =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | { readonly kind: 'share'; readonly share: Ratio }
  /** `from` is a person's choice; missing: what `startWindows` would start with. */
  | { readonly kind: 'start'; readonly from?: WindowFrom }

/** One run of a comparison. `name` identifies it, `label` is for people. */
export interface LaneRequest {
  readonly name: string
  readonly label: string
  /** A preset that `config` is laid over, section by section; missing: the defaults. */
  readonly preset?: string
  /** The differences from them. Its `max_context_tokens` is replaced by the budget, which all lanes share (STRAT-1). */
  readonly config: PartialConfig
  /** The user's settings, applied over both. */
  readonly byHand?: PartialConfig
  /** Manual actions at a turn (EDIT-3). Turns and blocks that the conversation does not have are left out. */
  readonly interventions?: readonly Intervention[]
  readonly forks?: readonly ForkRequest[]
  /**
   * The page answers the lane's model requests, by `asking` and `answer`, each time it is run. Missing: the mock.
   * Answers from a run with the same settings are reused for the turns up to which both had the same manual actions, in
   * a fork or after a conversation has grown.
   */
  readonly model?: {
    readonly name: string
    /** Runs of files with answers of this model: one of the same settings and conversation is played. */
    readonly recorded?: readonly RecordedRun[]
  }
}

/** What a run of a file tells of the answers in it. */
export interface RecordedRun {
  readonly spec: TimelineData['spec']
  /** The turn of each of its answers. */
  readonly turns: readonly Turn[]
}

/**
 * A fork of a lane: its run with further interventions. Refused if the conversation lacks its turn, or one of its
 * actions names a missing turn or block.
 */
export interface ForkRequest {
  /** Unique among the forks of its lane; questions call it `<lane>~<id>`. */
  readonly id: string
  readonly label: string
  /** The turn where it departs from the lane's run; all its interventions are at or after it. */
  readonly turn: Turn
  /** Applied in addition to those of the lane, after them within a turn. */
  readonly interventions: readonly Intervention[]
}

/** Runs lanes on every conversation of a file and keeps only figures: nothing can be asked about these runs. */
export interface MeasureRequest {
  /** The file, read in the worker, or its text. */
  readonly content: Blob | string
  readonly filename: string
  /** How it is read; missing: as what it looks like, with all of its conversations. They are measured whole. */
  readonly reading?: LogReading
  /** Without models, forks and manual actions. */
  readonly lanes: readonly LaneRequest[]
  readonly window: WindowChoice
  readonly counter: CounterName
  /** Of every cost; missing: those of each log's own model. */
  readonly prices?: ChosenPrices
  /** Whether the reference is searched, too. */
  readonly regret: boolean
}

/** Looks for the generated conversation in which a lane does worst; see `worstSteps` of sim. */
export interface WorstRequest extends Omit<WorstSearch, 'lane' | 'against' | 'counter' | 'generators'> {
  readonly lane: LaneRequest
  readonly against: LaneRequest
  readonly counter: CounterName
}

/** Plays a task of `live` to its end, once under each lane, and keeps nothing. */
export interface PlayRequest {
  /** Id of the task. */
  readonly task: string
  /** Without models, forks and manual actions. */
  readonly lanes: readonly LaneRequest[]
  /** Of every lane, in tokens. */
  readonly window: Tokens
  readonly counter: CounterName
}
