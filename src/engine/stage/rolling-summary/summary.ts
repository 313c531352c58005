import { askForSummary } from '../compression/one-summary.ts'
import type { WrittenSummary } from '../compression/one-summary.ts'
import { contentTokens, standingTokens } from '../compression/absorb.ts'
import { summaryHeading } from '../compression/heading.ts'
import { sourceAt, standingText, quotedTask } from '../compression/source.ts'
import { whereAsked } from '../contract/trigger.ts'
import type { Answer, Ask, AskSource, UpdateMode } from '../../core/llm/ask.ts'
import type { Asking } from '../contract/asking.ts'
import type { StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import { firstRequest, taskToCarry, withoutTask } from './task.ts'

/** Messages of a window that one summary replaces. */
export interface Stretch {
  readonly positions: readonly number[]
  /** Their current tokens, including overhead. */
  readonly tokens: Tokens
  /** Tokens of included summaries, and of everything else; both without the task. */
  readonly summarized: Tokens
  readonly fresh: Tokens
  /** The task as the summary has to repeat it, '' if it need not; and its cost. */
  readonly task: string
  readonly taskTokens: Tokens
}

/** No messages. */
export const NO_STRETCH: Stretch = Object.freeze({
  positions: [],
  tokens: 0,
  summarized: 0,
  fresh: 0,
  task: '',
  taskTokens: 0,
})

/**
 * Adds messages to a stretch.
 *
 * @param carriesTask whether an absorbed task is repeated word for word; a provider does not promise that
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
 * Maximum length of the summary of older messages, without the task: the tokens of earlier summaries plus half of the
 * new tokens, at most `most`. With nothing new, half of the earlier ones: such a summary is only rewritten to be
 * shorter, which ends after a few times.
 */
export function roomFor({ summarized, fresh }: Pick<Stretch, 'summarized' | 'fresh'>, most: Tokens): Tokens {
  return Math.min(most, fresh === 0 ? Math.floor(summarized / 2) : summarized + Math.floor(fresh / 2))
}

export interface SummaryRequest {
  readonly stage: string
  readonly update: UpdateMode
  /** Maximum tokens of heading and answer, without the task. */
  readonly room: Tokens
  /** The source for a block that the provider cleared: what the client has, or what the model sees. */
  readonly cleared: 'original' | 'current'
}

export interface Summary extends WrittenSummary {
  readonly sources: readonly AskSource[]
}

/**
 * Asks for one summary of older messages, including the summaries among them. Null if there is no room for one, or the
 * answer is not smaller than what it replaces (COMP-3); the caller settles the verdict of a usable answer.
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
  // If there are only summaries, they are the subject of the request instead of an input to be included.
  const about = fresh.length === 0 ? told : fresh
  const sources = about.map((position) =>
    sourceAt(view, position, context, clearedAt(view, position) ? request.cleared : 'current'),
  )
  const written = yield* askForSummary(context, asking, {
    kind: 'compact',
    ...whereAsked(view, context, request.stage),
    sources,
    task: quotedTask(task.text, context),
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
