import type {
  AnthropicRequest,
  Ask,
  BlockId,
  CounterName,
  Problem,
  Provider,
  Ratio,
  Tick,
  Tokens,
  Turn,
  WindowId,
} from '../engine/index.ts'
import type { Pace, PricedModel } from '../llm/index.ts'
import type { Played } from '../live/index.ts'
import type {
  Autopsy,
  BesideRecorded,
  CacheColumns,
  Payback,
  BlockReferences,
  CacheTerm,
  ChosenPrices,
  CountFactor,
  CountFit,
  Divergence,
  Explanation,
  FidelityQuestions,
  Retention,
  IntakeReport,
  MetricRow,
  RecordedAnswer,
  RequestAt,
  RunCost,
  Savings,
  ScorePoint,
  SearchProgress,
  StartWindows,
  TimelineData,
  Trace,
  TraceSource,
  TraceWindow,
  Unmoved,
} from '../sim/index.ts'
import type { Instead, MeasuredLog, Regret, RulesKept, Worst, WorstProgress } from '../sim/internal.ts'
import type { Strata } from '../view/index.ts'
import type {
  BudgetRequest,
  LaneRequest,
  MeasureRequest,
  PlayRequest,
  SourceRequest,
  WorstRequest,
} from './request.ts'

export type * from './request.ts'

type Searched = { readonly words: string; readonly from: BlockId }
type LogText = { readonly text: string; readonly filename: string }

/** Requests the first pictures of each lane while it is run. */
export interface PreviewRequest {
  readonly window: WindowId
  /** Height of the picture in pixels: parts lower than two of them are merged with their neighbours. */
  readonly height: number
  readonly maxBands: number
  /** Names of the lanes with pictures; missing: all. */
  readonly lanes?: readonly string[]
}

/** The settings of a comparison; the message adds its id. */
export interface CompareRequest {
  readonly source: SourceRequest
  readonly lanes: readonly LaneRequest[]
  readonly budget: BudgetRequest
  readonly counter: CounterName
  /** Of every cost in the results and the answers; missing: those of the conversation's own model. */
  readonly prices?: ChosenPrices
  /** Posts a `preview` for each lane after its run, and earlier ones of its first turns if that takes longer. */
  readonly preview?: PreviewRequest
  /** Name of the lane to run first, whose knob is moving; the order of the results is that of `lanes`. */
  readonly first?: string
  /** Number of the comparison on the screen: it answers questions until this one takes its place. */
  readonly shown?: number
  /**
   * Makes requests again whose answers could not be used. Missing: only those of lanes that are not on the screen, so
   * that a change beside a lane asks nothing.
   */
  readonly again?: true
}

/**
 * The cost of a lane, what its edits paid back, and its agreement with the log's record; null if the lane sent
 * something else.
 */
export interface LaneCost {
  readonly cost: RunCost
  readonly paybacks: readonly Payback[]
  readonly recorded: BesideRecorded | null
}

/**
 * The questions about a run of a comparison, each with its parameters and its answer. Messages, client and handlers
 * follow from this table. To add a question: a line here and in `ANSWERED`, and its handler in `answers.ts`, or in
 * `longer-answers.ts` if it takes a while.
 */
export interface Questions {
  /** Every decision of a turn, with all candidates and all protected blocks. */
  readonly explain: { readonly about: { readonly turn: Turn }; readonly answer: Explanation }
  /** Text of a block at `tick`, or its original text without a tick. */
  readonly text: {
    readonly about: { readonly block: BlockId; readonly tick?: Tick | undefined }
    readonly answer: string
  }
  /** The request that would be sent at a turn, in a provider's shape, repaired. */
  readonly request: {
    readonly about: { readonly turn: Turn; readonly provider: Provider }
    readonly answer: RequestAt
  }
  /** What the model sees of that request, after the provider's own edits (LED-4). */
  readonly prompt: { readonly about: { readonly turn: Turn }; readonly answer: AnthropicRequest }
  /** Tokens of that prompt by each counter that can be loaded, not fitted to usage, with the overhead of messages. */
  readonly sizes: { readonly about: { readonly turn: Turn }; readonly answer: CounterSizes }
  /** Which blocks refer to a block, which it refers to, and the other half of its pair. */
  readonly references: { readonly about: { readonly block: BlockId }; readonly answer: BlockReferences }
  /**
   * Cost of the run at the prices of a model (default: those of the comparison), and its cache compared with the log's.
   */
  readonly cost: {
    readonly about: {
      readonly model?: PricedModel | undefined
      readonly term?: CacheTerm | undefined
      readonly pace?: Pace | undefined
      /** Without the details of each call. */
      readonly brief?: boolean
    }
    readonly answer: LaneCost
  }
  /** The place of a block in every decision while it was in the window. */
  readonly scores: { readonly about: { readonly block: BlockId }; readonly answer: readonly ScorePoint[] }
  /** What would have saved a block from the edits of a turn (default: the last that removed or changed it). */
  readonly savings: {
    readonly about: { readonly block: BlockId; readonly turn?: Turn | undefined }
    readonly answer: Savings
  }
  /** Whether another value of a number would change any decision of a run. */
  readonly unmoved: { readonly about: { readonly path: readonly string[] }; readonly answer: Unmoved }
  /** The questions about a compression, and their contexts (HEALTH-3); `edit` is its index among the run's edits. */
  readonly fidelity: { readonly about: { readonly edit: number }; readonly answer: FidelityQuestions }
  /** How long what was told stays in the prompts of a run. */
  readonly retention: { readonly about: object; readonly answer: Retention }
  /** The fewest needed blocks that a plan which knows the future misses in the window of a run, and what the run misses. */
  readonly reference: { readonly about: object; readonly answer: Regret }
  /** The blocks from `from` on whose name, tool or text contains words, and the results of calls whose input does. */
  readonly find: { readonly about: Searched; readonly answer: readonly BlockId[] }
  /** What the best known plan would have dropped instead of a block that a turn evicted; null if it says nothing (OPT-2). */
  readonly instead: {
    readonly about: { readonly block: BlockId; readonly turn: Turn }
    readonly answer: Instead | null
  }
  /** What the compactions by the log's own client lost; the same for every lane. */
  readonly autopsy: { readonly about: object; readonly answer: Autopsy }
  /** The user's rules that a run of a log has lost by its end; null for a conversation that is no log. */
  readonly rules: { readonly about: object; readonly answer: RulesKept | null }
  /** The same of each conversation of another log, which is not kept. */
  readonly logAutopsy: { readonly about: LogText; readonly answer: readonly Autopsy[] }
}

export type QuestionName = keyof Questions

/**
 * When a question is answered: at once, or after the running comparison. In the second case, a newer one of the same
 * name cancels the previous one, and so does the end of the comparison it refers to.
 */
export const ANSWERED = {
  explain: 'at-once',
  text: 'at-once',
  request: 'at-once',
  prompt: 'at-once',
  sizes: 'at-once',
  references: 'at-once',
  cost: 'at-once',
  scores: 'later',
  savings: 'later',
  unmoved: 'later',
  fidelity: 'later',
  retention: 'later',
  reference: 'later',
  find: 'later',
  instead: 'later',
  autopsy: 'later',
  rules: 'later',
  logAutopsy: 'later',
} as const satisfies Readonly<Record<QuestionName, 'at-once' | 'later'>>

/** Names of the questions that are answered then. */
export type AnsweredThen<When extends 'at-once' | 'later'> = {
  [Name in QuestionName]: (typeof ANSWERED)[Name] extends When ? Name : never
}[QuestionName]

/** A question about a lane of a comparison. `of` is the comparison's id: an answer never comes from a newer one. */
export type Question<Among extends QuestionName = QuestionName> = {
  [Name in Among]: Questions[Name]['about'] & {
    readonly kind: Name
    readonly id: number
    readonly of: number
    readonly lane: string
  }
}[Among]

/** The answer to a question, with its name and id. */
export type AnswerTo<Among extends QuestionName = QuestionName> = {
  [Name in Among]: {
    readonly kind: Name
    readonly id: number
    readonly answer: Questions[Name]['answer']
  }
}[Among]

/**
 * Messages to the worker. `id` is the sender's number of the request; every request but `cancel` and `answer` gets
 * exactly one final reply with that id.
 */
export type SimRequest =
  | (CompareRequest & { readonly kind: 'compare'; readonly id: number })
  | Question
  | {
      /**
       * Runs the forks of a comparison that did not come with it, each answered by a `forked`. A newer request of this
       * kind cancels the previous one; while a comparison is running it waits.
       */
      readonly kind: 'forks'
      readonly id: number
      readonly of: number
    }
  /** While a comparison is running it does not wait; a newer one cancels it. */
  | (MeasureRequest & { readonly kind: 'measure'; readonly id: number })
  /** The same. */
  | (PlayRequest & { readonly kind: 'play'; readonly id: number })
  /** The same. */
  | (WorstRequest & { readonly kind: 'worst'; readonly id: number })
  | { readonly kind: 'cancel'; readonly id: number }
  /** A model's answer to an `asking` with the same two numbers; one that nobody waits for any more is dropped. */
  | (Said & { readonly kind: 'answer'; readonly id: number; readonly n: number })

/** The result of a request to a model: an answer or its recorded failure, or problems that end the request's run. */
export type Said = { readonly reply: RecordedAnswer } | { readonly stop: readonly Problem[] }

/** A request to a model, which only the page can make. */
export interface Asking {
  /** Its number among the requests of its comparison. */
  readonly n: number
  /** Name of the lane that asks; for a fork its name in questions. */
  readonly lane: string
  /** `promptOf` of the engine writes its prompt. */
  readonly ask: Ask
}

/**
 * Progress of a comparison: reading the log, counting its tokens, running a lane, or comparing the lanes. A task that is
 * played only runs lanes, and nobody knows in how many steps.
 */
export interface ProgressReport {
  readonly step: 'read' | 'count' | 'needs' | 'run' | 'compare'
  /** Name of the lane for `run`. */
  readonly lane?: string
  /** The part of a search for the worst conversation. */
  readonly search?: WorstProgress['step']
  readonly done: number
  /** 0 if the total is not known. */
  readonly total: number
}

/** Tokens by the counter; without those that could not be loaded. */
export type CounterSizes = Readonly<Partial<Record<CounterName, Tokens>>>

/** What the page shows of a trace; the trace itself stays in the worker. */
export interface TraceSummary {
  readonly title: string
  readonly source: TraceSource
  readonly turns: number
  readonly windows: readonly TraceWindow[]
  readonly blocks: number
  readonly intake: IntakeReport
  /** Whether any response recorded its usage, so that counts were fitted to it (TOK-2). */
  readonly usage: boolean
  /** Recorded tokens per counted token of the main window; null without usage. */
  readonly calibration: Ratio | null
  /** The effect of fitting to that usage; null without usage and for a live conversation. */
  readonly fit: CountFit | null
  /** The factor applied to counts without recorded usage; null if unknown (TOK-5). */
  readonly factor: CountFactor | null
  /** The model that made it, as in the log; null if the log names none. */
  readonly model: string | null
  /** Calls of all windows with recorded usage; each window is fitted to its own. */
  readonly calls: number
  /** The errors of all counters that have counted this conversation so far, in order. */
  readonly fits: readonly CounterFit[]
  /** The conversations of the file in its order, this one among them; empty for a scenario. */
  readonly conversations: readonly ConversationSummary[]
  /** Which of them this is. */
  readonly conversation: number
  /**
   * The turns of the log of which these are the first, and how many of them can be shown at all; null if all are shown.
   */
  readonly cut: { readonly turns: number; readonly most: number } | null
  /** Compactions by the log's own client, which can be undone or kept. */
  readonly recordedCompactions: number
  /** Edits of the log's own client that the lane `recorded` repeats; 0 if they were kept. */
  readonly recordedActs: number
  /** What the main window's request holds besides its messages, whether from the log or given by hand. */
  readonly setup: {
    readonly system: boolean
    readonly tools: number
    /** Tokens in the recorded usage that nothing in the log explains; 0 if nothing is missing or known. */
    readonly inferred: Tokens
  }
}

/** A conversation of a file, for the user's choice. */
export interface ConversationSummary {
  /** Its title in the log, or its first words. */
  readonly label: string
  readonly turns: number
}

/** The error of a counter against recorded usage (TOK-5). */
export interface CounterFit {
  readonly counter: CounterName
  /** (counted − recorded) ÷ recorded: −0.1 counts a tenth too little. */
  readonly error: Ratio
}

export interface LaneResult {
  readonly name: string
  readonly label: string
  readonly data: TimelineData
  readonly rows: readonly MetricRow[]
  /** What its prompts read from the cache, at the prices of the comparison. */
  readonly cache: CacheColumns
  /** Only the forks with a known result, in the order of the request; see the request `forks`. */
  readonly forks: readonly ForkResult[]
}

/** The result of a fork, by `kind`. */
export type ForkResult = ForkRun | RefusedFork

/** A fork that was run. */
export interface ForkRun {
  readonly kind: 'run'
  readonly id: string
  readonly label: string
  readonly turn: Turn
  readonly data: TimelineData
  readonly rows: readonly MetricRow[]
  /** What its prompts read from the cache, at the prices of the comparison. */
  readonly cache: CacheColumns
}

/**
 * An impossible fork: a missing turn or block, a setting out of range, a text for a block that cannot be edited. The
 * comparison continues without it.
 */
export interface RefusedFork {
  readonly kind: 'refused'
  readonly id: string
  readonly label: string
  readonly turn: Turn
  readonly problems: readonly Problem[]
}

export interface Comparison {
  /** Id of the request, for questions about it. */
  readonly id: number
  readonly trace: TraceSummary
  /** Largest prompt of the main window if nothing were removed. */
  readonly peak: Tokens
  /** Limit of every lane's window. */
  readonly limit: Tokens
  /** The windows that the conversation suggests. */
  readonly windows: StartWindows
  readonly lanes: readonly LaneResult[]
  /** The first turn in which any two lanes differ, with their names; null if they never do. */
  readonly firstDivergence: Divergence | null
}

/** A task as played under a lane, with the conversation that came of it. */
export interface TaskPlay extends Omit<Played, 'live' | 'world' | 'timeline'> {
  readonly trace: Trace
  readonly lane: LaneResult
}

/** The columns of a run that may be long, and are posted in parts if they are. */
export const COLUMNS = ['blocks', 'turns', 'edits', 'needs', 'contents'] as const
export type Column = (typeof COLUMNS)[number]

/** The next items of a column of a lane's run. */
export interface DataPart {
  /** Index of the lane in the comparison. */
  readonly run: number
  readonly column: Column
  readonly items: readonly unknown[]
}

/** The strata of a lane while the comparison is running: of its turns so far, and then of its whole run. */
export interface LanePreview {
  readonly lane: string
  readonly picture: Strata
}

/** The result of a fork that was run after its comparison. */
export interface LaterFork {
  readonly lane: string
  readonly fork: ForkResult
}

/**
 * Messages from the worker. All but `progress`, `searching`, `preview`, `part`, `forked` and `asking` end the request with
 * their id. A `part` belongs to the next `compared` with its id.
 */
export type SimReply =
  | (ProgressReport & { readonly kind: 'progress'; readonly id: number })
  | (SearchProgress & { readonly kind: 'searching'; readonly id: number })
  | (LanePreview & { readonly kind: 'preview'; readonly id: number })
  | (DataPart & { readonly kind: 'part'; readonly id: number })
  | (LaterFork & { readonly kind: 'forked'; readonly id: number })
  | (Asking & { readonly kind: 'asking'; readonly id: number })
  | { readonly kind: 'forks'; readonly id: number }
  | (Comparison & { readonly kind: 'compared' })
  | { readonly kind: 'measured'; readonly id: number; readonly logs: readonly MeasuredLog[] }
  | { readonly kind: 'played'; readonly id: number; readonly plays: readonly TaskPlay[] }
  | { readonly kind: 'worst'; readonly id: number; readonly worst: Worst | null }
  | AnswerTo
  | { readonly kind: 'problem'; readonly id: number; readonly problems: readonly Problem[] }
  | { readonly kind: 'cancelled'; readonly id: number }
