import { healthInputOf, NO_BUDGET, NO_HEALTH, readBudget, readHealth } from '../../../engine/internal.ts'
import type {
  BudgetReading,
  BudgetState,
  HealthReading,
  HealthState,
  Turn,
  WindowId,
} from '../../../engine/index.ts'
import { runSettings } from '../../../config/internal.ts'
import type { Config, RunSettings } from '../../../config/index.ts'
import { configAt, reserveAt } from './obeyed.ts'
import type { EditRecord, TimelineData, TurnRecord } from './timeline.ts'

type Recorded = Pick<
  TimelineData,
  'turns' | 'edits' | 'spec' | 'set' | 'limit' | 'reserve' | 'thresholds' | 'exact'
>

/**
 * The budget of every turn for the window as sent: read from the recorded ledger by the same function as in the turn
 * loop (BUD-2), window by window. `budgets[t]` belongs to `turns[t]`. The events of a turn are of the window before any
 * stage acted, and are in the turn.
 */
export function budgetsOf(data: Recorded): readonly BudgetReading[] {
  const settingsAt = settingsOf(data)
  const states = new Map<WindowId, BudgetState>()
  return data.turns.map((turn) => {
    const ledger = ledgerAt(turn, data)
    const { state, reading } = readBudget(
      states.get(turn.window) ?? NO_BUDGET,
      { ledger, arrived: turn.arrivedBy, exact: data.exact },
      settingsAt(turn.turn).budget,
    )
    states.set(turn.window, state)
    return reading
  })
}

/** The health of every turn, by the same function and figures as in the turn loop (HEALTH-1). */
export function healthsOf(data: Recorded): readonly HealthReading[] {
  const settingsAt = settingsOf(data)
  const states = new Map<WindowId, HealthState>()
  return data.turns.map((turn) => {
    const edits = turn.edits.flatMap((edit): readonly EditRecord[] => {
      const found = data.edits[edit]
      return found === undefined ? [] : [found]
    })
    const { health } = settingsAt(turn.turn)
    const { state, reading } = readHealth(
      states.get(turn.window) ?? NO_HEALTH,
      healthInputOf(
        turn.turn,
        ledgerAt(turn, data),
        turn.reading.arrived,
        turn.repeatedCalls ?? 0,
        edits.map((edit) => ({ ...edit, changes: edit.blocks })),
        health.questions.least,
      ),
      health,
    )
    states.set(turn.window, state)
    return reading
  })
}

/** The settings of each turn in the engine's form. */
function settingsOf(data: Recorded): (turn: Turn) => RunSettings {
  const known = new Map<Config, RunSettings>()
  return (turn) => {
    const config = configAt(data, turn)
    const settings = known.get(config) ?? runSettings(config)
    known.set(config, settings)
    return settings
  }
}

function ledgerAt(turn: TurnRecord, data: Recorded) {
  const { used, free, utilization, adjustment = 0, byType, byComponent } = turn
  return {
    limit: data.limit,
    reserve: reserveAt(data, turn.turn),
    used,
    free,
    utilization,
    adjustment,
    byType,
    byComponent,
  }
}
