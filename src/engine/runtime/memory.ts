import { NO_BUDGET } from '../budget/budget.ts'
import type { BudgetState } from '../budget/budget.ts'
import { NO_HEALTH } from '../health/health.ts'
import type { HealthState, CallMemory } from '../health/health.ts'
import { NO_PRESSURE } from '../pressure/pressure.ts'
import type { PressureState, Zone } from '../pressure/pressure.ts'
import type { Breaker, Carried, Stage } from '../stage/contract/stage.ts'
import type { Milliseconds, Tick, Turn, WindowId } from '../core/units.ts'
import type { Adjusted } from './adjusting.ts'
import type { Arrivals } from './arrivals.ts'
import type { CacheMemory } from './cache-break.ts'
import type { Rewritten } from './rewriting.ts'
import type { ToldNote } from './told-notes.ts'
import { emptyWindow } from '../core/window/window.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { Window } from '../core/window/window.ts'

/** What one window carries from turn to turn. */
export interface WindowMemory {
  readonly window: Window
  readonly pressure: PressureState
  readonly zone: Zone
  /** Tokens of the last response, which the next reading counts as arrived. */
  readonly respondedBy: Arrivals
  /** Whether the request of the last turn was found valid as it stood. */
  readonly valid: boolean
  readonly budget: BudgetState
  readonly health: HealthState
  readonly breaker: Breaker
  readonly carried: Carried
  /** An alert of the last turn demands an emergency compaction. */
  readonly emergency: boolean
  /** The model context that the window stands for now: its own id, until a new window takes over. */
  readonly context: WindowId
  /** What the last call left in the prompt cache; missing where no stage counts on one, and before the first call. */
  readonly cache?: CacheMemory
  /** Tokens of the window by type, so that no turn adds up a window that was added up before; made where missing. */
  readonly byType?: Ledger['byType']
  /** The calls whose results came last, for a loop of them; missing before the first. */
  readonly calls?: CallMemory
  /** The last note of each stage that said something, so that none is told again; missing where none did. */
  readonly told?: readonly ToldNote[]
  /** What a person rewrote in it: this is the text of those blocks from then on; missing where nothing was. */
  readonly rewritten?: Rewritten
  /** What recorded usage takes away from the sum of its blocks; missing where nothing is. */
  readonly adjusted?: Adjusted
  /** True once an edit changed it; missing before. */
  readonly edited?: boolean
  /** How many of its first entries the last call sent; missing before the first. */
  readonly sent?: number
  /** The last turn in which a stage asked a model about it; missing where none did. */
  readonly asked?: Turn
  /** The last time that a turn of the window had; missing where none had. */
  readonly time?: Milliseconds
}

/** Everything that a run carries from turn to turn; plain data, so that snapshots and forks are free. */
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

/** What a window knows after its context was given up for a new one: the breaker is closed again (COMP-3), and nothing was told. */
export function inNewContext(
  carried: Carried,
  turn: Turn,
): Pick<WindowMemory, 'breaker' | 'carried'> & { readonly told: readonly ToldNote[] } {
  return { breaker: CLOSED, carried: { ...carried, serial: carried.serial + 1, opened: turn }, told: [] }
}
