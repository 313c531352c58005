import { loadOtherModels } from '../llm/index.ts'
import { savings, scoreHistory, unmoved } from '../sim/index.ts'
import { fidelityQuestions, insteadIn, retentionSteps } from '../sim/internal.ts'
import type { SearchProgress, Timeline } from '../sim/index.ts'
import { fetched, fetchForAsking, loadByHand } from './conversation.ts'
import { findBlocks } from './find-answer.ts'
import { known, reached, problem } from './problem.ts'
import type { AnsweredThen, Question, Questions } from './protocol.ts'

export type LongerName = AnsweredThen<'later'>

/** Yields progress, or null if there is no listener, and returns the answer. */
type Steps<Answer> = Generator<SearchProgress | null, Answer, void>

/** What reads compactions needs the readers of logs, which few conversations have loaded, and what logs name. */
const autopsies = async () => {
  await fetched('the list of models', loadOtherModels)
  return fetched('the autopsy', () => import('./autopsy-answers.ts'))
}

/** Handlers of the slower questions, in steps. Each throws for something that the run does not have. */
const longer: {
  readonly [Name in LongerName]: (
    timeline: Timeline,
    about: Questions[Name]['about'],
  ) => Steps<Questions[Name]['answer']> | Promise<Steps<Questions[Name]['answer']>>
} = {
  scores: (timeline, { block }) => untold(scoreHistory(timeline, known(timeline, block))),
  savings: (timeline, { block, turn }) =>
    savings(timeline, known(timeline, block), turn === undefined ? undefined : reached(timeline, turn)),
  unmoved: (timeline, { path }) => unmoved(timeline, path),
  fidelity: (timeline, { edit }) => fidelityQuestions(timeline, edit),
  retention: (timeline) => retentionSteps(timeline),
  reference: async (timeline) => {
    const { regretSteps } = await fetched('the reference', () => import('./reference-answer.ts'))
    return regretSteps(timeline)
  },
  find: (timeline, { words, from }) => findBlocks(timeline, words, from),
  instead: (timeline, { block, turn }) =>
    (function* () {
      yield null
      return insteadIn(timeline, known(timeline, block), reached(timeline, turn))
    })(),
  autopsy: async ({ intake }) => untold((await autopsies()).autopsyOnce(intake)),
  rules: async (timeline) => {
    const { rulesKept } = await autopsies()
    return (function* () {
      yield null
      return rulesKept(timeline)
    })()
  },
  logAutopsy: async (_, log) => untold((await autopsies()).autopsiesOfLog(log)),
}

/**
 * The answer to a slower question, in steps. The door loads this file and its imports with the first such question:
 * nobody asks before there is a run.
 */
export async function longerSteps<Name extends LongerName>(
  question: Question<Name>,
  timeline: Timeline,
): Promise<Steps<Questions[Name]['answer']>> {
  await Promise.all([loadByHand(), fetchForAsking()])
  return explained(await longer[question.kind](timeline, question))
}

function* explained<Answer>(steps: Steps<Answer>): Steps<Answer> {
  try {
    return yield* steps
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
