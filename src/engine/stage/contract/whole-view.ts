import { everyEntry } from '../../core/window/window.ts'
import type { WindowView } from '../../policy/window/view.ts'

/**
 * A view of everything that a window keeps, for a stage that takes the history as a whole: what is folded, or no
 * part of the prompt since the provider compacted, leaves with the rest of it. O(entries), so that a stage asks for
 * it only where it is about to act.
 */
export function wholeView(view: WindowView): WindowView {
  const { id, behind, used } = view.window
  if (behind === undefined) return view
  const entries = everyEntry(view.window)
  return { ...view, window: { id, entries, used }, blocks: entries.map(({ block }) => view.block(block)) }
}
