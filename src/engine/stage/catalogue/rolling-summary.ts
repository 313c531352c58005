import { LEAST_SUMMARY, oneSummary } from '../compression/one-summary.ts'
import { absorbed } from '../compression/absorb.ts'
import { done, skipped } from '../contract/trigger.ts'
import { positionsOf, unitsOf } from '../compression/stretch.ts'
import type { Unit, Units } from '../compression/stretch.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import { anchoredBudget } from '../../pressure/pressure.ts'
import { exchangeStarts } from '../rolling-summary/exchanges.ts'
import type { RollingSummarySettings } from '../rolling-summary/declaration.ts'
import { continued, NO_STRETCH, roomFor, summaryOf } from '../rolling-summary/summary.ts'
import type { Stretch, Summary } from '../rolling-summary/summary.ts'
import type { BlockId, Tokens, WindowId } from '../../core/units.ts'
import { startAsking } from '../contract/asking.ts'
import type { Asking } from '../contract/asking.ts'
import type { Stage, StageContext, StageNote, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, BY_RESERVE, byAmount } from '../../policy/edit-trigger.ts'
import type { AllowedBy } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'
import { GATES, BREAKER } from './obeyed.ts'

/** Reported refusals, so that none is reported again in each call of one exchange. */
export type RollingState = readonly Refusal[]

interface Refusal {
  readonly window: WindowId
  /** First block of the exchange that leaves no room; −1 if there is none. */
  readonly exchange: BlockId
  readonly code: StageNote['code']
  readonly pinned: number
}

/**
 * The rolling summary of “Short-Term Memory” (ROLL-1): when a request is over its budget, its newest exchanges stay,
 * and one summary replaces everything before them, including the previous summary. It cuts only where an exchange
 * begins. The current exchange always stays; of the earlier ones, as many as fit beside a summary of full length, up to
 * the configured number. A summary has at most half of the budget. If even the current exchange leaves no room, the
 * request is refused with its size.
 */
export function rollingSummaryStage(
  settings: RollingSummarySettings,
  gates: GuardSettings,
  breakerAfter: number,
): Stage<RollingState> {
  return {
    name: 'rolling_summary',
    phase: 'call',
    initial: [],
    *act(view, state, context) {
      const budget = anchoredBudget(view, budgetOf(view, settings))
      const { room: allowed } = budget
      // In a small window a summary of the configured length leaves room for hardly an exchange, and is written for each.
      const longest = Math.min(settings.summaryTokens, Math.floor(allowed / 2))
      const told = state.find(({ window }) => window === view.window.id)
      if (view.window.used <= allowed) return skipped(without(state, view), 'below_trigger')
      if (told !== undefined && stands(told, view, context)) {
        return { edits: [], state, outcome: 'refused', note: null }
      }
      const asking = startAsking(context.breaker, breakerAfter)
      const cuts = cutsOf(view, context, unitsOf(view, gates, context, 0), settings)
      if (!asking.allowed()) return refused('breaker_open')
      const choice = firstThatFits(view, cuts, allowed, longest)
      if (choice < 0) return refused('kept_exchanges_too_large')
      return yield* summarized(choice)

      function refused(code: StageNote['code']): StageResult<RollingState> {
        const least = cuts.list.at(-1)
        const tokens = view.window.used - (least?.stretch.tokens ?? 0)
        const exchange = cuts.current
        const next: Refusal = { window: view.window.id, exchange, code, pinned: context.pinned.size }
        const again = told?.exchange === exchange && told.code === code
        const block = exchange < 0 ? {} : { block: exchange }
        return {
          edits: [],
          state: [...without(state, view), next],
          outcome: 'refused',
          note: again ? null : { code, tokens, allowed, ...block },
          verdicts: asking.verdicts,
        }
      }

      function* summarized(from: number): Generator<Ask, StageResult<RollingState>, Answer> {
        for (const [index, { stretch: sized, at, count }] of cuts.list.entries()) {
          if (index < from || sized.tokens === 0) continue
          if (!asking.allowed()) break
          const stretch = { ...sized, positions: cuts.positions.slice(0, count) }
          const kept = view.window.used - stretch.tokens
          const room = Math.min(roomFor(stretch, longest), allowed - kept - stretch.taskTokens)
          const before = asking.verdicts.length
          const made = yield* asked(stretch, room, asking)
          // A summary of more may be worth it, unless the model gives none at all.
          const verdict = asking.verdicts[before]
          if (made === null && (verdict === undefined || verdict === 'not_smaller')) continue
          if (made === null) break
          // An answer longer than requested leaves room for fewer exchanges.
          const isLast = index === cuts.list.length - 1
          if (kept + made.tokens > allowed && !isLast) {
            asking.settle('ignored')
            continue
          }
          asking.settle('used')
          return rolledUp(stretch, made, at, kept + made.tokens)
        }
        const { verdicts } = asking
        if (verdicts.length === 0) return refused('kept_exchanges_too_large')
        return skipped(state, 'summary_discarded', 0, verdicts)
      }

      function asked(stretch: Stretch, room: Tokens, by: Asking) {
        const request = {
          stage: 'rolling_summary',
          update: settings.update,
          room,
          cleared: 'original' as const,
        }
        return summaryOf(view, context, by, stretch, request)
      }

      function rolledUp(
        stretch: Stretch,
        made: Summary,
        at: number,
        after: Tokens,
      ): StageResult<RollingState> {
        const { text, tokens, sources } = made
        const tailFrom = view.window.entries[at]?.block ?? null
        return done(
          without(state, view),
          [
            {
              changes: absorbed(view, stretch.positions, text, tokens, context),
              kept: { gated: cuts.gated, tailFrom },
              trigger: above(
                'tokens',
                budget.used,
                budget.allowed,
                rollingBy(settings, budget.allowed),
                allowed,
                view.window.used,
              ),
              compression: oneSummary('own_summary', sources, stretch.tokens, tokens),
            },
          ],
          {
            note: after > allowed ? { code: 'kept_exchanges_too_large', tokens: after, allowed } : null,
            verdicts: asking.verdicts,
          },
        )
      }
    },
  }
}

/** Maximum size of a request: never more than the limit less the reserve. */
export function budgetOf(
  { limit, reserve }: Pick<WindowView, 'limit' | 'reserve'>,
  { maxInputTokens }: Pick<RollingSummarySettings, 'maxInputTokens'>,
): Tokens {
  return maxInputTokens === 0 ? limit - reserve : Math.min(maxInputTokens, limit - reserve)
}

/** What sets that maximum. */
export function rollingBy(
  { maxInputTokens }: Pick<RollingSummarySettings, 'maxInputTokens'>,
  allowed: Tokens,
): AllowedBy {
  return maxInputTokens === allowed ? byAmount('rolling_summary.max_input_tokens', allowed) : BY_RESERVE
}

/** A place to cut, and the messages to summarize there. */
interface Cut {
  /** Position of the first entry that stays after the cut. */
  readonly at: number
  /** The messages, without their positions. */
  readonly stretch: Stretch
  /** Number of its positions. */
  readonly count: number
}

interface Cuts {
  /** From the most exchanges kept to only the current one. */
  readonly list: readonly Cut[]
  readonly positions: readonly number[]
  /** First block of the current exchange, −1 if there is none. */
  readonly current: BlockId
  readonly gated: Units['gated']
}

/**
 * Every place where a window may be cut. Units are walked once: each cut adds messages to those of the previous one.
 */
function cutsOf(
  view: WindowView,
  context: StageContext,
  units: Units,
  { keepRecentExchanges }: RollingSummarySettings,
): Cuts {
  const starts = exchangeStarts(view)
  const current = starts.at(-1)
  const places = starts.slice(Math.max(0, starts.length - 1 - keepRecentExchanges))
  const free = units.all.filter(({ held }) => !held)
  const list: Cut[] = []
  let taken = 0
  let stretch = NO_STRETCH
  /**
   * Positions of the last cut; the others use the first `count` of them, because separate lists would take quadratic
   * space.
   */
  const positions: number[] = []
  for (const at of places) {
    const more: Unit[] = []
    for (let unit = free[taken]; unit !== undefined && unit.to <= at; unit = free[taken]) {
      more.push(unit)
      taken += 1
    }
    const added = positionsOf(more)
    for (const position of added) positions.push(position)
    stretch = continued(view, context, { ...stretch, positions: [] }, added)
    list.push({ at, stretch, count: positions.length })
  }
  return {
    list,
    positions,
    current: current === undefined ? -1 : (view.window.entries[current]?.block ?? -1),
    gated: units.gated,
  }
}

/**
 * Index of the cut that keeps the most exchanges beside a summary of full length. A summary alone is not worth rewriting,
 * since it can only lose. If there is no such cut, the last, if it leaves room for any summary; −1 if it does not.
 */
function firstThatFits(view: WindowView, { list }: Cuts, allowed: Tokens, summaryTokens: Tokens): number {
  const room = ({ tokens, taskTokens }: Stretch): Tokens => allowed - (view.window.used - tokens) - taskTokens
  const found = list.findIndex(
    ({ stretch }) => stretch.fresh > 0 && roomFor(stretch, summaryTokens) <= room(stretch),
  )
  if (found >= 0) return found
  const last = list.at(-1)
  if (last === undefined || last.stretch.tokens === 0) return -1
  const enough = Math.min(roomFor(last.stretch, summaryTokens), room(last.stretch)) >= LEAST_SUMMARY
  return enough ? list.length - 1 : -1
}

/** Whether a refusal still holds: in the same exchange a window only grows, unless it was edited or unpinned. */
function stands(told: Refusal, view: WindowView, { pinned, breaker }: StageContext): boolean {
  if (view.edited || told.pinned !== pinned.size || (told.code === 'breaker_open' && !breaker.open))
    return false
  return view.arrived.every((id) => view.block(id).type !== 'user_message')
}

function without(state: RollingState, { window }: WindowView): RollingState {
  return state.some((one) => one.window === window.id)
    ? state.filter((one) => one.window !== window.id)
    : state
}

export const rollingSummaryEntry = {
  name: 'rolling_summary',
  label: 'Rolling summary',
  meaning: 'Over the budget, all but the newest exchanges are replaced by one summary.',
  phase: 'call',
  settings: ['rolling_summary', BREAKER, ...GATES],
  asks: true,
  build: ({ rollingSummary, compression, eviction }) =>
    rollingSummaryStage(rollingSummary, eviction, compression.breakerAfter),
} as const satisfies StageEntry
