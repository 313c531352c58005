import type { BudgetCheck } from '../budget/budget.ts'
import type { CheckpointSave } from '../checkpoint/answer.ts'
import type { AskKind, Failure } from '../core/llm/ask.ts'
import type { AnthropicRequest } from '../core/message/request.ts'
import type { ManualAction } from '../stage/contract/stage.ts'
import type { BlockId, Tokens, Turn, WindowId } from '../core/units.ts'
import type { AskRecord, TurnEvent, TurnOutcome, WindowChange } from './record.ts'
import type { PreparedTurn } from './turn.ts'

/**
 * A manager's verdict on its window before a call.
 *
 * - `healthy`   green: nothing to do
 * - `preparing` yellow: the window fills up
 * - `active`    orange, or the turn edited the window
 * - `emergency` red, over the limit, an alert that demands a compaction, or a rejected call
 */
export const STATUSES = Object.freeze(['healthy', 'preparing', 'active', 'emergency'] as const)
export type Status = (typeof STATUSES)[number]

/** The hook that adds something. */
export type Bringer = 'onTaskStart' | 'onToolResult' | 'onUserMessage'

/** An edit, with the tokens of the previous window and after it. */
export interface AuditedEdit extends NonNullable<WindowChange['edit']> {
  readonly tick: number
  readonly cause: 'stage' | 'repair'
  readonly before: Tokens
  readonly after: Tokens
}

export type AuditAction =
  | { readonly action: 'task'; readonly at: 'start' | 'end' }
  | { readonly action: 'resume'; readonly window: number; readonly version: number }
  | { readonly action: 'edit'; readonly edit: AuditedEdit }
  /** `text` is the answer, null if there was none. */
  | { readonly action: 'ask'; readonly ask: AskRecord; readonly text: string | null }
  | {
      readonly action: 'model_failed'
      readonly stage: string
      readonly kind: AskKind
      readonly failure: Failure
      readonly reason: string
    }
  /** `changes` has the items of the previous version that the model's answer did not repeat (CROSS-4). */
  | ({ readonly action: 'checkpoint' } & CheckpointSave)
  | { readonly action: 'event'; readonly event: Exclude<TurnEvent, { readonly kind: 'checkpoint' }> }
  /** A request was returned for sending: its tokens by our count, and its model context. */
  | { readonly action: 'request'; readonly sent: Tokens; readonly context: WindowId }
  /** `reported` is the input that the model reported and bills, null if it reported none. */
  | { readonly action: 'response'; readonly tokens: Tokens; readonly reported: Tokens | null }
  /** The provider rejected a request as too long, with its error (VALID-4). */
  | {
      readonly action: 'rejected'
      readonly sent: Tokens
      readonly reason: string
      readonly request: AnthropicRequest
    }
  | { readonly action: 'status'; readonly from: Status; readonly to: Status }
  | {
      readonly action: 'policy'
      readonly from: string
      readonly to: string
      readonly weights: Readonly<Record<string, number>> | null
    }
  | { readonly action: 'pin' | 'unpin'; readonly block: BlockId }
  /** An addition by a hook takes a component to its soft limit or over its hard limit; it is added anyway (BUD-2). */
  | {
      readonly action: 'budget_check'
      readonly from: Bringer
      readonly tokens: Tokens
      readonly check: BudgetCheck
    }
  /** An action was requested by hand; the next turn performs it. */
  | { readonly action: 'manual'; readonly wish: ManualAction }
  | { readonly action: 'refused'; readonly what: string; readonly reason: string }

/** One recorded action. Entries are numbered from 0 and never change. */
export type AuditEntry = AuditAction & { readonly number: number; readonly turn: Turn }

/** The window's status after a turn was prepared. */
export function statusOf({ reading, events, changes, health, ended }: PreparedTurn): Status {
  const alarmed = health.alerts.some(({ action }) => action === 'emergency_compaction')
  const over = events.some(({ kind }) => kind === 'overflow')
  if (reading.zone === 'red' || over || alarmed || ended !== null) return 'emergency'
  if (reading.zone === 'orange' || changes.some(({ cause }) => cause === 'stage')) return 'active'
  return reading.zone === 'yellow' ? 'preparing' : 'healthy'
}

/** What the turn loop did. */
export type Work = Pick<TurnOutcome, 'asks' | 'changes' | 'checkpoints' | 'events'>

/** The actions of the turn loop: requests to a model, edits, checkpoints, events. */
export function actionsOf(work: Work, text: (content: number) => string): AuditAction[] {
  const asked = work.asks.map((ask): AuditAction => {
    return { action: 'ask', ask, text: ask.answer === null ? null : text(ask.answer) }
  })
  const edits = editsOf(work.changes).map((edit): AuditAction => ({ action: 'edit', edit }))
  const saved = work.checkpoints.map((save): AuditAction => ({ action: 'checkpoint', ...save }))
  const events = work.events.flatMap((event): AuditAction[] =>
    event.kind === 'checkpoint' ? [] : [{ action: 'event', event }],
  )
  return [...asked, ...edits, ...saved, ...events]
}

/** The edits among some changes. */
export function editsOf(changes: readonly WindowChange[]): AuditedEdit[] {
  return changes.flatMap(({ tick, cause, applied, edit }) => {
    if (edit === null) return []
    const { before, after } = applied
    return [{ ...edit, tick, cause: cause === 'repair' ? 'repair' : 'stage', before, after }]
  })
}

/** Whether an event reports what a stage did, not what was read. */
export function isTold({ kind }: TurnEvent): boolean {
  return kind === 'note' || kind === 'breaker' || kind === 'window'
}

/** The message of anything thrown. */
export function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason)
}
