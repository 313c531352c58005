import { fidelityQuestions, savings, scoreHistory, unmoved } from '../sim/index.ts'
import type { SearchProgress, Timeline } from '../sim/index.ts'
import { known, reached } from './of-run.ts'
import { problem } from './problem.ts'
import type { SimReply, SimRequest } from './protocol.ts'

/** Questions that take a while: a newer one of the same kind cancels the one before, and comparisons go first. */
export type LongerQuestion = Extract<SimRequest, { kind: 'scores' | 'savings' | 'unmoved' | 'fidelity' }>

/** How far an answer is; null where nobody is told. */
type Steps = Iterator<SearchProgress | null, SimReply>

/**
 * What answers a longer question, in steps. The door fetches this file when one is asked, and what it imports with it:
 * nobody asks before there is a run. Throws where the question is about what the run does not have.
 */
export function longerSteps(request: LongerQuestion, timeline: Timeline): Steps {
  const { id } = request
  switch (request.kind) {
    case 'scores':
      return replying(untold(scoreHistory(timeline, known(timeline, request.block))), (points) => ({
        kind: 'scores',
        id,
        points,
      }))
    case 'savings': {
      const turn = request.turn === undefined ? undefined : reached(timeline, request.turn)
      const steps = savings(timeline, known(timeline, request.block), turn)
      return replying(steps, (found) => ({ kind: 'savings', id, savings: found }))
    }
    case 'unmoved':
      return replying(unmoved(timeline, request.path), (found) => ({ kind: 'unmoved', id, unmoved: found }))
    case 'fidelity':
      return replying(fidelityQuestions(timeline, request.edit), (found) => ({
        kind: 'fidelity',
        id,
        questions: found,
      }))
  }
}

function* untold<Result>(steps: Iterator<unknown, Result>): Generator<null, Result, void> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    yield null
  }
}

function* replying<Step, Result>(
  steps: Generator<Step, Result, void>,
  reply: (result: Result) => SimReply,
): Generator<Step, SimReply, void> {
  try {
    return reply(yield* steps)
  } catch (failure) {
    // What was asked for is not in this run: no edit took the block, or its strategy reads no such number.
    if (failure instanceof RangeError) throw problem('not-in-this-run', failure.message)
    throw failure
  }
}
