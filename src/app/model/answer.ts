import { ProblemError } from '../../engine/index.ts'
import type { RecordedAnswer } from '../../sim/index.ts'
import type { Asking } from '../../worker/protocol.ts'
import { MODEL_TEXT } from '../words/model.ts'
import { makeCall } from './calls.ts'

/**
 * Answers what a lane asks of a model, by calling it. The answer is recorded in the run, so that it can be run again
 * without.
 *
 * @throws ProblemError where no answer came: the run ends, what was answered is kept, and trying again costs no more
 */
export async function answerAsking(
  { ask }: Asking,
  { model, label }: { readonly model: string; readonly label: string },
  signal: AbortSignal,
): Promise<RecordedAnswer> {
  const { answerOf, askCall, CallFailure, problemOf } = await import('../../provider/index.ts')
  const about = MODEL_TEXT.asks(ask.kind, label, ask.turn)
  try {
    return answerOf(await makeCall(askCall(model, ask), about, signal))
  } catch (failure) {
    if (failure instanceof CallFailure) throw new ProblemError([problemOf(failure)])
    throw failure
  }
}
