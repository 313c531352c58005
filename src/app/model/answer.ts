import { ProblemError } from '../../engine/index.ts'
import type { RecordedAnswer } from '../../sim/index.ts'
import type { Asking } from '../../worker/protocol.ts'
import { MODEL_TEXT } from '../words/model.ts'
import { makeCall } from './calls.ts'

/** Tokens beyond what an answer should have: a model that counts badly is not cut off. */
const HEADROOM = 1.5
const LEAST = 256

/**
 * Answers what a lane asks of a model, by calling it. The answer is recorded in the run, so that it can be run again
 * without.
 *
 * @throws ProblemError where no answer came: the run ends, what was answered is kept, and trying again costs no more
 */
export async function answerAsking(
  { ask, prompt }: Asking,
  { model, label }: { readonly model: string; readonly label: string },
  signal: AbortSignal,
): Promise<RecordedAnswer> {
  const { CallFailure, problemOf } = await import('../../provider/index.ts')
  const about = MODEL_TEXT.asks(ask.kind, label, ask.turn)
  try {
    const { content } = await makeCall(
      {
        purpose: 'ask',
        model,
        request: { system: prompt.system, messages: [{ role: 'user', content: prompt.user }] },
        maxTokens: Math.max(LEAST, Math.ceil(ask.maxTokens * HEADROOM)),
      },
      about,
      signal,
    )
    return { text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n') }
  } catch (failure) {
    if (failure instanceof CallFailure) throw new ProblemError([problemOf(failure)])
    throw failure
  }
}
