import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { skipped } from '../contract/trigger.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { summarizeHistory } from '../tiered/session.ts'
import type { SummaryRequest } from '../tiered/own-summary.ts'
import type { Tokens } from '../../core/units.ts'
import { isDue } from './manual-summary.ts'
import type { Stage } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, BY_RESERVE, byShare } from '../../policy/edit-trigger.ts'
import type { AllowedBy } from '../../policy/edit-trigger.ts'
import type { StrategySettings } from './settings.ts'
import type { StageEntry } from './entry.ts'
import { effectiveWindow } from '../tiered/effective-window.ts'
import { floorShare } from '../../core/number/share.ts'
import { GATES, BREAKER } from './obeyed.ts'

/** When auto-compact acts, and the maximum size of its summary. */
export interface AutoCompactSettings {
  /** Acts above these tokens when a new exchange begins. */
  readonly level: (view: WindowView) => Tokens
  /** The setting behind `level`. */
  readonly by: AllowedBy
  /** Acts above these tokens also in the middle of an exchange. */
  readonly most: (view: WindowView) => Tokens
  readonly leastMessages: number
  readonly summaryTokens: Tokens
  readonly breakerAfter: number
}

/**
 * Replaces the history by one summary when the window is nearly full and a new exchange begins: the user message that
 * opens it is not separated from its answer. In the middle of an exchange only a window over its size is compacted, and
 * what the running tool cycle needs stays (TIER-2).
 */
export function autoCompact(settings: AutoCompactSettings, protects: GuardSettings): Stage<null> {
  return {
    name: 'auto_compact',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const used = anchoredUsed(view)
      const [level, most] = [settings.level(view), settings.most(view)]
      const allowed = used > most ? most : level
      if (used <= allowed || (used <= most && !beginsExchange(view))) return skipped(state, 'below_trigger')
      return yield* summarizeHistory(view, state, context, {
        ...plainSummary('auto_compact', settings, protects),
        trigger: above('tokens', used, Math.floor(allowed), used > most ? BY_RESERVE : settings.by),
        breaker: context.breaker,
        waits: true,
      })
    },
  }
}

/** The same on a person's request, at any utilization. */
export function manualCompact(
  settings: Pick<AutoCompactSettings, 'leastMessages' | 'summaryTokens' | 'breakerAfter'>,
  protects: GuardSettings,
): Stage<null> {
  return {
    name: 'manual_compact',
    phase: 'manual',
    initial: null,
    *act(view, state, context) {
      if (!isDue(context.manual)) return skipped(state, 'below_trigger')
      return yield* summarizeHistory(view, state, context, {
        ...plainSummary('manual_compact', settings, protects),
        // A person may ask again even if automatic requests have stopped (COMP-3).
        breaker: { failures: 0, open: false },
        waits: false,
      })
    },
  }
}

/** Whether a plain user message arrived, and no result that a running exchange waits for. */
export function beginsExchange({ arrived, block }: WindowView): boolean {
  let asked = false
  for (const id of arrived) {
    const { type } = block(id)
    if (type === 'tool_result') return false
    asked ||= type === 'user_message'
  }
  return asked
}

function plainSummary(
  stage: string,
  settings: Pick<AutoCompactSettings, 'leastMessages' | 'summaryTokens' | 'breakerAfter'>,
  protects: GuardSettings,
): Omit<SummaryRequest, 'breaker' | 'waits'> {
  return {
    stage,
    kind: 'compact',
    protects,
    breakerAfter: settings.breakerAfter,
    summaryTokens: settings.summaryTokens,
    tail: 0,
    verb: 'absorb',
    leastMessages: settings.leastMessages,
    read: (answer) => answer,
  }
}

export const autoCompactEntry = {
  name: 'auto_compact',
  label: 'Compact by itself',
  meaning: 'Between exchanges, or when the window is over its size, the history becomes one summary.',
  phase: 'call',
  settings: [
    'tiered.reserve_tokens',
    'tiered.auto_compact_from',
    'tiered.least_messages',
    'tiered.summary_tokens',
    BREAKER,
    ...GATES,
  ],
  asks: true,
  build: (settings) => autoCompact(compacting(settings), settings.eviction),
} as const satisfies StageEntry

export const manualCompactEntry = {
  name: 'manual_compact',
  label: 'Compact on demand',
  meaning: 'By hand: the history becomes one summary.',
  phase: 'manual',
  settings: ['tiered.least_messages', 'tiered.summary_tokens', BREAKER, ...GATES],
  asks: true,
  build: (settings) => manualCompact(compacting(settings), settings.eviction),
} as const satisfies StageEntry

function compacting({ tiered, compression }: StrategySettings): AutoCompactSettings {
  const window = (view: WindowView): Tokens => effectiveWindow(view, tiered.reserveTokens)
  return {
    level: (view) => floorShare(tiered.autoCompactFrom, window(view)),
    by: byShare('tiered.auto_compact_from', tiered.autoCompactFrom, 'effective'),
    most: ({ limit, reserve, margin }) => limit - reserve - margin,
    leastMessages: tiered.leastMessages,
    summaryTokens: tiered.summaryTokens,
    breakerAfter: compression.breakerAfter,
  }
}
