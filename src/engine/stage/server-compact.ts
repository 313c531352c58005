import { madeBlock, standingTokens } from '../compression/absorb.ts'
import { sourceAt } from '../compression/source.ts'
import { skipped } from '../compression/trigger.ts'
import { compactEdit, triggersOf } from '../context-editing/parameters.ts'
import type { ContextEditingSettings } from '../context-editing/settings.ts'
import { columnsOf } from '../eviction/columns.ts'
import { toolGroups } from '../eviction/tool-groups.ts'
import { anchoredUsed } from '../pressure/anchored.ts'
import { continued, NO_STRETCH, roomFor, summaryOf } from '../rolling-summary/summary.ts'
import type { Summary } from '../rolling-summary/summary.ts'
import type { Change } from '../window/change.ts'
import { inConversation, inPrompt } from '../window/window.ts'
import { startAsking } from './asking.ts'
import type { Compression, EditPlan, RecordedAct, Stage, StageContext, WindowView } from './stage.ts'

/** New content below this share of the limit is left until there is more: where system prompt and tools are over the trigger, nothing helps. */
const LEAST_SHARE = 0.05

/**
 * Anthropic's `compact_20260112` (EDITAPI-1): over its trigger, the provider writes a summary at the front of the
 * reply that is due, and from then on leaves everything before it out of the prompt, the user's words too. The
 * client goes on sending it all, with the summary where it came. A summary that fails changes nothing. The provider
 * knows no gates; only a call that nothing answers yet stays. What the provider told of a call is done as it told it,
 * and nothing is played where it did nothing.
 */
export function serverCompactStage(settings: ContextEditingSettings, breakerAfter: number): Stage<null> {
  const { summaryTokens } = settings.compact
  return {
    name: 'server_compact',
    phase: 'call',
    meaning: 'Over its trigger, the provider puts a summary in the place of everything before.',
    initial: null,
    providerEdit: (limits) => compactEdit(settings, limits),
    *act(view, state, context) {
      const value = anchoredUsed(view)
      const allowed = triggersOf(settings, view.limit, view.reserve).compact
      const trigger = value > allowed ? ({ measure: 'tokens', value, allowed } as const) : null
      const told = providerCompacted(view, context)
      if (told !== null) {
        const edit = trigger === null ? told : { ...told, trigger }
        return { edits: [edit], state, outcome: 'done', note: null }
      }
      if (trigger === null || context.providerTold === true) return skipped(state, 'below_trigger')
      const asking = startAsking(context.breaker, breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      const stretch = continued(view, context, NO_STRETCH, inPromptPositions(view), false)
      if (stretch.fresh < LEAST_SHARE * view.limit) return skipped(state, 'nothing_to_compress')
      const made = yield* summaryOf(view, context, asking, stretch, {
        stage: 'server_compact',
        update: 'regenerate',
        room: roomFor(stretch, summaryTokens),
        cleared: 'current',
      })
      if (made === null) {
        const { verdicts } = asking
        const code = verdicts.length === 0 ? 'nothing_to_compress' : 'summary_discarded'
        return skipped(state, code, 0, verdicts)
      }
      asking.settle('used')
      const edit = { ...inPlaceOf(view, context, stretch.positions, { ...made, asks: 1 }), trigger }
      return { edits: [edit], state, outcome: 'done', note: null, verdicts: asking.verdicts }
    },
  }
}

/**
 * The compaction that the provider told of this turn, word for word and whatever its size; null where it told of none, or
 * nothing stands that it could have been made of. Of several in one reply the last holds what those before it left.
 */
export function providerCompacted(view: WindowView, context: StageContext): Compacting | null {
  const isOwn = ({ kind, byProvider, summary }: RecordedAct): boolean =>
    kind === 'compaction' && byProvider === true && summary !== null
  const text = context.recordedActs.findLast(isOwn)?.summary ?? null
  const positions = text === null ? [] : inPromptPositions(view)
  if (text === null || positions.length === 0) return null
  const sources = positions.map((position) => sourceAt(view, position, context))
  return inPlaceOf(view, context, positions, { text, tokens: context.count(text), sources, asks: 0 })
}

type Compacting = EditPlan & Required<Pick<EditPlan, 'compression'>>

/** A summary at the front of the reply that is due; what it was made of goes on being sent, and is in no prompt. */
function inPlaceOf(
  view: WindowView,
  context: StageContext,
  positions: readonly number[],
  { text, tokens, ...own }: Summary & Pick<Compression, 'asks'>,
): Compacting {
  const { turn, window } = view
  const made = madeBlock('summary', tokens, { turn, window: window.id, role: 'assistant' })
  const summary = context.makeBlock(made)
  const changes = positions.flatMap((position): Change[] => {
    const entry = window.entries[position]
    // What the client sends stays known by the content; of what is in no prompt nobody reads it.
    return entry === undefined
      ? []
      : [{ verb: 'clear', block: entry.block, content: entry.content, tokens: 0 }]
  })
  const after = window.entries.at(-1)?.block ?? null
  changes.push({ verb: 'insert', block: summary.id, content: context.store(text), tokens, after })
  return {
    changes,
    decision: () => null,
    compression: {
      step: 'own_summary',
      ...own,
      before: standingTokens(view, positions),
      after: tokens,
      subagent: null,
    },
  }
}

/** What the model sees of the conversation, but for open calls. */
function inPromptPositions(view: WindowView): number[] {
  const open = new Set(toolGroups(columnsOf(view), view.turn).open)
  return view.window.entries.flatMap((entry, position) => {
    const block = view.blocks[position]
    const stands = block !== undefined && inConversation(block) && inPrompt(entry) && !open.has(position)
    return stands ? [position] : []
  })
}
