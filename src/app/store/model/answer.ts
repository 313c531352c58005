import { ModelFailure, ProblemError } from '../../../engine/index.ts'
import type { RecordedAnswer } from '../../../sim/index.ts'
import type { Asking } from '../../../worker/protocol.ts'
import { MODEL_TEXT } from './words.ts'
import { makeCall, triesOf } from './calls.ts'
import { mostOutput } from './facts.ts'
import { unusable } from './unusable.ts'

/**
 * Answers a lane's request to a model by calling it. The answer is recorded in the run, so that it can be replayed
 * without a call.
 *
 * @throws ModelFailure for an incomplete answer, which is recorded as a failure
 * @throws ProblemError if there was no answer: the run ends, previous answers are kept, and a retry costs nothing for
 *   them
 */
export async function answerAsking(
  { ask }: Asking,
  { model, label }: { readonly model: string; readonly label: string },
  signal: AbortSignal,
): Promise<RecordedAnswer> {
  const { answerOf, askCall, CallFailure, problemOf } = await import('../../../provider/index.ts')
  const about = MODEL_TEXT.asks(ask.kind, label, ask.turn)
  try {
    const call = askCall(model, ask)
    const most = mostOutput(model) ?? Infinity
    const reply = await makeCall({ ...call, maxTokens: Math.min(call.maxTokens, most) }, about, signal)
    const why = unusable(reply)
    // The engine itself discards an empty one.
    if (why !== null && why !== 'empty') throw new ModelFailure('error', `the answer is ${why}`)
    return answerOf(reply)
  } catch (failure) {
    if (failure instanceof CallFailure) {
      const problem = problemOf(failure)
      const message = MODEL_TEXT.ended(about, model, triesOf(failure), problem.message)
      throw new ProblemError([{ ...problem, message }])
    }
    throw failure
  }
}
