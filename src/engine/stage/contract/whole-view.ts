import { everyEntry } from '../../core/window/window.ts'
import type { WindowView } from '../../policy/window/view.ts'

/**
 * A view of everything that a window keeps, for a stage that replaces the whole history: folded entries, and those
 * outside the prompt after a compaction by the provider, leave with the rest. O(entries), so a stage uses it only when
 * it is about to act.
 */
export function wholeView(view: WindowView): WindowView {
  const { id, behind, used } = view.window
  if (behind === undefined) return view
  const entries = everyEntry(view.window)
  return { ...view, window: { id, entries, used }, blocks: entries.map(({ block }) => view.block(block)) }
}
