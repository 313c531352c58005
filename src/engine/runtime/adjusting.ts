import type { BlockId, Tokens } from '../core/units.ts'
import type { Applied } from '../core/window/change.ts'
import type { Ledger } from '../core/window/ledger.ts'
import { entryFromEnd, inConversation } from '../core/window/window.ts'
import type { BlockTable, Entry, Window } from '../core/window/window.ts'

/**
 * Tokens that recorded usage subtracts from the sum of a window's blocks (LED-1): a prompt shrank, and nothing in the
 * log says why. It is unknown which of the blocks are meant, so each of them is reduced by the same share.
 */
export interface Adjusted {
  /** Below 0. */
  readonly tokens: Tokens
  /** Tokens of the conversation at that time, among which the loss is divided, as far as they are still there. */
  readonly base: Tokens
  /** The newest block at that time. */
  readonly newest: BlockId
}

/**
 * Tokens that a turn adds to the sum of the blocks. It follows the recorded prompt only as long as the window does:
 * once the window was edited, a loss in the log's client belongs to another window. At most what was lost can come
 * back, and no more than there is can be lost.
 *
 * @param window before the blocks that arrive
 */
export function adjustmentOf(
  wanted: Tokens,
  adjusted: Adjusted | undefined,
  isEdited: boolean,
  window: Pick<Window, 'used'>,
  arriving: readonly { readonly tokens: Tokens }[],
): Tokens {
  if (wanted < 0 && isEdited) return 0
  if (wanted < 0) return Math.max(wanted, 0 - arriving.reduce((sum, { tokens }) => sum + tokens, window.used))
  return Math.min(wanted, 0 - (adjusted?.tokens ?? 0))
}

/**
 * The total loss after a turn's own adjustment, of the window before anything arrived; if that had fewer tokens, also of
 * what arrived.
 */
export function adjustedBy(
  adjustment: Tokens,
  before: Adjusted | undefined,
  window: Window,
  byType: Ledger['byType'],
  arrived: readonly Entry[],
  table: BlockTable,
): Adjusted | undefined {
  const tokens = (before?.tokens ?? 0) + adjustment
  if (tokens === 0) return undefined
  if (before !== undefined && adjustment >= 0) return { ...before, tokens }
  let base = 0
  for (const [type, sum] of Object.entries(byType))
    if (type !== 'system_prompt' && type !== 'tool_definition') base += sum
  const last = arrived.at(-1)
  if (-tokens <= base || last === undefined)
    return { tokens, base, newest: entryFromEnd(window)?.block ?? -1 }
  for (const entry of arrived) if (inConversation(table(entry.block))) base += entry.tokens
  return { tokens, base, newest: last.block }
}

/**
 * An edit of a window with such a loss. Each block that leaves takes its share of the loss along: tokens that the
 * client had already lost cannot be freed again. If all blocks of that time are gone, only a loss beyond their tokens
 * remains, and no more than the window has.
 */
export function withShareOfLoss(
  applied: Applied,
  adjusted: Adjusted | undefined,
  table: BlockTable,
): { readonly applied: Applied; readonly adjusted: Adjusted | undefined } {
  if (adjusted === undefined) return { applied, adjusted }
  const stood = ({ block }: Entry): boolean => block <= adjusted.newest && inConversation(table(block))
  const sum = (entries: readonly Entry[]): Tokens =>
    entries.reduce((total, entry) => total + (stood(entry) ? entry.tokens : 0), 0)
  const left = Math.max(0, Math.min(adjusted.base, sum(applied.closed) - sum(applied.opened)))
  const shared = Math.min(-adjusted.tokens, adjusted.base)
  const share = left === 0 ? 0 : Math.round((shared * left) / adjusted.base)
  const back = Math.max(share, 0 - applied.after)
  if (back === 0 && left === 0) return { applied, adjusted }
  const after = applied.after + back
  const tokens = adjusted.tokens + back
  return {
    applied: {
      ...applied,
      window: { ...applied.window, used: after },
      added: applied.added + back,
      after,
    },
    adjusted: tokens === 0 ? undefined : { ...adjusted, tokens, base: adjusted.base - left },
  }
}

/**
 * An edit that the log's client made, with the size of the prompt that it sent then: what the prompt has less than the
 * blocks is lost, and what was lost before can come back (REC-1).
 *
 * @param sent tokens of that prompt
 * @param byType of the window after the edit
 */
export function asSent(
  applied: Applied,
  adjusted: Adjusted | undefined,
  sent: Tokens,
  byType: Ledger['byType'],
  table: BlockTable,
): { readonly applied: Applied; readonly adjusted: Adjusted | undefined } {
  const { window } = applied
  const change = Math.min(sent - window.used, 0 - (adjusted?.tokens ?? 0))
  if (change === 0) return { applied, adjusted }
  return {
    applied: {
      ...applied,
      window: { ...window, used: window.used + change },
      added: applied.added + Math.max(0, change),
      freed: applied.freed + Math.max(0, -change),
      after: applied.after + change,
    },
    adjusted: adjustedBy(change, adjusted, window, byType, [], table),
  }
}
