import type { BlockId, CounterName, Problem, Provider, Ratio, Tick, Tokens, Turn } from '../engine/index.ts'
import type { Config } from '../config/index.ts'
import type {
  Divergence,
  Explanation,
  IntakeReport,
  MetricRow,
  RequestAt,
  TimelineData,
  TraceSource,
  TraceWindow,
} from '../sim/index.ts'

/** Where a conversation comes from: made by a generator, or read from a log that a person gave us. */
export type SourceRequest =
  | {
      readonly kind: 'scenario'
      readonly name: string
      readonly seed: number
      /** Parameters of the scenario that differ from its defaults. */
      readonly overrides?: Readonly<Record<string, number>>
    }
  | { readonly kind: 'log'; readonly text: string; readonly filename?: string }

/** How large the window is: so many tokens, or a share of the largest prompt had nothing been removed. */
export type BudgetRequest =
  { readonly kind: 'tokens'; readonly tokens: Tokens } | { readonly kind: 'share'; readonly share: Ratio }

/** One run of a comparison. `name` identifies it, `label` is for people. */
export interface LaneRequest {
  readonly name: string
  readonly label: string
  /** Its `max_context_tokens` is replaced by the budget, which all lanes share (STRAT-1). */
  readonly config: Config
}

/** What a comparison is made of; the message adds its id. */
export interface CompareRequest {
  readonly source: SourceRequest
  readonly lanes: readonly LaneRequest[]
  readonly budget: BudgetRequest
  readonly counter: CounterName
}

/**
 * Messages to the worker. `id` is the sender's number of the request; every request but `cancel` gets
 * exactly one final reply with that id. `of` is the id of the comparison a question is about: an
 * answer never comes from a newer one.
 */
export type SimRequest =
  | (CompareRequest & { readonly kind: 'compare'; readonly id: number })
  | {
      readonly kind: 'explain'
      readonly id: number
      readonly of: number
      readonly lane: string
      readonly turn: Turn
    }
  | {
      readonly kind: 'text'
      readonly id: number
      readonly of: number
      readonly lane: string
      readonly block: BlockId
      /** As it stood at this tick; as it came when left out. */
      readonly tick?: Tick
    }
  | {
      readonly kind: 'request'
      readonly id: number
      readonly of: number
      readonly lane: string
      readonly turn: Turn
      readonly provider: Provider
    }
  | { readonly kind: 'cancel'; readonly id: number }

/** How far a comparison is: reading the log, counting its tokens, or running a lane. */
export interface ProgressReport {
  readonly step: 'read' | 'count' | 'run'
  /** Name of the lane for `run`. */
  readonly lane?: string
  readonly done: number
  readonly total: number
}

/** What the page shows of a trace; the trace itself stays in the worker. */
export interface TraceSummary {
  readonly title: string
  readonly source: TraceSource
  readonly turns: number
  readonly windows: readonly TraceWindow[]
  readonly blocks: number
  readonly intake: IntakeReport
  /** Whether any response recorded what it cost, so that counts were fitted to it (TOK-2). */
  readonly usage: boolean
  /** Recorded tokens per counted one; null without usage. */
  readonly calibration: Ratio | null
  /** Other conversations of the same file, which were not read in. */
  readonly siblings: readonly string[]
}

export interface LaneResult {
  readonly name: string
  readonly label: string
  readonly data: TimelineData
  readonly rows: readonly MetricRow[]
}

export interface Comparison {
  /** Id of the request, to be named in questions about it. */
  readonly id: number
  readonly trace: TraceSummary
  /** Largest prompt of the main window, had nothing been removed. */
  readonly peak: Tokens
  /** Limit of every lane's window. */
  readonly limit: Tokens
  readonly lanes: readonly LaneResult[]
  /** The first turn in which any two lanes differ, with their names; null where they never do. */
  readonly firstDivergence: Divergence | null
}

/** Messages from the worker. All but `progress` end the request with their id. */
export type SimReply =
  | (ProgressReport & { readonly kind: 'progress'; readonly id: number })
  | (Comparison & { readonly kind: 'compared' })
  | (Explanation & { readonly kind: 'explained'; readonly id: number })
  | { readonly kind: 'text'; readonly id: number; readonly text: string }
  | { readonly kind: 'request'; readonly id: number; readonly request: RequestAt }
  | { readonly kind: 'problem'; readonly id: number; readonly problems: readonly Problem[] }
  | { readonly kind: 'cancelled'; readonly id: number }
