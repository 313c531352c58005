import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId, MessageIndex, Tokens, WindowId } from '../../core/units.ts'
import { entryFromEnd } from '../../core/window/window.ts'

/** The number of messages in a window at the last count; plain data, kept from turn to turn. */
export interface CountedWindow {
  readonly window: WindowId
  readonly messages: number
  /** Its tokens and last block at that time: while they match, only later blocks must be counted. */
  readonly used: Tokens
  readonly last: BlockId
}

/**
 * Number of messages in a window, without system messages, and the state to remember. Only new entries are counted, so
 * a turn without an edit costs only its own entries; after an edit everything is counted.
 */
export function counted(
  view: WindowView,
  known: readonly CountedWindow[],
): { readonly messages: number; readonly counts: readonly CountedWindow[] } {
  const { window } = view
  const before = known.find((one) => one.window === window.id)
  const messages = (before === undefined ? null : grownBy(view, before)) ?? messagesOf(view)
  const now = {
    window: window.id,
    messages,
    used: window.used,
    last: entryFromEnd(window)?.block ?? -1,
  }
  return { messages, counts: [...known.filter((one) => one !== before), now] }
}

/** The count after entries were appended; null if the window changed in another way. */
function grownBy({ window, block }: WindowView, before: CountedWindow): number | null {
  let { messages } = before
  let { used } = window
  let newer: MessageIndex | null = null
  for (let back = 0; used >= before.used; back++) {
    const entry = entryFromEnd(window, back)
    if (entry === undefined) return null
    if (entry.block === before.last) return used === before.used ? messages : null
    const system = block(entry.block).role === 'system'
    if (!system && (entry.message < 0 || entry.message !== newer)) messages += 1
    newer = entry.message
    used -= entry.tokens
  }
  return null
}

function messagesOf({ window, blocks }: WindowView): number {
  let messages = 0
  let older: MessageIndex | null = null
  for (const [at, entry] of window.entries.entries()) {
    const system = blocks[at]?.role === 'system'
    if (!system && (entry.message < 0 || entry.message !== older)) messages += 1
    older = entry.message
  }
  return messages
}
