import { askForSummary, oneSummary } from '../compression/one-summary.ts'
import { exceeds, messagesIn, planSlide } from '../atomic-window/plan.ts'
import type { SlideGoal, SlidePlan } from '../atomic-window/plan.ts'
import { slideLevel } from '../atomic-window/level.ts'
import type { AtomicWindowSettings } from '../atomic-window/declaration.ts'
import { absorbed, contentTokens, standingTokens } from '../compression/absorb.ts'
import { sourceAt, standingText, taskText } from '../compression/source.ts'
import { done, skipped, whereAsked } from '../contract/trigger.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import { floorShare } from '../../core/number/share.ts'
import { anchoredBudget, anchoredUsed } from '../../pressure/pressure.ts'
import { roomFor } from '../rolling-summary/summary.ts'
import { counted } from '../trimming/count.ts'
import type { CountedWindow } from '../trimming/count.ts'
import { positionsOfRows, rowsOfWindow, tailFrom } from '../trimming/of-window.ts'
import type { WindowRows } from '../trimming/of-window.ts'
import type { Tokens } from '../../core/units.ts'
import { startAsking } from '../contract/asking.ts'
import { above, BY_RESERVE, byAmount, byShare } from '../../policy/edit-trigger.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'
import type { EditPlan, Stage, StageContext, StageNote, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { StageEntry } from './entry.ts'
import { BREAKER } from './obeyed.ts'

/** Share of the goal that is removed in addition if a summary replaces what leaves. */
const SLACK = 0.1
type State = readonly CountedWindow[]
type Settings = AtomicWindowSettings

/**
 * The atomic message window of “Sliding Message Window” (ATOM-1): above a number of messages, or with `tokenAware`
 * above a share of the tokens, the oldest groups leave whole. If protected messages and their pairs exceed the goal, it
 * is a soft limit and reported. With `onDrop: 'summarize'` one summary covers everything that ever left (ATOM-2); a
 * tenth more than needed leaves then, so that a model is not asked in every turn.
 */
export function slideStage(settings: Settings, breakerAfter: number): Stage<State> {
  return {
    name: 'slide',
    phase: 'call',
    initial: [],
    *act(view, state, context) {
      const { counts, messages } = counted(view, state)
      const goal = goalOf(settings, view, context.emergency)
      const urgent = context.emergency && goal.tokens !== null && view.window.used > goal.tokens
      if (!urgent && !hasTurns(view, settings.minTurns, context)) return skipped(counts, 'below_trigger')
      if (!exceeds(goal, messages, view.window.used)) return skipped(counts, 'below_trigger')
      return settings.onDrop === 'discard'
        ? discarded(view, counts, context, settings, goal)
        : yield* summarized(view, counts, context, settings, goal, breakerAfter)
    },
  }
}

/**
 * Whether a window has had this many turns, including the current one. A turn is one reply; turns of other windows,
 * such as a sub-agent's in between, do not count. O(blocks of that many turns).
 */
function hasTurns(
  { turn, window, block, facts }: WindowView,
  least: number,
  { carried }: Pick<StageContext, 'carried'>,
): boolean {
  if (turn + 1 < least) return false
  // A window that replaced another continues its count.
  const opened = carried.serial === 1 ? carried.opened : 0
  let turns = 1
  let last = -1
  for (let id = 0; id < facts.size && turns < least; id++) {
    const born = facts.turn[id] ?? 0
    if (born < opened || born >= turn || born === last) continue
    const one = block(id)
    if (one.window !== window.id || one.message < 0) continue
    turns += 1
    last = born
  }
  return turns >= least
}

/** The size limits by the settings; in an emergency, no more than fits, however few messages that are (VALID-4). */
export function goalOf(
  settings: Settings,
  view: Pick<WindowView, 'window' | 'reading' | 'limit' | 'reserve'>,
  emergency: boolean,
): SlideGoal {
  const allowed = tokensAllowed(settings, view, emergency)
  const tokens = allowed === null ? null : anchoredBudget(view, allowed).room
  return { messages: settings.maxMessages, tokens }
}

/** By the model's count; null if tokens do not matter. */
function tokensAllowed(
  settings: Settings,
  { limit, reserve }: Pick<WindowView, 'limit' | 'reserve'>,
  emergency: boolean,
): Tokens | null {
  if (!settings.tokenAware) return emergency ? limit - reserve : null
  return Math.min(slideLevel(settings, limit).tokens, limit - reserve)
}

function discarded(
  view: WindowView,
  state: State,
  context: StageContext,
  settings: Settings,
  goal: SlideGoal,
): StageResult<State> {
  const window = windowRows(view, context, settings, 'drop')
  const plan = planSlide(window.rows, goal)
  const note = shortfallNote(goal, plan)
  if (plan.leaving.length === 0) return { edits: [], state, outcome: 'skipped', note }
  const changes = positionsOfRows(window, plan.leaving).map((position) => ({
    verb: 'drop' as const,
    block: view.window.entries[position]?.block ?? -1,
  }))
  const edit = { changes, ...whyAndKept(view, window, settings, goal) }
  return done(state, [edit], { note })
}

function* summarized(
  view: WindowView,
  state: State,
  context: StageContext,
  settings: Settings,
  goal: SlideGoal,
  breakerAfter: number,
): Generator<Ask, StageResult<State>, Answer> {
  const window = windowRows(view, context, settings, 'summarize')
  // The summary is a message too. A few more leave; otherwise a model would be asked in every turn.
  const aim = {
    messages: goal.messages - 1 - floorShare(SLACK, goal.messages),
    tokens: goal.tokens === null ? null : floorShare(1 - SLACK, goal.tokens) - settings.summaryTokens,
  }
  const plan = planSlide(window.rows, aim, false)
  const rowsLeaving = withSummaries(view, window, plan.leaving)
  const leaving = positionsOfRows(window, rowsLeaving)
  const isSummary = (position: number): boolean => view.blocks[position]?.type === 'summary'
  const fresh = leaving.filter((position) => !isSummary(position))
  if (fresh.length === 0) {
    // Summarizing only the summary again would only lose more: everything stays, including the summary.
    const staying = { messages: messagesIn(window.rows), tokens: view.window.used }
    return { edits: [], state, outcome: 'skipped', note: shortfallNote(goal, staying) }
  }
  const asking = startAsking(context.breaker, breakerAfter)
  if (!asking.allowed()) return skipped(state, 'breaker_open')
  const before = standingTokens(view, leaving)
  const summarized = contentTokens(view, leaving.filter(isSummary))
  const previous = leaving.filter(isSummary).map((position) => standingText(view, position, context))
  const sources = fresh.map((position) => sourceAt(view, position, context))
  const written = yield* askForSummary(context, asking, {
    kind: 'compact',
    ...whereAsked(view, context, 'slide'),
    sources,
    task: taskText(view, context),
    update: 'anchored',
    previous,
    heading: headingOf(view, fresh),
    room: roomOf(summarized, before - summarized, settings),
    before,
  })
  if ('code' in written) return skipped(state, written.code, written.tokens, asking.verdicts)
  const { text, tokens } = written
  asking.settle('used')
  const edit: EditPlan = {
    changes: absorbed(view, leaving, text, tokens, context),
    compression: oneSummary('own_summary', sources, before, tokens),
    ...whyAndKept(view, window, settings, goal),
  }
  const note = shortfallNote(goal, {
    messages: messagesIn(window.rows) - messagesAmong(window, rowsLeaving) + 1,
    tokens: view.window.used - before + tokens,
  })
  return done(state, [edit], { note, verdicts: asking.verdicts })
}

/**
 * Maximum length of the summary. It is written again for every few messages, and each answer stays somewhat below the
 * maximum. With only half of the new tokens, the old content would shrink each time: so an eighth of the old tokens is
 * added, as long as a quarter of the new ones is freed.
 */
function roomOf(summarized: Tokens, fresh: Tokens, { summaryTokens }: Settings): Tokens {
  const room = roomFor({ summarized, fresh }, summaryTokens) + Math.floor(summarized / 8)
  return Math.min(room, summarized + Math.floor((3 * fresh) / 4), summaryTokens)
}

function windowRows(
  view: WindowView,
  context: StageContext,
  { keepTask, keepCurrent, preserveSystem, minRecentKeep }: Settings,
  verb: 'drop' | 'summarize',
): WindowRows {
  return rowsOfWindow(view, context, {
    gates: { task: keepTask, current_user_message: keepCurrent },
    verb,
    ignored: [],
    system: preserveSystem,
    tail: minRecentKeep,
    last: true,
  })
}

/** Rows that leave, together with every earlier summary: the new one includes them. */
function withSummaries(
  view: WindowView,
  { rows, starts }: WindowRows,
  leaving: readonly number[],
): readonly number[] {
  const left = new Set(leaving)
  return rows.list.flatMap((row, at) => {
    const absorbs = !row.held && view.blocks[starts[at] ?? -1]?.type === 'summary'
    return left.has(at) || (absorbs && left.size > 0) ? [at] : []
  })
}

function messagesAmong({ rows }: WindowRows, some: readonly number[]): number {
  return some.filter((row) => rows.list[row]?.role !== 'system').length
}

/** Messages or tokens above the goal that have to stay. */
function shortfallNote(
  goal: SlideGoal,
  { messages, tokens }: Pick<SlidePlan, 'messages' | 'tokens'>,
): StageNote | null {
  if (goal.tokens !== null && tokens > goal.tokens) {
    return { code: 'target_unreachable', tokens: tokens - goal.tokens, allowed: goal.tokens }
  }
  return messages > goal.messages ? { code: 'soft_limit', tokens: messages, allowed: goal.messages } : null
}

function whyAndKept(
  view: WindowView,
  window: WindowRows,
  settings: Settings,
  goal: SlideGoal,
): Pick<EditPlan, 'kept' | 'trigger'> {
  const count = messagesIn(window.rows)
  const used = anchoredUsed(view)
  const apart = used - view.window.used
  return {
    kept: { gated: window.gated, tailFrom: tailFrom(window, settings.minRecentKeep, view) },
    trigger:
      count > goal.messages
        ? above(
            'messages',
            count,
            goal.messages,
            byAmount('atomic_window.max_messages', settings.maxMessages),
          )
        : tokensAbove(view, settings, (goal.tokens ?? view.limit - view.reserve) + apart, apart),
  }
}

/** @param apart tokens that the model counted in excess of our own count */
function tokensAbove(view: WindowView, settings: Settings, allowed: Tokens, apart: Tokens): PlannedTrigger {
  const { most, tokens } = slideLevel(settings, view.limit)
  const by =
    settings.tokenAware && tokens === allowed
      ? byShare('atomic_window.token_threshold', settings.tokenThreshold, baseOf(most, view))
      : BY_RESERVE
  const { used } = view.window
  return above('tokens', used + apart, allowed, by, allowed - apart, used)
}

function baseOf(most: Tokens, { limit }: Pick<WindowView, 'limit'>): 'limit' | 'budget' {
  return most === limit ? 'limit' : 'budget'
}

function headingOf(view: WindowView, fresh: readonly number[]): string {
  const last = view.blocks[fresh.at(-1) ?? -1]?.turn ?? view.turn
  return `[Summary of the conversation up to turn ${last}, of what is no longer here.]\n`
}

export const slideEntry = {
  name: 'slide',
  label: 'Slide the window',
  meaning: 'Above this many messages the oldest leave, calls and results together.',
  phase: 'call',
  settings: ['atomic_window', BREAKER],
  asks: true,
  build: ({ atomicWindow, compression }) => slideStage(atomicWindow, compression.breakerAfter),
} as const satisfies StageEntry
