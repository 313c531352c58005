import { columnsOf } from '../../policy/window/columns.ts'
import { toolGroups } from '../../policy/window/tool-groups.ts'
import type { WindowView } from '../../policy/window/view.ts'

/**
 * Positions at which an exchange begins in a window, ascending: messages of the user's own, text or list, that
 * hold no tool result (ROLL-1). What a client injected begins none. Where a pair of call and result lies across
 * a message, as when the user spoke before a result came, the window cannot be cut there (PAIR-2), so that no
 * exchange begins with it. Linear.
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

/** How many pairs have a member before a position and another at it or behind it. */
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
