import { NO_BUDGET } from '../budget/budget.ts'
import type { BudgetState } from '../budget/budget.ts'
import { NO_HEALTH } from '../health/health.ts'
import type { HealthState, CallMemory } from '../health/health.ts'
import { NO_PRESSURE } from '../pressure/pressure.ts'
import type { PressureState, Zone } from '../pressure/pressure.ts'
import type { Checkpoint } from '../checkpoint/checkpoint.ts'
import type { Breaker, Carried, Stage, StageResult } from '../stage/contract/stage.ts'
import type { Milliseconds, Tick, Turn, WindowId } from '../core/units.ts'
import type { Adjusted } from './adjusting.ts'
import type { Arrivals } from './arrivals.ts'
import type { CacheMemory } from './cache-break.ts'
import type { Rewritten } from './rewriting.ts'
import type { ToldNote } from './told-notes.ts'
import { emptyWindow } from '../core/window/window.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { Window } from '../core/window/window.ts'

/** State of one window between turns. */
export interface WindowMemory {
  readonly window: Window
  readonly pressure: PressureState
  readonly zone: Zone
  /** Tokens of the last response, which the next reading counts as arrived. */
  readonly respondedBy: Arrivals
  /** Whether the request of the last turn was valid without repair. */
  readonly valid: boolean
  readonly budget: BudgetState
  readonly health: HealthState
  readonly breaker: Breaker
  readonly carried: Carried
  /** An alert of the last turn demands an emergency compaction. */
  readonly emergency: boolean
  /** The current model context of the window: its own id, until a new window takes over. */
  readonly context: WindowId
  /**
   * The state of the prompt cache after the last call; missing if no stage depends on a cache, and before the first
   * call.
   */
  readonly cache?: CacheMemory
  /** Tokens of the window by type, so that they are not summed again in every turn; computed if missing. */
  readonly byType?: Ledger['byType']
  /** The last calls with a result, for detecting a loop; missing before the first. */
  readonly calls?: CallMemory
  /** The last reported note of each stage, so that none is repeated; missing if there was none. */
  readonly told?: readonly ToldNote[]
  /** Texts with which a person replaced those of blocks, from then on; missing if there are none. */
  readonly rewritten?: Rewritten
  /** Tokens that recorded usage subtracts from the sum of its blocks; missing if there are none. */
  readonly adjusted?: Adjusted
  /** True after an edit changed it; missing before. */
  readonly edited?: boolean
  /** How many of its first entries the last call sent; missing before the first. */
  readonly sent?: number
  /** The last turn in which a stage asked a model about it; missing if none did. */
  readonly asked?: Turn
  /** The time of the window's last turn that had one; missing if none had. */
  readonly time?: Milliseconds
}

/** The whole state of a run between turns; plain data, so that snapshots and forks are free. */
export interface RunState {
  readonly windows: ReadonlyMap<WindowId, WindowMemory>
  /** State of each stage of the strategy, by position. */
  readonly stages: readonly unknown[]
  readonly tick: Tick
  /** Id of the next window that a strategy opens. */
  readonly nextWindow: WindowId
}

/** @param nextWindow one more than the highest window of the trace */
export function initialState(stages: readonly Stage[], nextWindow: WindowId): RunState {
  return { windows: new Map(), stages: stages.map((stage) => stage.initial), tick: 0, nextWindow }
}

export const NOTHING_BY_COMPONENT: Arrivals = Object.freeze({
  system: 0,
  tools: 0,
  history: 0,
  results: 0,
  memory: 0,
})

const CLOSED: Breaker = Object.freeze({ failures: 0, open: false })

/** A window before its first turn. */
export function newMemory(id: WindowId, turn: Turn): WindowMemory {
  return {
    window: emptyWindow(id),
    pressure: NO_PRESSURE,
    zone: 'green',
    respondedBy: NOTHING_BY_COMPONENT,
    valid: false,
    budget: NO_BUDGET,
    health: NO_HEALTH,
    breaker: CLOSED,
    carried: { notes: [], checkpoint: null, serial: 1, opened: turn },
    emergency: false,
    context: id,
  }
}

/** What is carried after a stage wrote notes, or a person started anew. */
export function carriedAfter(
  carried: Carried,
  { notes, closes }: Pick<StageResult<unknown>, 'notes' | 'closes'>,
): Carried {
  const { goal: _, ...rest } = carried
  const open = closes === true ? { ...rest, closed: true as const } : carried
  return notes === undefined ? open : { ...open, notes }
}

/** What is carried after this conversation saved a checkpoint. */
export function withSaved(
  { foreign: _, closed: __, late: ___, ...own }: Carried,
  checkpoint: Checkpoint,
): Carried {
  return { ...own, checkpoint }
}

/**
 * The state of a window after a new context replaced its old one: the breaker is closed (COMP-3), and no notes were
 * reported.
 */
export function inNewContext(
  carried: Carried,
  turn: Turn,
): Pick<WindowMemory, 'breaker' | 'carried'> & { readonly told: readonly ToldNote[] } {
  return { breaker: CLOSED, carried: { ...carried, serial: carried.serial + 1, opened: turn }, told: [] }
}
