import type { BudgetMonitor } from '../budget/budget.ts'
import type { RequestSettings } from '../stage/contract/worth.ts'
import type { BudgetSettings } from '../budget/settings.ts'
import type { HealthSettings } from '../health/declaration.ts'
import type { SpikeSettings } from '../pressure/settings.ts'
import type { Block } from '../core/message/block.ts'
import type { BlockFacts } from '../core/message/block-facts.ts'
import type { ThinkingConfig } from '../core/message/message.ts'
import type { Violation } from '../validity/rule/violation.ts'
import type { PressureMonitor, Thresholds } from '../pressure/pressure.ts'
import type { Stage, StageContext, ToldOfCall } from '../stage/contract/stage.ts'
import type { Strategy } from '../stage/strategy/strategy.ts'
import type { BlockId, Milliseconds, Tokens, Turn, WindowId } from '../core/units.ts'
import type { ContentSource } from '../core/window/assemble.ts'
import type { BlockTable } from '../core/window/window.ts'
import type { Rewrite } from './rewriting.ts'

/** The blocks of a turn: the inputs before the call and the response after it, counted. */
export interface TurnInput {
  readonly turn: Turn
  readonly window: WindowId
  readonly time: Milliseconds | null
  /** When the request was sent, if `time` is that of the response; default: `time`. */
  readonly sent?: Milliseconds
  /** The cache term that the client asked for, if the log has it; missing: unknown. */
  readonly cacheLife?: Milliseconds
  readonly inputs: readonly Block[]
  readonly response: readonly Block[]
  /**
   * Tokens that recorded usage adds to the sum of the blocks before this call, possibly negative (LED-1); missing:
   * the counts are not fitted to it.
   */
  readonly adjustment?: Tokens
  /** Tokens in use as the model reported them, if known (PRES-4); missing in a replay. */
  readonly reported?: Tokens
  /** What of them is reasoning that cannot be counted, as reported with its replies. */
  readonly hidden?: Tokens
  /** Inputs of this turn that are already in the window, from an earlier try of the same call. */
  readonly standing?: readonly BlockId[]
  readonly finished: StageContext['finished']
  /** An action that a person requested for this turn; missing: none. */
  readonly manual?: StageContext['manual']
  /** Texts that a person rewrote before this call, in order; missing: none. */
  readonly rewrites?: readonly Rewrite[]
  /** What the log's own client did before this call; missing: nothing, or unknown. */
  readonly recordedActs?: StageContext['recordedActs']
  /**
   * Missing: the provider reported nothing about the previous call, or was asked for something else than this run asks
   * for.
   */
  readonly told?: ToldOfCall
}

/** The rules of a run, the same in every turn. */
export interface TurnRules {
  readonly strategy: Strategy
  readonly stages: readonly Stage[]
  readonly limit: Tokens
  readonly reserve: Tokens
  /** Scaled to the window (PRES-1). */
  readonly thresholds: Thresholds
  readonly velocityWindow: number
  /** When an arrival is a spike (PRES-3); missing: the engine's own figures. */
  readonly spikes?: SpikeSettings
  /** Whether the counter is exact; an estimating one adds a margin before overflow is judged (BUD-5). */
  readonly exact: boolean
  readonly budget: BudgetSettings
  readonly health: HealthSettings
  /** Implementations that read pressure and budget; missing: the engine's own (MAN-3). */
  readonly monitors?: { readonly pressure?: PressureMonitor; readonly budget?: BudgetMonitor }
  /** How summaries and checkpoints are requested; missing: each in a request of its own. */
  readonly requests?: RequestSettings
  /** Failures of the model in a row that open the circuit breaker (COMP-3). */
  readonly breakerAfter: number
}

/** What a turn may look up. */
export interface TurnResources extends Omit<
  StageContext,
  | 'turn'
  | 'time'
  | 'idle'
  | 'task'
  | 'count'
  | 'breaker'
  | 'carried'
  | 'emergency'
  | 'asked'
  | 'stored'
  | 'finished'
  | 'manual'
  | 'recordedActs'
> {
  /** Tokens of a text made in a turn, on the scale that the blocks have by then. */
  readonly count: (text: string, turn: Turn) => Tokens
  readonly block: BlockTable
  /** Columns over the same table, extended as blocks are made. */
  readonly facts: BlockFacts
  readonly content: ContentSource
  /** How the request of a turn lets the model think; missing: as the content source says. */
  readonly thinking?: (turn: Turn) => ThinkingConfig | undefined
  /** Whether the model of a turn accepts thinking only after an unchanged prefix; missing: it does not. */
  readonly bindsThinking?: (turn: Turn) => boolean
  /** Vector of a window's task as known in a turn: null before it was stated. */
  readonly task: (window: WindowId, turn: Turn) => StageContext['task']
  /**
   * Whether the unmanaged window of this turn has the same violation, which then was not caused by the strategy
   * (VALID-3).
   */
  readonly inherited: (
    violation: Violation,
    blocks: readonly BlockId[],
    window: WindowId,
    turn: Turn,
  ) => boolean
}
