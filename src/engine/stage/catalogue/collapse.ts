import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { skipped } from '../contract/trigger.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { summarizeHistory } from '../tiered/session.ts'
import type { TieredFullSettings } from '../tiered/declaration.ts'
import type { Stage } from '../contract/stage.ts'
import { above, byShare } from '../../policy/edit-trigger.ts'
import { floorShare } from '../../core/number/share.ts'
import type { StageEntry } from './entry.ts'
import { GATES, BREAKER } from './obeyed.ts'

/**
 * Folds older messages behind a summary (TIER-3). Nothing is removed: the messages stay in the window unchanged, and
 * the request is a view of it. As long as that frees enough, the window does not reach the level at which auto-compact
 * replaces the history for good.
 */
export function collapse(
  settings: Pick<TieredFullSettings, 'collapseFrom' | 'collapseKeepMessages' | 'summaryTokens'>,
  protects: GuardSettings,
  breakerAfter: number,
): Stage<null> {
  return {
    name: 'collapse',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const used = anchoredUsed(view)
      const level = floorShare(settings.collapseFrom, view.limit)
      if (used <= level) return skipped(state, 'below_trigger')
      return yield* summarizeHistory(view, state, context, {
        stage: 'collapse',
        kind: 'compact',
        trigger: above(
          'tokens',
          used,
          level,
          byShare('tiered_full.collapse_from', settings.collapseFrom, 'limit'),
        ),
        protects,
        breaker: context.breaker,
        breakerAfter,
        summaryTokens: settings.summaryTokens,
        tail: settings.collapseKeepMessages,
        verb: 'fold',
        leastMessages: 1,
        waits: true,
        read: (answer) => answer,
      })
    },
  }
}

export const collapseEntry = {
  name: 'collapse',
  label: 'Collapse',
  meaning: 'Older messages are folded behind a summary; the history itself stays unchanged.',
  phase: 'call',
  settings: [
    'tiered_full.collapse_from',
    'tiered_full.collapse_keep_messages',
    'tiered_full.summary_tokens',
    BREAKER,
    ...GATES,
  ],
  asks: true,
  build: ({ tieredFull, eviction, compression }) => collapse(tieredFull, eviction, compression.breakerAfter),
} as const satisfies StageEntry
