import type { BudgetReading } from '../budget/budget.ts'
import type { ContractChange } from '../checkpoint/changes.ts'
import type { Checkpoint, CheckpointStamp } from '../checkpoint/checkpoint.ts'
import type { HealthReading } from '../health/health.ts'
import type { PressureReading } from '../pressure/pressure.ts'
import type { Breaker } from '../stage/contract/stage.ts'
import type { Tokens, Turn, WindowId } from '../core/units.ts'
import type { Ledger } from '../core/window/ledger.ts'
import type { AuditEntry, Status } from './audit.ts'
import type { LiveWindow } from './live-window.ts'
import type { ManagerOptions } from './manager-options.ts'
import type { PreparedTurn } from './turn.ts'

/** The state of a managed conversation. Plain data: it can be shown, logged, posted. */
export interface StatusReport {
  readonly status: Status
  readonly strategy: string
  readonly policy: string
  /** Turns with a response. */
  readonly turns: number
  /** The current window: tokens by type and by component, utilization, free tokens. */
  readonly ledger: Ledger
  /** Readings before the last call; null before the first call, and if the subsystem is left out. */
  readonly pressure: PressureReading | null
  readonly budget: BudgetReading | null
  readonly health: HealthReading | null
  readonly breaker: Breaker
  /** The current model context, its number in the task, and the turn in which it was opened. */
  readonly window: { readonly context: WindowId; readonly serial: number; readonly opened: Turn }
  /**
   * The newest checkpoint, and what happened to items of the previous version that the answer did not repeat (CROSS-4).
   */
  readonly checkpoint:
    | (CheckpointStamp & { readonly turn: Turn; readonly changes: readonly ContractChange[] })
    | null
  readonly notes: number
  readonly counts: Counts
  readonly spend: Spend
}

export interface Counts {
  readonly edits: number
  /** Edits of each stage, in the order in which the stages first acted. */
  readonly byStage: readonly { readonly stage: string; readonly edits: number }[]
  /** Blocks that left, that were replaced by a placeholder or pointer, and that were absorbed by a summary. */
  readonly dropped: number
  readonly replaced: number
  readonly summarized: number
  /** Tokens that edits removed, minus the tokens they inserted. */
  readonly freed: Tokens
  readonly asks: number
  /** Requests to the model whose answer could not be used. */
  readonly wasted: number
  readonly checkpoints: number
  /** Items of a checkpoint that are missing in the next one and were not replaced. */
  readonly itemsGone: number
  readonly windowsOpened: number
  readonly alerts: number
  /** Calls that the provider rejected as too long. */
  readonly rejected: number
}

/** Tokens by the manager's own counter; `reported` by the model, if it reported them. */
export interface Spend {
  readonly calls: { readonly count: number; readonly input: Tokens; readonly output: Tokens }
  readonly asks: { readonly count: number; readonly input: Tokens; readonly output: Tokens }
  readonly reported: Tokens | null
}

/** The readings of a turn; null for a subsystem that is left out, and before the first turn. */
export function readingsOf(
  options: Pick<ManagerOptions, 'pressure' | 'budget' | 'health'>,
  turn: Pick<PreparedTurn, 'reading' | 'budget' | 'health'> | null,
): Pick<StatusReport, 'pressure' | 'budget' | 'health'> {
  return {
    pressure: options.pressure === null ? null : (turn?.reading ?? null),
    budget: options.budget === null ? null : (turn?.budget ?? null),
    health: options.health === null ? null : (turn?.health ?? null),
  }
}

/** The rules of a live window, and its current state. */
export function standingOf({
  memory,
  settings,
  strategy,
  turn,
}: LiveWindow): Pick<StatusReport, 'strategy' | 'policy' | 'turns' | 'breaker' | 'window' | 'notes'> {
  const { notes, serial, opened } = memory.carried
  return {
    strategy: strategy.name,
    policy: settings.eviction.policy,
    turns: turn,
    breaker: memory.breaker,
    window: { context: memory.context, serial, opened },
    notes: notes.length,
  }
}

/** The newest checkpoint in the form of the report. */
export function reportedCheckpoint(
  checkpoint: Checkpoint | null,
  log: readonly AuditEntry[],
): StatusReport['checkpoint'] {
  if (checkpoint === null) return null
  const { window, version, turn } = checkpoint
  return { window, version, turn, changes: changesOf(checkpoint, log) }
}

/** The log's record of items that a save did not repeat; empty for a checkpoint that was saved elsewhere. */
function changesOf(
  { window, version }: CheckpointStamp,
  log: readonly AuditEntry[],
): readonly ContractChange[] {
  const saved = log.findLast(
    (entry) =>
      entry.action === 'checkpoint' &&
      entry.checkpoint.window === window &&
      entry.checkpoint.version === version,
  )
  return saved?.action === 'checkpoint' ? saved.changes : []
}

/** Counts and spend of a log. */
export function talliesOf(log: readonly AuditEntry[]): { readonly counts: Counts; readonly spend: Spend } {
  const counts = {
    edits: 0,
    dropped: 0,
    replaced: 0,
    summarized: 0,
    freed: 0,
    asks: 0,
    wasted: 0,
    checkpoints: 0,
    itemsGone: 0,
    windowsOpened: 0,
    alerts: 0,
    rejected: 0,
  }
  const byStage = new Map<string, number>()
  const calls = { count: 0, input: 0, output: 0 }
  const asks = { count: 0, input: 0, output: 0 }
  let reported: Tokens | null = null
  for (const entry of log) {
    switch (entry.action) {
      case 'edit': {
        const { stage, changes, before, after, opened } = entry.edit
        counts.edits += 1
        counts.freed += before - after
        if (opened !== null) counts.windowsOpened += 1
        byStage.set(stage, (byStage.get(stage) ?? 0) + 1)
        for (const { verb } of changes) {
          if (verb === 'drop') counts.dropped += 1
          else if (verb === 'replace' || verb === 'clip') counts.replaced += 1
          else if (verb === 'absorb' || verb === 'summarize') counts.summarized += 1
        }
        break
      }
      case 'ask':
        counts.asks += 1
        if (entry.ask.verdict !== 'used') counts.wasted += 1
        asks.count += 1
        asks.input += entry.ask.input
        asks.output += entry.ask.output
        break
      case 'checkpoint':
        counts.checkpoints += 1
        counts.itemsGone += entry.changes.filter(({ became }) => became === 'gone').length
        break
      case 'event':
        if (entry.event.kind === 'alert') counts.alerts += 1
        break
      case 'request':
        calls.count += 1
        calls.input += entry.sent
        break
      case 'response':
        calls.output += entry.tokens
        if (entry.reported !== null) reported = (reported ?? 0) + entry.reported
        break
      case 'rejected':
        counts.rejected += 1
        break
      default:
    }
  }
  return {
    counts: { ...counts, byStage: [...byStage].map(([stage, edits]) => ({ stage, edits })) },
    spend: { calls, asks, reported },
  }
}
