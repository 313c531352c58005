import type { Answer, Ask, AskSource } from '../../core/llm/ask.ts'
import type { Tokens } from '../../core/units.ts'
import type { Asking } from '../contract/asking.ts'
import type { Compression, StageContext, StageNote } from '../contract/stage.ts'

/** A shorter summary would say nothing. */
export const LEAST_SUMMARY: Tokens = 16

/** One summary of older messages: what is asked, and what stands around the answer. */
export interface SummaryQuestion extends Omit<Ask, 'previous' | 'maxTokens'> {
  /** Summaries that it takes in. */
  readonly previous: readonly string[]
  /** What stands above the answer. */
  readonly heading: string
  /** What stands between both and is no part of `room`: the task, where the summary carries it word for word. */
  readonly carried?: string
  /** Tokens that heading and answer may have. */
  readonly room: Tokens
  /** Tokens of what it is to stand for: a summary that is not smaller is not taken (COMP-3). */
  readonly before: Tokens
  /** What of the answer is kept; missing: all of it. */
  readonly read?: (answer: string) => string
}

export interface WrittenSummary {
  readonly text: string
  readonly tokens: Tokens
}

/**
 * Asks for one summary. Where there is no room for one, or none came that is smaller than what it stands for, a note says
 * so, and how many tokens it was too long. Of a summary that was written, `settle` is the caller's.
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

/** The record of an edit that one summary made (EDIT-1). */
export function oneSummary(
  step: Compression['step'],
  sources: readonly AskSource[],
  before: Tokens,
  after: Tokens,
): Compression {
  return { step, sources, before, after, asks: 1, subagent: null }
}
