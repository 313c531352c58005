import { ModelFailure, promptOf } from '../../../engine/index.ts'
import type { Answer, Ask, Tokens, Turn } from '../../../engine/index.ts'
import type { RunOptions } from './run-options.ts'
import type { RecordedAnswer, RunAsk, TimelineData } from '../timeline/timeline.ts'

/** What a run was answered, in order, failures too: handed to `run` as `answers`, it gives the same bytes without the model. */
export function answersOf({ asks, contents }: Pick<TimelineData, 'asks' | 'contents'>): RecordedAnswer[] {
  return asks.map(({ answer, failure }) =>
    answer === null ? { failure: failure ?? 'error' } : { text: contents[answer] ?? '' },
  )
}

/** A recorded answer as an answer, or as the failure it was. */
export function replyOf(recorded: RecordedAnswer): Answer {
  if ('failure' in recorded) throw new ModelFailure(recorded.failure, `recorded: ${recorded.failure}`)
  return { text: recorded.text }
}

/** Who answers the questions of a run, one after another. */
export interface Answering {
  /** Questions answered so far, those before a snapshot among them. */
  asked(): number
  /** The recorded answer to the next question, null where there is none; counts it as asked. */
  readonly next: () => RecordedAnswer | null
  readonly answer: (ask: Ask) => Answer
}

/**
 * Recorded answers as long as there are any, and as long as what is asked is what they answered, where that is known; from
 * there on somebody else answers, who is told how many questions came before.
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

/** Whether a recorded question is this one: asked at the same place about the same blocks, in a prompt of the same size. */
function isQuestion(
  recorded: RunAsk | undefined,
  ask: Ask,
  count: (text: string, turn: Turn) => Tokens,
): boolean {
  if (recorded === undefined || recorded.kind !== ask.kind || recorded.stage !== ask.stage) return false
  const { turn, window, maxTokens, input, sources } = recorded
  if (turn !== ask.turn || window !== ask.window || maxTokens !== ask.maxTokens) return false
  if (sources.length !== ask.sources.length) return false
  if (sources.some((block, index) => block !== ask.sources[index]?.block)) return false
  const { system, user } = promptOf(ask)
  return input === count(system, turn) + count(user, turn)
}
