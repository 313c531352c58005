import type { BudgetEvent, BudgetReading } from '../budget/budget.ts'
import type { CheckpointSave } from '../checkpoint/answer.ts'
import type { ContractChange } from '../checkpoint/changes.ts'
import type { Decision } from '../policy/decision.ts'
import type { Probe } from '../fidelity/template.ts'
import type { Alert } from '../health/alert.ts'
import type { HealthReading } from '../health/health.ts'
import type { AskKind, Failure } from '../core/llm/ask.ts'
import type { Note } from '../notes/note.ts'
import type { Repair } from '../validity/rule/violation.ts'
import type { PressureReading, Zone } from '../pressure/pressure.ts'
import type { Problem } from '../core/problem.ts'
import type { EditTrigger } from '../policy/edit-trigger.ts'
import type { Compression, Kept, Logged, StageNote, SubagentCost, Verdict } from '../stage/contract/stage.ts'
import type { BlockId, Ratio, Tick, Tokens, Turn, WindowId } from '../core/units.ts'
import type { Applied, Change } from '../core/window/change.ts'
import type { Arrivals } from './arrivals.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { ContentId } from '../core/window/window.ts'
import type { CacheBreak } from './cache-break.ts'
import type { RunState } from './memory.ts'

/** One recorded change of a window; its tick is its number. */
export interface WindowChange {
  readonly tick: Tick
  readonly cause: 'arrive' | 'stage' | 'repair' | 'fetch' | 'respond'
  readonly applied: Applied
  /** Stage, changes and decision of an edit; null for arrivals, for what was fetched again and for the model's answer. */
  readonly edit: {
    readonly stage: string
    readonly changes: readonly Change[]
    readonly decision: Decision | null
    readonly repairs: readonly Repair[]
    readonly compression: CompressionRecord | null
    /** The window that the edit opened, null for all others. */
    readonly opened: WindowId | null
    /** Protected blocks; null for an edit that did not check. */
    readonly kept: Kept | null
    /** Index of the stage in the strategy's list; missing if no stage made the change. */
    readonly step?: number
    /**
     * Why it was made; missing if a person requested it, it comes from the log, or it corrects the record after a
     * report by the provider.
     */
    readonly trigger?: EditTrigger
    /** The counts of the client that wrote the log for the same edit; missing if this run decided. */
    readonly logged?: Logged
  } | null
}

/** A compression: its ratios, with what it kept beside them (COMP-4). */
export interface CompressionRecord {
  readonly step: Compression['step']
  /** Tokens of the compressed part, and of what replaced it. */
  readonly before: Tokens
  readonly after: Tokens
  /** before / after of the compressed part. */
  readonly spanRatio: Ratio
  /** before / after of the whole window. */
  readonly windowRatio: Ratio
  /** Questions about the compressed part, and how many the window can still answer afterwards (HEALTH-3). */
  readonly probes: number
  readonly kept: number
  /** Indices in the turn's list of requests. */
  readonly asks: readonly number[]
  readonly subagent: SubagentCost | null
  /** The sub-agent's own window, null if there is none. */
  readonly window: WindowId | null
  /** The questions; kept only with `detail`, because every run could generate them again. */
  readonly questions?: readonly Probe[]
}

/** One request of a stage to a model, and what happened to the answer. */
export interface AskRecord {
  readonly stage: string
  readonly kind: AskKind
  readonly sources: readonly BlockId[]
  readonly maxTokens: Tokens
  /** Tokens of the prompt, by the run's counter. */
  readonly input: Tokens
  /** The prompt continues the agent's own; tokens of a prompt that quotes the material instead. Missing: it quotes it. */
  readonly alone?: Tokens
  /** Tokens of the answer, 0 if there is none. */
  readonly output: Tokens
  /** Text of the answer in the content store, null if the request failed. */
  readonly answer: ContentId | null
  readonly failure: Failure | null
  readonly verdict: Verdict
}

export type TurnEvent =
  | { readonly kind: 'zone'; readonly point: 'offered' | 'sent'; readonly from: Zone; readonly to: Zone }
  | { readonly kind: 'spike'; readonly arrived: Tokens; readonly baseline: number }
  | { readonly kind: 'note'; readonly stage: string; readonly note: StageNote }
  | { readonly kind: 'overflow'; readonly used: Tokens; readonly limit: Tokens; readonly reserve: Tokens }
  | { readonly kind: 'budget'; readonly event: BudgetEvent }
  | { readonly kind: 'alert'; readonly alert: Alert }
  | { readonly kind: 'breaker'; readonly failures: number }
  | {
      readonly kind: 'checkpoint'
      readonly window: number
      readonly version: number
      /**
       * What happened to items of the previous version that the answer did not repeat (CROSS-4); missing if it repeated
       * all.
       */
      readonly changes?: readonly ContractChange[]
      /** Problems in the answer that did not prevent the save; missing if there were none. */
      readonly problems?: readonly Problem[]
    }
  | { readonly kind: 'window'; readonly from: WindowId; readonly to: WindowId }
  /**
   * The call could read less from the prompt cache than the previous one (TIER-3); reported if a stage depends on the
   * cache.
   */
  | ({ readonly kind: 'cache_break' } & CacheBreak)

export interface FoundViolation {
  readonly rule: string
  readonly message: string
  readonly blocks: readonly BlockId[]
  readonly origin: 'trace' | 'strategy'
}

/** The window at one point of a turn (LED-3): the state after tick `tick`. */
export interface WindowPoint {
  readonly tick: Tick
  readonly used: Tokens
}

export interface TurnOutcome {
  readonly state: RunState
  readonly points: {
    readonly arrived: WindowPoint
    readonly offered: WindowPoint
    readonly sent: WindowPoint
  }
  /** After what the model fetched again; null if it fetched nothing. */
  readonly fetched: WindowPoint | null
  readonly responded: WindowPoint | null
  readonly reading: PressureReading
  /** Tokens that arrived since the previous turn, by component. */
  readonly arrivedBy: Arrivals
  /** Repeated tool calls in a row, up to the last one whose result arrived. */
  readonly repeatedCalls: number
  /** The budget of the window before any stage acted. */
  readonly budget: BudgetReading
  readonly health: HealthReading
  /** Account of the window as sent. */
  readonly ledger: Ledger
  readonly changes: readonly WindowChange[]
  readonly asks: readonly AskRecord[]
  readonly events: readonly TurnEvent[]
  readonly violations: readonly FoundViolation[]
  /** The model context with which the call was made. */
  readonly context: WindowId
  /** Checkpoints saved in this turn. */
  readonly checkpoints: readonly CheckpointSave[]
  /** The notes after the turn; the same list as before if none was written. */
  readonly notes: readonly Note[]
  readonly ended: { readonly turn: Turn; readonly code: 'overflow' } | null
}
