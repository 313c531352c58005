import { ModelFailure, promptOf } from '../../../engine/index.ts'
import type { Answer, Ask, Tokens, Turn } from '../../../engine/index.ts'
import type { RunOptions } from './run-options.ts'
import type { RecordedAnswer, RunAsk, TimelineData } from '../timeline/timeline.ts'

/**
 * The answers of a run in order, including failures: passed to `run` as `answers`, they give the same bytes without the
 * model.
 */
export function answersOf({ asks, contents }: Pick<TimelineData, 'asks' | 'contents'>): RecordedAnswer[] {
  return asks.map(({ answer, failure }) =>
    answer === null ? { failure: failure ?? 'error' } : { text: contents[answer] ?? '' },
  )
}

/** A recorded answer as an answer, or as a failure. */
export function replyOf(recorded: RecordedAnswer): Answer {
  if ('failure' in recorded) throw new ModelFailure(recorded.failure, `recorded: ${recorded.failure}`)
  return { text: recorded.text }
}

/** Answers the requests of a run, one after another. */
export interface Answering {
  /** Number of requests answered so far, including those before a snapshot. */
  asked(): number
  /** The recorded answer to the next request, null if there is none; counts the request. */
  readonly next: () => RecordedAnswer | null
  readonly answer: (ask: Ask) => Answer
}

/**
 * Uses recorded answers as long as there are any, and, if their requests are known, as long as the requests are the
 * same. From then on `others` answers; it receives the number of earlier requests.
 */
export function answeringOf(
  { answers = [], questions }: Pick<RunOptions, 'answers' | 'questions'>,
  count: (text: string, turn: Turn) => Tokens,
  start: number,
  otherwise: (ask: Ask, before: number) => Answer,
): Answering {
  let asked = start
  let asksAlike = true
  const next = (): RecordedAnswer | null => answers[asked++] ?? null
  return {
    asked: () => asked,
    next,
    answer(ask) {
      const before = asked
      const known = next()
      asksAlike &&= questions === undefined || isQuestion(questions[before], ask, count)
      return known !== null && asksAlike ? replyOf(known) : otherwise(ask, before)
    },
  }
}

/**
 * Whether a recorded request equals this one: made at the same place about the same blocks, with a prompt of the same
 * size.
 */
function isQuestion(
  recorded: RunAsk | undefined,
  ask: Ask,
  count: (text: string, turn: Turn) => Tokens,
): boolean {
  if (recorded === undefined || recorded.kind !== ask.kind || recorded.stage !== ask.stage) return false
  const { turn, window, maxTokens, input, alone = input, sources } = recorded
  if (turn !== ask.turn || window !== ask.window || maxTokens !== ask.maxTokens) return false
  if (sources.length !== ask.sources.length) return false
  if (sources.some((block, index) => block !== ask.sources[index]?.block)) return false
  const { system, user } = promptOf(ask)
  return alone === count(system, turn) + count(user, turn)
}
