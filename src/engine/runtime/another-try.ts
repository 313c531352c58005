import { anchoredUsed, zoneOf } from '../pressure/pressure.ts'
import type { Stage } from '../stage/contract/stage.ts'
import type { Block } from '../core/message/block.ts'
import type { BlockId } from '../core/units.ts'
import { MAIN } from './conversation.ts'
import type { RunState, WindowMemory } from './memory.ts'
import type { TurnEvent } from './record.ts'
import type { PreparedTurn } from './turn.ts'
import type { TurnRules } from './turn-input.ts'

/** A turn whose request was returned and whose response has not arrived. */
export interface OpenCall {
  readonly prepared: PreparedTurn
  /** The state after the turn if no response arrives. */
  readonly unanswered: RunState
  /** The window before the turn; another try starts from its averages. */
  readonly before: WindowMemory
  readonly stages: readonly Stage[]
  /** The rules of this try. */
  readonly rules: TurnRules
  /** What arrived in this turn: the model has not read it yet, however often the call is tried. */
  readonly inputs: readonly BlockId[]
  /** What was done in this turn, try by try. */
  readonly tries: readonly Pick<PreparedTurn, 'changes' | 'events'>[]
}

/** Events of readings, not of stages. */
const READ: ReadonlySet<TurnEvent['kind']> = new Set(['zone', 'spike', 'budget', 'overflow'] as const)

/** What came after a failed call is news for the next checkpoint: one of the same turn was saved without it (CROSS-4). */
export function withLate(memory: WindowMemory, came: readonly Block[]): WindowMemory {
  const { carried } = memory
  return { ...memory, carried: { ...carried, late: [...(carried.late ?? []), ...came.map(({ id }) => id)] } }
}

/** A window before another try of its turn: as it was sent, with the averages from before, so that no arrival counts twice. */
export function triedAgain(memory: WindowMemory, { before, prepared }: OpenCall): WindowMemory {
  const { time: _, ...standing } = memory
  const { pressure, health, time } = before
  const { recent, readings } = before.budget
  return {
    ...standing,
    pressure,
    health,
    budget: { ...memory.budget, recent, readings },
    respondedBy: prepared.arrivedBy,
    emergency: false,
    ...(time !== undefined && { time }),
  }
}

/** Events of another try, without the alerts and the spike that were told of the turn before. */
export function newsOf(events: readonly TurnEvent[], tries: OpenCall['tries']): readonly TurnEvent[] {
  const keyOf = (event: TurnEvent): string | null =>
    event.kind === 'alert' ? event.alert.code : event.kind === 'spike' ? event.kind : null
  const told = new Set(tries.flatMap((one) => one.events.map(keyOf)))
  return events.filter((event) => keyOf(event) === null || !told.has(keyOf(event)))
}

export function withMemory(state: RunState, memory: WindowMemory): RunState {
  return { ...state, windows: new Map(state.windows).set(MAIN, memory) }
}

/** A turn that leaves something else in the window's memory. */
export function responding(prepared: PreparedTurn, other: Partial<WindowMemory>): PreparedTurn {
  return {
    ...prepared,
    respond(response) {
      const outcome = prepared.respond(response)
      const memory = outcome.state.windows.get(MAIN)
      if (memory === undefined) return outcome
      return { ...outcome, state: withMemory(outcome.state, { ...memory, ...other }) }
    },
  }
}

/** The reserve was raised for this try only: the first reading of the turn stays. */
export function shortened(
  next: PreparedTurn,
  { prepared: first, tries }: OpenCall,
  { window: sent, zone: from, budget }: WindowMemory,
  { limit, reserve, thresholds }: TurnRules,
): PreparedTurn {
  const { reading } = first
  const window = { ...sent, used: next.ledger.used }
  const zone = zoneOf(anchoredUsed({ window, reading }) / limit, thresholds)
  const told = newsOf(next.events, tries).filter(({ kind }) => !READ.has(kind))
  const kept = {
    reading,
    budget: first.budget,
    ledger: { ...next.ledger, reserve, free: limit - next.ledger.used - reserve },
    events: zone === from ? told : [...told, { kind: 'zone', point: 'sent', from, to: zone } as const],
  }
  const remembering = responding(next, { zone, budget })
  return { ...next, ...kept, respond: (response) => ({ ...remembering.respond(response), ...kept }) }
}
