import { askForSummary } from '../compression/one-summary.ts'
import type { WrittenSummary } from '../compression/one-summary.ts'
import { contentTokens, standingTokens } from '../compression/absorb.ts'
import { summaryHeading } from '../compression/heading.ts'
import { sourceAt, standingText, TASK_QUOTED } from '../compression/source.ts'
import { whereAsked } from '../contract/trigger.ts'
import type { Answer, Ask, AskSource, UpdateMode } from '../../core/llm/ask.ts'
import type { Asking } from '../contract/asking.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import { firstRequest, taskToCarry, withoutTask } from './task.ts'

/** A stretch of a window that is to be replaced by one summary. */
export interface Stretch {
  readonly positions: readonly number[]
  /** Its tokens as they stand, overhead included. */
  readonly tokens: Tokens
  /** Of those, tokens of summaries that are taken in, and of everything else; both without the task. */
  readonly summarized: Tokens
  readonly fresh: Tokens
  /** The task as its summary has to tell it, '' where it need not; and what that costs. */
  readonly task: string
  readonly taskTokens: Tokens
}

/** Nothing that is to give way. */
export const NO_STRETCH: Stretch = Object.freeze({
  positions: [],
  tokens: 0,
  summarized: 0,
  fresh: 0,
  task: '',
  taskTokens: 0,
})

/**
 * A stretch, continued.
 *
 * @param carriesTask whether a task that is taken in is told word for word; a provider promises no such thing
 */
export function continued(
  view: WindowView,
  context: StageContext,
  before: Stretch,
  more: readonly number[],
  carriesTask = true,
): Stretch {
  const told = more.filter((position) => view.blocks[position]?.type === 'summary')
  const tokens = standingTokens(view, more)
  const summaries = contentTokens(view, told)
  const taken = new Set<BlockId>(more.map((position) => view.window.entries[position]?.block ?? -1))
  const texts = told.map((position) => standingText(view, position, context))
  const found =
    carriesTask && before.task === '' ? taskToCarry(firstRequest(view, context), taken, texts) : ''
  const cost = found === '' ? 0 : context.count(found)
  const inSummary = texts.some((text) => text.includes(found))
  return {
    positions: before.positions.concat(more),
    tokens: before.tokens + tokens,
    summarized: before.summarized + Math.max(0, summaries - (inSummary ? cost : 0)),
    fresh: before.fresh + Math.max(0, tokens - summaries - (inSummary ? 0 : cost)),
    task: found === '' ? before.task : found,
    taskTokens: before.taskTokens + cost,
  }
}

/**
 * How long the summary of older messages may be beside the task: what the summaries before it hold and half of what is
 * new, at most `most`. With nothing new, half of those: a summary that is only written again to be shorter is so a
 * few times and no more.
 */
export function roomFor({ summarized, fresh }: Pick<Stretch, 'summarized' | 'fresh'>, most: Tokens): Tokens {
  return Math.min(most, fresh === 0 ? Math.floor(summarized / 2) : summarized + Math.floor(fresh / 2))
}

export interface SummaryRequest {
  readonly stage: string
  readonly update: UpdateMode
  /** Tokens that heading and answer may have; the task comes on top. */
  readonly room: Tokens
  /** What the summary is made of where the provider cleared a block: what the client has, or what the model sees. */
  readonly cleared: 'original' | 'current'
}

export interface Summary extends WrittenSummary {
  readonly sources: readonly AskSource[]
}

/**
 * Asks for one summary of older messages, together with the summaries in it. Null where there is no room for one, or
 * none came that is smaller than what it stands for (COMP-3); of an answer that came, `settle` is the caller's.
 */
export function* summaryOf(
  view: WindowView,
  context: StageContext,
  asking: Asking,
  { positions, tokens: before, task: carried }: Stretch,
  request: SummaryRequest,
): Generator<Ask, Summary | null, Answer> {
  const task = firstRequest(view, context)
  const isSummary = (position: number): boolean => view.blocks[position]?.type === 'summary'
  const told = positions.filter(isSummary)
  const fresh = positions.filter((position) => !isSummary(position))
  const texts = told.map((position) => standingText(view, position, context))
  const previous = texts.map((text) => withoutTask(text, task)).join('\n')
  // Summaries alone are what is asked about, not what an answer about something else has to take in.
  const about = fresh.length === 0 ? told : fresh
  const sources = about.map((position) =>
    sourceAt(view, position, context, clearedAt(view, position) ? request.cleared : 'current'),
  )
  const written = yield* askForSummary(context, asking, {
    kind: 'compact',
    ...whereAsked(view, context, request.stage),
    sources,
    task: task.text.slice(0, TASK_QUOTED),
    update: request.update,
    previous: fresh.length === 0 || previous === '' ? [] : [previous],
    heading: summaryHeading(view, fresh, texts),
    carried,
    room: request.room,
    before,
  })
  return 'code' in written ? null : { ...written, sources }
}

function clearedAt(view: WindowView, position: number): boolean {
  return view.window.entries[position]?.state === 'server_cleared'
}
