import type { Answer, Ask, AskSource } from '../../core/llm/ask.ts'
import type { Tokens } from '../../core/units.ts'
import type { Asking } from '../contract/asking.ts'
import type { Compression, StageContext, StageNote } from '../contract/stage.ts'

/** A shorter summary would be useless. */
export const LEAST_SUMMARY: Tokens = 16

/** One summary of older messages: the request, and the text around the answer. */
export interface SummaryQuestion extends Omit<Ask, 'previous' | 'maxTokens'> {
  /** Summaries that it includes. */
  readonly previous: readonly string[]
  /** The heading above the answer. */
  readonly heading: string
  /**
   * Text between heading and answer that does not count in `room`: the task, if the summary repeats it word for word.
   */
  readonly carried?: string
  /** Maximum tokens of heading and answer. */
  readonly room: Tokens
  /** Tokens of what it replaces: a summary that is not smaller is discarded (COMP-3). */
  readonly before: Tokens
  /** Which part of the answer is kept; missing: all of it. */
  readonly read?: (answer: string) => string
}

export interface WrittenSummary {
  readonly text: string
  readonly tokens: Tokens
}

/**
 * Asks for one summary. If there is no room for one, or the answer is not smaller than what it replaces, a note says
 * so, with the excess tokens. The caller settles the verdict of a usable summary.
 */
export function* askForSummary(
  context: StageContext,
  asking: Asking,
  { heading, carried = '', room, before, previous, read = (answer) => answer, ...ask }: SummaryQuestion,
): Generator<Ask, WrittenSummary | Pick<StageNote, 'code' | 'tokens'>, Answer> {
  const maxTokens = room - context.count(heading)
  if (maxTokens < LEAST_SUMMARY) return { code: 'nothing_to_compress', tokens: 0 }
  const answer = yield* asking.ask({
    ...ask,
    previous: previous.length === 0 ? null : previous.join('\n'),
    maxTokens,
  })
  if (answer === null) return { code: 'summary_discarded', tokens: 0 }
  const kept = read(answer)
  if (kept === '') {
    asking.settle('unreadable')
    return { code: 'summary_discarded', tokens: 0 }
  }
  const text = heading + carried + kept
  const tokens = context.count(text)
  if (tokens < before) return { text, tokens }
  asking.settle('not_smaller')
  return { code: 'summary_discarded', tokens: tokens - before }
}

/** The record of an edit by one summary (EDIT-1). */
export function oneSummary(
  step: Compression['step'],
  sources: readonly AskSource[],
  before: Tokens,
  after: Tokens,
): Compression {
  return { step, sources, before, after, asks: 1, subagent: null }
}
