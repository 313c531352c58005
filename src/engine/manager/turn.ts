import type { Block } from '../message/block.ts'
import type { BlockFacts } from '../message/block-facts.ts'
import type { Repair, Violation } from '../pairing/violation.ts'
import { repair } from '../pairing/repair.ts'
import { validate } from '../pairing/validate.ts'
import { NO_PRESSURE, readPressure, zoneOf } from '../pressure/pressure.ts'
import type { PressureReading, PressureState, Thresholds, Zone } from '../pressure/pressure.ts'
import type { Decision } from '../eviction/decision.ts'
import type { Answer, Ask, Phase, Stage, StageContext, StageNote, WindowView } from '../stage/stage.ts'
import type { Strategy } from '../strategy/strategy.ts'
import type { BlockId, Milliseconds, Tick, Tokens, Turn, WindowId } from '../units.ts'
import { assemble } from '../window/assemble.ts'
import type { ContentSource } from '../window/assemble.ts'
import { append, applyChanges } from '../window/change.ts'
import type { Applied, Change } from '../window/change.ts'
import { afterChange, ledgerFrom, overflows, tokensByType } from '../window/ledger.ts'
import type { Ledger } from '../window/ledger.ts'
import { emptyWindow, entryFromEnd } from '../window/window.ts'
import type { BlockTable, Entry, Window } from '../window/window.ts'
import { changesOfRepairs } from './repair-changes.ts'

/** What a turn brings: the inputs before the call and the response after it, as counted blocks. */
export interface TurnInput {
  readonly turn: Turn
  readonly window: WindowId
  readonly time: Milliseconds | null
  readonly inputs: readonly Block[]
  readonly response: readonly Block[]
}

/** What one window carries from turn to turn. */
export interface WindowMemory {
  readonly window: Window
  readonly pressure: PressureState
  readonly zone: Zone
  /** Tokens of the last response, which the next reading counts as arrived. */
  readonly responded: Tokens
  /** Whether the request of the last turn was found valid as it stood. */
  readonly valid: boolean
  /** Tokens of the window by type, so that no turn adds up a window that was added up before; made where missing. */
  readonly byType?: Ledger['byType']
}

/** Everything that a run carries from turn to turn; plain data, so that snapshots and forks are free. */
export interface RunState {
  readonly windows: ReadonlyMap<WindowId, WindowMemory>
  /** State of each stage of the strategy, by position. */
  readonly stages: readonly unknown[]
  readonly tick: Tick
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
}

/** What a turn may look things up in. */
export interface TurnResources extends Omit<StageContext, 'turn' | 'time' | 'task' | 'count'> {
  /** Tokens of a text made in a turn, on the scale the blocks have by then. */
  readonly count: (text: string, turn: Turn) => Tokens
  readonly block: BlockTable
  /** Columns over the same table, grown as blocks are made. */
  readonly facts: BlockFacts
  readonly content: ContentSource
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

/** One recorded change of a window; its tick is its number. */
export interface WindowChange {
  readonly tick: Tick
  readonly cause: 'arrive' | 'respond' | 'stage' | 'repair'
  readonly applied: Applied
  /** Stage, changes and decision of an edit; null for what arrived and what the model answered. */
  readonly edit: {
    readonly stage: string
    readonly changes: readonly Change[]
    readonly decision: Decision | null
    readonly repairs: readonly Repair[]
  } | null
}

export type TurnEvent =
  | { readonly kind: 'zone'; readonly point: 'offered' | 'sent'; readonly from: Zone; readonly to: Zone }
  | { readonly kind: 'spike'; readonly arrived: Tokens; readonly baseline: number }
  | { readonly kind: 'note'; readonly stage: string; readonly note: StageNote }
  | { readonly kind: 'overflow'; readonly used: Tokens; readonly limit: Tokens; readonly reserve: Tokens }

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
  readonly responded: WindowPoint | null
  readonly reading: PressureReading
  /** Account of the window as sent. */
  readonly ledger: Ledger
  readonly changes: readonly WindowChange[]
  readonly events: readonly TurnEvent[]
  readonly violations: readonly FoundViolation[]
  readonly ended: { readonly turn: Turn; readonly code: 'overflow' } | null
}

export function initialState(stages: readonly Stage[]): RunState {
  return { windows: new Map(), stages: stages.map((stage) => stage.initial), tick: 0 }
}

/**
 * The only turn loop: inputs arrive → stages on arrival → pressure → the strategy's stages → validity
 * and repair → the call → the response is appended. A generator, because stages may ask a model; thin
 * drivers answer (see drive.ts).
 */
export function* turnStep(
  state: RunState,
  input: TurnInput,
  rules: TurnRules,
  resources: TurnResources,
): Generator<Ask, TurnOutcome, Answer> {
  const memory = state.windows.get(input.window)
  const changes: WindowChange[] = []
  const events: TurnEvent[] = []
  const stageStates = state.stages.slice()
  let window = memory?.window ?? emptyWindow(input.window)
  let zone: Zone = memory?.zone ?? 'green'
  let byType = memory?.byType ?? tokensByType(window.entries, resources.block)
  let tick = state.tick
  const context = contextOf(input, resources)

  function record(cause: WindowChange['cause'], applied: Applied, edit: WindowChange['edit']): void {
    tick += 1
    window = applied.window
    byType = afterChange(byType, applied, resources.block)
    changes.push({ tick, cause, applied, edit })
  }
  const point = (): WindowPoint => ({ tick, used: window.used })

  record('arrive', append(window, input.inputs, resources.messageOverhead), null)
  const arrived = point()

  const pressure = readPressure(
    memory?.pressure ?? NO_PRESSURE,
    {
      used: window.used,
      arrived: arrivedTokens(input.inputs) + (memory?.responded ?? 0),
      limit: rules.limit,
    },
    rules.thresholds,
    rules.velocityWindow,
  )
  let reading = pressure.reading

  function view(): WindowView {
    const seen = window
    let blocks: readonly Block[] | null = null
    return {
      turn: input.turn,
      window: seen,
      // Made when first asked for: in most turns a stage sees that nothing is to be done, and asks for none.
      get blocks() {
        blocks ??= seen.entries.map((entry) => resources.block(entry.block))
        return blocks
      },
      block: resources.block,
      facts: resources.facts,
      limit: rules.limit,
      reserve: rules.reserve,
      thresholds: rules.thresholds,
      reading,
      arrived: input.inputs.map((block) => block.id),
    }
  }

  function* act(phase: Phase): Generator<Ask, void, Answer> {
    for (const [index, stage] of rules.stages.entries()) {
      if (stage.phase !== phase) continue
      const result = yield* stage.act(view(), stageStates[index], context)
      stageStates[index] = result.state
      for (const plan of result.edits) {
        const decision = plan.decision()
        const applied = applyChanges(window, plan.changes, resources.messageOverhead, resources.block)
        record('stage', applied, { stage: stage.name, changes: plan.changes, decision, repairs: [] })
      }
      if (result.note !== null && result.note.code !== 'below_trigger') {
        events.push({ kind: 'note', stage: stage.name, note: result.note })
      }
    }
  }

  function noteZone(at: 'offered' | 'sent'): void {
    const next = zoneOf(window.used / rules.limit, rules.thresholds)
    if (next !== zone) events.push({ kind: 'zone', point: at, from: zone, to: next })
    zone = next
  }

  yield* act('result')
  const offered = point()
  if (offered.used !== reading.used) {
    const utilization = offered.used / rules.limit
    reading = { ...reading, used: offered.used, utilization, zone: zoneOf(utilization, rules.thresholds) }
  }
  noteZone('offered')
  if (reading.spike) events.push({ kind: 'spike', arrived: reading.arrived, baseline: reading.baseline ?? 0 })

  yield* act('call')
  if (overflows(window.used, rules.limit, rules.reserve)) yield* act('overflow')

  const violations = stillValid() ? [] : validity()
  const sent = point()
  noteZone('sent')
  const ledger = ledgerFrom(byType, window.used, rules.limit, rules.reserve)

  const over = overflows(window.used, rules.limit, rules.reserve)
  if (over) events.push({ kind: 'overflow', used: window.used, limit: rules.limit, reserve: rules.reserve })
  const ends = over && rules.strategy.endsAtOverflow

  const answers = !ends && input.response.length > 0
  if (answers) record('respond', append(window, input.response, resources.messageOverhead), null)
  const responded = answers ? point() : null

  const windows = new Map(state.windows)
  windows.set(input.window, {
    window,
    pressure: pressure.state,
    zone,
    responded: responded === null ? 0 : responded.used - sent.used,
    valid: violations.length === 0,
    byType,
  })
  return {
    state: { windows, stages: stageStates, tick },
    points: { arrived, offered, sent },
    responded,
    reading,
    ledger,
    changes,
    events,
    violations,
    ended: ends ? { turn: input.turn, code: 'overflow' } : null,
  }

  /**
   * A valid request that no edit touched stays valid unless what was added breaks a rule, and all rules
   * but those on duplicate ids look at neighbours. So only the last reply and the new inputs are judged;
   * judging the whole window in every turn would be most of the time of a run.
   */
  function stillValid(): boolean {
    if (memory?.valid !== true || changes.some((change) => change.edit !== null)) return false
    const tail = tailOf(window, input.turn, resources.block)
    if (tail === null) return false
    const { messages } = assemble(
      { id: window.id, entries: tail, used: window.used },
      resources.block,
      resources.content,
    )
    // The tail opens with the reply, which is no fault of the request it is cut from.
    return validate(messages, 'anthropic').every(({ rule, index }) => rule === 'first-role' && index === 0)
  }

  /** Finds what the provider would reject and repairs it as an edit (VALID-2). */
  function validity(): FoundViolation[] {
    const found: FoundViolation[] = []
    // One repair can uncover another (an emptied message, a new first role); three rounds settle any list.
    for (let round = 0; round < 3; round++) {
      const request = assemble(window, resources.block, resources.content)
      const violations = validate(request.messages, 'anthropic')
      if (violations.length === 0) break
      if (round === 0) {
        for (const violation of violations) {
          const blocks = blocksOf(violation, request.origin)
          const origin = resources.inherited(violation, blocks, input.window, input.turn)
            ? 'trace'
            : 'strategy'
          found.push({ rule: violation.rule, message: violation.message, blocks, origin })
        }
      }
      const { repairs } = repair(request.messages, 'anthropic')
      const repairChanges = changesOfRepairs(repairs, request, window, input.turn, {
        ...resources,
        count: (text) => resources.count(text, input.turn),
      })
      if (repairChanges.length === 0) break
      const applied = applyChanges(window, repairChanges, resources.messageOverhead, resources.block)
      record('repair', applied, { stage: 'repair', changes: repairChanges, decision: null, repairs })
    }
    return found
  }
}

/** The last reply and what followed it; null where a rule that looks further back could be concerned. */
function tailOf(window: Window, turn: Turn, table: BlockTable): readonly Entry[] | null {
  const tail: Entry[] = []
  const next = (): Entry | undefined => entryFromEnd(window, tail.length)
  let entry = next()
  for (; entry !== undefined && table(entry.block).turn === turn; entry = next()) tail.push(entry)
  if (entry === undefined) return null
  const reply = table(entry.block)
  if (reply.role !== 'assistant') return null
  for (; entry?.message === reply.message; entry = next()) tail.push(entry)
  const far = tail.some(({ block: id }) => {
    const { role, type, call } = table(id)
    return role === 'system' || (type === 'tool_call' && call !== null && call.before !== null)
  })
  return far ? null : tail.reverse()
}

function contextOf(input: TurnInput, resources: TurnResources): StageContext {
  const { turn, time, window } = input
  const count = (text: string): Tokens => resources.count(text, turn)
  return { ...resources, turn, time, count, task: resources.task(window, turn) }
}

/** Tokens of inputs that pressure counts: the fixed overhead of system prompt and tools arrives once and says nothing of speed. */
function arrivedTokens(blocks: readonly Block[]): Tokens {
  let total = 0
  for (const block of blocks) {
    if (block.type !== 'system_prompt' && block.type !== 'tool_definition') total += block.tokens
  }
  return total
}

/** The blocks a violation is about: the part it names, or the whole message. */
function blocksOf(violation: Violation, origin: readonly (readonly BlockId[])[]): readonly BlockId[] {
  const parts = origin[violation.index] ?? []
  const part = violation.part === undefined ? undefined : parts[violation.part]
  return part === undefined ? parts : [part]
}
