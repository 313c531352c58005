import { fidelityQuestions, savings, scoreHistory, unmoved } from '../sim/index.ts'
import { retentionSteps } from '../sim/internal.ts'
import type { SearchProgress, Timeline } from '../sim/index.ts'
import { known, reached, problem } from './problem.ts'
import type { AnsweredThen, Question, Questions } from './protocol.ts'

export type LongerName = AnsweredThen<'later'>

/** Yields progress, or null if there is no listener, and returns the answer. */
type Steps<Answer> = Generator<SearchProgress | null, Answer, void>

/** Handlers of the slower questions, in steps. Each throws for something that the run does not have. */
const longer: {
  readonly [Name in LongerName]: (
    timeline: Timeline,
    about: Questions[Name]['about'],
  ) => Steps<Questions[Name]['answer']>
} = {
  scores: (timeline, { block }) => untold(scoreHistory(timeline, known(timeline, block))),
  savings: (timeline, { block, turn }) =>
    savings(timeline, known(timeline, block), turn === undefined ? undefined : reached(timeline, turn)),
  unmoved: (timeline, { path }) => unmoved(timeline, path),
  fidelity: (timeline, { edit }) => fidelityQuestions(timeline, edit),
  retention: (timeline) => retentionSteps(timeline),
}

/**
 * The answer to a slower question, in steps. The door loads this file and its imports with the first such question:
 * nobody asks before there is a run.
 */
export function* longerSteps<Name extends LongerName>(
  question: Question<Name>,
  timeline: Timeline,
): Steps<Questions[Name]['answer']> {
  try {
    return yield* longer[question.kind](timeline, question)
  } catch (failure) {
    // It is not in this run: no edit removed the block, or its strategy reads no such number.
    if (failure instanceof RangeError) throw problem('not-in-this-run', failure.message)
    throw failure
  }
}

function* untold<Answer>(steps: Iterator<unknown, Answer>): Steps<Answer> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    yield null
  }
}
