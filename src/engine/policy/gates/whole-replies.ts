import type { WindowView } from '../window/view.ts'
import type { MessageIndex } from '../../core/units.ts'

/**
 * Marks every entry of replies whose thinking is held: thinking cannot stand at the end of a reply, so
 * what it leads up to stays with it.
 */
export function markReplies(
  view: WindowView,
  replies: ReadonlySet<MessageIndex>,
  mark: (position: number) => void,
): void {
  if (replies.size === 0) return
  view.blocks.forEach((block, position) => {
    if (replies.has(block.message)) mark(position)
  })
}
