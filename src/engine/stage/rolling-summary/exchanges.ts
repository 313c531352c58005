import { columnsOf } from '../../policy/window/columns.ts'
import { toolGroups } from '../../policy/window/tool-groups.ts'
import type { WindowView } from '../../policy/window/view.ts'

/**
 * Positions at which an exchange begins in a window, ascending: the user's own messages, text or list, without tool
 * results (ROLL-1). Messages injected by a client do not count. If a pair of call and result spans a message, as when
 * the user spoke before a result arrived, the window cannot be cut there (PAIR-2), so no exchange begins with it.
 * Linear.
 */
export function exchangeStarts(view: WindowView): readonly number[] {
  const { entries } = view.window
  const across = pairsAcross(view)
  const starts: number[] = []
  let at = 0
  while (at < entries.length) {
    const message = entries[at]?.message ?? -1
    let end = at + 1
    while (message >= 0 && entries[end]?.message === message) end++
    const blocks = view.blocks.slice(at, end)
    const own = message >= 0 && blocks.some(({ type }) => type === 'user_message')
    if (own && across[at] === 0 && blocks.every(({ type }) => type !== 'tool_result')) starts.push(at)
    at = end
  }
  return starts
}

/** How many pairs have one member before a position and another at or after it. */
function pairsAcross(view: WindowView): Int32Array {
  const columns = columnsOf(view)
  const { first, next } = toolGroups(columns, view.turn)
  const across = new Int32Array(columns.length + 1)
  for (let at = 0; at < columns.length; at++) {
    const other = next[at] ?? -1
    if (first[at] === -1 || other < 0) continue
    across[at + 1] = (across[at + 1] ?? 0) + 1
    across[other + 1] = (across[other + 1] ?? 0) - 1
  }
  for (let at = 1; at <= columns.length; at++) across[at] = (across[at] ?? 0) + (across[at - 1] ?? 0)
  return across
}
