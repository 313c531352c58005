import { editsOf } from './audit.ts'
import type { Status } from './audit.ts'
import { fitOf } from './fit.ts'
import type { LiveWindow } from './live-window.ts'
import type { ManagerOptions, TurnStart } from './manager-options.ts'
import { readingsOf } from './report.ts'
import type { PreparedTurn } from './turn.ts'

/** What a client is told of a prepared turn. Its request is written when it is first read. */
export function turnStartOf(
  options: ManagerOptions,
  live: LiveWindow,
  prepared: PreparedTurn,
  status: Status,
): TurnStart {
  const sendable = live.sendable('anthropic')
  const { ledger, asks, events, context, ended } = prepared
  return {
    turn: live.turn,
    get request() {
      return sendable().request
    },
    get repairs() {
      return sendable().repairs
    },
    status,
    ...readingsOf(options, prepared),
    ledger,
    fit: fitOf(live.memory.window, live.conversation.resources.block, prepared),
    edits: editsOf(prepared.changes),
    asks,
    events,
    arrived: live.arrived,
    context,
    ended,
  }
}
