import { askForSummary, LEAST_SUMMARY, oneSummary } from '../compression/one-summary.ts'
import { contentTokens, madeBlock, standingTokens } from '../compression/absorb.ts'
import { summaryHeading } from '../compression/heading.ts'
import { sourceAt, standingText, quotedTask } from '../compression/source.ts'
import { positionsOf, unitsOf } from '../compression/stretch.ts'
import { done, skipped, whereAsked } from '../contract/trigger.ts'
import type { GuardSettings } from '../../policy/guards/guarded.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import type { Block } from '../../core/message/block.ts'
import { startAsking } from '../contract/asking.ts'
import { wholeView } from '../contract/whole-view.ts'
import { roomFor } from '../rolling-summary/summary.ts'
import { firstRequest, taskToCarry, withoutTask } from '../rolling-summary/task.ts'
import type { Task } from '../rolling-summary/task.ts'
import type { Breaker, StageContext, StageResult } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { Tokens } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { overflows } from '../../core/window/ledger.ts'
import { wouldOverflow } from '../../pressure/pressure.ts'
import { inPrompt } from '../../core/window/window.ts'
import type { Restored } from './restore.ts'
import { floorShare } from '../../core/number/share.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'

/**
 * New content below this share of the limit is left until there is more, because a summary rewrites the whole cached
 * prefix.
 */
const LEAST_SHARE = 0.05
/**
 * Maximum share of the limit for a summary: since it includes the previous ones, it would otherwise fill a small
 * window.
 */
const MOST_SHARE = 0.25
/** A task of more than this share of a summary stays as its own message: repeating it would leave too little room. */
const MOST_CARRIED = 0.5
/** How the history of a window is replaced by one summary. */
export interface SummaryRequest {
  readonly stage: string
  readonly kind: 'compact' | 'summarize_session'
  readonly trigger?: PlannedTrigger
  readonly protects: GuardSettings
  readonly breaker: Breaker
  readonly breakerAfter: number
  readonly summaryTokens: Tokens
  /** Messages at the end that stay; 0: only what the running exchange needs. */
  readonly tail: number
  /** `absorb`: the history leaves the window; `fold`: it stays in the window behind the summary, without being sent. */
  readonly verb: 'absorb' | 'fold'
  /** Minimum number of messages, without system messages. */
  readonly leastMessages: number
  /** Whether a short history waits until there is more, unless the request would not fit. */
  readonly waits: boolean
  /** Which part of an answer is the summary. */
  readonly read: (answer: string) => string
  /** What comes back after the summary, given the available tokens. */
  readonly restore?: (leaving: readonly Block[], room: Tokens) => Restored
}

/**
 * Replaces a window's history by one summary (TIER-2). The current user message stays, with what the running tool cycle
 * needs and what guards protect; the summary repeats the task word for word. An answer that is empty, failed, or not
 * smaller than what it replaces changes nothing (COMP-3).
 */
export function* summarizeHistory<State>(
  standing: WindowView,
  state: State,
  context: StageContext,
  request: SummaryRequest,
): Generator<Ask, StageResult<State>, Answer> {
  // Folded messages leave with the summary that replaced them.
  const view = request.verb === 'absorb' ? wholeView(standing) : standing
  if (messagesIn(view) < request.leastMessages) return skipped(state, 'nothing_to_compress')
  const task = firstRequest(view, context)
  const most = Math.min(request.summaryTokens, floorShare(MOST_SHARE, view.limit))
  const standsYet = stands(task, view)
  const staysItself = standsYet && carries(request) && context.count(task.text) > MOST_CARRIED * most
  const units = unitsOf(view, guardsOf(request, standsYet, staysItself), context, request.tail)
  const leaving = positionsOf(units.all.filter((unit) => !unit.held)).filter(
    (position) => request.verb === 'absorb' || isSent(view, position),
  )
  const told = leaving.filter((position) => isSent(view, position))
  const isSummary = (position: number): boolean => view.blocks[position]?.type === 'summary'
  const fresh = told.filter((position) => (view.blocks[position]?.message ?? -1) >= 0)
  const before = standingTokens(view, told)
  if (contentTokens(view, fresh) < leastFresh(view, before, request)) {
    return skipped(state, 'nothing_to_compress')
  }
  const asking = startAsking(request.breaker, request.breakerAfter)
  if (!asking.allowed()) return skipped(state, 'breaker_open')

  const texts = told.filter(isSummary).map((position) => standingText(view, position, context))
  const taken = new Set(leaving.map((position) => view.window.entries[position]?.block ?? -1))
  const carried = carries(request) ? taskToCarry(task, taken, texts) : ''
  const sources = fresh.map((position) => sourceAt(view, position, context))
  const written = yield* askForSummary(context, asking, {
    kind: request.kind,
    ...whereAsked(view, context, request.stage),
    sources,
    task: quotedTask(task.text, context),
    update: request.kind === 'compact' ? 'anchored' : 'regenerate',
    previous: texts.map((text) => withoutTask(text, task)),
    heading: summaryHeading(view, fresh, texts),
    carried,
    room: roomBeside(view, told.filter(isSummary), fresh, carried, most, context),
    before,
    read: request.read,
  })
  if ('code' in written) return skipped(state, written.code, written.tokens, asking.verdicts)
  const { text, tokens } = written
  asking.settle('used')

  const summary = context.makeBlock(
    madeBlock('summary', tokens, { turn: context.turn, window: view.window.id }),
  )
  const changes: Change[] = leaving.map((position) => ({
    verb: request.verb,
    block: view.window.entries[position]?.block ?? -1,
    into: summary.id,
  }))
  // Before the current message, where the history was.
  const after = view.window.entries[(leaving[0] ?? 0) - 1]?.block ?? null
  changes.push({ verb: 'insert', block: summary.id, content: context.store(text), tokens, after })
  const left = leaving.map((position) => view.blocks[position] as Block)
  const restored = request.restore?.(left, before - tokens) ?? []
  let behind = summary.id
  for (const one of restored) {
    const block = context.makeBlock(
      madeBlock('memory_injection', one.tokens, { turn: context.turn, window: view.window.id }),
    )
    changes.push({
      verb: 'insert',
      block: block.id,
      content: context.store(one.text),
      tokens: one.tokens,
      after: behind,
    })
    behind = block.id
  }
  return done(
    state,
    [
      {
        changes,
        kept: { gated: units.gated, tailFrom: units.tailFrom },
        ...(request.trigger === undefined ? {} : { trigger: request.trigger }),
        compression: oneSummary('own_summary', sources, before, tokens),
      },
    ],
    { verdicts: asking.verdicts },
  )
}

/**
 * Minimum tokens of new content for a summary. If the request does not fit, any that make it fit; if it cannot fit at
 * all, the usual minimum, or a model would be asked in every turn for nothing.
 */
function leastFresh(view: WindowView, leaving: Tokens, { waits }: SummaryRequest): Tokens {
  const { limit, reserve } = view
  const { used } = view.window
  const over = wouldOverflow(view)
  const helps = over && !overflows(used - leaving + LEAST_SUMMARY, limit, reserve)
  return !waits || helps ? 1 : LEAST_SHARE * limit
}

/**
 * Messages of the conversation in the prompt; each block that a strategy made counts as one, system messages do not
 * count.
 */
function messagesIn(view: WindowView): number {
  let count = 0
  let last = -1
  for (const [position, entry] of view.window.entries.entries()) {
    const type = view.blocks[position]?.type
    if (type === 'system_prompt' || type === 'tool_definition' || !inPrompt(entry)) continue
    if (entry.message < 0 || entry.message !== last) count += 1
    last = entry.message
  }
  return count
}

function isSent(view: WindowView, position: number): boolean {
  const entry = view.window.entries[position]
  return entry !== undefined && inPrompt(entry)
}

/**
 * The current user message and the running results stay under any config: without them there is nothing to answer. The
 * task is repeated in the summary; if it were folded, it would have to be sent twice.
 */
function guardsOf(
  { protects, verb }: SummaryRequest,
  taskStands: boolean,
  staysItself: boolean,
): GuardSettings {
  const gates = { ...protects.gates, current_user_message: true, running_results: true }
  // If a summary repeats the task, the first message in the window is a different one.
  if (staysItself) return { ...protects, gates: { ...gates, task: true } }
  return { ...protects, gates: verb === 'absorb' || !taskStands ? { ...gates, task: false } : gates }
}

function stands(task: Task, { window }: WindowView): boolean {
  const blocks = new Set(task.blocks)
  return window.entries.some(({ block }) => blocks.has(block))
}

/**
 * Maximum tokens of heading and answer without the task: those of earlier summaries plus half of the new ones, limited
 * to what the allowed tokens leave after the task.
 */
function roomBeside(
  view: WindowView,
  summaries: readonly number[],
  fresh: readonly number[],
  carried: string,
  most: Tokens,
  context: StageContext,
): Tokens {
  const cost = carried === '' ? 0 : context.count(carried)
  const inSummary = summaries.some((position) => standingText(view, position, context).includes(carried))
  const told = contentTokens(view, summaries)
  const came = standingTokens(view, fresh)
  const stretch = {
    summarized: Math.max(0, told - (inSummary ? cost : 0)),
    fresh: Math.max(0, came - (inSummary ? 0 : cost)),
  }
  // The repeated task is part of the summary: an earlier absorbed task that has become too long still leaves it a
  // quarter.
  return Math.min(roomFor(stretch, most), Math.max(most - cost, Math.floor(most / 4)))
}

/**
 * Whether the summary repeats the task word for word if the task's own message leaves, or a summary that repeated it.
 */
function carries({ protects }: SummaryRequest): boolean {
  return protects.gates['task'] !== false
}

/**
 * The part of a two-stage answer that is kept: the summary. The analysis before it was for the model alone (TIER-3).
 */
export function summaryIn(answer: string): string {
  const opened = answer.lastIndexOf('<summary>')
  if (opened < 0) return withoutAnalysis(answer).trim()
  const start = opened + '<summary>'.length
  const end = answer.indexOf('</summary>', start)
  return answer.slice(start, end < 0 ? answer.length : end).trim()
}

/** An answer without marks around its summary still contains one; an analysis without an end contains none. */
function withoutAnalysis(answer: string): string {
  const start = answer.indexOf('<analysis>')
  if (start < 0) return answer
  const end = answer.indexOf('</analysis>', start)
  return end < 0 ? answer.slice(0, start) : answer.slice(0, start) + answer.slice(end + '</analysis>'.length)
}
