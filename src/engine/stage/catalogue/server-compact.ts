import { done, skipped } from '../contract/trigger.ts'
import { compactBy, compactEdit, triggersOf } from '../context-editing/declaration.ts'
import type { ContextEditingSettings } from '../context-editing/declaration.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { continued, NO_STRETCH, roomFor, summaryOf } from '../rolling-summary/summary.ts'
import type { WindowId } from '../../core/units.ts'
import { startAsking } from '../contract/asking.ts'
import { corrected, inPlaceOf, inPromptPositions } from './provider-compaction.ts'
import type { Expected } from './provider-compaction.ts'
import type { Stage } from '../contract/stage.ts'
import { above } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'
import { BREAKER } from './obeyed.ts'

/**
 * New content below this share of the limit is left until there is more: if system prompt and tools alone are over the
 * trigger, nothing helps.
 */
const LEAST_SHARE = 0.05

/**
 * Anthropic's `compact_20260112` (EDITAPI-1): above its trigger, the provider writes a summary at the front of its next
 * reply, and from then on leaves everything before it out of the prompt, including the user's words. The client still
 * sends everything, with the summary where it came. A failed summary changes nothing. The provider has no guards; only
 * a call without a result stays. The effect is simulated at each call, and corrected before the next call by what the
 * provider reported with its reply. If it did nothing, no compaction is simulated again before there is more to
 * compact; if it did nothing again, none before it reports one.
 */
export function serverCompactStage(
  settings: ContextEditingSettings,
  breakerAfter: number,
): Stage<readonly Expected[]> {
  const { summaryTokens } = settings.compact
  return {
    name: 'server_compact',
    phase: 'call',
    initial: [],
    providerEdit: (limits) => compactEdit(settings, limits),
    hears(view, state, told, context) {
      const own = state.findLast(({ window }) => window === view.window.id)
      const edit = corrected(view, told, own?.turn === told.turn ? own : undefined, context)
      const next =
        told.compaction !== null
          ? without(state, view.window.id)
          : state.map((one) => (one === own ? { ...own, before: [] } : one))
      return { edits: edit === null ? [] : [edit], state: next }
    },
    *act(view, known, context) {
      const { id } = view.window
      const refuted = known.filter(({ window, before }) => window === id && before.length === 0)
      const idle = refuted.at(-1)
      const others = [...without(known, id), ...refuted]
      const state = idle === undefined ? others : known
      const value = anchoredUsed(view)
      const allowed = triggersOf(settings, view.limit, view.reserve).compact
      const least = LEAST_SHARE * view.limit
      if (value <= allowed || refuted.length > 1 || (idle !== undefined && value < idle.value + least))
        return skipped(state, 'below_trigger')
      const asking = startAsking(context.breaker, breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      const stretch = continued(view, context, NO_STRETCH, inPromptPositions(view), false)
      if (stretch.fresh < least) return skipped(state, 'nothing_to_compress')
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
      const edit = inPlaceOf(view, context, stretch.positions, { ...made, asks: 1 })
      const expected: Expected = {
        window: id,
        turn: view.turn,
        value,
        summary: edit.changes.at(-1)?.block ?? -1,
        before: stretch.positions.flatMap((position) => view.window.entries[position] ?? []),
      }
      return done(
        [...others, expected],
        [{ ...edit, trigger: above('tokens', value, allowed, compactBy(settings, allowed)) }],
        { verdicts: asking.verdicts },
      )
    },
  }
}

function without(known: readonly Expected[], id: WindowId): readonly Expected[] {
  return known.filter(({ window }) => window !== id)
}

export const serverCompactEntry = {
  name: 'server_compact',
  label: 'Provider compacts',
  meaning: 'Above its threshold, the provider replaces everything before by a summary.',
  phase: 'call',
  providers: ['Anthropic', 'OpenAI'],
  settings: ['context_editing.compact', BREAKER],
  asks: true,
  build: ({ contextEditing, compression }) => serverCompactStage(contextEditing, compression.breakerAfter),
} as const satisfies StageEntry
