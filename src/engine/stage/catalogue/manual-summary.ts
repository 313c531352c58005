import { oneSummary } from '../compression/one-summary.ts'
import { absorbed } from '../compression/absorb.ts'
import { positionsOf, unitsOf } from '../compression/stretch.ts'
import { done, skipped } from '../contract/trigger.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import type { UpdateMode } from '../../core/llm/ask.ts'
import { exchangeStarts } from '../rolling-summary/exchanges.ts'
import { continued, NO_STRETCH, roomFor, summaryOf } from '../rolling-summary/summary.ts'
import type { Tokens } from '../../core/units.ts'
import { startAsking } from '../contract/asking.ts'
import type { Breaker, ManualAction, Stage, StageContext } from '../contract/stage.ts'
import { wholeView } from '../contract/whole-view.ts'
import type { StageEntry } from './entry.ts'
import { GATES, BREAKER } from './obeyed.ts'

export interface ManualSummarySettings {
  readonly summaryTokens: Tokens
  readonly update: UpdateMode
  readonly breakerAfter: number
}

/** Under any config, the current request and unread results are not part of the history. */
const CURRENT = { current_user_message: true, running_results: true }

/**
 * Compacts the history into one summary because a person requested it, in every lane and also in the middle of an
 * exchange. Guards apply, the task is repeated word for word if its message leaves, and pairs stay whole. The model is
 * asked even if it failed too often, because the person may know better.
 */
export function manualSummaryStage(settings: ManualSummarySettings, gates: GuardSettings): Stage<null> {
  return summaryWhenAsked(
    'manual_summary',
    settings,
    { ...gates, gates: { ...gates.gates, ...CURRENT } },
    () => Infinity,
  )
}

/** The same for a rolling summary (ROLL-1): it keeps no exchange except the current one, which stays whole. */
export function rollUpStage(settings: ManualSummarySettings, gates: GuardSettings): Stage<null> {
  return summaryWhenAsked('roll_up', settings, gates, (view) => exchangeStarts(view).at(-1) ?? 0)
}

function summaryWhenAsked(
  name: string,
  { summaryTokens, update, breakerAfter }: ManualSummarySettings,
  gates: GuardSettings,
  end: (view: Parameters<Stage['act']>[0]) => number,
): Stage<null> {
  return {
    name,
    phase: 'manual',
    initial: null,
    *act(standing, state, context) {
      if (!isDue(context.manual)) return skipped(state, 'below_trigger')
      const view = wholeView(standing)
      const { all, gated } = unitsOf(view, gates, context, 0)
      const before = end(view)
      const taken = positionsOf(all.filter((unit) => !unit.held && unit.to <= before))
      const stretch = continued(view, context, NO_STRETCH, taken)
      if (stretch.fresh === 0) return skipped(state, 'nothing_to_compress')
      const asking = startAsking(lastChance(context, breakerAfter), breakerAfter)
      const made = yield* summaryOf(view, context, asking, stretch, {
        stage: name,
        update,
        room: roomFor(stretch, summaryTokens),
        cleared: 'original',
      })
      const { verdicts } = asking
      if (made === null) {
        const code = verdicts.length === 0 ? 'nothing_to_compress' : 'summary_discarded'
        return skipped(state, code, 0, verdicts)
      }
      asking.settle('used')
      const { text, tokens, sources } = made
      const tail = all.find((unit) => unit.from >= before)
      return done(
        state,
        [
          {
            changes: absorbed(view, stretch.positions, text, tokens, context),
            kept: {
              gated,
              tailFrom: tail === undefined ? null : (view.window.entries[tail.from]?.block ?? null),
            },
            compression: oneSummary('own_summary', sources, stretch.tokens, tokens),
          },
        ],
        { verdicts: asking.verdicts },
      )
    },
  }
}

/** A history that will be reset need not be summarized first. */
export function isDue(manual: readonly ManualAction[]): boolean {
  const first = manual.indexOf('compact')
  const reset = manual.indexOf('reset')
  return first >= 0 && (reset < 0 || first < reset)
}

/** A breaker that lets one request through. */
function lastChance({ breaker }: StageContext, breakerAfter: number): Breaker {
  return breaker.open ? { failures: breakerAfter - 1, open: false } : breaker
}

export const manualSummaryEntry = {
  name: 'manual_summary',
  label: 'Summarize when asked',
  meaning: 'By hand: the history is replaced by one summary.',
  phase: 'manual',
  settings: ['compression.summary_tokens', 'compression.update', BREAKER, ...GATES],
  asks: true,
  build: ({ compression, eviction }) => manualSummaryStage(compression, eviction),
} as const satisfies StageEntry

export const rollUpEntry = {
  name: 'roll_up',
  label: 'Roll up when asked',
  meaning: 'By hand: everything before the current exchange is replaced by one summary.',
  phase: 'manual',
  settings: ['rolling_summary.summary_tokens', 'rolling_summary.update', BREAKER, ...GATES],
  asks: true,
  build: ({ rollingSummary, compression, eviction }) =>
    rollUpStage({ ...rollingSummary, breakerAfter: compression.breakerAfter }, eviction),
} as const satisfies StageEntry
