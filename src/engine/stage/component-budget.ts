import { gatedWindow } from '../eviction/gated.ts'
import type { GateSettings } from '../eviction/gated.ts'
import { shorten } from '../compression/in-place.ts'
import type { CompressionSettings } from '../compression/settings.ts'
import { skipped } from '../compression/trigger.ts'
import { placeholderOf } from '../eviction/placeholder.ts'
import type { BlockId, Tokens } from '../units.ts'
import type { Change } from '../window/change.ts'
import { tokensByType } from '../window/ledger.ts'
import { startAsking } from './asking.ts'
import type { EditPlan, Stage, StageContext, WindowView } from './stage.ts'
import { longResults } from './summarize-results.ts'

/**
 * Components that are over their own limits, for `budget.enforce: per_component` (BUD-6, BUD-7): of tool
 * results the oldest long ones are summarized, then the oldest give way to placeholders; of memories the
 * stalest leave. History over its limit is the ladder's; system prompt and tools are for a person to trim.
 */
export function componentBudgetStage(compression: CompressionSettings, settings: GateSettings): Stage<null> {
  return {
    name: 'component_budget',
    phase: 'call',
    meaning: 'A component over its own limit is brought back under it.',
    initial: null,
    *act(view, state, context) {
      const { results, memory } = view.budget.components
      // The budget was read before this turn's stages acted.
      const now = tokensByType(view.window.entries, view.block)
      const edits: EditPlan[] = []
      const excess = now.tool_result - results.limit
      const asking = startAsking(context.breaker, compression.breakerAfter)
      const touched = new Set<BlockId>()
      let freed = 0
      if (excess > 0 && asking.allowed() && compression.toolResults !== 'never') {
        const made = yield* shorten(view, context, asking, {
          stage: 'component_budget',
          kind: 'summarize_result',
          step: 'tool_result_summarization',
          list: longResults(view, compression, settings, context),
          goal: excess,
          from: 'current',
        })
        if (made.changes.length > 0) {
          edits.push({
            changes: made.changes,
            decision: () => null,
            compression: made.compression,
          })
        }
        for (const block of made.done) touched.add(block)
        freed = made.compression.before - made.compression.after
      }
      const gates = freeFor(view, settings, context)
      const replaced = freed < excess ? oldestResults(view, context, gates, touched, excess - freed) : []
      if (replaced.length > 0) edits.push({ changes: replaced, decision: () => null })
      const dropped = stalestMemories(view, gates, now.memory_injection - memory.limit)
      if (dropped.length > 0) edits.push({ changes: dropped, decision: () => null })
      const { verdicts } = asking
      if (edits.length === 0) return skipped(state, 'below_trigger', 0, verdicts)
      return { edits, state, outcome: 'done', note: null, verdicts }
    },
  }
}

function freeFor(view: WindowView, settings: GateSettings, { pinned }: StageContext) {
  return gatedWindow(view, settings, { pinned }).gates
}

function oldestResults(
  view: WindowView,
  context: StageContext,
  gates: ReturnType<typeof freeFor>,
  touched: ReadonlySet<BlockId>,
  goal: Tokens,
): Change[] {
  const changes: Change[] = []
  let freed = 0
  for (const [position, entry] of view.window.entries.entries()) {
    if (freed >= goal) break
    const block = view.block(entry.block)
    if (block.type !== 'tool_result' || entry.state === 'placeholder' || touched.has(block.id)) continue
    if (!gates.free(position, 'replace')) continue
    const { text, tokens } = placeholderOf(block, context.text, context.count)
    const content = entry.tokens - entry.overhead
    if (tokens >= content) continue
    changes.push({ verb: 'replace', block: block.id, content: context.store(text), tokens })
    freed += content - tokens
  }
  return changes
}

function stalestMemories(view: WindowView, gates: ReturnType<typeof freeFor>, excess: Tokens): Change[] {
  const changes: Change[] = []
  let freed = 0
  for (const [position, entry] of view.window.entries.entries()) {
    if (freed >= excess) break
    const block = view.block(entry.block)
    if (block.type !== 'memory_injection' || block.message < 0 || !gates.free(position, 'drop')) continue
    changes.push({ verb: 'drop', block: block.id })
    freed += entry.tokens
  }
  return changes
}
