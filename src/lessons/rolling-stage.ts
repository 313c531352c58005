import type { AskSource, RollingSummarySettings, Stage, WindowView } from '../engine/index.ts'
import {
  done,
  above,
  absorbed,
  budgetOf,
  positionsOf,
  rollingBy,
  skipped,
  sourceAt,
  standingText,
  standingTokens,
  startAsking,
  summaryHeading,
  taskText,
  unitsOf,
  whereAsked,
} from '../engine/internal.ts'

/** Requests of one turn after which the loop is stopped. The code has no limit, and a replay must end. */
export const MOST_ROUNDS = 10

/** Minimum length of a summary of a summary. */
const FLOOR = 10

const NO_GATES = {
  task: false,
  current_user_message: false,
  running_results: false,
  pinned: false,
  carried_state: false,
  protected_types: false,
}

/**
 * The rolling summary of “Short-Term Memory” as in its text and diagram. The budget is checked when the user speaks,
 * without the new message, and never inside a tool loop. A message of several parts does not begin a turn. While the
 * turns that stay exceed the budget alone, the summary is summarized again and again.
 */
export function rollingAsWritten(settings: RollingSummarySettings): Stage<null> {
  return {
    name: 'rolling_summary',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const arrived = new Set(view.arrived)
      if (!view.arrived.some((id) => view.block(id).type === 'user_message')) {
        return skipped(state, 'below_trigger')
      }
      const said = standingTokens(
        view,
        view.window.entries.flatMap(({ block }, position) => (arrived.has(block) ? [position] : [])),
      )
      const budget = budgetOf(view, settings)
      const before = view.window.used - said
      if (before <= budget) return skipped(state, 'below_trigger')
      const cut = cutOf(view, arrived, settings.keepRecentExchanges)
      const gates = { gates: NO_GATES, protectedTypes: [] }
      const positions = positionsOf(
        unitsOf(view, gates, context, 0).all.filter((unit) => !unit.held && unit.to <= cut),
      )
      const kept = before - standingTokens(view, positions)
      if (positions.length === 0) return skipped(state, 'nothing_to_compress')
      const isSummary = (position: number): boolean => view.blocks[position]?.type === 'summary'
      const previous = positions.filter(isSummary).map((position) => standingText(view, position, context))
      const fresh = positions.filter((position) => !isSummary(position))
      const heading = summaryHeading(view, fresh, previous)
      const asking = startAsking(context.breaker, Infinity)
      const whole = positions.map((position) => sourceAt(view, position, context))
      let sources: readonly AskSource[] = whole
      let text = ''
      for (
        let round = 0;
        round < MOST_ROUNDS && (text === '' || kept + context.count(text) > budget);
        round++
      ) {
        if (round > 0) asking.settle('ignored')
        const answer = yield* asking.ask({
          kind: 'compact',
          ...whereAsked(view, context, 'rolling_summary'),
          sources,
          task: taskText(view, context),
          previous: null,
          update: 'regenerate',
          maxTokens: Math.max(
            FLOOR,
            Math.min(settings.summaryTokens, text === '' ? Infinity : context.count(text)),
          ),
        })
        if (answer === null) return skipped(state, 'summary_discarded', 0, asking.verdicts)
        text = heading + answer
        sources = [
          { ...(whole[0] as AskSource), type: 'summary', role: 'user', tool: '', args: '', text: answer },
        ]
      }
      asking.settle('used')
      const tokens = context.count(text)
      const left = kept + tokens
      return done(
        state,
        [
          {
            changes: absorbed(view, positions, text, tokens, context),
            trigger: above('tokens', before, budget, rollingBy(settings, budget)),
          },
        ],
        {
          note: left > budget ? { code: 'kept_exchanges_too_large', tokens: left, allowed: budget } : null,
          verdicts: asking.verdicts,
        },
      )
    },
  }
}

/** Where the newest turns begin: the user's own messages with one part, like a text. */
function cutOf(view: WindowView, arrived: ReadonlySet<number>, keep: number): number {
  const parts = new Map<number, number>()
  for (const { message } of view.blocks) parts.set(message, (parts.get(message) ?? 0) + 1)
  const starts = view.blocks.flatMap(({ id, type, message }, position) =>
    type === 'user_message' && message >= 0 && parts.get(message) === 1 && !arrived.has(id) ? [position] : [],
  )
  const end = view.blocks.findIndex(({ id }) => arrived.has(id))
  if (keep === 0) return end < 0 ? view.blocks.length : end
  return starts.at(-keep) ?? 0
}
