import type { BudgetMonitor } from '../budget/budget.ts'
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

/** What a turn brings: the inputs before the call and the response after it, as counted blocks. */
export interface TurnInput {
  readonly turn: Turn
  readonly window: WindowId
  readonly time: Milliseconds | null
  readonly inputs: readonly Block[]
  readonly response: readonly Block[]
  /** What recorded usage adds to the sum of the blocks before this call, below 0 where it takes away (LED-1); missing: nothing. */
  readonly adjustment?: Tokens
  /** What a model reported as used, where the caller knows (PRES-4); missing in a replay. */
  readonly reported?: Tokens
  /** Inputs of this turn that stand in the window already, from a try of the same call before this one. */
  readonly standing?: readonly BlockId[]
  readonly finished: StageContext['finished']
  /** What a person asks for at this turn; missing: nothing. */
  readonly manual?: StageContext['manual']
  /** Texts that a person puts in place of others before this call, in order; missing: none. */
  readonly rewrites?: readonly Rewrite[]
  /** What the log's own client did before this call; missing: nothing, or nobody knows. */
  readonly recordedActs?: StageContext['recordedActs']
  /**
   * Missing: the provider told nothing of the previous call, or was asked for something else than this run asks for.
   */
  readonly told?: ToldOfCall
}

/** What a run is held to, the same in every turn. */
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
  /** Who reads pressure and budget; missing: the engine's own (MAN-3). */
  readonly monitors?: { readonly pressure?: PressureMonitor; readonly budget?: BudgetMonitor }
  /** Failures of the model in a row that open the breaker (COMP-3). */
  readonly breakerAfter: number
}

/** What a turn may look things up in. */
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
  /** Tokens of a text made in a turn, on the scale the blocks have by then. */
  readonly count: (text: string, turn: Turn) => Tokens
  readonly block: BlockTable
  /** Columns over the same table, grown as blocks are made. */
  readonly facts: BlockFacts
  readonly content: ContentSource
  /** How the request of a turn lets the model think; missing: as the content says. */
  readonly thinking?: (turn: Turn) => ThinkingConfig | undefined
  /** Whether the model of a turn takes thinking back only where nothing before it was changed; missing: it does not. */
  readonly bindsThinking?: (turn: Turn) => boolean
  /** Vector of a window's task as known in a turn: null before it was stated. */
  readonly task: (window: WindowId, turn: Turn) => StageContext['task']
  /** Whether the unmanaged window of this turn has the same violation, so that it is not the strategy's (VALID-3). */
  readonly inherited: (
    violation: Violation,
    blocks: readonly BlockId[],
    window: WindowId,
    turn: Turn,
  ) => boolean
}
