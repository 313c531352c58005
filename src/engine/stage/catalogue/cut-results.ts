import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { done, skipped } from '../contract/trigger.ts'
import { headAndTail } from '../../core/message/head-and-tail.ts'
import { arrivedResults } from '../tiered/results.ts'
import { quiet } from '../contract/quiet.ts'
import type { EditPlan, Stage } from '../contract/stage.ts'
import { above, byAmount } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'
import { GATES } from './obeyed.ts'

/**
 * A new result longer than `most` characters that was not stored keeps only its head and its tail (TIER-1). A result
 * that was shortened before is left alone: cutting would remove its pointer.
 */
export function cutResults(most: number, protects: GuardSettings): Stage<null> {
  return {
    name: 'cut_results',
    phase: 'result',
    initial: null,
    act: quiet((view, state, context) => {
      const edits: EditPlan[] = []
      for (const { entry, block } of arrivedResults(view)) {
        const text = context.text(block.id)
        if (text.length <= most || context.pinned.has(block.id)) continue
        if (protects.protectedTypes.includes('tool_result')) continue
        const shown = headAndTail(text, most)
        const tokens = context.count(shown)
        if (tokens >= entry.tokens - entry.overhead) continue
        edits.push({
          changes: [{ verb: 'clip', block: block.id, content: context.store(shown), tokens }],
          trigger: above('characters', text.length, most, byAmount('tiered.cut_above_characters', most)),
        })
      }
      if (edits.length === 0) return skipped(state, 'below_trigger')
      return done(state, edits)
    }),
  }
}

export const cutResultsEntry = {
  name: 'cut_results',
  label: 'Cut long results',
  meaning: 'A result that is still too long keeps its head and its tail.',
  phase: 'result',
  settings: ['tiered.cut_above_characters', ...GATES],
  build: ({ tiered, eviction }) => cutResults(tiered.cutAboveCharacters, eviction),
} as const satisfies StageEntry
